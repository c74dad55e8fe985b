extension Writing {
  static let bkMVVMKit = Writing(
    name: "BKMVVMKit",
    summary: "commands with a status, and tables whose cells follow view models",
    folders: ["bkmvvmkit"],
    words: bkCommands + bkTables)

  private static let bkCommands: [WritingWord] = [
    WritingWord(
      "BKCommand", "initWithCommandHandler",
      meaning: "something that takes time, can fail, and can be cancelled",
      there: "[[BKCommand alloc] initWithCommandHandler:^(…) { … } cancelHandler:^{ … }]",
      here: "`command load(page) after 2s { … } cancel { … }`",
      sample: "bkmvvmkit/load",
      example: """
        object vm { command load(page) after 2s { "page \\(page)" } }
        vm.load.execute(1)
        expect vm.load.status == "executing"
        wait
        expect vm.load.response.content == "page 1"
        """,
      parts: [
        "BKCommandExecutedBlock": "the type of the command handler",
        "executedBlock": "the property that holds the command handler",
        "dispatch_after": "calls a block later; here 'after 2s'",
        "dispatch_time": "when that is: from now on, in nanoseconds",
        "NSEC_PER_SEC": "the nanoseconds of a second; here durations have units, as in '2s'",
      ]),
    WritingWord(
      "execute", "BKCommandEntry", "entry",
      meaning: "stores the entry, and executes the command unless it is executing",
      there: "[self.dataCommand execute:entry]",
      here: "`vm.load.execute(1)`, `vm.load.execute()`, or `bind vm.query !~> vm.search`",
      sample: "bkmvvmkit/execute",
      example: """
        object vm { query = ""; runs = 0; command search(text) after 1s { runs += 1; text } }
        bind vm.query !~> vm.search
        vm.query = "kim"
        vm.search.execute("hobbit")
        wait
        expect vm.search.response.content == "kim" && vm.runs == 1
        vm.search.execute()
        wait
        expect vm.search.entry == "hobbit" && vm.runs == 2
        """,
      parts: [
        "initEntryWithURL": "makes an entry; here any value is one"
      ]),
    WritingWord(
      "BKCommandStatus", "status",
      meaning: "a command's status: default, executing, succeeded, failed, cancelled",
      there: "BKCommandStatusExecuting, BKCommandStatusSuccessed, …",
      here: "`vm.load.status`, a string to bind and to observe",
      sample: "bkmvvmkit/load",
      example: """
        object vm { command load after 2s { throw "offline" } }
        var statuses = []
        observe initial vm.load.status { statuses.append(value) }
        vm.load.execute()
        wait
        expect statuses == ["default", "executing", "failed"]
        """,
      parts: [
        "BKCommandStatusDefault": "never executed; here 'default'",
        "BKCommandStatusExecuting": "begun and not ended; here 'executing'",
        "BKCommandStatusSuccessed": "ended with a content; here 'succeeded'",
        "BKCommandStatusFailed": "ended with an error; here 'failed'",
        "BKCommandStatusCancelled": "ended by cancel; here 'cancelled'",
        "BKVM_COMMAND_STATUS": "the key path of the status; here 'vm.dataCommand.status'",
      ]),
    WritingWord(
      "BKCommandResponse", "response",
      meaning: "the result of a command: its content, or the error",
      there: "self.viewModel.dataCommand.response.content",
      here: "`vm.load.response.content` and `vm.load.response.error`",
      sample: "bkmvvmkit/load",
      example: """
        object vm { online = true; command load { if !online { throw "offline" }; "3 people" } }
        vm.load.execute()
        expect vm.load.response.content == "3 people" && vm.load.response.error == nil
        vm.online = false
        vm.load.execute()
        expect vm.load.response.error == "offline" && vm.load.response.content == nil
        """,
      note: """
        As in BKMVVMKit each completion makes a new response, also a first failure, so
        'observe vm.load.response { … }' is called at each of them.
        """,
      parts: [
        "content": "what a successful command gives",
        "initCommandResponse": "makes a response from a content or an error",
        "BKVM_COMMAND_RESPONSE": "its key path; here 'vm.dataCommand.response'",
      ]),
    WritingWord(
      "finishedHandler", "BKCommandFinishedBlock",
      meaning: "ends an execution with an error or a content, and sets the status",
      there: "finishedHandler(nil, sections, BKCommandStatusSuccessed)",
      here: "the block's last value, or `throw`; in other code `vm.load.finish(\"cancelled\")`",
      sample: "bkmvvmkit/late-completion",
      example: """
        object vm { command load(page) after 2s { "page \\(page)" } }
        vm.load.execute(1)
        advance 1s
        vm.load.finish("cancelled")
        wait
        expect vm.load.status == "cancelled" && vm.load.response.content == nil
        """,
      note: """
        A handler that does not call it leaves the command executing; here 'drop' does.
        In BKMVVMKit an answer that arrives after a cancel still sets the status. Here a separate
        block does that: 'after 2s { … }', which nothing cancels.
        """),
    WritingWord(
      "cancel", "cancelHandler",
      meaning: "stops an executing command, and calls its cancel block, by the author's source",
      there: "cancelHandler:^{ … }",
      here: "`vm.load.cancel()`, and a block after `cancel`",
      sample: "bkmvvmkit/load",
      example: """
        object vm { stops = 0; command load after 2s { "all" } cancel { stops += 1 } }
        vm.load.execute()
        vm.load.cancel()
        wait
        expect vm.load.status == "cancelled" && vm.stops == 1
        """,
      parts: [
        "BKCommandCancelBlock": "the type of the cancel handler"
      ]),
    WritingWord(
      "showExecuteResultWithStatus",
      meaning: "shows the state of a command on a HUD",
      there: "- (void)showExecuteResultWithStatus:(BKCommandStatus)status { … }",
      here: "`bind vm.load.status ~> hud.text | HUDText`",
      sample: "bkmvvmkit/load",
      example: """
        transformer HUDText { forward { value == "executing" ? "Loading …" : nil } }
        object vm { command load after 2s { "all" } }
        object hud: UILabel
        bind vm.load.status ~> hud.text | HUDText
        vm.load.execute()
        expect hud.text == "Loading …"
        wait
        expect hud.text == nil
        """,
      parts: [
        "BKVM_STRING_LOADING": "the text while it executes",
        "BKVM_STRING_FETCH_FAIL": "the text when it has failed",
        "BKVM_STRING_CANCEL_LOADING": "the text when it is cancelled",
        "LJProgressHUDHelper": "the object that shows these texts; here a label",
        "showExecuteTip": "shows what to do about an empty list",
      ]),
    WritingWord(
      "KVOController",
      meaning: "observes a key path with a block",
      there: "[self.KVOController observe:self.viewModel keyPath:BKVM_COMMAND_STATUS …]",
      here: "`observe initial vm.load.status { … }`",
      sample: "bkmvvmkit/late-completion",
      example: """
        object vm { command load { "all" } }
        var seen = []
        observe initial vm.load.status { seen.append(value) }
        vm.load.execute()
        expect seen == ["default", "executing", "succeeded"]
        """),
  ]

  private static let bkTables: [WritingWord] = [
    WritingWord(
      "BKVMTableOperationInital", "BKVMTableOperationRefresh", "BKVMTableOperation",
      meaning: "a table that loads all of its rows again",
      there: "[strongSelf handleWithChanged:BKVMTableOperationInital]",
      here: "`items = page`",
      sample: "bkmvvmkit/operations",
      example: """
        class PersonCell: UITableViewCell { bind viewModel ~> textLabel.text }
        object vm { items: List = [] }
        object table: UITableView
        bind vm.items ~> table.rows each PersonCell
        vm.items = ["Ann", "Bo"]
        expect turn.made == 2
        vm.items = ["Ann", "Cy"]
        expect turn.made == 0 && turn.reused == 2
        """,
      parts: [
        "handleWithChanged": "chooses what the table does; here the list's change does",
        "BKVMTableOperationInitial": "the same in the right spelling; its code says Inital",
        "BKVMTableViewController": "has the table, and observes the command",
        "listTableView": "the table that shows what the command has loaded",
        "tableViewEndRefreshing": "hides the signs of loading above and below the table",
      ]),
    WritingWord(
      "BKVMTableOperationAdd", "BKVMTableOperationDelete",
      meaning: "a table that inserts rows; Delete is in the author's source only",
      there: "[self.listTableView insertRowsAtIndexPaths:self.viewModel.indexPaths …]",
      here: "`items.append(x)`, `append(contentsOf: page)`, and `insert`, `remove`, `replace`",
      sample: "bkmvvmkit/operations",
      example: """
        class PersonCell: UITableViewCell { bind viewModel ~> textLabel.text }
        object vm { items: List = ["Ann", "Bo"] }
        object table: UITableView
        bind vm.items ~> table.rows each PersonCell
        vm.items.append("Cy")
        expect turn.made == 1 && turn.reused == 0
        expect table.rows[2].textLabel.text == "Cy"
        """,
      parts: [
        "insertRowsAtIndexPaths": "the method of the table that inserts rows",
        "indexPaths": "which rows: a property of the view model; here the index in the list",
        "UITableViewRowAnimationFade": "how the rows appear; nothing is drawn here",
      ]),
    WritingWord(
      "bkvm_binderWithViewModel", "BKVMViewProtocol",
      meaning: "is called when a cell or view gets a view model",
      there: "- (void)bkvm_binderWithViewModel:(BKVMBaseViewModel *)viewModel { … }",
      here: "`bind viewModel.name ~> textLabel.text`, `action viewDidUpdateViewModel() { … }`",
      sample: "bkmvvmkit/operations",
      example: """
        class PersonCell: UITableViewCell {
          shown = 0
          bind viewModel.name ~> textLabel.text
          action viewDidUpdateViewModel() { shown += 1 }
        }
        object ann { name = "Ann" }
        object cell: PersonCell
        cell.viewModel = ann
        expect cell.textLabel.text == "Ann" && cell.shown == 1
        """),
    WritingWord(
      "BKVMBaseViewModel", "dataCommand", "rawModel",
      meaning: "a view model, with its model and a command that loads it",
      there: "@interface BKVMBaseViewModel : NSObject",
      here: "an object or class with a `command` and a property `model`",
      sample: "bkmvvmkit/load",
      example: """
        class PersonViewModel { model; name; bind model.name ~> name }
        object kim { name = "Kim" }
        object vm {
          items: List = []
          command load { items = [new PersonViewModel { model = kim }] }
        }
        vm.load.execute()
        expect vm.items[0].name == "Kim"
        """,
      parts: [
        "initWithModel": "makes a view model of a model; here 'new VM { model = m }'",
        "data-driven UI": "its aim: the screen follows from the data; here the bindings",
      ]),
    WritingWord(
      "BKVMSectionViewModel",
      meaning: "a section of a table, as the author's source calls it",
      there: "self.viewModel.sections[indexPath.section].cellViewModels[indexPath.row]",
      here: "`UITableSection`, in the `sections` of a `UITableView`",
      sample: "bkmvvmkit/sections",
      example: """
        class MailCell: UITableViewCell { bind viewModel ~> textLabel.text }
        object vm { inbox: List = [] }
        object inbox: UITableSection { header = "Inbox" }
        object table: UITableView { sections = [inbox] }
        bind vm.inbox ~> inbox.rows each MailCell
        bind vm.inbox.count ~> inbox.footer | { "\\(value) in all" }
        vm.inbox = ["Hello"]
        expect table.sections[0].footer == "1 in all"
        expect inbox.rows[0].textLabel.text == "Hello"
        """,
      parts: [
        "sections": "the list of sections of the view model",
        "cellViewModels": "a section's view models; here its 'rows' are bound",
      ]),
    WritingWord(
      "BKVMReusableViewModel", "bkvm_registerCellWithViewModel",
      meaning: "a view model that names the class of its cell",
      there: "[strongSelf.listTableView bkvm_registerCellWithViewModel:strongSelf.viewModel]",
      here: "`each { value.kind == \"ad\" ? AdCell : MessageCell }`",
      sample: "bkmvvmkit/sections",
      example: """
        class MessageCell: UITableViewCell { bind viewModel.title ~> textLabel.text }
        class AdCell: UITableViewCell { rowHeight = 88 }
        object hello { kind = "message"; title = "Hello" }
        object ad { kind = "ad"; title = "Buy now" }
        object vm { items: List = [] }
        object table: UITableView
        bind vm.items ~> table.rows each { value.kind == "ad" ? AdCell : MessageCell }
        vm.items = [hello, ad]
        expect table.rows[0].textLabel.text == "Hello" && table.rows[1].rowHeight == 88
        """,
      parts: [
        "viewClass": "the class of the cell; here what 'each' gives",
        "BKRoleCellViewModel": "the view model of a cell in its example",
      ]),
    WritingWord(
      "bkvm_viewHeightWithViewModel", "viewHeight",
      meaning: "the height of the row of a view model",
      there: "+ (CGFloat)bkvm_viewHeightWithViewModel:(BKRoleCellViewModel *)viewModel { … }",
      here: "`rowHeight`, a property of the cell, or an action of its class: `Cell.viewHeight(vm)`",
      sample: "bkmvvmkit/sections",
      example: """
        class Cell: UITableViewCell { bind viewModel.height ~> rowHeight | { value ?? 44 } }
        object long { height = 120 }
        object cell: Cell
        expect cell.rowHeight == 44
        cell.viewModel = long
        expect cell.rowHeight == 120
        class RoleCell: UITableViewCell { action viewHeight(vm) { vm.height / 2 } }
        expect RoleCell.viewHeight(long) == 60
        """,
      note: """
        Here the default is 44. There it is automatic for a cell, by the author's source. The
        article asks the class itself 'isKindOfClass:', which is never so, and gives 0.
        """,
      parts: [
        "heightForRowAtIndexPath": "the method that a table asks for the height of a row",
        "UITableViewAutomaticDimension": "the default there: the table calculates the height",
        "bkvm_viewWidthWithViewModel": "the width in the same way, for collections",
        "viewWidth": "the property of the view model with that width",
      ]),
  ]
}

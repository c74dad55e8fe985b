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
        """),
    WritingWord(
      "execute", "BKCommandEntry", "entry",
      meaning: "executes a command, with an entry or the last one, unless it is executing",
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
        expect vm.search.entry == "kim" && vm.runs == 2
        """),
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
        """),
    WritingWord(
      "BKResponse", "BKCommandResponse", "response",
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
        """),
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
      meaning: "stops an executing command, and calls its cancel block",
      there: "[self.dataCommand cancel]",
      here: "`vm.load.cancel()`, and a block after `cancel`",
      sample: "bkmvvmkit/load",
      example: """
        object vm { stops = 0; command load after 2s { "all" } cancel { stops += 1 } }
        vm.load.execute()
        vm.load.cancel()
        wait
        expect vm.load.status == "cancelled" && vm.stops == 1
        """),
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
        """),
    WritingWord(
      "KVOController",
      meaning: "observes a key path with a block",
      there: "[self.KVOController observe:vm keyPath:@\"status\" options:… block:^(…) { … }]",
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
      there: "[self handleWithChanged:BKVMTableOperationInital]",
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
        """),
    WritingWord(
      "BKVMTableOperationAdd", "BKVMTableOperationDelete",
      meaning: "a table that inserts or removes single rows",
      there: "[self handleWithChanged:BKVMTableOperationAdd]",
      here: "`items.append(x)`, and `insert`, `remove`, `replace`",
      sample: "bkmvvmkit/operations",
      example: """
        class PersonCell: UITableViewCell { bind viewModel ~> textLabel.text }
        object vm { items: List = ["Ann", "Bo"] }
        object table: UITableView
        bind vm.items ~> table.rows each PersonCell
        vm.items.append("Cy")
        expect turn.made == 1 && turn.reused == 0
        expect table.rows[2].textLabel.text == "Cy"
        """),
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
      there: "@interface PersonsViewModel : BKVMBaseViewModel",
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
        """),
    WritingWord(
      "BKVMSectionViewModel",
      meaning: "a section of a table: header, footer and rows",
      there: "self.viewModel.sections = @[inboxSection]",
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
        """),
    WritingWord(
      "BKVMReusableViewModel", "bkvm_registerCellWithViewModel",
      meaning: "a view model whose reuse identifier selects its cell",
      there: "[self.listTableView bkvm_registerCellWithViewModel:self.viewModel]",
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
        """),
    WritingWord(
      "bkvm_viewHeightWithViewModel", "viewHeight",
      meaning: "the height of the row of a view model",
      there: "+ (CGFloat)bkvm_viewHeightWithViewModel:(BKRoleCellViewModel *)viewModel { … }",
      here: "`rowHeight`, a property of the cell: 44 by default",
      sample: "bkmvvmkit/sections",
      example: """
        class Cell: UITableViewCell { bind viewModel.height ~> rowHeight | { value ?? 44 } }
        object long { height = 120 }
        object cell: Cell
        expect cell.rowHeight == 44
        cell.viewModel = long
        expect cell.rowHeight == 120
        """),
  ]
}

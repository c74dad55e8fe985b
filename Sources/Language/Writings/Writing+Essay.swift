extension Writing {
  static let essay = Writing(
    name: "essay",
    summary: "who knows whom: direct coupling, delegates, notifications, MVC, MVP and MVVM",
    folders: ["coupling", "architectures"],
    words: couplings + architectures + code)

  private static let couplings: [WritingWord] = [
    WritingWord(
      "direct coupling", "direct",
      meaning: "two classes that make and call each other by name",
      there: "[woker doPrintTask] in Manager, [manager celebratePrintTask] in Worker",
      here: "`worker.doPrintTask()` and `manager.celebratePrintTask()`",
      sample: "coupling/direct",
      example: """
        class Manager {
          celebrated = 0
          worker: Worker?
          action beginPrintTask() { worker.doPrintTask() }
          action celebratePrintTask() { celebrated += 1 }
        }
        class Worker {
          weak manager: Manager?
          action doPrintTask() { manager.celebratePrintTask() }
        }
        object boss: Manager
        object ann: Worker { manager = boss }
        boss.worker = ann
        boss.beginPrintTask()
        expect boss.celebrated == 1
        coupling
        """,
      parts: [
        "Manager": "the class that begins a task and celebrates when it is done",
        "Worker": "the class that does the task of a Manager",
        "beginPrintTask": "the manager's method that makes a worker and gives it the task",
        "doPrintTask": "the worker's method that does the task, and then calls or posts",
        "celebratePrintTask": "the manager's method that the worker calls when it is done",
        "coupling": "how much two classes or modules know of each other",
        "decoupling": "reducing that: by a delegate, or by notifications",
        "decoupleViewController": "the screen that makes a Manager, which begins its task",
      ]),
    WritingWord(
      "delegate",
      meaning: "one object, held weakly, whose method is called; or none",
      there: "@property (nonatomic, weak) id<delegateWorkerDelegate> workerDelegate",
      here: "`weak workerDelegate`, and `workerDelegate.donePrintTask()`",
      sample: "coupling/delegate",
      example: """
        class Worker {
          weak workerDelegate
          action doPrintTask() { workerDelegate.donePrintTask() }
        }
        object ann: Worker
        ann.doPrintTask()
        expect turn.dropped == 1
        object boss { celebrated = 0; action donePrintTask() { celebrated += 1 } }
        ann.workerDelegate = boss
        ann.doPrintTask()
        expect boss.celebrated == 1
        """,
      note: "A call on nil does nothing, and the trace says so: 'turn.dropped' counts it.",
      parts: [
        "donePrintTask": "the method of the protocol, which the worker calls on its delegate",
        "delegateWorkerDelegate": "the protocol with donePrintTask, which the manager has",
        "delegateWoker": "the class of the worker, spelled so",
        "delelgateManager": "the class of the manager, spelled so: the worker's delegate",
        "workerDelegate": "the worker's weak property for its delegate",
        "@property": "declares a property; here its name alone does",
        "strong": "holds the object and keeps it alive; here a property without 'weak'",
      ]),
    WritingWord(
      "retain cycle", "memory leak",
      meaning: "objects that hold each other, so that none of them ever ends",
      there: "@property (nonatomic, weak) id<MVCViewDelegete> viewDelegate",
      here: "`weak delegate`; `coupling` shows rings, and `release` ends them anyway",
      sample: "coupling/retain-cycle",
      example: """
        class View { viewDelegate }
        class Controller { view: View? }
        object controller: Controller { view = new View }
        controller.view.viewDelegate = controller // allow B068
        coupling
        expect controller.view.viewDelegate == controller
        """,
      note: """
        Nothing counts references here. Where they are counted, the ring would stay forever. The
        essay does not say why its delegates are weak.
        """),
    WritingWord(
      "@protocol", "@optional", "respondsToSelector",
      meaning: "what a delegate must be able to do, and what it may be able to do",
      there: "@protocol delegateWorkerDelegate <NSObject> - (void)donePrintTask; @end",
      here: "`protocol WorkerDelegate { … }`, `delegate responds willPrintTask`",
      sample: "coupling/protocol",
      example: """
        protocol WorkerDelegate { action donePrintTask(); optional action willPrintTask() }
        class Worker {
          weak delegate: WorkerDelegate?
          action doPrintTask() {
            if delegate responds willPrintTask { delegate.willPrintTask() }
            delegate.donePrintTask()
          }
        }
        object boss {
          worker = new Worker { delegate = outer }
          celebrated = 0
          action donePrintTask() { celebrated += 1 }
        }
        boss.worker.doPrintTask()
        expect boss.celebrated == 1
        """,
      note: "The essay's protocol has no optional method, and its code does not ask."),
    WritingWord(
      "notification", "NSNotificationCenter", "postNotificationName",
      meaning: "a name that one object posts and any object can handle",
      there: "[… postNotificationName:NOTIFICATION_PRINTTASKDONE object:nil]",
      here: "`post NAME`, or `post NAME(value)`, and `on notification NAME { … }`",
      sample: "coupling/notification",
      example: """
        object ann {
          on notification NOTIFICATION_BEGINPRINTTASK { doPrintTask() }
          action doPrintTask() { post NOTIFICATION_PRINTTASKDONE }
        }
        object boss {
          celebrated = 0
          on notification NOTIFICATION_PRINTTASKDONE { celebrated += 1 }
          action beginPrintTask() { post NOTIFICATION_BEGINPRINTTASK }
        }
        boss.beginPrintTask()
        expect boss.celebrated == 1
        """,
      parts: [
        "defaultCenter": "the one centre of an app; here all posts reach all handlers",
        "NOTIFICATION_BEGINPRINTTASK": "the name that the manager posts to begin a task",
        "NOTIFICATION_PRINTTASKDONE": "the name that the worker posts when it is done",
        "userInfo": "what is sent with a post: 'post NAME(value)'",
        "notifyManager": "the class of the manager, which posts and listens",
        "notifyWorker": "the class of the worker, which listens and posts",
        "celebrateWork": "the manager's method that is called when the worker is done",
      ]),
    WritingWord(
      "two-way binding", "data binding", "binding",
      meaning: "connects two properties, so that a change of one reaches the other",
      there: "View and ViewModel, Model and ViewModel, as the essay asks of MVVM",
      here: "`bind model.content <> viewModel.contentString`",
      sample: "coupling/binding",
      example: """
        object model { content = "2333" }
        object viewModel { contentString }
        bind model.content <> viewModel.contentString
        model.content = "4"
        expect viewModel.contentString == "4"
        viewModel.contentString = "5"
        expect model.content == "5"
        """,
      note: "'help <>' has the arrows. The essay's code copies instead: 'help MVVM'."),
  ]

  /// The language and the system in which its code is written.
  private static let code: [WritingWord] = [
    WritingWord(
      "@interface", "@implementation", "Objective-C",
      meaning: "a class: what it declares, and what its methods do",
      there: "@interface MVCModel : NSObject @property (nonatomic, copy) NSString *contentString;",
      here: "`class MVCModel { contentString: String? }`; a method is an `action`",
      sample: "architectures/random-mvc",
      example: """
        class MVCModel {
          contentString: String?
          isLong: Bool = false
          action makeContent(number) { contentString = "\\(number)" }
          computed size = contentString.count
        }
        object model: MVCModel
        model.makeContent(2333)
        expect model.contentString == "2333" && model.size == 4
        """,
      note: "A class that is pasted as a whole is answered with the class to write here.",
      parts: [
        "@end": "ends it; here `}`",
        "@selector": "the name of a method; here a block calls it",
        "NSObject": "the class above all others; there is none here",
        "NSString": "a text; the type is `String`",
        "NSInteger": "a whole number; the type is `Int`",
        "CGFloat": "a number; the type is `Double`",
        "BOOL": "true or false; the type is `Bool`",
        "NSArray": "a list; the type is `List`",
        "NSLog": "writes a line; here `print`",
        "stringWithFormat": "a text with values in it; here `\"\\(x) years\"`",
        "integerValue": "a whole number from a text; here `ToInt(x)`, or `| ToInt` in a binding",
        "isKindOfClass": "whether an object has a class; here `x is C`",
        "isEqual": "compares; here `==`",
      ]),
    WritingWord(
      "addTarget", "forControlEvents",
      meaning: "lets a control call a method",
      there: "[btn addTarget:self action:@selector(btnClick) forControlEvents:1<<6]",
      here: "`on btn { btnClick() }`, or `bind btn !~> vm.save`",
      sample: "architectures/random-mvc",
      example: """
        class MVCView: UIView {
          btn = new UIButton
          clicks = 0
          on btn { btnClick() }
          action btnClick() { clicks += 1 }
        }
        object view: MVCView
        fire view.btn
        expect view.clicks == 1
        """,
      parts: [
        "viewDidLoad": "runs once when the screen is there; here an action that is called",
        "didReceiveMemoryWarning": "asks for memory back; nothing here needs it",
        "initView": "the view's method that makes its label and its button",
        "initWithFrame": "makes a view at a place; views here have no place",
        "addSubview": "shows a view in another one; here it is a property of it",
        "setTitle": "the text of a button; here `btn.title`",
        "UIControlStateNormal": "how a button looks when it is not pressed",
      ]),
  ]

  private static let architectures: [WritingWord] = [
    WritingWord(
      "MVC", "model-view-controller",
      meaning: "a controller gives its view the model, again after each change",
      there: "self.MVCView.model = self.model",
      here: "`view.model = model` in the controller; `model set { … }` in the view",
      sample: "architectures/random-mvc",
      example: """
        class MVCModel { contentString: String? }
        class MVCView {
          tipsLabel = new UILabel
          model: MVCModel? set { tipsLabel.text = value.contentString; value }
        }
        object controller {
          model = new MVCModel
          view = new MVCView
          action MVCViewBtnClick() { model.contentString = "7"; view.model = model }
        }
        controller.MVCViewBtnClick()
        expect controller.view.tipsLabel.text == "7"
        controller.model.contentString = "8"
        expect controller.view.tipsLabel.text == "7"
        """,
      note: """
        The view knows the class of the model. Nothing observes the model: a change shows when the
        controller sets it again.
        """,
      parts: [
        "Controller": "the object that decides when the view gets the model",
        "MVCModel": "the class of the model; it has a contentString",
        "MVCView": "the class of the view; its setter of 'model' writes the label",
        "MVCViewController": "the class that makes model and view, and is the view's delegate",
        "MVCViewDelegete": "the protocol of the view's delegate, spelled so",
        "MVCViewBtnClick": "the delegate's method: it changes the model, and sets it again",
        "setModel": "the setter; here `model set { … }`, or `observe model { … }`",
        "viewDelegate": "the view's weak property for the object that gets its taps",
        "contentString": "the text that the model holds and the label shows",
        "tipsLabel": "the label of the view",
        "btnClick": "the view's method for its button: it calls the delegate or the view model",
        "view controller": "the object that makes a screen's views and gives them their data",
        "CDD": "one more pattern, which the essay only names",
        "MVX": "all patterns of a model, a view, and something between",
      ]),
    WritingWord(
      "MVP", "model-view-presenter",
      meaning: "a presenter gives its view a text, so that the view knows no model",
      there: "self.mvpView.content = self.mvpModel.contentString",
      here: "`mvpView.content = mvpModel.contentString` in the presenter",
      sample: "architectures/random-mvp",
      example: """
        class MVPModel { contentString: String? }
        class MVPView {
          tipsLabel = new UILabel
          content: String? set { tipsLabel.text = value; value }
        }
        object presenter {
          mvpModel = new MVPModel { contentString = "2333" }
          mvpView = new MVPView
          action doPrintWork() { mvpView.content = mvpModel.contentString }
        }
        presenter.doPrintWork()
        expect presenter.mvpView.tipsLabel.text == "2333"
        """,
      parts: [
        "Presenter": "the view's delegate, which writes view and model",
        "MVPModel": "the class of the model; it has a contentString",
        "MVPView": "the class of the view; it gets a text and knows no model",
        "MVPViewController": "the class that makes model, view and presenter, and joins them",
        "MVPViewDelegete": "the protocol of the view's delegate, spelled so",
        "MVPViewBtnClick": "the presenter's method for a tap",
        "setContent": "the setter; here `content set { … }`, or `observe content { … }`",
        "doPrintWork": "passes the model's text on; in MVVM makes a new one",
      ]),
    WritingWord(
      "MVVM", "model-view-viewmodel",
      meaning: "a view observes a view model, which holds what it shows",
      there:
        "[self.KVOController observe:vm keyPath:@\"contentString\" options:… block:^(…) { … }]",
      here: "`observe vm.contentString { … }`, or `bind vm.contentString ~> label.text`",
      sample: "architectures/random-mvvm",
      example: """
        object data { content = "2333" }
        class ViewModel { model; contentString; bind model.content <> contentString }
        object vm: ViewModel { model = data }
        object label: UILabel
        bind vm.contentString ~> label.text
        data.content = "7"
        expect label.text == "7"
        """,
      note: """
        The essay's view model only copies the model's text, so a change of the model from elsewhere
        does not reach its view. 'whynot' says so in architectures/claim-and-code.
        """,
      parts: [
        "MVVMModel": "the class of the model; it has a content",
        "MVVMView": "the class of the view; it observes a view model",
        "MVVMViewModel": "the class of the view model; it copies the model's text",
        "MVVMViewController": "the class that makes model, view and view model, and joins them",
        "setWithViewModel": "the view's method that stores a view model and observes it",
        "setWithModel": "the view model's method that stores a model and copies its text",
        "FBKVOController": "the class behind KVOController: an observer with a block",
      ]),
  ]
}

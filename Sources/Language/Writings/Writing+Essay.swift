extension Writing {
  static let essay = Writing(
    name: "essay",
    summary: "who knows whom: direct coupling, delegates, notifications, MVC, MVP and MVVM",
    folders: ["coupling", "architectures"],
    words: couplings + architectures)

  private static let couplings: [WritingWord] = [
    WritingWord(
      "direct coupling", "direct",
      meaning: "two objects that hold and call each other by name",
      there: "[self.manager isDone:report]",
      here: "`manager.isDone(report)`",
      sample: "coupling/direct",
      example: """
        object boss { reports: List = []; action isDone(report) { reports.append(report) } }
        object ann { manager = boss; action work(job) { manager.isDone("\\(job) is done") } }
        ann.work("filing")
        expect boss.reports == ["filing is done"]
        coupling
        """),
    WritingWord(
      "delegate",
      meaning: "one object, held weakly, whose method is called; or none",
      there: "@property (nonatomic, weak) id <WorkerDelegate> delegate",
      here: "`weak delegate`, and `delegate.workDidFinish(report)`",
      sample: "coupling/delegate",
      example: """
        object ann { weak delegate; action work(job) { delegate.workDidFinish("\\(job): done") } }
        ann.work("sewing")
        expect turn.dropped == 1
        object boss { report; action workDidFinish(done) { report = done } }
        ann.delegate = boss
        ann.work("filing")
        expect boss.report == "filing: done"
        """,
      note: "A call on nil does nothing, and the trace says so: 'turn.dropped' counts it."),
    WritingWord(
      "respondsToSelector", "@protocol", "@optional",
      meaning: "what a delegate must be able to do, and what it may be able to do",
      there: "[self.delegate respondsToSelector:@selector(workDidBegin:)]",
      here: "`protocol WorkerDelegate { … }`, `delegate responds workDidBegin`",
      sample: "coupling/protocol",
      example: """
        protocol WorkerDelegate { action workDidFinish(report); optional action workDidBegin(job) }
        class Worker {
          weak delegate: WorkerDelegate?
          action work(job) {
            if delegate responds workDidBegin { delegate.workDidBegin(job) }
            delegate.workDidFinish("\\(job): done")
          }
        }
        object boss {
          worker = new Worker { delegate = outer }
          report
          action workDidFinish(done) { report = done }
        }
        boss.worker.work("filing")
        expect boss.report == "filing: done"
        """),
    WritingWord(
      "notification", "NSNotificationCenter", "postNotificationName",
      meaning: "a name that one object posts and any object can handle",
      there: "[center postNotificationName:@\"WorkDone\" object:report]",
      here: "`post WorkDone(report)`, and `on notification WorkDone { … }`",
      sample: "coupling/notification",
      example: """
        object ann { action work(job) { post WorkDone("\\(job) is done") } }
        object boss { reports: List = []; on notification WorkDone { reports.append(value) } }
        object statistics { jobs = 0; on notification WorkDone { jobs += 1 } }
        ann.work("filing")
        expect boss.reports == ["filing is done"] && statistics.jobs == 1
        """),
    WritingWord(
      "data binding", "binding",
      meaning: "a third party connects properties, so that they stay equal",
      there: "an arrow between two key paths",
      here: "`bind boss.job !~> ann.job`",
      sample: "coupling/binding",
      example: """
        object boss { job; report }
        object ann { job; result; observe job { result = "\\(value) is done" } }
        bind boss.job !~> ann.job
        bind ann.result !~> boss.report
        boss.job = "filing"
        expect boss.report == "filing is done"
        """),
  ]

  private static let architectures: [WritingWord] = [
    WritingWord(
      "MVC", "model-view-controller",
      meaning: "a controller observes the model and writes the views, which call it",
      there: "model, view, controller",
      here: "`observe profile.name { … }` in the controller, and a view with a `weak controller`",
      sample: "architectures/mvc",
      example: """
        object profile { name = "Kim" }
        object screen {
          weak controller
          nameField = new UITextField
          greeting = new UILabel
          observe nameField.text { controller.nameDidChange() }
        }
        object controller {
          action nameDidChange() { screen.greeting.text = "Hello, \\(screen.nameField.text)!" }
          observe initial profile.name { screen.nameField.text = value }
        }
        screen.controller = controller
        screen.nameField.text = "Ann"
        expect screen.greeting.text == "Hello, Ann!"
        """),
    WritingWord(
      "MVP", "model-view-presenter",
      meaning: "a presenter decides what is shown, and calls a view to show it",
      there: "model, view, presenter",
      here: "an object that calls the actions of its `weak view`",
      sample: "architectures/mvp",
      example: """
        object presenter {
          weak view
          action nameDidChange(text) { view.showGreeting("Hello, \\(text)!") }
        }
        object screen {
          nameField = new UITextField
          greeting = new UILabel
          observe nameField.text { presenter.nameDidChange(value) }
          action showGreeting(text) { greeting.text = text }
        }
        presenter.view = screen
        screen.nameField.text = "Ann"
        expect screen.greeting.text == "Hello, Ann!"
        """),
    WritingWord(
      "MVVM", "model-view-viewmodel",
      meaning: "a view is bound to the properties of a view model, which hold what it shows",
      there: "model, view, view model",
      here: "`bind viewModel.greeting ~> greeting.text` in the view",
      sample: "architectures/mvvm",
      example: """
        object vm { name = "Kim"; computed greeting = "Hello, \\(name)!" }
        class Screen {
          viewModel
          nameField = new UITextField
          greeting = new UILabel
          bind viewModel.name <> nameField.text
          bind viewModel.greeting ~> greeting.text
        }
        object screen: Screen { viewModel = vm }
        screen.nameField.text = "Ann"
        expect screen.greeting.text == "Hello, Ann!"
        """),
  ]
}

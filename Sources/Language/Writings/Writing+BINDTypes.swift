// The classes and protocols of BIND.
extension Writing {
  static let bindTypes: [WritingWord] = [
    WritingWord(
      "NSValueTransformer",
      meaning: "a class that converts values in both directions",
      there: "@interface RPMToSpeed : NSValueTransformer",
      here: "`transformer RPMToSpeed { forward { … } reverse { … } }`",
      sample: "bind/transformers",
      example: """
        transformer RPMToSpeed { forward { value / 100.0 } reverse { value * 100.0 } }
        object engine { rpm = 3000.0 }
        object car { speed = 0.0 }
        bind engine.rpm <> car.speed | RPMToSpeed
        car.speed = 40.0
        expect engine.rpm == 4000
        """),
    WritingWord(
      "BNDAsyncValueTransformer",
      meaning: "a transformer whose answer arrives later",
      there: "@interface Download : BNDAsyncValueTransformer",
      here: "`transformer Download after 2s { forward { … } }`",
      sample: "bind/async-transformer",
      example: """
        transformer Download after 2s { forward { "picture of \\(value)" } }
        object person { url = "ann.png" }
        object view: UIImageView
        bind person.url ~> view | Download
        expect view.image == nil
        advance 2s
        expect view.image == "picture of ann.png"
        """,
      note: """
        A block that calls back only 'if (data)' is one with 'drop' here: the target keeps what
        it has.
        """),
    WritingWord(
      "XIB", "Interface Builder",
      meaning: "binds a view that has no class of its own, in the file that lays it out",
      there: "viewModel.name->textLabel.text, the text of a binding object in the XIB",
      here: "`extend cell { bind viewModel.name ~> textLabel.text }`",
      sample: "bind/cell-per-kind",
      example: """
        object cell: UITableViewCell
        extend cell { bind viewModel.name ~> textLabel.text }
        object ann { name = "Ann" }
        cell.viewModel = ann
        expect cell.textLabel.text == "Ann"
        """),
    WritingWord(
      "bndRegisterShorthands",
      meaning: "sets the default key path, which an object's name alone means",
      there: "bndRegisterShorthands(@{ @\"Gauge\" : @\"level\" })",
      here: "`default level` in the body of the class",
      sample: "bind/shorthands",
      example: """
        class Gauge: UIView { level = 0; default level }
        object tank { litres = 40 }
        object gauge: Gauge
        bind tank.litres ~> gauge
        expect gauge.level == 40
        """),
    WritingWord(
      "BNDCommand",
      meaning: "something that a view model can do and a view can start",
      there: "@property (nonatomic, strong) id <BNDCommand> save",
      here: "`command save { … }`, or `command save after 2s { … }`",
      sample: "bind/commands",
      example: """
        object vm { saved = 0; command save after 2s { saved += 1 } }
        object button: UIButton
        bind button !~> vm.save
        fire button
        expect vm.save.status == "executing"
        wait
        expect vm.saved == 1 && vm.save.status == "succeeded"
        """),
    WritingWord(
      "BNDView", "BNDTableViewCell", "BNDViewController",
      meaning: "a view whose bindings follow its view model",
      there: "@interface PersonView : BNDView",
      here: "a class with a property `viewModel`, as UITableViewCell has it",
      sample: "bind/view-model",
      example: """
        class PersonView: UIView {
          viewModel
          field = new UITextField
          bind viewModel.name <> field.text
        }
        object vm { name = "Kim" }
        object view: PersonView { viewModel = vm }
        view.field.text = "Bo"
        expect vm.name == "Bo"
        """),
    WritingWord(
      "BNDViewModel", "identifier",
      meaning: "what a view shows; its identifier selects the cell",
      there: "- (NSString *)identifier { … }",
      here: "`bind vm.items ~> table.rows each { value.identifier }`, the name of a cell's class",
      sample: "bind/cell-per-kind",
      example: """
        class Cell: UITableViewCell { bind viewModel.name ~> textLabel.text }
        class AdCell: UITableViewCell { rowHeight = 80 }
        object ann { identifier = "Cell"; name = "Ann" }
        object soap { identifier = "AdCell"; name = "soap" }
        object vm { items: List = [] }
        object table: UITableView
        bind vm.items ~> table.rows each { value.identifier }
        vm.items = [ann, soap]
        expect table.rows[0].textLabel.text == "Ann" && table.rows[1].rowHeight == 80
        """),
    WritingWord(
      "BNDDataController", "updateWithContext",
      meaning: "makes the view models that a view controller requests",
      there: "[dataController updateWithContext:context viewModelsHandler:^(…) { … }]",
      here: "an object with a list of view models, and an action that fills it",
      sample: "bind/mvvmc",
      example: """
        class PersonViewModel { model; name; bind model.name <> name }
        object data {
          viewModels: List = []
          action update(persons) {
            viewModels = []
            for person in persons { viewModels.append(new PersonViewModel { model = person }) }
          }
        }
        object ann { name = "Ann" }
        data.update([ann])
        expect data.viewModels[0].name == "Ann"
        """),
    WritingWord(
      "MVVMC",
      meaning: "model, view, view model, and controllers that give the views their view models",
      there: "BNDDataController, BNDViewController, BNDViewModel, BNDView",
      here: "`bind data.viewModels ~> table.rows each PersonCell` in the view controller",
      sample: "bind/mvvmc",
      example: """
        class PersonViewModel { model; name; bind model.name <> name }
        class PersonCell: UITableViewCell { bind viewModel.name ~> textLabel.text }
        object data {
          viewModels: List = []
          action add(person) { viewModels.append(new PersonViewModel { model = person }) }
        }
        object screen {
          table = new UITableView
          bind data.viewModels ~> table.rows each PersonCell
        }
        object ann { name = "Ann" }
        data.add(ann)
        ann.name = "Anna"
        expect screen.table.rows[0].textLabel.text == "Anna"
        """),
  ]
}

// The classes and protocols of BIND.
extension Writing {
  static let bindTypes: [WritingWord] = [
    WritingWord(
      "NSValueTransformer",
      meaning: "a class that converts values in both directions",
      there: "@interface UppercaseStringTransformer : NSValueTransformer",
      here: "`transformer RPMToSpeed { forward { … } reverse { … } }`",
      sample: "bind/transformers",
      example: """
        transformer RPMToSpeed { forward { value / 100.0 } reverse { value * 100.0 } }
        object engine { rpm = 3000.0 }
        object car { speed = 0.0 }
        bind engine.rpm <> car.speed | RPMToSpeed
        car.speed = 40.0
        expect engine.rpm == 4000
        """,
      parts: [
        "transformValue": "the method from left to right; here the block 'forward'",
        "transformedValue": "the same method by its name in Foundation",
        "reverseTransformValue": "the method from right to left; here the block 'reverse'",
        "reverseTransformedValue": "the same method by its name in Foundation",
        "allowsReverseTransformation": "whether there is a way back; here a block 'reverse'",
        "UppercaseStringTransformer": "its example: capital letters one way, small ones back",
      ]),
    WritingWord(
      "BNDAsyncValueTransformer",
      meaning: "a transformer whose answer arrives later",
      there: "BINDT(self,viewModel.imageURL,~>,self,imageView.image,BNDURLToImageTransformer)",
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
        """,
      parts: [
        "asyncTransformValue": "makes a request; here 'forward', whose value comes later",
        "asyncReverseTransformValue": "the same for the way back; here 'reverse'",
        "transformBlock": "is called with the answer; here the value of 'forward'",
        "BNDAsyncValueTransformBlock": "the type of that block",
        "BNDURLToImageTransformer": "its own one, from an address to a picture",
      ]),
    WritingWord(
      "XIB", "Interface Builder",
      meaning: "binds a cell in the file that lays it out",
      there: "an object of class BNDBinding with the key path BIND and a BIND expression",
      here: "`extend cell { bind viewModel.name ~> textLabel.text }`",
      sample: "bind/cell-per-kind",
      example: """
        object cell: UITableViewCell
        extend cell { bind viewModel.name ~> textLabel.text }
        object ann { name = "Ann" }
        cell.viewModel = ann
        expect cell.textLabel.text == "Ann"
        """,
      parts: [
        "IBOutlet": "a property that is connected in Interface Builder",
        "IBOutletCollection": "the list of bindings that is connected there",
      ]),
    WritingWord(
      "bndRegisterShorthands",
      meaning: "sets the default key path, which an object's name alone means",
      there: "bndRegisterShorthands, in BIND's source and not in the article",
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
      there: "the protocol BNDCommand, in BIND's source and not in the article",
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
      "BNDView", "BNDTableViewCell", "BNDCollectionViewCell", "BNDViewController",
      meaning: "a view whose bindings follow its view model",
      there: "@interface PersonTableViewCell : BNDTableViewCell",
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
        """,
      parts: [
        "setViewModel": "the setter that moves the bindings; here the assignment does"
      ]),
    WritingWord(
      "BNDViewModel", "identifier",
      meaning: "what a view shows; its identifier selects the cell",
      there: "[tableView dequeueReusableCellWithIdentifier:viewModel.identifier]",
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
        """,
      parts: [
        "ViewModel": "what a view shows: a data controller makes it from a model",
        "cellForRowAtIndexPath": "the method that gives a row its cell; here 'each' does",
        "dequeueReusableCellWithIdentifier": "finds a free cell; here 'each' reuses it",
        "reloadData": "sets the cells of all rows again; here a new list does",
        "prepareForReuse": "clears a cell before its next use; here bindings pass nil",
      ]),
    WritingWord(
      "BNDDataController", "updateWithContext",
      meaning: "makes the view models that a view controller requests",
      there: "[self.dataController updateWithContext:someContext viewModelsHandler:^(…) { … }]",
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
        """,
      parts: [
        "data controller": "the object that gets models from elsewhere, and makes view models",
        "viewModelsHandler": "gets the view models; here others are bound to a list",
        "BNDViewModelsBlock": "the type of that block, with the view models and an error",
        "dataController": "the property of a BNDViewController that holds its data controller",
        "viewModels": "the controller's list of view models",
        "tableView": "the table, and the method that gives it a cell for each row",
        "indexPath": "the section and the row of a cell; here the index in the list",
        "PersonTableViewCell": "the cell of its example, with a binding to its view model",
        "viewWillAppear": "the method in which a view controller asks for its view models",
      ]),
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

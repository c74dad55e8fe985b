/// The kind of a name inside a block.
package enum LocalKind {
  case constant, variable, parameter, copy
}

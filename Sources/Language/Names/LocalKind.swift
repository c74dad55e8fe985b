/// What a name inside of a block is.
package enum LocalKind {
  case constant, variable, parameter, copy
}

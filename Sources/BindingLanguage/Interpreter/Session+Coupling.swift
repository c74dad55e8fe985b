extension Session {
  func showCoupling() {}
}

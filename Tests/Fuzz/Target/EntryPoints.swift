// The functions that libFuzzer calls: its own `main` runs the loop.

@_cdecl("LLVMFuzzerInitialize")
public func begin(_ count: UnsafeMutableRawPointer, _ words: UnsafeMutableRawPointer) -> Int32 {
  Watchdog.start()
  return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  FuzzedSession.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
  return 0
}

import FuzzDriver
import Glibc

/// libFuzzer's loop around the whole session. The program has its own `main`, so libFuzzer's stays
/// out of it.
func fuzz() -> Int32 {
  var count = CommandLine.argc
  var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
  return LLVMFuzzerRunDriver(&count, &words) { bytes, size in
    FuzzedSession.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
    return 0
  }
}

Watchdog.start()
exit(fuzz())

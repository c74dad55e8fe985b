import Commands
import Glibc
import Invocation

exit(Bindlab.main().rawValue)

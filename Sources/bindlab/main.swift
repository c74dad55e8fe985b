import Commands
import Glibc

exit(Bindlab.main().rawValue)

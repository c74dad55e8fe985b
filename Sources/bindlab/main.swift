import Commands
import Invocation
import Platform

Process.exit(Bindlab.main().rawValue)

import Commands
import Glibc

exit(Bindlab.main(CommandLine.arguments).rawValue)

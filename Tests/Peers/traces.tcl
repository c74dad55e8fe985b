# Tcl variable traces: an object is an array with an element v; a binding is a write trace on it that
# sets another object's.
#
#   tclsh traces.tcl [WORKLOAD...]
#
# Tcl turns a variable's traces off while one of them runs: a lock of its own, which is what ends the
# lap of a two-way pair. Each hop evaluates a command within the last one; the default limit of such
# nesting, 1,000, is below the chains of W1 and W3 and is lifted here, so that the C stack is what ends
# a deep chain.

set CHAIN 1000
set TARGETS 1000
set PAIRS 100000
set RUNS 15
set SAMPLE_US 100000

interp recursionlimit {} 100000000

# The engine

# Not `upvar #0`, which walks down all the frames to the first and doubles the time of W1.
proc copy {source target args} {
  namespace upvar :: $source from $target to
  set to(v) $from(v)
}

proc copyPlusOne {source target args} {
  namespace upvar :: $source from $target to
  set to(v) [expr {$from(v) + 1}]
}

proc new {object} {
  upvar #0 $object self
  set self(v) 0
}

proc bind {source target how} {
  upvar #0 $source from
  $how $source $target
  trace add variable from(v) write [list $how $source $target]
}

proc bindBothWays {left right} {
  bind $left $right copy
  bind $right $left copy
}

# Measuring

proc residentBytes {} {
  set statm [open /proc/self/statm]
  set pages [lindex [gets $statm] 1]
  close $statm
  return [expr {$pages * 4096}]
}

proc fail {message {status 1}} {
  puts stderr $message
  exit $status
}

proc expectValue {workload object expected} {
  upvar #0 $object self
  if {$self(v) != $expected} {
    fail "$workload: the last value is $self(v), expected $expected"
  }
}

proc report {workload unit samples {note ""}} {
  set sorted [lsort -real $samples]
  set count [llength $sorted]
  set low [lindex $sorted [expr {($count - 1) / 2}]]
  set high [lindex $sorted [expr {$count / 2}]]
  set line [format {"peer":"tcl","version":"%s","workload":"%s","unit":"%s"} \
    [info patchlevel] $workload $unit]
  append line [format {,"median":%.8g,"best":%.8g,"runs":%d} \
    [expr {($low + $high) / 2.0}] [lindex $sorted 0] $count]
  if {$note ne ""} {
    append line [format {,"note":"%s"} $note]
  }
  puts "{$line}"
  flush stdout
}

proc writeMany {object count} {
  global written
  upvar #0 $object self
  set start [clock microseconds]
  for {set i 0} {$i < $count} {incr i} {
    set self(v) [incr written]
  }
  return [expr {[clock microseconds] - $start}]
}

# Nanoseconds per unit of writing `first` with ever new values; `last` must then be `offset` more.
proc reportTurns {workload unit unitsPerTurn first last offset} {
  global written RUNS SAMPLE_US
  set written 0
  set count 1
  while {[writeMany $first $count] < $SAMPLE_US} {
    set count [expr {$count * 2}]
  }
  set samples {}
  for {set i 0} {$i < $RUNS} {incr i} {
    lappend samples [expr {[writeMany $first $count] * 1e3 / ($count * $unitsPerTurn)}]
    expectValue $workload $last [expr {$written + $offset}]
  }
  report $workload $unit $samples
}

proc chain {length how} {
  new o0
  for {set i 1} {$i <= $length} {incr i} {
    new o$i
    bind o[expr {$i - 1}] o$i $how
  }
}

proc makePairs {} {
  global PAIRS
  for {set i 0} {$i < $PAIRS} {incr i} {
    new s$i
    new t$i
    bind s$i t$i copy
  }
}

proc dropPairs {} {
  global PAIRS
  for {set i 0} {$i < $PAIRS} {incr i} {
    unset ::s$i ::t$i
  }
}

# Prints the nanoseconds and the bytes of the first build in this process.
proc makeOnce {} {
  global PAIRS
  set before [residentBytes]
  set start [clock microseconds]
  makePairs
  puts [expr {([clock microseconds] - $start) * 1e3 / $PAIRS}]
  puts [expr {double([residentBytes] - $before) / $PAIRS}]
  set last [expr {$PAIRS - 1}]
  set ::s${last}(v) 7
  expectValue W5 t$last 7
}

# The workloads

proc W1 {} {
  global CHAIN
  chain $CHAIN copy
  reportTurns W1 ns/hop $CHAIN o0 o$CHAIN 0
}

proc W2 {} {
  global TARGETS
  new source
  for {set i 1} {$i <= $TARGETS} {incr i} {
    new target$i
    bind source target$i copy
  }
  reportTurns W2 ns/hop $TARGETS source target$TARGETS 0
}

proc W3 {} {
  global CHAIN
  chain $CHAIN copyPlusOne
  reportTurns W3 ns/hop $CHAIN o0 o$CHAIN $CHAIN
}

proc W4 {} {
  new left
  new right
  bindBothWays left right
  reportTurns W4 ns/write 1 left right 0
  set ::right(v) -1
  expectValue W4 left -1
}

proc W5 {} {
  global PAIRS RUNS
  set samples {}
  set sizes {}
  for {set i 0} {$i < $RUNS} {incr i} {
    lassign [inProcess make-once] nanoseconds bytes
    lappend samples $nanoseconds
    lappend sizes $bytes
  }
  report W5 ns/binding $samples
  report W5-bytes bytes/binding $sizes

  makePairs
  dropPairs
  set samples {}
  for {set i 0} {$i < $RUNS} {incr i} {
    set start [clock microseconds]
    makePairs
    lappend samples [expr {([clock microseconds] - $start) * 1e3 / $PAIRS}]
    dropPairs
  }
  report W5-again ns/binding $samples
}

proc deepest {} {
  set deepest 0
  set note "no limit met"
  foreach depth {1000 2000 5000 10000 20000 50000 100000 200000 500000 1000000} {
    if {[catch {inProcess write-deep $depth} message details]} {
      set code [dict get $details -errorcode]
      if {[lindex $code 0] ne "CHILDKILLED"} {
        fail $message
      }
      set note "$depth ends in [lindex $code 2] ([lindex $code 3]), with the recursion limit lifted"
      break
    }
    set deepest $depth
  }
  report deepest hops $deepest $note
}

proc writeDeep {depth} {
  chain $depth copy
  set ::o0(v) 7
  expectValue deepest o$depth 7
}

proc inProcess {args} {
  return [exec [info nameofexecutable] [info script] {*}$args]
}

set workloads {W1 W2 W3 W4 W5 deepest}
switch -- [lindex $argv 0] {
  make-once {makeOnce; exit}
  write-deep {writeDeep [lindex $argv 1]; exit}
}
foreach name $argv {
  if {$name ni $workloads} {
    fail "no workload '$name'" 2
  }
}
if {[llength $argv] == 1} {
  $argv
  exit
}
# Each in a process of its own, so that none finds the heap or the variables that another left.
foreach name $workloads {
  if {$argv eq "" || $name in $argv} {
    if {[catch {exec [info nameofexecutable] [info script] $name >@stdout 2>@stderr}]} {
      exit 1
    }
  }
}

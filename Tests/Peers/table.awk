# NDJSON lines of figures in, one table out: a row a workload, a column a peer, median and best.
# The lines are this folder's own and bindlab-bench's: flat objects without escaped quotes.

function field(name,    text) {
  if (!match($0, "\"" name "\": *(\"[^\"]*\"|[-+0-9.eE]+)")) return ""
  text = substr($0, RSTART, RLENGTH)
  sub(/^"[^"]*": */, "", text)
  gsub(/"/, "", text)
  return text
}

# Three digits that count, and thousands set apart.
function figure(number,    text, end) {
  if (number < 10) return sprintf("%.2f", number)
  if (number < 100) return sprintf("%.1f", number)
  text = sprintf("%.0f", number)
  for (end = length(text) - 3; end > 0; end -= 3) text = substr(text, 1, end) "," substr(text, end + 1)
  return text
}

function better(one, other, unit) { return unit == "hops" ? one > other : one < other }

BEGIN {
  columns = split("bindlab floor gbinding qt6 lua tcl sqlite3", column, " ")
  rows = split("W1 W2 W3 W4 W5 W5-bytes W5-again deepest script script-incr start", row, " ")
  for (i = 1; i <= rows; i++) listed[row[i]] = 1
  what["W1"] = "chain of 1,000"
  what["W2"] = "1,000 targets"
  what["W3"] = "chain, each adds one"
  what["W4"] = "two-way pair"
  what["W5"] = "making, fresh heap"
  what["W5-bytes"] = "resident memory"
  what["W5-again"] = "making again"
  what["deepest"] = "deepest chain"
  what["script"] = "200,000 lines"
  what["script-incr"] = "by incr"
  what["start"] = "process that ends"
}

/^[ \t]*\{/ {
  peer = field("peer")
  workload = field("workload")
  if (!(workload in listed)) { listed[workload] = 1; row[++rows] = workload }
  unit[workload] = field("unit")
  median[peer, workload] = field("median") + 0
  best[peer, workload] = field("best") + 0
  version[peer] = field("version")
  if (field("note") != "") note[++notes] = peer " " workload ": " field("note")
}

END {
  shown = 0
  for (c = 1; c <= columns; c++)
    if (column[c] in version || column[c] == "bindlab") use[++shown] = column[c]

  heading = sprintf("%-32s %-14s", "median (best)", "unit")
  for (c = 1; c <= shown; c++) {
    name = use[c] (use[c] in version ? " " version[use[c]] : " (none)")
    heading = heading sprintf(" %16s", name)
  }
  print heading "  bindlab / best peer"

  for (r = 1; r <= rows; r++) {
    workload = row[r]
    if (!(workload in unit)) continue
    line = sprintf("%-32s %-14s", workload "  " what[workload], unit[workload])
    winner = ""
    for (c = 1; c <= shown; c++) {
      peer = use[c]
      cell = "-"
      if ((peer, workload) in median) {
        cell = figure(median[peer, workload])
        if (figure(best[peer, workload]) != cell) cell = cell " (" figure(best[peer, workload]) ")"
        if (peer != "bindlab" && peer != "floor" && (winner == "" ||
            better(median[peer, workload], median[winner, workload], unit[workload])))
          winner = peer
      }
      line = line sprintf(" %16s", cell)
    }
    ratio = "-"
    if (winner != "" && ("bindlab", workload) in median && median[winner, workload] > 0)
      ratio = sprintf("%.2f", median["bindlab", workload] / median[winner, workload])
    print line "  " ratio (winner != "" ? " (" winner ")" : "")
  }

  print ""
  print "The floor is no peer. Of hops more is better, of all else less."
  for (n = 1; n <= notes; n++) print note[n]
}

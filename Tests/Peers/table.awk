# NDJSON lines of figures in, one table out: a row a workload, a column a peer, median and best.
# The lines are this folder's own and bindlab-bench's: flat objects without escaped quotes.

function field(name,    text) {
  if (!match($0, "\"" name "\": *(\"[^\"]*\"|[-+0-9.eE]+)")) return ""
  text = substr($0, RSTART, RLENGTH)
  sub(/^"[^"]*": */, "", text)
  gsub(/"/, "", text)
  return text
}

function is_count(unit) { return unit == "hops" || unit == "layers" }

# Three digits that count, and thousands set apart.
function figure(number, unit,    text, end) {
  if (number < 100 && is_count(unit)) return number
  if (number < 10) return sprintf("%.2f", number)
  if (number < 100) return sprintf("%.1f", number)
  text = sprintf("%.0f", number)
  for (end = length(text) - 3; end > 0; end -= 3) text = substr(text, 1, end) "," substr(text, end + 1)
  return text
}

function better(one, other, unit) { return is_count(unit) ? one > other : one < other }

# Only bindlab does the workload under another semantics: what the peers do anyway stands beside it.
function take_over(workload, from,    c) {
  if (!(("bindlab", workload) in median)) return
  for (c = 1; c <= columns; c++) {
    if ((column[c], workload) in median || !((column[c], from) in median)) continue
    median[column[c], workload] = median[column[c], from]
    best[column[c], workload] = best[column[c], from]
  }
}

# What stands in a cell: the best only where it differs.
function figures(peer, workload,    middle, least) {
  if (!((peer, workload) in median)) return "-"
  middle = figure(median[peer, workload], unit[workload])
  least = figure(best[peer, workload], unit[workload])
  return least == middle ? middle : middle " (" least ")"
}

function line(name, unit, row,    text, c) {
  text = sprintf("%-32s %-14s", name, unit)
  for (c = 1; c <= shown; c++) text = text sprintf(" %" width[c] "s", cell[c, row])
  return text
}

# The floor alone stands beside nothing.
function is_measured(workload,    c) {
  for (c = 1; c <= columns; c++)
    if (column[c] != "floor" && (column[c], workload) in median) return 1
  return 0
}

BEGIN {
  columns = split("bindlab floor gbinding qt6 lua tcl sqlite3", column, " ")
  rows = split("W1 W1-sheet W2 W3 W4 W5 W5-bytes W5-again deepest layers-sheet layers-signals" \
    " layers-1 layers-2 layers-3 layers-4 layers-5 layers-6 layers-7 layers-8 layers-100" \
    " layers-most script script-incr start", row, " ")
  for (i = 1; i <= rows; i++) listed[row[i]] = 1
  what["W1"] = "chain of 1,000"
  what["W1-sheet"] = "chain, in order"
  what["W2"] = "1,000 targets"
  what["W3"] = "chain, each adds one"
  what["W4"] = "two-way pair"
  what["W5"] = "making, fresh heap"
  what["W5-bytes"] = "resident memory"
  what["W5-again"] = "making again"
  what["deepest"] = "deepest chain"
  what["layers-sheet"] = "100 layers of 10"
  what["layers-signals"] = "100 layers of 10"
  what["layers-1"] = "1 layer of 10"
  for (i = 2; i <= 8; i++) what["layers-" i] = i " layers of 10"
  what["layers-100"] = "100 layers of 10"
  what["layers-most"] = "in one second"
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
  take_over("W1-sheet", "W1")
  take_over("layers-sheet", "layers-100")
  take_over("layers-signals", "layers-100")
  shown = 0
  for (c = 1; c <= columns; c++)
    if (column[c] in version || column[c] == "bindlab") use[++shown] = column[c]

  # A column is as wide as its widest cell; row 0 is the heading.
  for (c = 1; c <= shown; c++) {
    cell[c, 0] = use[c] (use[c] in version ? " " version[use[c]] : " (none)")
    width[c] = 16
  }
  for (r = 0; r <= rows; r++) {
    workload = row[r]
    for (c = 1; c <= shown; c++) {
      if (r > 0) cell[c, r] = figures(use[c], workload)
      if (length(cell[c, r]) > width[c]) width[c] = length(cell[c, r])
    }
  }

  print line("median (best)", "unit", 0) "  bindlab / best peer"
  for (r = 1; r <= rows; r++) {
    workload = row[r]
    if (!is_measured(workload)) continue
    winner = ""
    for (c = 1; c <= shown; c++) {
      peer = use[c]
      if ((peer, workload) in median && peer != "bindlab" && peer != "floor" && (winner == "" ||
          better(median[peer, workload], median[winner, workload], unit[workload])))
        winner = peer
    }
    ratio = "-"
    if (winner != "" && ("bindlab", workload) in median && median[winner, workload] > 0)
      ratio = sprintf("%.2f", median["bindlab", workload] / median[winner, workload])
    if (winner != "") ratio = ratio " (" winner ")"
    print line(workload "  " what[workload], unit[workload], r) "  " ratio
  }

  print ""
  print "The floor is no peer. Of hops and layers more is better, of all else less."
  for (n = 1; n <= notes; n++) print note[n]
}

-- Lua listener tables: an object is a table with a value and, once something listens, an array of
-- functions that are called with each new value.
--
--   lua listeners.lua [WORKLOAD...]
--
-- Time is os.clock: plain Lua has no other clock finer than a second. It is the processor time of a
-- process that never waits, so it equals the wall time of a calm machine.

local CHAIN, TARGETS, PAIRS, RUNS = 1000, 1000, 100000, 15
local SAMPLE = 0.1 -- seconds

local lua = arg[-1]

local function output_of(command)
  local pipe <close> = assert(io.popen(command))
  local text = pipe:read("a")
  assert(pipe:close(), command)
  return text
end

local VERSION = output_of(("'%s' -v 2>&1"):format(lua)):match("%d[%d.]*")

-- The engine

local function new(value)
  return { value = value }
end

local function write(object, value)
  object.value = value
  local listeners = object.listeners
  if listeners then
    for i = 1, #listeners do
      listeners[i](value)
    end
  end
end

local function listen(object, listener)
  local listeners = object.listeners
  if listeners then
    listeners[#listeners + 1] = listener
  else
    object.listeners = { listener }
  end
end

local function bind(source, target, transform)
  target.value = transform and transform(source.value) or source.value
  if transform then
    listen(source, function(value)
      return write(target, transform(value))
    end)
  else
    listen(source, function(value)
      return write(target, value)
    end)
  end
end

local function bind_both_ways(left, right)
  local busy = false
  local function copy_to(target)
    return function(value)
      if busy then return end
      busy = true
      write(target, value)
      busy = false
    end
  end
  right.value = left.value
  listen(left, copy_to(right))
  listen(right, copy_to(left))
end

-- Measuring

local function resident_bytes()
  local statm <close> = assert(io.open("/proc/self/statm"))
  local _, resident = statm:read("n", "n")
  return resident * 4096
end

local function expect_value(workload, found, expected)
  if found == expected then return end
  io.stderr:write(("%s: the last value is %s, expected %s\n"):format(workload, found, expected))
  os.exit(1)
end

local function report(workload, unit, samples, note)
  table.sort(samples)
  local count = #samples
  local median = (samples[(count + 1) // 2] + samples[count // 2 + 1]) / 2
  print(
    ('{"peer":"lua","version":"%s","workload":"%s","unit":"%s","median":%.8g,"best":%.8g,"runs":%d%s}'):format(
      VERSION, workload, unit, median, samples[1], count,
      note and (',"note":"%s"'):format(note) or ""
    )
  )
end

-- Nanoseconds per unit of writing `first` with ever new values; `last` must then be `offset` more.
local function report_turns(workload, unit, units_per_turn, first, last, offset)
  local written = 0
  local function turns(count)
    local start = os.clock()
    for _ = 1, count do
      written = written + 1
      write(first, written)
    end
    local elapsed = os.clock() - start
    expect_value(workload, last.value, written + offset)
    return elapsed
  end

  local count = 1
  while turns(count) < SAMPLE do
    count = count * 2
  end
  local samples = {}
  for i = 1, RUNS do
    samples[i] = turns(count) * 1e9 / (count * units_per_turn)
  end
  report(workload, unit, samples)
end

local function chain(length, transform)
  local first = new(0)
  local last = first
  for _ = 1, length do
    local next = new(0)
    bind(last, next, transform)
    last = next
  end
  return first, last
end

local function make_pairs()
  local sources, targets = table.pack(nil), table.pack(nil)
  return function()
    for i = 1, PAIRS do
      local source, target = new(0), new(0)
      bind(source, target)
      sources[i], targets[i] = source, target
    end
    return sources[PAIRS], targets[PAIRS]
  end, sources, targets
end

-- Prints the nanoseconds and the bytes of the first build in this process. The arrays of handles
-- have their full size before, so that only the objects and bindings are counted.
local function make_once()
  local make, sources, targets = make_pairs()
  for i = 1, PAIRS do
    sources[i], targets[i] = i, i
  end
  collectgarbage()
  local before = resident_bytes()
  local start = os.clock()
  local source, target = make()
  print((os.clock() - start) * 1e9 / PAIRS, (resident_bytes() - before) / PAIRS)
  write(source, 7)
  expect_value("W5", target.value, 7)
end

local workloads = {
  {
    "W1",
    function(name)
      local first, last = chain(CHAIN)
      report_turns(name, "ns/hop", CHAIN, first, last, 0)
    end,
  },
  {
    "W2",
    function(name)
      local source, target = new(0), nil
      for _ = 1, TARGETS do
        target = new(0)
        bind(source, target)
      end
      report_turns(name, "ns/hop", TARGETS, source, target, 0)
    end,
  },
  {
    "W3",
    function(name)
      local first, last = chain(CHAIN, function(value)
        return value + 1
      end)
      report_turns(name, "ns/hop", CHAIN, first, last, CHAIN)
    end,
  },
  {
    "W4",
    function(name)
      local left, right = new(0), new(0)
      bind_both_ways(left, right)
      report_turns(name, "ns/write", 1, left, right, 0)
      write(right, -1)
      expect_value(name, left.value, -1)
    end,
  },
  {
    "W5",
    function(name)
      local samples, bytes = {}, {}
      for i = 1, RUNS do
        local output = output_of(("'%s' '%s' make-once"):format(lua, arg[0]))
        local nanoseconds, each = output:match("(%S+)%s+(%S+)")
        samples[i], bytes[i] = tonumber(nanoseconds), tonumber(each)
      end
      report(name, "ns/binding", samples)
      report("W5-bytes", "bytes/binding", bytes)

      local make, sources, targets = make_pairs()
      make()
      for i = 1, RUNS do
        for j = 1, PAIRS do
          sources[j], targets[j] = j, j
        end
        collectgarbage()
        local start = os.clock()
        make()
        samples[i] = (os.clock() - start) * 1e9 / PAIRS
      end
      report("W5-again", "ns/binding", samples)
    end,
  },
  {
    "deepest",
    function(name)
      local deepest, note = 0, "no limit met"
      for _, depth in ipairs {
        1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000, 500000, 1000000,
      } do
        local first, last = chain(depth)
        local done, message = pcall(write, first, 7)
        if not done then
          note = ("%d ends in the Lua error '%s'"):format(depth, message:match("stack overflow") or "?")
          break
        end
        expect_value(name, last.value, 7)
        deepest = depth
      end
      report(name, "hops", { deepest }, note)
    end,
  },
}

if arg[1] == "make-once" then
  make_once()
  return
end
local wanted = {}
for _, name in ipairs(arg) do
  wanted[name] = true
end
for _, workload in ipairs(workloads) do
  local name, run = table.unpack(workload)
  if #arg == 0 or wanted[name] then run(name) end
  wanted[name] = nil
  collectgarbage()
end
local unknown = next(wanted)
if unknown then
  io.stderr:write(("no workload '%s'\n"):format(unknown))
  os.exit(2)
end

import BindingEngine
import Glibc
func now() -> Double { var t = timespec(); clock_gettime(CLOCK_MONOTONIC, &t); return Double(t.tv_sec)*1e9 + Double(t.tv_nsec) }
func rss() -> Int { var u: Int = 0; let f = fopen("/proc/self/statm","r")!; var a = [CChar](repeating:0,count:200); fgets(&a,200,f); fclose(f); let s = String(cString: a).split(separator:" "); u = Int(s[1])!*4096; return u }
func bench(_ name: String, per: Int, _ n: Int = 15, _ f: (Int) -> Void) { var ts: [Double] = []; for i in 0..<n { let a = now(); f(i); ts.append((now()-a)/Double(per)) }; ts.sort(); print(name, "median", ts[n/2], "best", ts[0]) }
do {
  let g = Graph(); let c = g.makeClass("O", properties: ["v"])
  let o = (0...1000).map { _ in try! g.property("v", of: g.make(c)) }
  for p in o { try! g.set(p, to: .int(0)) }
  for i in 0..<1000 { try! g.bind(o[i], to: o[i+1]) }
  bench("W1", per: 1000*100) { r in for k in 0..<100 { try! g.set(o[0], to: .int(r*100+k)) } }
  print(g.value(of: o[1000]), g.lastTurn)
}
do {
  let g = Graph(); let c = g.makeClass("O", properties: ["v"])
  let o = (0...1000).map { _ in try! g.property("v", of: g.make(c)) }
  for p in o { try! g.set(p, to: .int(0)) }
  for i in 0..<1000 { try! g.bind(o[0], to: o[i+1]) }
  bench("W2", per: 1000*100) { r in for k in 0..<100 { try! g.set(o[0], to: .int(r*100+k)) } }
  print(g.value(of: o[1000]), g.lastTurn)
}
do {
  let g = Graph(); let c = g.makeClass("O", properties: ["v"])
  let o = (0...1).map { _ in try! g.property("v", of: g.make(c)) }
  try! g.bind(o[0], to: o[1], bothWays: true)
  bench("W4", per: 100000) { r in for k in 0..<100000 { try! g.set(o[0], to: .int(r*100000+k)) } }
  print(g.value(of: o[1]), g.lastTurn)
}
do {
  for _ in 0..<3 {
  let g = Graph(); let c = g.makeClass("O", properties: ["v"])
  let r0 = rss(); let a = now()
  for _ in 0..<100000 { let x = g.make(c), y = g.make(c); try! g.bind(g.property("v", of: x), to: g.property("v", of: y)) }
  print("W5", (now()-a)/100000, Double(rss()-r0)/100000)
  }
}
do {
  let g = Graph(); let c = g.makeClass("O", properties: ["v"])
  let o = (0...1000000).map { _ in try! g.property("v", of: g.make(c)) }
  for i in 0..<1000000 { try! g.bind(o[i], to: o[i+1]) }
  let a = now(); try! g.set(o[0], to: .int(5)); print("deep", (now()-a)/1e6, g.value(of: o[1000000]), g.lastTurn)
}

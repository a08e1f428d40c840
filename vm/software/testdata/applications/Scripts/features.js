function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
print(fib(18));
var o = {a: [1, 2, {b: 3}], d: new Date(0).toISOString(), r: /a(b+)c/.exec("xabbbc")};
print(JSON.stringify(o, null, 2));
var list = new java.util.ArrayList();
for each (var x in [3, 1, 2]) list.add(java.lang.Integer.valueOf(x));
java.util.Collections.sort(list);
print(list);
// The proxy of the function asks for its package when it is called.
var thread = new java.lang.Thread(function() { print("thread") });
thread.start();
thread.join();
function* numbers() { yield 1; yield 2; }
for (var v of numbers()) print(v);
let [a, b] = [1, 2];
print(a + b, 0.1 + 0.2, 1 / 3, 1e21, -0, parseInt("ff", 16), (255).toString(2));
print([5, 3, 1, 10].sort().map(x => x * 2).join("|"), "abc".replace(/(b)/, "[$1]"), typeof null);
try { null.x } catch (e) { print(e) }
throw new Error("end");

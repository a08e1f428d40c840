import java.util.*;
import org.mozilla.javascript.*;

/** rhino: JavaScript, interpreted and compiled to class files. */
public class Scripts {
    public static class Host { public int n = 5; public String join(String... parts) { return String.join("+", parts); } public int getValue() { return 42; } }
    static final String[] SOURCES = {
        "function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } fib(17)",
        "var o = {a: 1, b: [1, 2, {c: 'x'}], get d() { return this.a + 1; }}; JSON.stringify(o, null, 1) + o.d",
        "'a-b-c'.replace(/(\\w)-(\\w)/g, '$2_$1') + /^(\\d+)-(?:x|y)$/.exec('12-y')[1] + [3, 1, 2].sort().map(function(x) { return x * x; }).join()",
        "var s = 0; for (var k in {p: 1, q: 2}) s += k; try { undefinedCall(); } catch (e) { s += e.name + e.message; } finally { s += '!'; } s",
        "host.n = 7; host.join('a', 'b') + host.value + host.n + java.lang.Math.max(3, 4) + new java.util.ArrayList(java.util.Arrays.asList(1, 2)).size()",
        "var r = new java.lang.Runnable({run: function() { out.append('ran'); }}); var t = new java.lang.Thread(r); t.start(); t.join(); String(out)",
        "(0.1 + 0.2) + ' ' + (1e21) + ' ' + parseInt('0x1f') + ' ' + (5 / 0) + ' ' + (-7 % 3) + ' ' + (1 << 33) + ' ' + (-1 >>> 28) + ' ' + (123.456).toFixed(1) + ' ' + (255).toString(16)",
        "function* gen() { for (var i = 0; i < 3; i++) yield i; } let a = []; var g = gen(); for (var x = g.next(); !x.done; x = g.next()) a.push(x.value); a.join() + ((x, y = 2) => x)(1)",
        "new Date(0).toISOString() + Object.keys({z: 1, y: 2}) + typeof null + (function() { return arguments.length; })(1, 2, 3) + [1, [2, [3]]].toString() + encodeURIComponent('ü&')",
        "switch (3) { case 1: 'one'; break; case 3: 'three'; default: 'other'; } with ({w: 5}) { w + 1 }", "throw {code: 9}", "syntax error here", "null.x",
    };
    public static void main(String[] args) {
        for (int level : new int[] {-1, 0, 9}) {
            Context context = Context.enter();
            try {
                context.setOptimizationLevel(level);
                context.setLanguageVersion(Context.VERSION_ES6);
                ScriptableObject scope = context.initStandardObjects();
                ScriptableObject.putProperty(scope, "host", Context.javaToJS(new Host(), scope));
                ScriptableObject.putProperty(scope, "out", Context.javaToJS(new StringBuilder(), scope));
                for (String source : SOURCES) {
                    try { System.out.println(level + " " + Context.toString(context.evaluateString(scope, source, "script", 1, null))); }
                    catch (RhinoException e) { System.out.println(level + " " + e.getClass().getSimpleName() + " " + e.getMessage() + " " + e.lineNumber()); }
                }
                Function f = context.compileFunction(scope, "function(a, b) { var s = 0; for (var i = 0; i < 3000; i++) { s += a * i % b; } return s; }", "f", 1, null);
                System.out.println(Context.toNumber(f.call(context, scope, scope, new Object[] {7, 13})) + " " + context.decompileFunction(f, 2).length());
            } finally { Context.exit(); }
        }
    }
}

package generator

import "fmt"

// localClass makes a local or an anonymous class that captures variables, and uses it.
func (g *generator) localClass() *node {
	c := pick(g, g.types...)
	switch g.between(0, 2) {
	case 0:
		return g.genericOperation()
	case 1:
		return g.localRecord()
	}
	name, v, t := g.name("L"), g.name("v"), g.anyType()
	member := within(g, g.captured(""), func() *node { return g.expr(t, 2) })
	return stmt("class "+name+" implements Thing {\n"+t+" value = #;\npublic int state(int depth) { return depth + @P.state(value, depth); }\n}\n"+
		name+" "+v+" = new "+name+"();\nmix("+v+".value);\nmix("+v+");\nmix(#);", member, g.expr(c.name, 1))
}

// genericOperation makes an anonymous class of a generic type, called through
// bridge methods.
func (g *generator) genericOperation() *node {
	name, p := g.name("o"), g.name("p")
	from, to := pick(g, "Integer", "String", "Long"), pick(g, "Integer", "String", "Double")
	inner := g.captured(to)
	body := within(g, inner, func() []*node {
		g.declare(p, from, true)
		return []*node{g.statements(1), g.expr(to, 2)}
	})
	argument := g.expr(from, 2)
	return stmt("Operation<"+from+", "+to+"> "+name+" = new Operation<>() {\nint calls;\n"+to+" apply("+from+" "+p+") {\ncalls++;\n#\nreturn #;\n}\npublic String toString() { return \"calls \" + calls; }\n};\nmix("+name+".twice(#));\nmix("+name+".toString());",
		body[0], body[1], argument)
}

// localRecord makes a record in a method, and compares two of its objects.
func (g *generator) localRecord() *node {
	name, a, b := g.name("L"), g.name("v"), g.name("v")
	t, u := g.scalarType(), pick(g, "int", "String", "double")
	return stmt("record "+name+"("+t+" first, "+u+" second) { }\n"+
		name+" "+a+" = new "+name+"(#, #);\n"+name+" "+b+" = new "+name+"("+a+".first, #);\nmix("+a+".equals("+b+"));\nmix("+a+".hashCode());\nmix("+b+".toString());",
		g.expr(t, 2), g.expr(u, 2), g.expr(u, 2))
}

// threads makes threads and joins them. What they do together must not depend on
// their order: they only add to a counter under a monitor; one thread alone may do
// anything.
func (g *generator) threads() *node {
	if !g.chance(30) {
		return g.loop()
	}
	if g.chance(50) {
		name := g.name("t")
		action := within(g, g.captured("void"), func() *node {
			g.body.risk = 2
			return g.statements(2)
		})
		return stmt("Thread "+name+" = new Thread(() -> {\ntry {\n#\n} catch (Throwable t) {\nnote(t);\n}\n});\n"+name+".start();\njoin("+name+");", action)
	}
	if g.chance(40) {
		return g.cooperating()
	}
	total, all, i := g.name("v"), g.name("v"), g.name("i")
	value := within(g, &body{pure: true}, func() *node {
		g.declare(i, "int", true)
		return g.expr("int", 2)
	})
	return stmt("final long[] "+total+" = new long[1];\nThread[] "+all+" = new Thread[3];\nfor (int n = 0; n < 3; n++) {\nfinal int "+i+" = n;\n"+
		all+"[n] = new Thread(() -> {\nfor (int k = 0; k < 20; k++) {\nsynchronized ("+total+") { "+total+"[0] += # + k; }\n}\n});\n"+all+"[n].start();\n}\nfor (Thread t : "+all+") join(t);\nmix("+total+"[0]);", value)
}

// cooperating makes threads whose order is given by what they wait for.
func (g *generator) cooperating() *node {
	name, v := g.name("t"), g.name("v")
	value := within(g, &body{pure: true}, func() *node { return g.expr("int", 2) })
	switch g.between(0, 3) {
	case 0: // two threads take turns by a monitor
		return stmt("final int[] "+v+" = {0, #};\nThread "+name+" = new Thread(() -> turns("+v+", 1));\n"+name+".start();\nturns("+v+", 0);\njoin("+name+");\nmix("+v+"[0]);\nmix("+v+"[1]);", value)
	case 1:
		return stmt("java.util.concurrent.atomic.AtomicInteger "+v+" = new java.util.concurrent.atomic.AtomicInteger(#);\nThread[] "+name+" = {new Thread(() -> "+v+".addAndGet(5)), new Thread("+v+"::incrementAndGet), new Thread(() -> "+v+".updateAndGet(x -> x ^ (1 << 20)))};\nfor (Thread t : "+name+") t.start();\nfor (Thread t : "+name+") join(t);\nmix("+v+".get() & ~(1 << 20));",
			expr("int", fmt.Sprint(g.between(0, 1000))))
	case 2:
		return stmt("java.util.concurrent.CompletableFuture<Integer> "+v+" = java.util.concurrent.CompletableFuture.supplyAsync(() -> #).thenCombine(java.util.concurrent.CompletableFuture.supplyAsync(() -> 7), Integer::sum);\nmix("+v+".join());", value)
	}
	return stmt("ThreadLocal<Integer> "+v+" = ThreadLocal.withInitial(() -> #);\n"+v+".set("+v+".get() + 1);\nThread "+name+" = new Thread(() -> mix("+v+".get()));\n"+name+".setDaemon(true);\n"+name+".start();\njoin("+name+");\nmix("+v+".get());", value)
}

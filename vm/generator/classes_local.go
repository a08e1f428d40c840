package generator

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
	total, all, i := g.name("v"), g.name("v"), g.name("i")
	value := within(g, &body{pure: true}, func() *node {
		g.declare(i, "int", true)
		return g.expr("int", 2)
	})
	return stmt("final long[] "+total+" = new long[1];\nThread[] "+all+" = new Thread[3];\nfor (int n = 0; n < 3; n++) {\nfinal int "+i+" = n;\n"+
		all+"[n] = new Thread(() -> {\nfor (int k = 0; k < 20; k++) {\nsynchronized ("+total+") { "+total+"[0] += # + k; }\n}\n});\n"+all+"[n].start();\n}\nfor (Thread t : "+all+") join(t);\nmix("+total+"[0]);", value)
}

package generator

import (
	"fmt"
	"strings"
)

// maxNesting is how deep statements nest: beyond it there are only simple ones.
const maxNesting = 3

// statements makes a list of statements. All of them can complete normally: jumps
// stand only under a condition, so that what follows is reachable.
func (g *generator) statements(count int) *node {
	return scoped(g, func() *node {
		made := lines()
		for range count {
			made.children = append(made.children, g.statement())
		}
		return made
	})
}

// statement makes one statement of any kind.
func (g *generator) statement() *node {
	simple := []maker{g.local, g.assignment, g.assignment, g.expressionStatement, g.observation, g.observation}
	if g.body.nesting >= maxNesting {
		return pick(g, simple...)()
	}
	nested := []maker{g.branch, g.branch, g.loop, g.oldSwitch, g.labelled, g.definiteAssignment}
	if !g.body.pure {
		nested = append(nested, g.loop, g.loop, g.jump, g.jump, g.jump, g.synchronized,
			g.functional, g.collection, g.localClass, g.threads, g.rows, g.calls, g.calls, g.interfaceLoop)
		if !g.body.noTry {
			nested = append(nested, g.try, g.try, g.try, g.resources, g.failingInitialiser)
		}
	}
	if g.chance(50) {
		return pick(g, simple...)()
	}
	return pick(g, nested...)()
}

// local makes the declaration of a local variable.
func (g *generator) local() *node {
	t, name := g.anyType(), g.name("v")
	var value *node
	if g.chance(10) {
		value = g.switchExpression(t, 2, true)
	} else {
		value = g.expr(t, g.between(1, 3))
	}
	switch g.between(0, 3) {
	case 0:
		g.declare(name, t, true)
		return stmt("final "+t+" "+name+" = #;", value)
	case 1:
		if isPrimitive(t) || t == "String" {
			g.declare(name, t, false)
			return stmt("var "+name+" = #;", value)
		}
	}
	g.declare(name, t, false)
	return stmt(t+" "+name+" = #;", value)
}

// assignment makes an assignment of any kind.
func (g *generator) assignment() *node {
	for range 5 { // a type without variables in scope is no rarity
		t := g.anyType()
		target := g.target(t, 2)
		switch {
		case target == nil:
		case isPrimitive(t) && t != "boolean" && g.chance(30):
			return stmt(pick(g, "#++;", "#--;", "++#;", "--#;"), target)
		case (isPrimitive(t) || t == "String") && g.chance(50):
			made := g.compound(t, target, 2)
			if t == "String" {
				return stmt("mix(#);", made)
			}
			return stmt(strings.TrimSuffix(strings.TrimPrefix(strings.Join(made.text, hole), "("), ")")+";", made.children...)
		case t == "Integer" && g.chance(30):
			return stmt("# = or(#, 0);\n#++;", target, target, target)
		case t == "int" && g.chance(20):
			return stmt(fmt.Sprint("# += ", g.between(-40000, 40000), ";"), target)
		default:
			return stmt("# = #;", target, g.expr(t, g.between(1, 3)))
		}
	}
	return g.observation()
}

// expressionStatement evaluates something and drops the value.
func (g *generator) expressionStatement() *node {
	if g.body.pure || len(g.methods) == 0 {
		return g.observation()
	}
	return stmt("#;", keep("#", g.callNode()))
}

// callNode makes a call of any method.
func (g *generator) callNode() *node {
	made := g.call(pick(g, g.methods...), 2)
	return build(fixed, "", strings.Join(made.text, hole), made.children)
}

// observation mixes a value into the checksum, or prints it.
func (g *generator) observation() *node {
	t := g.anyType()
	if g.chance(25) {
		return stmt("print(\""+g.name("at ")+"\", #);", g.expr(t, g.between(1, 3)))
	}
	return stmt("mix(#);", g.expr(t, g.between(1, 3)))
}

// branch makes an if.
func (g *generator) branch() *node {
	condition := g.expr("boolean", 2)
	if g.chance(50) {
		return stmt("if (#) {\n#\n}", condition, g.statements(g.between(1, 2)))
	}
	return stmt("if (#) {\n#\n} else {\n#\n}", condition, g.statements(g.between(1, 2)), g.statements(g.between(1, 2)))
}

// definiteAssignment makes a variable that each branch assigns.
func (g *generator) definiteAssignment() *node {
	t, name := g.anyType(), g.name("v")
	modifier := "final "
	if g.body.pure {
		modifier = "" // in an initialiser javac takes it for a blank final field
	}
	made := stmt(modifier+t+" "+name+";\nif (#) {\n#\n"+name+" = #;\n} else {\n"+name+" = #;\n}\n",
		g.expr("boolean", 2), g.statements(1), g.expr(t, 2), g.expr(t, 2))
	g.declare(name, t, true)
	return made
}

// loop makes a loop of any kind.
func (g *generator) loop() *node {
	label, prefix := "", ""
	if g.chance(40) {
		label = g.name("loop")
		prefix = label + ":\n"
	}
	counter := g.name("i")
	inner := func(t string, fixed bool) *node {
		return scoped(g, func() *node {
			if t != "" {
				g.declare(counter, t, fixed)
			}
			g.body.jumps = append([]string{"break", "continue"}, labelledJumps(g.body.jumps)...)
			if label != "" {
				g.body.jumps = append(g.body.jumps, "break "+label, "continue "+label)
			}
			return g.statements(g.between(1, 3))
		})
	}
	limit := g.between(1, 12)
	switch g.between(0, 7) {
	case 0:
		return stmt(prefix+"while (burn() && #) {\n#\n}", g.expr("boolean", 2), inner("", false))
	case 1:
		return stmt(prefix+"do {\n#\n} while (burn() && #);", inner("", false), g.expr("boolean", 2))
	case 2:
		return stmt(prefix+"for (;;) {\nif (!burn()) break;\n#\nif (#) break;\n}", inner("", false), g.expr("boolean", 2))
	case 3:
		t := g.arrayType()
		return stmt(prefix+"for (final "+element(t)+" "+counter+" : #) {\nif (!burn()) break;\n#\n}", g.expr(t, 2), inner(element(t), true))
	case 4:
		t := pick(g, "long", "short", "byte", "char", "float", "double")
		return stmt(fmt.Sprintf("%sfor (%s %s = 0; burn() && %s < %d; %s++) {\n#\n}", prefix, t, counter, counter, limit, counter), inner(t, false))
	case 5:
		end := g.name("end")
		return stmt(fmt.Sprintf("%sfor (int %[2]s = %[3]d, %[4]s = #; burn() && %[2]s > %[4]s; %[2]s -= %[5]d) {\n#\n}", prefix, counter, limit, end, g.between(1, 3)),
			g.expr("byte", 1), inner("int", false))
	}
	return stmt(fmt.Sprintf("%sfor (int %s = 0; burn() && %s < %d; %s++) {\n#\n}", prefix, counter, counter, limit, counter), inner("int", false))
}

// labelledJumps are the jumps that still mean the same in an inner loop.
func labelledJumps(jumps []string) []string {
	var all []string
	for _, jump := range jumps {
		if strings.Contains(jump, " ") {
			all = append(all, jump)
		}
	}
	return all
}

// labelled makes a block that a break may leave.
func (g *generator) labelled() *node {
	label := g.name("block")
	return stmt(label+": {\n#\n}", scoped(g, func() *node {
		g.body.jumps = append([]string{"break " + label}, g.body.jumps...)
		made := g.statements(g.between(1, 2))
		if !g.body.pure {
			made.children = append(made.children, g.jump())
		}
		return made
	}))
}

// jump makes a break, continue, return or throw under a condition.
func (g *generator) jump() *node {
	condition := g.expr("boolean", 2)
	if len(g.body.jumps) > 0 && g.chance(60) {
		return stmt("if (#) "+pick(g, g.body.jumps...)+";", condition)
	}
	if g.body.risk > 2 && g.chance(50) {
		return stmt("if (#) throw new "+pick(g, "Unchecked", "Special", "Special", "Unchecked")+"(#);", condition, g.expr("int", 1))
	}
	switch {
	case g.body.result == "" || g.chance(30):
		return stmt("if (#) {\n#\n}", condition, g.statements(1))
	case g.body.result == "void":
		return stmt("if (# && #) return;", condition, g.expr("boolean", 2))
	}
	return stmt("if (#) return #;", condition, g.expr(g.body.result, 2))
}

// oldSwitch makes a switch statement: with arrows, or falling through.
func (g *generator) oldSwitch() *node {
	selector, labels := g.selector(2)
	arrows := g.chance(30)
	template, children := "switch (#) {\n", []*node{selector}
	for _, label := range append(labels, "") {
		head := "case " + label
		if label == "" {
			head = "default"
		}
		statements := scoped(g, func() *node {
			g.body.jumps = labelledJumps(g.body.jumps)
			return g.statements(g.between(0, 1))
		})
		switch {
		case arrows:
			template += head + " -> {\n#\n}\n"
		case g.chance(65):
			template += head + ": {\n#\nbreak;\n}\n"
		default:
			template += head + ": {\n#\n}\n"
		}
		children = append(children, statements)
	}
	return stmt(template+"}", children...)
}

// synchronized makes a statement under a monitor.
func (g *generator) synchronized() *node {
	return stmt("synchronized (#) {\n#\n}", g.receiver(pick(g, g.types...), 1), g.statements(g.between(1, 2)))
}

// calls calls several methods.
func (g *generator) calls() *node {
	made := lines()
	for range g.between(1, 3) {
		made.children = append(made.children, g.expressionStatement())
	}
	return made
}

// interfaceLoop calls one method of a type on objects of many classes.
func (g *generator) interfaceLoop() *node {
	m := pick(g, g.methods...)
	if m.owner == nil || m.static || m.private {
		return g.calls()
	}
	var receivers []*node
	for range g.between(3, 6) {
		receivers = append(receivers, g.newObject(m.owner))
	}
	name := g.name("each")
	arguments := g.arguments(m.parameters, 1)
	call := name + "." + m.name + "(" + holes(len(arguments)) + ");"
	if m.result != "void" {
		call = "mix(" + strings.TrimSuffix(call, ";") + ");"
	}
	return stmt("for ("+m.owner.name+" "+name+" : new "+m.owner.name+"[] {"+holes(len(receivers))+"}) {\n"+call+"\n}", append(receivers, arguments...)...)
}

// rows fills an array of two dimensions and adds it up.
func (g *generator) rows() *node {
	t := pick(g, prims[:len(prims)-1]...)
	name, i, j := g.name("v"), g.name("i"), g.name("j")
	value := scoped(g, func() *node {
		g.declare(i, "int", false)
		g.declare(j, "int", false)
		return g.expr(t, 2)
	})
	made := stmt(fmt.Sprintf(`final %[1]s[][] %[2]s = new %[1]s[%[5]d][%[6]d];
for (int %[3]s = 0; burn() && %[3]s < %[2]s.length; %[3]s++) {
for (int %[4]s = 0; burn() && %[4]s < %[2]s[%[3]s].length; %[4]s++) {
%[2]s[%[3]s][%[4]s] = #;
%[2]s[%[3]s][%[4]s] += %[2]s[%[3]s / 2][%[4]s]++;
}
}
for (%[1]s[] row : %[2]s) mix((Object) row);`, t, name, i, j, g.between(1, 5), g.between(0, 5)), value)
	g.declare(name, t+"[][]", true)
	return made
}

// wideMethod makes the body of a method with so many local variables that some need
// the wide forms of instructions.
func (g *generator) wideMethod() *node {
	made := lines()
	for range 140 {
		t := pick(g, "long", "double", "long", "int", "float", "String")
		name := g.name("w")
		made.children = append(made.children, stmt(t+" "+name+" = #;", g.leaf(t)))
		g.declare(name, t, false)
	}
	last := g.name("w")
	made.children = append(made.children, stmt("int "+last+" = 1;\n"+last+" += 1000;\n"+last+"++;\nmix("+last+");"))
	g.declare(last, "int", false)
	for range 10 {
		made.children = append(made.children, g.statement())
	}
	return made
}

package generator

import (
	"strings"
)

// riskInside is the percentage of operations that may fail in the body of a try.
const riskInside = 15

// try makes a try statement with catches, a finally block, or both.
func (g *generator) try() *node {
	checked := g.chance(25)
	body := scoped(g, func() *node {
		g.body.risk = riskInside
		made := g.statements(g.between(1, 3))
		if checked {
			made.children = append(made.children, keep("mix(mayThrow(#));", g.expr("int", 2)))
		}
		if g.chance(60) {
			made.children = append(made.children, g.provoke())
		}
		return made
	})
	template, children := "try {\n#\n}", []*node{body}
	catches := g.between(0, 3)
	if checked {
		catches++
	}
	for _, caught := range g.caught(catches, checked) {
		name := g.name("e")
		template += " catch (" + caught + " " + name + ") {\nnote(" + name + ");\n#\n}"
		children = append(children, scoped(g, func() *node {
			made := g.statements(g.between(0, 2))
			if g.chance(15) && g.body.risk > 2 && !checked {
				made.children = append(made.children, stmt("if (#) throw "+name+";", g.expr("boolean", 1)))
			}
			return made
		}))
	}
	if catches == 0 || g.chance(50) {
		template += " finally {\n#\n}"
		children = append(children, scoped(g, func() *node {
			made := g.statements(g.between(1, 2))
			if g.chance(40) {
				made.children = append(made.children, g.jump())
			}
			return made
		}))
	}
	return stmt(template, children...)
}

// caught chooses the types of catch clauses, each below the ones that follow.
func (g *generator) caught(count int, checked bool) []string {
	specific := []string{"ArithmeticException", "ArrayIndexOutOfBoundsException", "NegativeArraySizeException", "NullPointerException",
		"ClassCastException", "ArrayStoreException", "NumberFormatException", "Special", "IllegalMonitorStateException", "NoSuchElementException"}
	g.random.Shuffle(len(specific), func(i, j int) { specific[i], specific[j] = specific[j], specific[i] })
	var all []string
	used := 0
	for len(all) < count {
		n := g.between(1, 3)
		all = append(all, strings.Join(specific[used:used+n], " | "))
		used = min(used+n, len(specific)-3)
		if used+3 >= len(specific) {
			break
		}
	}
	if checked {
		all[len(all)-1] = pick(g, "Checked", "Exception", "Exception")
		if all[len(all)-1] == "Checked" {
			return all
		}
	} else if count > 0 && g.chance(60) {
		all[len(all)-1] = pick(g, "RuntimeException", "Throwable", "Exception")
	}
	return all
}

// provoke makes a statement that is likely to throw an exception of the VM or of
// the class library.
func (g *generator) provoke() *node {
	c := pick(g, g.types...)
	switch g.between(0, 15) {
	case 0, 14:
		return stmt("mix(# / (# & 1));", g.expr("int", 2), g.expr("int", 2))
	case 1, 15:
		return stmt("mix(# % (# & 1));", g.expr("long", 2), g.expr("long", 2))
	case 2:
		t := g.arrayType()
		return stmt("mix((("+t+") #)[#]);", g.leaf(t), g.expr("int", 2))
	case 3:
		return stmt("mix("+g.dimensions(g.arrayType(), "#")+".length);", g.expr("byte", 2))
	case 4, 5, 13:
		name := g.name("v")
		stored := g.expr(pick(g, "String", "Integer", "Object", "int[]", pick(g, g.types...).name), 1)
		return stmt("Object[] "+name+" = #;\n"+name+"[0] = #;", g.newArray(pick(g, "String[]", "Integer[]", "Object[]", "long[][]", pick(g, g.types...).name+"[]"), 1), stored)
	case 6:
		return stmt("mix((Object) ("+c.name+") (Object) #);", g.expr("Object", 2))
	case 7:
		return stmt("mix(Integer.parseInt(#));", g.expr("String", 2))
	case 8:
		return stmt("mix("+g.enum().name+".valueOf(#));", g.expr("String", 2))
	case 9:
		return stmt("mix(List.of(#, #).get(#));", g.literal("int"), g.literal("int"), g.expr("int", 1))
	case 10:
		return stmt("mix(#.charAt(#));", g.expr("String", 2), g.expr("int", 2))
	case 11:
		return stmt("new Object().notify();")
	}
	return stmt("if (#) throw new Special(#);", g.expr("boolean", 2), g.expr("int", 2))
}

// resources makes a try statement with resources.
func (g *generator) resources() *node {
	first, second, name := g.name("r"), g.name("r"), g.name("e")
	body := scoped(g, func() *node {
		g.body.risk = riskInside
		return g.statements(g.between(1, 2))
	})
	if g.chance(50) {
		return stmt("try (Resource "+first+" = new Resource(#)) {\n#\n} catch (RuntimeException "+name+") {\nnote("+name+");\n}", g.expr("int", 2), body)
	}
	return stmt("try (Resource "+first+" = new Resource(#); Resource "+second+" = # ? null : new Resource(#)) {\n#\n} catch (RuntimeException "+name+") {\nnote("+name+");\n#\n} finally {\n#\n}",
		g.expr("int", 2), g.expr("boolean", 2), g.expr("byte", 2), body, g.statements(1), g.statements(1))
}

// failingInitialiser makes a class that cannot be initialised, and uses it twice.
func (g *generator) failingInitialiser() *node {
	if !g.chance(20) {
		return g.try()
	}
	c, e, i := g.name("L"), g.name("e"), g.name("i")
	return stmt("class "+c+" {\nstatic int value = #;\nstatic { if (value != fuel) throw new Unchecked(#); }\n}\nfor (int "+i+" = 0; "+i+" < 2; "+i+"++) {\ntry {\nmix("+c+".value);\n} catch (Throwable "+e+") {\nnote("+e+");\n}\n}",
		within(g, &body{pure: true}, func() *node { return g.expr("int", 2) }), g.literal("int"))
}

// Package generator writes random Java programs that end, are valid by construction
// and print the same on every correct virtual machine; and it reduces a program on
// which two virtual machines differ.
//
// A program is one Java file without dependencies. Its class has nested classes of
// all kinds, and sections: methods that main calls in turn, each with its own fuel,
// of which every loop's turn and every call burns some. What happens is mixed into a
// checksum, and part of it is printed at once, so that a difference shows where it
// arises.
//
// What must not appear in a program, because it differs from run to run or from one
// version of the class library to the next: identity hash codes, times, the order of
// threads, stack overflows, exhausted heaps, Math's functions that may be off by an ulp.
//
// Invariant: only tests import it. A seed gives the same program on every machine.
package generator

import (
	"fmt"
	"math/rand/v2"
)

// Program is a random Java program.
type Program struct {
	Seed uint64
	root *node
}

// Source is the program as a Java file's text, for a class of the given name.
func (p Program) Source(class string) string { return p.root.source(class) }

// Size is the length of the program's text, about.
func (p Program) Size() int { return p.root.size() }

// Generate makes the program of a seed.
func Generate(seed uint64) Program {
	// The second word only separates these programs from other uses of the seed.
	g := &generator{random: rand.New(rand.NewPCG(seed, 0x686f746c656e73)), body: &body{}}
	return Program{Seed: seed, root: g.program()}
}

// generator holds what the program being made has so far.
type generator struct {
	random  *rand.Rand
	names   int // how many names were given out
	types   []*class
	statics []variable // static fields of the program's class
	methods []*method
	body    *body
}

// variable is what an expression may read: a local variable or a field.
type variable struct {
	name     string
	javaType string
	fixed    bool // final or effectively so: lambdas may read it, nobody assigns it
}

// body is the context of the code being made.
type body struct {
	variables []variable
	this      *class   // nil where there is no "this"
	result    string   // what return takes; "" where no return may stand
	jumps     []string // "break", "continue label" and the like that may stand here
	nesting   int      // of statements
	risk      int      // percentage of operations that may well throw
	pure      bool     // no calls and no new objects: initialisers, which must not recurse or fail
	noTry     bool     // no try statement outside of lambdas and classes
}

// chance is true in so many of 100 cases.
func (g *generator) chance(percent int) bool { return g.random.IntN(100) < percent }

// between returns a number from low to high.
func (g *generator) between(low, high int) int { return low + g.random.IntN(high-low+1) }

// pick chooses one of some values.
func pick[T any](g *generator, values ...T) T { return values[g.random.IntN(len(values))] }

// name returns a new name.
func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprint(prefix, g.names)
}

// within makes code in another body and returns to the present one.
func within[T any](g *generator, inner *body, make func() T) T {
	outer := g.body
	g.body = inner
	defer func() { g.body = outer }()
	return make()
}

// scoped makes code whose local variables end with it.
func scoped[T any](g *generator, make func() T) T {
	inner := *g.body
	inner.variables = append([]variable(nil), inner.variables...)
	inner.nesting++
	return within(g, &inner, make)
}

// captured is the body of a lambda or a local class: it sees what is final, and no
// jump leaves it.
func (g *generator) captured(result string) *body {
	inner := &body{this: g.body.this, result: result, nesting: g.body.nesting + 1, risk: g.body.risk, pure: g.body.pure}
	for _, v := range g.body.variables {
		if v.fixed {
			inner.variables = append(inner.variables, v)
		}
	}
	return inner
}

// declare makes a local variable known to the code that follows.
func (g *generator) declare(name, javaType string, fixed bool) {
	g.body.variables = append(g.body.variables, variable{name, javaType, fixed})
}

// program makes a whole program.
func (g *generator) program() *node {
	g.declareTypes()
	var members []*node
	for _, member := range prologue {
		members = append(members, keep(member))
	}
	members = append(members, lines(g.staticFields()...))
	for _, m := range g.methods {
		if m.owner == nil {
			members = append(members, g.method(m))
		}
	}
	for _, c := range g.types {
		members = append(members, g.class(c))
	}
	calls := lines()
	for range g.between(4, 6) {
		name := g.name("section")
		members = append(members, g.section(name))
		calls.children = append(calls.children, keep("fuel = FUEL;\ntry {\n"+name+"();\nSystem.out.println(\""+name+" done\");\n} catch (Throwable t) { note(t); }"))
	}
	for _, v := range g.statics {
		calls.children = append(calls.children, keep("mix("+v.name+");"))
	}
	main := keep("public static void main(String[] arguments) {\nbatch = arguments.length > 0;\n#\nSystem.out.println(\"checksum \" + Long.toHexString(checksum));\n#\n}",
		calls, lines(g.ending()))
	return keep("import java.util.*;\nimport java.util.function.*;\nimport java.util.stream.*;\npublic class "+classToken+" {\n#\n}\n",
		lines(append(members, main)...))
}

// section makes a method that main calls.
func (g *generator) section(name string) *node {
	return within(g, &body{result: "void", risk: 2}, func() *node {
		if g.chance(3) {
			return keep("static void "+name+"() {\n#\n}", g.wideMethod())
		}
		return keep("static void "+name+"() {\n#\n}", g.statements(g.between(4, 8)))
	})
}

// ending is the last thing that main does: mostly nothing, else it ends the program
// by an exception or by System.exit.
func (g *generator) ending() *node {
	return within(g, &body{result: "void", risk: 2}, func() *node {
		switch g.between(0, 9) {
		case 0:
			return stmt("throw new Unchecked(#);", g.expr("int", 2))
		case 1:
			return stmt("exit(#);", g.expr("int", 2))
		case 2:
			return stmt("try {\nexit(#);\n} finally {\nmix(1);\n}", expr("int", fmt.Sprint(g.between(0, 255))))
		case 3:
			return g.expressionStatement()
		}
		return stmt("mix(0);")
	})
}

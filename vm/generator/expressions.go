package generator

import (
	"fmt"
	"slices"
	"strings"
)

// maker makes one kind of expression.
type maker func() *node

// expr makes an expression whose static type is exactly the given primitive type,
// String or wrapper class, or can be assigned to the given reference type. depth
// bounds how far it nests.
func (g *generator) expr(javaType string, depth int) *node {
	if depth <= 0 || g.chance(12) {
		return g.leaf(javaType)
	}
	makers := g.specific(javaType, depth-1)
	if len(makers) == 0 || g.chance(45) {
		makers = g.general(javaType, depth-1)
	}
	return pick(g, makers...)()
}

// leaf makes an expression that does not nest: a variable, a constant, a new object.
func (g *generator) leaf(javaType string) *node {
	if readable := g.readable(javaType); len(readable) > 0 && g.chance(75) {
		return expr(javaType, pick(g, readable...))
	}
	if isPrimitive(javaType) || javaType == "String" {
		return g.literal(javaType)
	}
	if g.chance(g.body.risk) {
		return expr(javaType, simplest(javaType))
	}
	if of := element(javaType); of != "" {
		return g.newArray(javaType, 0)
	}
	if primitive := unboxed[javaType]; primitive != "" {
		return expr(javaType, "(("+javaType+") #)", g.literal(primitive))
	}
	if javaType == "Object" {
		return expr(javaType, "((Object) #)", g.leaf(pick(g, "String", "Integer", "Long", "Double", "int[]")))
	}
	return g.newObject(g.find(javaType))
}

// readable lists the variables in scope that can be assigned to a type.
func (g *generator) readable(javaType string) []string {
	var names []string
	add := func(variables []variable) {
		for _, v := range variables {
			if v.javaType == javaType || g.isBelow(v.javaType, javaType) {
				names = append(names, v.name)
			}
		}
	}
	add(g.body.variables)
	if !g.body.pure {
		add(g.statics)
	}
	return names
}

// isBelow says whether both types are declared in the program, and the first is a
// subtype of the second.
func (g *generator) isBelow(javaType, above string) bool {
	c, of := g.find(javaType), g.find(above)
	return c != nil && of != nil && c.isSubtypeOf(of)
}

// newObject makes an object, or an enum's constant, of a type of the program.
func (g *generator) newObject(c *class) *node {
	if g.body.pure {
		return expr(c.name, simplest(c.name))
	}
	if c.form == "enum" {
		return expr(c.name, c.name+"."+pick(g, c.constants...))
	}
	made := pick(g, g.below(c)...)
	name := made.name
	if made.form == "inner" {
		name = "new " + classToken + "().new " + name
	} else {
		name = "new " + name
	}
	if made.form != "record" && g.chance(20) {
		return expr(c.name, name+"()")
	}
	return expr(c.name, name+"("+holes(len(made.parameters))+")", g.arguments(made.parameters, 0)...)
}

// newArray makes an array: by its length, or by its elements.
func (g *generator) newArray(javaType string, depth int) *node {
	of := element(javaType)
	if g.chance(g.body.risk) {
		return expr(javaType, g.dimensions(javaType, "#"), g.expr("byte", depth))
	}
	if element(of) != "" && g.chance(50) {
		innermost := strings.TrimRight(javaType, "[]")
		return expr(javaType, fmt.Sprintf("new %s[%d][%d]%s", innermost, g.between(1, 3), g.between(1, 4), javaType[len(innermost)+4:]))
	}
	if g.chance(25) && isPrimitive(of) {
		return expr(javaType, g.dimensions(javaType, fmt.Sprint(g.between(1, 6))))
	}
	var elements []*node
	for range g.between(1, 5) {
		elements = append(elements, g.expr(of, depth))
	}
	return expr(javaType, "new "+javaType+" {"+holes(len(elements))+"}", elements...)
}

// dimensions is the creation of an array with a length for its first dimension.
func (g *generator) dimensions(javaType, length string) string {
	innermost := strings.TrimRight(javaType, "[]")
	return "new " + innermost + "[" + length + "]" + javaType[len(innermost)+2:]
}

// arguments makes a call's arguments, some for a variable number of parameters.
func (g *generator) arguments(types []string, depth int) []*node {
	var all []*node
	for _, t := range types {
		of, varargs := strings.CutSuffix(t, "...")
		switch {
		case !varargs:
			all = append(all, g.expr(t, depth))
		case g.chance(70):
			all = append(all, expr(of+"[]", "new "+of+"[] {#, #}", g.expr(of, depth), g.expr(of, depth)))
		default:
			all = append(all, g.expr(of, depth))
		}
	}
	return all
}

// receiver makes an object whose member is used: rarely null.
func (g *generator) receiver(c *class, depth int) *node {
	if g.chance(g.body.risk) {
		return g.expr(c.name, depth)
	}
	if readable := g.readable(c.name); len(readable) > 0 && g.chance(70) && !g.body.pure {
		v := pick(g, readable...)
		return expr(c.name, "("+v+" != null ? "+v+" : #)", g.newObject(c))
	}
	return g.newObject(c)
}

// call makes the call of a method.
func (g *generator) call(m *method, depth int) *node {
	arguments := g.arguments(m.parameters, depth-1)
	call := m.name + "(" + holes(len(arguments)) + ")"
	this := g.body.this
	switch {
	case m.owner == nil:
		return expr(m.result, call, arguments...)
	case m.static:
		return expr(m.result, m.owner.name+"."+call, arguments...)
	case this != nil && !m.private && this.isSubtypeOf(m.owner) && g.chance(40):
		return expr(m.result, call, arguments...)
	}
	receiver := g.receiver(m.owner, depth)
	return expr(m.result, "(("+m.owner.name+") #)."+call, append([]*node{receiver}, arguments...)...)
}

// callable lists the methods whose results can be assigned to a type.
func (g *generator) callable(javaType string) []*method {
	var all []*method
	for _, m := range g.methods {
		if m.result == javaType || g.isBelow(m.result, javaType) {
			all = append(all, m)
		}
	}
	return all
}

// target makes what can be assigned a value of exactly the given type, or nil.
func (g *generator) target(javaType string, depth int) *node {
	var all []string
	add := func(variables []variable) {
		for _, v := range variables {
			if v.javaType == javaType && !v.fixed {
				all = append(all, v.name)
			}
		}
	}
	add(g.body.variables)
	if !g.body.pure {
		add(g.statics)
	}
	if arrays := g.readable(javaType + "[]"); len(arrays) > 0 && (len(all) == 0 || g.chance(30)) && !g.body.pure {
		return g.elementOf(pick(g, arrays...), depth-1)
	}
	if owner, f := g.fieldOf(javaType, true); owner != nil && (len(all) == 0 || g.chance(15)) && !g.body.pure {
		return keep("(("+owner.name+") #)."+f.name, g.receiver(owner, depth-1))
	}
	if len(all) == 0 {
		return nil
	}
	return keep(pick(g, all...))
}

// fieldOf chooses a class and a field of a type that it declares, perhaps one that
// can be assigned; nil if there is none.
func (g *generator) fieldOf(javaType string, assignable bool) (*class, field) {
	var owners []*class
	var fields []field
	for _, c := range g.types {
		for _, f := range c.fields {
			if f.javaType == javaType && !(assignable && f.final) {
				owners, fields = append(owners, c), append(fields, f)
			}
		}
	}
	if len(owners) == 0 {
		return nil, field{}
	}
	i := g.random.IntN(len(owners))
	return owners[i], fields[i]
}

// elementOf makes an element of the array in a variable, mostly inside its bounds.
func (g *generator) elementOf(array string, depth int) *node {
	index := g.expr(pick(g, "int", "int", "byte", "char", "short"), depth)
	if g.chance(g.body.risk) {
		return keep(array+"[#]", index)
	}
	return keep(array+"[Math.floorMod(#, "+array+".length)]", index)
}

// general makes expressions that any type has.
func (g *generator) general(t string, d int) []maker {
	all := []maker{
		func() *node { return g.leaf(t) },
		func() *node { return expr(t, "(# ? # : #)", g.expr("boolean", d), g.expr(t, d), g.expr(t, d)) },
		func() *node { return g.switchExpression(t, d, false) },
	}
	if target := g.target(t, d); target != nil {
		all = append(all, func() *node { return expr(t, "(# = #)", target, g.expr(t, d)) })
	}
	if arrays := g.readable(t + "[]"); len(arrays) > 0 {
		all = append(all, func() *node { return expr(t, "#", g.elementOf(pick(g, arrays...), d)) })
	}
	if g.body.pure {
		return all
	}
	if methods := g.callable(t); len(methods) > 0 {
		call := func() *node { return g.call(pick(g, methods...), d) }
		all = append(all, call, call, call, call)
	}
	if owner, f := g.fieldOf(t, false); owner != nil {
		all = append(all, func() *node { return expr(t, "(("+owner.name+") #)."+f.name, g.receiver(owner, d)) })
	}
	boxed := t
	if isPrimitive(t) {
		boxed = boxes[t]
	}
	return append(all,
		func() *node { return expr(t, "(("+t+") same(#))", g.expr(t, d)) },
		func() *node { return g.immediate(t, boxed, d) },
		func() *node { return g.patternTest(t, d) },
		func() *node { return expr(t, "(("+t+") new Cell<"+boxed+">(#).get())", g.expr(t, d)) },
	)
}

// immediate makes a lambda and calls it at once.
func (g *generator) immediate(t, boxed string, d int) *node {
	inner := within(g, g.captured(""), func() *node { return g.expr(t, d) })
	switch t {
	case "int", "long", "double", "boolean":
		return expr(t, "(("+strings.ToUpper(t[:1])+t[1:]+"Supplier) () -> #).getAs"+strings.ToUpper(t[:1])+t[1:]+"()", inner)
	}
	return expr(t, "(("+t+") ((Supplier<"+boxed+">) () -> #).get())", inner)
}

// patternTest makes an instanceof with a pattern variable.
func (g *generator) patternTest(t string, d int) *node {
	c := pick(g, g.types...)
	var above []string
	for _, s := range c.above() {
		above = append(above, s.name)
	}
	name := g.name("t")
	value := g.expr(pick(g, append(above, "Object")...), d)
	if text := value.source(""); strings.ContainsAny(text, "?&|!") || strings.Contains(text, "switch") {
		// javac 17 fails on a pattern behind a boolean expression with branches,
		// unless a call stands between them.
		value = expr("Object", "same((Object) #)", value)
	}
	found := scoped(g, func() *node {
		g.declare(name, c.name, true)
		return g.expr(t, d)
	})
	return expr(t, "((Object) # instanceof "+c.name+" "+name+" ? # : #)", value, found, g.expr(t, d))
}

// specific makes expressions that only some types have.
func (g *generator) specific(t string, d int) []maker {
	switch {
	case t == "boolean":
		return g.booleans(d)
	case t == "byte" || t == "short" || t == "char":
		return append(g.steps(t, d), g.conversions(t, d)...)
	case t == "int" || t == "long":
		return slices.Concat(g.steps(t, d), g.conversions(t, d), g.arithmetic(t, d), g.bits(t, d), g.fromLibrary(t, d))
	case t == "float" || t == "double":
		return slices.Concat(g.steps(t, d), g.conversions(t, d), g.arithmetic(t, d), g.fromLibrary(t, d))
	case t == "String":
		return g.strings(d)
	case t == "Object":
		return []maker{func() *node { return expr(t, "((Object) #)", g.expr(g.anyType(), d)) }}
	case element(t) != "":
		return []maker{
			func() *node { return g.newArray(t, d) },
			func() *node { return expr(t, "#.clone()", g.leaf(t)) },
		}
	case unboxed[t] != "":
		return []maker{
			func() *node { return expr(t, "(("+t+") #)", g.expr(unboxed[t], d)) },
			func() *node { return expr(t, t+".valueOf(#)", g.expr(unboxed[t], d)) },
		}
	}
	return g.objects(g.find(t), d)
}

// objects makes expressions of a type of the program.
func (g *generator) objects(c *class, d int) []maker {
	all := []maker{func() *node { return g.newObject(c) }}
	if g.body.pure {
		return all
	}
	if c.form == "enum" {
		return append(all,
			func() *node {
				return expr(c.name, c.name+".values()[Math.floorMod(#, "+fmt.Sprint(len(c.constants))+")]", g.expr("int", d))
			},
			func() *node { return expr(c.name, c.name+".valueOf(\""+pick(g, c.constants...)+"\")") })
	}
	if c.form == "class" || c.form == "abstract" || c.form == "inner" {
		all = append(all, func() *node { return expr(c.name, "(("+c.name+") #).self()", g.receiver(c, d)) })
	}
	if g.chance(g.body.risk) { // a cast that may fail
		all = append(all, func() *node { return expr(c.name, "(("+c.name+") (Object) #)", g.receiver(pick(g, g.types...), d)) })
	}
	return all
}

// steps makes increments and decrements used as values.
func (g *generator) steps(t string, d int) []maker {
	target := g.target(t, d)
	if target == nil {
		return nil
	}
	return []maker{
		func() *node { return expr(t, pick(g, "(#++)", "(#--)", "(++#)", "(--#)"), target) },
		func() *node { return g.compound(t, target, d) },
	}
}

// compound makes a compound assignment used as a value. The right side may be of
// any type that converts.
func (g *generator) compound(t string, target *node, d int) *node {
	switch {
	case t == "boolean":
		return expr(t, "(# "+pick(g, "&=", "|=", "^=")+" #)", target, g.expr(t, d))
	case t == "String":
		if g.chance(20) {
			return expr(t, "(# = clip(# += #))", target, target, g.shown(d)) // clipped as in strings
		}
		return expr(t, "(# = clip(# + #))", target, target, g.shown(d))
	case slices.Contains(integral, t) && g.chance(30):
		return expr(t, "(# "+pick(g, "<<=", ">>=", ">>>=")+" #)", target, g.expr(pick(g, integral...), d))
	case slices.Contains(integral, t) && g.chance(40):
		return expr(t, "(# "+pick(g, "&=", "|=", "^=")+" #)", target, g.expr(pick(g, integral...), d))
	case g.chance(30):
		return expr(t, "(# "+pick(g, "/=", "%=")+" (# + 0.5))", target, g.expr(pick(g, "float", "double", "int"), d))
	}
	return expr(t, "(# "+pick(g, "+=", "-=", "*=")+" #)", target, g.expr(pick(g, numeric...), d))
}

// conversions makes casts from all numeric types.
func (g *generator) conversions(t string, d int) []maker {
	from := pick(g, numeric...)
	return []maker{func() *node { return expr(t, "(("+t+") #)", g.expr(from, d)) }}
}

// narrower chooses a type that is promoted to t in arithmetic.
func (g *generator) narrower(t string) string {
	switch t {
	case "int":
		return pick(g, "int", "int", "byte", "short", "char")
	case "long":
		return pick(g, "long", "long", "int", "char", "byte")
	case "float":
		return pick(g, "float", "float", "long", "int", "short")
	}
	return pick(g, "double", "double", "float", "long", "int")
}

// arithmetic makes the operations that int, long, float and double have.
func (g *generator) arithmetic(t string, d int) []maker {
	mixed := func() *node {
		boxed := g.expr(boxes[t], d)
		if !g.chance(g.body.risk) {
			boxed = expr(boxes[t], "or(#, ("+boxes[t]+") #)", boxed, g.literal(t))
		}
		return expr(t, "(("+t+") (# ? # : #))", g.expr("boolean", d), boxed, g.expr(t, d))
	}
	binary := func() *node {
		operator := pick(g, "+", "-", "*", "+", "-", "*", "/", "%")
		a, b := g.expr(t, d), g.expr(g.narrower(t), d)
		if slices.Contains(integral, t) && (operator == "/" || operator == "%") && !g.chance(g.body.risk) {
			return expr(t, "(# "+operator+" (# | 1))", a, b)
		}
		if g.chance(30) && operator != "/" && operator != "%" {
			a, b = b, a
		}
		return expr(t, "(# "+operator+" #)", a, b)
	}
	remainder := func() *node {
		small := g.expr(pick(g, "byte", "char"), d) // so that signs and zeros matter
		if slices.Contains(integral, t) {
			return expr(t, "(("+t+") # % (# | 1))", small, g.literal(t))
		}
		return expr(t, "(# % #)", small, g.literal(t))
	}
	negation := func() *node {
		if g.chance(30) {
			return expr(t, "(-(("+t+") (# & 1)))", g.expr("int", d)) // the negation of a zero
		}
		return expr(t, "(-#)", g.expr(t, d))
	}
	return []maker{binary, binary, binary, binary, binary, negation, negation, mixed, remainder}
}

// bits makes the operations on bits.
func (g *generator) bits(t string, d int) []maker {
	shift := func() *node {
		return expr(t, "(# "+pick(g, "<<", ">>", ">>>")+" #)", g.expr(t, d), g.expr(pick(g, "int", "long", "byte"), d))
	}
	binary := func() *node {
		return expr(t, "(# "+pick(g, "&", "|", "^")+" #)", g.expr(t, d), g.expr(g.narrower(t), d))
	}
	return []maker{shift, shift, binary, binary, func() *node { return expr(t, "(~#)", g.expr(t, d)) }}
}

// booleans makes comparisons and logic.
func (g *generator) booleans(d int) []maker {
	const t = "boolean"
	compare := func() *node {
		return expr(t, "(# "+pick(g, "<", "<=", ">", ">=", "==", "!=")+" #)", g.expr(pick(g, numeric...), d), g.expr(pick(g, numeric...), d))
	}
	same := func() *node {
		of := pick(g, numeric...)
		return expr(t, "(# "+pick(g, "<", "<=", ">", ">=", "==", "!=")+" #)", g.expr(of, d), g.expr(of, d))
	}
	logic := func() *node {
		return expr(t, "(# "+pick(g, "&&", "||", "&", "|", "^", "==", "!=")+" #)", g.expr(t, d), g.expr(t, d))
	}
	identity := func() *node {
		of := pick(g, g.types...).name
		return expr(t, "(# "+pick(g, "==", "!=")+" (Object) #)", g.expr(of, d), g.expr(of, d))
	}
	null := func() *node { return expr(t, "(# "+pick(g, "==", "!=")+" null)", g.expr(g.referenceType(), d)) }
	is := func() *node {
		of := pick(g, "String", "Integer", "int[]", "Number", "Comparable", "Thing", "Object[]", pick(g, g.types...).name)
		return expr(t, "((Object) # instanceof "+of+")", g.expr(g.referenceType(), d))
	}
	equal := func() *node { return expr(t, "#.equals(#)", g.expr("String", d), g.expr("String", d)) }
	not := func() *node { return expr(t, "(!#)", g.expr(t, d)) }
	all := []maker{compare, compare, same, same, logic, logic, not, identity, null, is, equal}
	if target := g.target(t, d); target != nil {
		all = append(all, func() *node { return g.compound(t, target, d) })
	}
	return all
}

// referenceType chooses a type of objects.
func (g *generator) referenceType() string {
	return pick(g, "String", "Integer", "Long", "Object", "int[]", "Object[]", pick(g, g.types...).name)
}

// shown makes a value for a string concatenation: nothing whose text is an identity.
func (g *generator) shown(d int) *node {
	t := pick(g, append(prims[:len(prims):len(prims)], "String", "String", "Integer", "Character", "Double", pick(g, g.types...).name)...)
	if c := g.find(t); c != nil && c.form == "interface" {
		return expr("String", "show(#)", g.expr(t, d)) // it may be an object of any class
	}
	return g.expr(t, d)
}

// switchExpression makes a switch that has a value. Its blocks have a try statement
// only where nothing lies on the operand stack yet: javac 17 moves the stack away for
// it, and fails if there is a long or a double.
func (g *generator) switchExpression(t string, d int, emptyStack bool) *node {
	selector, labels := g.selector(d)
	template, children := "(switch (#) {\n", []*node{selector}
	for len(labels) > 0 {
		n := g.between(1, min(2, len(labels)))
		template += "case " + strings.Join(labels[:n], ", ") + " -> "
		labels = labels[n:]
		if g.chance(20) && !g.body.pure {
			inner := *g.body
			inner.result, inner.jumps = "", nil // no jump leaves a switch expression
			inner.noTry = g.body.noTry || !emptyStack
			// javac 17 takes "yield (" for a call when a brace follows somewhere.
			name := g.name("y")
			template += "{\n#\nfinal " + t + " " + name + " = #;\nyield " + name + ";\n}\n"
			children = append(children, within(g, &inner, func() []*node {
				return scoped(g, func() []*node { return []*node{g.statements(1), g.expr(t, d)} })
			})...)
			continue
		}
		template += "#;\n"
		children = append(children, g.arm(t, d))
	}
	// Of some types several arms have none in common without a cast.
	return expr(t, "(("+t+") "+template+"default -> #;\n}))", append(children, g.arm(t, d))...)
}

// arm makes the value of a case.
func (g *generator) arm(t string, d int) *node {
	value := g.expr(t, d)
	if g.find(t) == nil && t != "Object" {
		return value // its type is exactly t
	}
	if text := value.source(""); strings.Contains(text, "?") || strings.Contains(text, "switch") {
		// javac 17 fails on branches whose types are not that of the whole switch,
		// unless a call stands between them.
		return expr(t, "same(("+t+") #)", value)
	}
	return value
}

// nonNull makes the value of a switch, which rarely is null.
func (g *generator) nonNull(value *node, otherwise string) *node {
	if isPrimitive(value.javaType) || g.chance(g.body.risk) {
		return value
	}
	return expr(value.javaType, "or(#, "+otherwise+")", value)
}

// selector makes a switch's value and the labels of its cases.
func (g *generator) selector(d int) (*node, []string) {
	var labels []string
	switch g.between(0, 5) {
	case 0, 1: // dense
		first := g.between(-3, 3)
		count := g.between(2, 6)
		for i := range count {
			labels = append(labels, fmt.Sprint(first+i))
		}
		return expr("int", "Math.floorMod(#, "+fmt.Sprint(count+2)+")", g.expr("int", d)), labels
	case 2: // sparse
		for i := range g.between(2, 5) { // so few that no two multiples are the same
			labels = append(labels, fmt.Sprint((i-1)*g.between(1000, 1499)))
		}
		return g.nonNull(g.expr(pick(g, "int", "Integer"), d), "0"), labels
	case 3:
		texts := []string{`"a"`, `"Aa"`, `"BB"`, `""`, `"hotlens"`, `"x"`} // two have the same hash code
		labels = texts[:g.between(2, len(texts))]
		return g.nonNull(g.expr("String", d), `"BB"`), labels
	case 4:
		return expr("char", "((char) ('a' + (# & 3)))", g.expr("int", d)), []string{"'a'", "'b'", "'c'"}
	}
	for _, c := range g.types {
		if c.form == "enum" && !g.body.pure {
			return g.nonNull(g.expr(c.name, d), c.name+"."+c.constants[0]), slices.Clone(c.constants[:g.between(1, len(c.constants))])
		}
	}
	return g.expr("int", d), []string{"0", "1"}
}

package generator

import "fmt"

// fromLibrary makes calls of the class library's arithmetic, all of it exact.
func (g *generator) fromLibrary(t string, d int) []maker {
	one := func(template string, of string) maker {
		return func() *node { return expr(t, template, g.expr(of, d)) }
	}
	two := func(template string, of string) maker {
		return func() *node { return expr(t, template, g.expr(of, d), g.expr(of, d)) }
	}
	switch t {
	case "int":
		all := []maker{
			func() *node { return expr(t, "fold(grow(#, 4), #)", g.expr(t, d), g.operator()) },
			one("new Hiding(#).call()", t), one("new Hiding(#).new Deep().sum()", t), one("((Hidden) new Hiding(#)).x", t),
			two("Arrays."+pick(g, "compare", "mismatch")+"(#, #)", "int[]"),
			one("Integer."+pick(g, "bitCount", "reverse", "reverseBytes", "highestOneBit", "numberOfLeadingZeros", "numberOfTrailingZeros", "signum", "hashCode")+"(#)", t),
			one("Long."+pick(g, "bitCount", "numberOfLeadingZeros", "signum", "hashCode")+"(#)", "long"),
			one("#.hashCode()", "String"), one("#.length()", "String"),
			one("Float.floatToIntBits(#)", "float"), one("Double.hashCode(#)", "double"), one("Character.getNumericValue(#)", "char"),
			one("Math."+pick(g, "round", "getExponent")+"(#)", "float"),
			two("Math."+pick(g, "min", "max", "floorDiv", "floorMod")+"(#, (# | 1))", t),
			two("Integer."+pick(g, "compare", "compareUnsigned", "rotateLeft", "rotateRight")+"(#, #)", t),
			two("Integer."+pick(g, "divideUnsigned", "remainderUnsigned")+"(#, (# | 1))", t),
			two(pick(g, "Double", "Float")+".compare((float) #, (float) #)", "double"),
			two("#.compareTo(#)", "String"), two("#.indexOf(#)", "String"),
			two("total(#, #)", t), one("total(#)", "int[]"), one("#.length", g.arrayType()), one("Arrays.hashCode(#)", "int[]"),
		}
		if g.chance(g.body.risk) {
			all = append(all, two("Math."+pick(g, "addExact", "multiplyExact", "subtractExact")+"(#, #)", t),
				one("Integer.parseInt(#)", "String"), one("((int) #)", "Integer"), one("Math.toIntExact(#)", "long"))
		}
		if !g.body.pure {
			all = append(all, g.ofStream(d), one("#.ordinal()", g.enum().name), one("#.hashCode()", g.record().name))
		}
		return all
	case "long":
		return []maker{
			one("Double."+pick(g, "doubleToLongBits")+"(#)", "double"), one("Math.round(#)", "double"), one("Math.abs(#)", t),
			one("Long."+pick(g, "reverse", "reverseBytes", "highestOneBit", "lowestOneBit")+"(#)", t),
			two("Math."+pick(g, "min", "max", "floorDiv", "floorMod", "multiplyHigh")+"(#, (# | 1L))", t),
			two("Long."+pick(g, "divideUnsigned", "remainderUnsigned")+"(#, (# | 1L))", t),
			func() *node {
				return expr(t, "Long."+pick(g, "rotateLeft", "rotateRight")+"(#, #)", g.expr(t, d), g.expr("int", d))
			},
		}
	case "float":
		return []maker{one("Math.abs(#)", t), two("Math."+pick(g, "min", "max")+"(#, #)", t), one("Float.intBitsToFloat(#)", "int"), one("Math.ulp(#)", t)}
	}
	return []maker{one("Math."+pick(g, "abs", "sqrt", "floor", "ceil", "rint", "ulp", "signum")+"(#)", t), two("Math."+pick(g, "min", "max", "IEEEremainder")+"(#, #)", t),
		one("Double.longBitsToDouble(#)", "long"), one("StrictMath."+pick(g, "sin", "cbrt", "exp", "log", "atan")+"(#)", t)}
}

// enum is the first enum of the program.
func (g *generator) enum() *class { return g.ofForm("enum") }

// record is the first record of the program.
func (g *generator) record() *class { return g.ofForm("record") }

func (g *generator) ofForm(form string) *class {
	for _, c := range g.types {
		if c.form == form {
			return c
		}
	}
	panic("every program has a type of the form " + form)
}

// strings makes expressions of type String. What makes a longer text of others clips
// it: a text that a loop, a recursion or a field doubles would exhaust the heap, and
// how far a program comes until then is not determined.
func (g *generator) strings(d int) []maker {
	const t = "String"
	clipped := func(template string, children ...*node) *node { return expr(t, "clip("+template+")", children...) }
	pair := func() *node { return clipped("# + #", g.expr(t, d), g.shown(d)) }
	mixed := func() *node { return clipped("# + \"~\" + # + #", g.shown(d), g.shown(d), g.shown(d)) }
	charFirst := func() *node { return clipped("# + #", g.shown(d), g.expr(t, d)) }
	valueOf := func() *node { return expr(t, "String.valueOf(#)", g.expr(pick(g, prims...), d)) }
	cut := func() *node {
		s := g.expr(t, d)
		if g.chance(g.body.risk) {
			return expr(t, "#.substring(#)", s, g.expr("int", 1))
		}
		return expr(t, "clip(\"ab\" + #).substring(Math.floorMod(#, 3))", s, g.expr("int", d))
	}
	toText := func() *node {
		return expr(t, "Integer."+pick(g, "toString", "toHexString", "toBinaryString")+"(#)", g.expr("int", d))
	}
	unary := func() *node {
		return expr(t, "#."+pick(g, "trim()", "toUpperCase()", "replace('a', 'b')", "strip()", "repeat(2).substring(0, 0)", "intern()"), g.expr(t, d))
	}
	longer := func() *node { return clipped("#.concat(\"z\")", g.expr(t, d)) }
	textBlock := func() *node {
		return expr(t, "\"\"\"\n  text \\t one\n    two \\\n  three \\s\n  \"\"\"")
	}
	builder := func() *node {
		return clipped("new StringBuilder(#).append(#).reverse().append(#).toString()", g.expr(t, d), g.expr(pick(g, prims...), d), g.expr(pick(g, prims...), d))
	}
	formatted := func() *node {
		return clipped("String.format(\"%d %5x %s %c|%-6.2e\", #, #, #, #, #)", g.expr("int", d), g.expr("long", d), g.shown(d), g.literal("char"), g.expr("double", d))
	}
	edited := func() *node {
		return clipped("new StringBuilder(\"text\").insert(# & 3, #).deleteCharAt(# & 3).append(#).toString()", g.expr("int", d), g.shown(d), g.expr("int", d), g.expr("char", d))
	}
	resolved := func() *node {
		return expr(t, "overloaded(#)", g.expr(pick(g, append(prims[:len(prims)-1:len(prims)-1], "Integer", "Long", "String", "int[]", pick(g, g.types...).name)...), d))
	}
	all := []maker{formatted, edited, edited, resolved, resolved, pair, pair, mixed, mixed, charFirst, valueOf, cut, toText, unary, longer, textBlock, builder}
	if g.body.pure {
		return all
	}
	return append(all,
		func() *node { return expr(t, "joined(#, #, #)", g.expr(t, d), g.shown(d), g.shown(d)) },
		func() *node { return clipped("show(#)", g.expr(g.referenceType(), d)) },
		func() *node { return expr(t, "larger(#, #)", g.expr(t, d), g.expr(t, d)) },
		func() *node { return clipped("#.toString()", g.receiver(g.record(), d)) },
		func() *node { return expr(t, "#.name()", g.expr(g.enum().name, 0)) },
		func() *node {
			return clipped("Stream.of(#, #, #).map(#).collect(Collectors.joining(\"+\"))", g.expr(t, d), g.expr(t, d), g.expr(t, d), g.unaryOnString())
		},
	)
}

// unaryOnString makes a function from String to String.
func (g *generator) unaryOnString() *node {
	if g.chance(40) {
		return keep(pick(g, "String::toUpperCase", "String::valueOf", classToken+"::clip", "Function.identity()", "String::new"))
	}
	name := g.name("x")
	return keep(name+" -> #", within(g, g.captured(""), func() *node {
		g.declare(name, "String", true)
		return g.expr("String", 1)
	}))
}

// operator makes an operation on two int values.
func (g *generator) operator() *node {
	if g.body.pure || g.chance(40) {
		return keep(pick(g, "Integer::sum", "Math::max", "(a, b) -> a * 31 + b", "Integer::compare"))
	}
	return g.lambda("int", "int", "int")
}

// lambda makes a lambda expression with parameters and a result of the given types,
// with an expression or a block as its body.
func (g *generator) lambda(result string, parameters ...string) *node {
	return within(g, g.captured(result), func() *node {
		text := "("
		for i, t := range parameters {
			name := g.name("x")
			g.declare(name, t, true)
			if i > 0 {
				text += ", "
			}
			text += name
		}
		if g.chance(70) {
			return keep(text+") -> #", g.expr(result, 2))
		}
		if result == "void" {
			return keep(text+") -> {\n#\n}", g.statements(2))
		}
		return keep(text+") -> {\n#\nreturn #;\n}", g.statements(1), g.expr(result, 1))
	})
}

// ofStream makes a computation by streams.
func (g *generator) ofStream(d int) maker {
	return func() *node {
		count := g.between(1, 12)
		switch g.between(0, 3) {
		case 0:
			return expr("int", fmt.Sprintf("IntStream.range(0, %d).map(#).filter(#).sum()", count), g.lambda("int", "int"), g.lambda("boolean", "int"))
		case 1:
			return expr("int", fmt.Sprintf("Stream.iterate(#, #).limit(%d).mapToInt(x -> "+classToken+".state(x, 1)).reduce(7, #)", count),
				g.expr("Long", d), g.lambda("Long", "Long"), g.lambda("int", "int", "int"))
		case 2:
			return expr("int", "Arrays.stream(#).sorted().distinct().reduce(0, (x, y) -> x * 31 + y)", g.expr("int[]", d))
		}
		return expr("int", fmt.Sprintf("IntStream.rangeClosed(1, %d).boxed().collect(Collectors.groupingBy(x -> x %% 3, TreeMap::new, Collectors.summingInt(#))).hashCode()", count), g.lambda("int", "Integer"))
	}
}

// functional makes statements around a functional interface's object in a variable.
func (g *generator) functional() *node {
	name := g.name("f")
	var head, call *node
	form := g.between(0, 7)
	if form == 4 && g.withConstructor() == nil {
		form = 5
	}
	switch form {
	case 0:
		head, call = keep("IntBinaryOperator "+name+" = #;", g.lambda("int", "int", "int")), expr("int", name+".applyAsInt(#, #)", g.expr("int", 2), g.expr("int", 2))
	case 1:
		head, call = keep("Function<String, Integer> "+name+" = #;", g.lambda("Integer", "String")), expr("Integer", name+".apply(#)", g.expr("String", 2))
	case 2:
		head, call = keep("BiFunction<Long, Double, String> "+name+" = #;", g.lambda("String", "Long", "Double")), expr("String", name+".apply(#, #)", g.expr("Long", 2), g.expr("Double", 2))
	case 3:
		head = keep("LongUnaryOperator "+name+" = #;", g.lambda("long", "long"))
		call = expr("long", name+".andThen(#).compose(#).applyAsLong(#)", g.lambda("long", "long"), g.lambda("long", "long"), g.expr("long", 2))
	case 4:
		c := g.withConstructor()
		var parameters []*node
		kind := "Supplier<" + c.name + ">"
		if len(c.parameters) == 1 {
			kind = "Function<" + boxes[c.parameters[0]] + ", " + c.name + ">"
			if c.parameters[0] == "String" {
				kind = "Function<String, " + c.name + ">"
			}
			parameters = g.arguments(c.parameters, 2)
		}
		method := ".get("
		if len(parameters) == 1 {
			method = ".apply("
		}
		head, call = keep(kind+" "+name+" = "+c.name+"::new;"), expr(c.name, name+method+holes(len(parameters))+")", parameters...)
	case 5:
		t := pick(g, "int[]", "String[]", "long[][]")
		head, call = keep("IntFunction<"+t+"> "+name+" = "+t+"::new;"), expr(t, name+".apply(# & 7)", g.expr("int", 2))
	case 6: // a bound and an unbound receiver
		head, call = keep("ToIntBiFunction<String, String> "+name+" = String::compareTo;"), expr("int", name+".applyAsInt(#, #)", g.expr("String", 2), g.expr("String", 2))
	default:
		head, call = keep("IntPredicate "+name+" = #::equals;", g.expr("Integer", 2)), expr("boolean", name+".test(#)", g.expr("int", 2))
	}
	return stmt("#\nmix(#);", head, call)
}

// withConstructor is a class whose constructor has at most one parameter, or nil.
func (g *generator) withConstructor() *class {
	for _, c := range g.types {
		if (c.form == "class" || c.form == "record") && len(c.parameters) <= 1 {
			return c
		}
	}
	return nil
}

// collection makes statements that use the library's collections.
func (g *generator) collection() *node {
	name, count := g.name("c"), g.between(1, 20)
	i := g.name("i")
	fill := func(statement string, children ...*node) *node {
		return keep(fmt.Sprintf("for (int %s = 0; burn() && %s < %d; %s++) { %s }", i, i, count, i, statement), children...)
	}
	inLoop := func(t string) *node {
		return scoped(g, func() *node { g.declare(i, "int", false); return g.expr(t, 2) })
	}
	switch g.between(0, 6) {
	case 5:
		body := scoped(g, func() *node { g.declare(i, "int", true); return g.statements(1) })
		return stmt(fmt.Sprintf("for (int %s : new Range(# & 3, %d)) {\n#\n}", i, count), g.expr("int", 2), body)
	case 6:
		return stmt("long[] "+name+" = new long["+fmt.Sprint(count)+"];\n#\nArrays.sort("+name+");\nmix(Arrays.binarySearch("+name+", #));\nmix(Arrays.copyOfRange("+name+", 0, 30));\nArrays.fill("+name+", #);\nmix("+name+");",
			fill(name+"["+i+"] = #;", inLoop("long")), g.expr("long", 2), g.expr("long", 2))
	case 0:
		return stmt("List<Integer> "+name+" = new ArrayList<>();\n#\nCollections.sort("+name+");\nfor (int x : "+name+") mix(x);", fill(name+".add(#);", inLoop("int")))
	case 1:
		return stmt("Map<String, Integer> "+name+" = new HashMap<>();\n#\nmix("+name+".toString());", fill(name+".merge(#, 1, Integer::sum);", inLoop("String")))
	case 2:
		return stmt("TreeMap<Long, String> "+name+" = new TreeMap<>(Comparator.comparing((Long x) -> -x));\n#\nfor (var e : "+name+".entrySet()) mix(e.getKey() + e.getValue());",
			fill(name+".put(#, #);", inLoop("long"), inLoop("String")))
	case 3:
		return stmt("Deque<String> "+name+" = new ArrayDeque<>();\n#\nwhile (!"+name+".isEmpty()) mix("+name+".pollLast());", fill(name+".push(or(#, \"\"));", inLoop("String")))
	}
	c := g.record()
	return stmt("Set<"+c.name+"> "+name+" = new LinkedHashSet<>();\n#\nfor (Iterator<"+c.name+"> it = "+name+".iterator(); it.hasNext(); ) { if ((it.next().hashCode() & 1) == 0) it.remove(); }\nmix("+name+".size());\nmix("+name+".hashCode());",
		fill(name+".add(#);", scoped(g, func() *node { return g.newObject(c) })))
}

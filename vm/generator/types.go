package generator

import (
	"fmt"
	"strings"
)

// The primitive types by their order of widening; boolean is none of them.
var (
	integral = []string{"byte", "short", "char", "int", "long"}
	numeric  = append(integral[:len(integral):len(integral)], "float", "double")
	prims    = append(numeric[:len(numeric):len(numeric)], "boolean")
)

// boxes are the wrapper classes of the primitive types.
var boxes = map[string]string{
	"byte": "Byte", "short": "Short", "char": "Character", "int": "Integer", "long": "Long",
	"float": "Float", "double": "Double", "boolean": "Boolean",
}

// unboxed are the primitive types of the wrapper classes.
var unboxed = func() map[string]string {
	primitives := map[string]string{}
	for primitive, box := range boxes {
		primitives[box] = primitive
	}
	return primitives
}()

// literals are values at which arithmetic changes its ways.
var literals = map[string][]string{
	"boolean": {"true", "false"},
	"byte":    {"(byte) 0", "(byte) 1", "(byte) -1", "Byte.MIN_VALUE", "Byte.MAX_VALUE", "(byte) 64"},
	"short":   {"(short) 0", "(short) 1", "(short) -1", "Short.MIN_VALUE", "Short.MAX_VALUE", "(short) 300"},
	"char":    {"'a'", "'Z'", "'0'", "'\\0'", "'\\uffff'", "'\\u00e9'", "'\\ud83d'"},
	"int": {"0", "1", "2", "3", "5", "7", "(-1)", "31", "32", "33", "127", "128", "255", "256", "(-128)", "32767", "32768", "(-32768)",
		"65535", "65536", "0x7fffffff", "0x80000000", "(-2147483647)", "0xcafebabe", "1_000_000_007"},
	"long": {"0L", "1L", "(-1L)", "2L", "31L", "63L", "64L", "0xffffffffL", "0x80000000L", "Long.MIN_VALUE", "Long.MAX_VALUE",
		"(Long.MIN_VALUE + 1)", "0xcafebabedeadbeefL", "1_000_000_007L"},
	"float": {"0f", "(-0f)", "1f", "2f", "(-1.5f)", "0.1f", "1e10f", "3.4028235e38f", "1.4e-45f", "1e-40f", "16777217f", "Float.NaN",
		"Float.POSITIVE_INFINITY", "Float.NEGATIVE_INFINITY", "2147483648f", "9.223372e18f"},
	"double": {"0d", "(-0d)", "1d", "2d", "(-1.5d)", "0.1d", "1e100", "Double.MAX_VALUE", "Double.MIN_VALUE", "1e-310", "9007199254740993d",
		"Double.NaN", "Double.POSITIVE_INFINITY", "Double.NEGATIVE_INFINITY", "2147483648d", "9.223372036854775807e18", "1e-3", "1e7"},
	"String": {`""`, `"a"`, `"hotlens"`, `"Aa"`, `"BB"`, `"\u00e9t\u00e9"`, `"\ud83d\ude00"`, `"12"`, `"-7"`, `"x y"`, `"\0"`, `"null"`},
}

// simplest is the least expression of a type, what the reducer tries first.
func simplest(javaType string) string {
	switch javaType {
	case "boolean":
		return "false"
	case "byte", "short", "char":
		return "((" + javaType + ") 0)"
	case "int":
		return "0"
	case "long":
		return "0L"
	case "float":
		return "0f"
	case "double":
		return "0d"
	case "String":
		return `""`
	}
	return "((" + javaType + ") null)"
}

// isPrimitive says whether a type is one of the eight.
func isPrimitive(javaType string) bool { return boxes[javaType] != "" }

// element is the type of an array's elements; "" if it is no array.
func element(javaType string) string {
	of, isArray := strings.CutSuffix(javaType, "[]")
	if !isArray {
		return ""
	}
	return of
}

// literal makes a constant of a primitive type or a String.
func (g *generator) literal(javaType string) *node {
	if g.chance(25) {
		switch javaType {
		case "int":
			return expr(javaType, fmt.Sprintf("(%d)", int32(g.random.Uint32())>>g.random.IntN(32)))
		case "long":
			return expr(javaType, fmt.Sprintf("(%dL)", int64(g.random.Uint64())>>g.random.IntN(64)))
		case "byte":
			return expr(javaType, fmt.Sprintf("((byte) %d)", int8(g.random.Uint32())))
		case "short":
			return expr(javaType, fmt.Sprintf("((short) %d)", int16(g.random.Uint32())))
		case "float":
			return expr(javaType, fmt.Sprintf("(%df)", int8(g.random.Uint32())))
		case "double":
			return expr(javaType, fmt.Sprintf("(%gd)", g.random.NormFloat64()*1e4))
		}
	}
	text := pick(g, literals[javaType]...)
	if strings.HasPrefix(text, "(") && !strings.HasSuffix(text, ")") {
		text = "(" + text + ")" // a cast
	}
	return expr(javaType, text)
}

// anyType chooses the type of a variable, a parameter or a result.
func (g *generator) anyType() string {
	switch g.between(0, 21) {
	case 0, 1, 2, 3:
		return "int"
	case 20:
		return "float"
	case 21:
		return "double"
	case 4, 5:
		return "long"
	case 6, 7:
		return pick(g, "byte", "short", "char")
	case 8:
		return "float"
	case 9:
		return "double"
	case 10:
		return "boolean"
	case 11, 12:
		return "String"
	case 13, 14:
		return g.arrayType()
	case 15:
		return boxes[pick(g, prims...)]
	case 16:
		return "Object"
	}
	return pick(g, g.types...).name
}

// arrayType chooses a type of arrays.
func (g *generator) arrayType() string {
	of := pick(g, "int", "int", "long", "byte", "short", "char", "float", "double", "boolean", "String", "Integer", "Object", "int[]", "long[]", "double[][]")
	if g.chance(15) {
		of = pick(g, g.types...).name
	}
	return of + "[]"
}

// scalarType chooses a type without program classes and arrays: those of
// constructors' parameters and record components.
func (g *generator) scalarType() string {
	return pick(g, append(prims[:len(prims):len(prims)], "String", "int", "long")...)
}

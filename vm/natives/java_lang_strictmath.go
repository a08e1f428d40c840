//go:build unix

package natives

import (
	"math"

	"hotlens/vm/fdlibm"
	"hotlens/vm/interpreter"
)

const mathClass = "java/lang/Math"

func init() { later(javaLangStrictmath) }

func javaLangStrictmath() {
	unary := func(f func(float64) float64) interpreter.NativeFunc {
		return func(_ *Thread, a Args) uint64 { return math.Float64bits(f(a.Double(0))) }
	}
	binary := func(f func(x, y float64) float64) interpreter.NativeFunc {
		return func(_ *Thread, a Args) uint64 { return math.Float64bits(f(a.Double(0), a.Double(2))) }
	}
	// A float is exact as a double, and so is which of two is less.
	binaryFloat := func(f func(x, y float64) float64) interpreter.NativeFunc {
		return func(_ *Thread, a Args) uint64 {
			return uint64(math.Float32bits(float32(f(float64(a.Float(0)), float64(a.Float(1))))))
		}
	}
	register("java/lang/StrictMath", table{
		"sin(D)D":            unary(fdlibm.Sin),
		"cos(D)D":            unary(fdlibm.Cos),
		"tan(D)D":            unary(fdlibm.Tan),
		"asin(D)D":           unary(fdlibm.Asin),
		"acos(D)D":           unary(fdlibm.Acos),
		"atan(D)D":           unary(fdlibm.Atan),
		"log(D)D":            unary(fdlibm.Log),
		"log10(D)D":          unary(fdlibm.Log10),
		"log1p(D)D":          unary(fdlibm.Log1p),
		"expm1(D)D":          unary(fdlibm.Expm1),
		"sinh(D)D":           unary(fdlibm.Sinh),
		"cosh(D)D":           unary(fdlibm.Cosh),
		"tanh(D)D":           unary(fdlibm.Tanh),
		"atan2(DD)D":         binary(fdlibm.Atan2),
		"IEEEremainder(DD)D": binary(fdlibm.IEEEremainder),
	})
	// Native in JDK 17 only; Math.sqrt calls it, and processors have an instruction for it.
	substitute("java/lang/StrictMath", table{"sqrt(D)D": unary(fdlibm.Sqrt)})
	// HotSpot computes these itself, not as StrictMath does: their last bits
	// differ from what the library's Java code gives. The Java code of fma gives
	// the same bits, by way of BigDecimal.
	substitute(mathClass, table{
		"sin(D)D":   unary(fdlibm.MathSin),
		"cos(D)D":   unary(fdlibm.MathCos),
		"tan(D)D":   unary(fdlibm.MathTan),
		"exp(D)D":   unary(fdlibm.MathExp),
		"log(D)D":   unary(fdlibm.MathLog),
		"log10(D)D": unary(fdlibm.MathLog10),
		"pow(DD)D":  binary(fdlibm.MathPow),
		"fma(DDD)D": func(_ *Thread, a Args) uint64 {
			return math.Float64bits(math.FMA(a.Double(0), a.Double(2), a.Double(4)))
		},
		"fma(FFF)F": func(_ *Thread, a Args) uint64 {
			return uint64(math.Float32bits(fdlibm.FMAFloat(a.Float(0), a.Float(1), a.Float(2))))
		},
	})
	// HotSpot's compiler has instructions for these, as ours has (package compiler). The Java code of abs
	// branches in JDK 17, which processors cannot foresee, and keeps the sign of what is not a number, which HotSpot
	// clears in its interpreter, too; that of min and max branches as well, and that of the others took ten to twenty-six times as long.
	substitute(mathClass, table{
		"abs(D)D":   unary(math.Abs),
		"floor(D)D": unary(math.Floor),
		"ceil(D)D":  unary(math.Ceil),
		"rint(D)D":  unary(math.RoundToEven),
		"min(DD)D":  binary(fdlibm.Min),
		"max(DD)D":  binary(fdlibm.Max),
		"min(FF)F":  binaryFloat(fdlibm.Min),
		"max(FF)F":  binaryFloat(fdlibm.Max),
	})
	substituteInNewer(mathClass, table{"tanh(D)D": unary(fdlibm.MathTanh), "cbrt(D)D": unary(fdlibm.MathCbrt)})
}

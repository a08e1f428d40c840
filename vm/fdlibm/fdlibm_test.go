package fdlibm_test

import (
	"bufio"
	"compress/gzip"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"hotlens/vm/fdlibm"
)

var unary = map[string]func(float64) float64{
	"sin": fdlibm.Sin, "cos": fdlibm.Cos, "tan": fdlibm.Tan, "asin": fdlibm.Asin, "acos": fdlibm.Acos, "atan": fdlibm.Atan,
	"exp": fdlibm.Exp, "expm1": fdlibm.Expm1, "log": fdlibm.Log, "log10": fdlibm.Log10, "log1p": fdlibm.Log1p, "sqrt": fdlibm.Sqrt,
	"sinh": fdlibm.Sinh, "cosh": fdlibm.Cosh, "tanh": fdlibm.Tanh,
	"Math.sin": fdlibm.MathSin, "Math.cos": fdlibm.MathCos, "Math.tan": fdlibm.MathTan, "Math.exp": fdlibm.MathExp,
	"Math.log": fdlibm.MathLog, "Math.log10": fdlibm.MathLog10,
}

var binary = map[string]func(x, y float64) float64{
	"atan2": fdlibm.Atan2, "IEEEremainder": fdlibm.IEEEremainder,
	"Math.pow": fdlibm.MathPow,
}

// tally counts how a function compares.
type tally struct{ lines, mismatches int }

// TestGolden compares with a JDK's results, which must agree in all bits:
// testdata/Golden.java says how they were made.
func TestGolden(t *testing.T) {
	f, err := os.Open("testdata/golden.txt.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	tallies := map[string]*tally{}
	scanner := bufio.NewScanner(z)
	for scanner.Scan() {
		fields := strings.Fields(scanner.Text())
		var v []float64
		for _, field := range fields[1:] {
			bits, err := strconv.ParseUint(field, 16, 64)
			if err != nil {
				t.Fatal(err)
			}
			v = append(v, math.Float64frombits(bits))
		}
		name, want := fields[0], v[len(v)-1]
		var got float64
		if f := unary[name]; f != nil {
			got = f(v[0])
		} else {
			got = binary[name](v[0], v[1])
		}
		c := tallies[name]
		if c == nil {
			c = &tally{}
			tallies[name] = c
		}
		c.lines++
		if got != got && want != want || math.Float64bits(got) == math.Float64bits(want) {
			continue
		}
		if c.mismatches++; c.mismatches <= 5 {
			t.Errorf("%s%x = %x, want %x", name, v[:len(v)-1], got, want)
		}
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	if len(tallies) != len(unary)+len(binary) {
		t.Errorf("%d functions have results, want %d", len(tallies), len(unary)+len(binary))
	}
	for name, c := range tallies {
		if c.lines < 2000 || c.mismatches > 0 {
			t.Errorf("%s: %d of %d differ", name, c.mismatches, c.lines)
		}
	}
}

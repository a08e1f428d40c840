//go:build unix

package invoke

import (
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// TestSplitRecipe splits recipes, in which 1 stands for an operand and 2 for a constant.
func TestSplitRecipe(t *testing.T) {
	for _, test := range []struct {
		recipe    string
		constants []string
		want      string // the texts, | between them; "-" if the recipe is refused
	}{
		{"", nil, ""},
		{"text", nil, "text"},
		{"\x01", nil, "|"},
		{"a\x01b\x01", nil, "a|b|"},
		{"a\x02\x01\x02", []string{"x\x01y", "z"}, "ax\x01y|z"},
		{"\x02", nil, "-"},
		{"\x01", []string{"left over"}, "-"},
	} {
		var constants [][]uint16
		for _, c := range test.constants {
			constants = append(constants, utf16.Encode([]rune(c)))
		}
		texts, ok := splitRecipe(utf16.Encode([]rune(test.recipe)), constants)
		got := "-"
		if ok {
			var parts []string
			for _, text := range texts {
				parts = append(parts, string(utf16.Decode(text)))
			}
			got = strings.Join(parts, "|")
		}
		if got != test.want {
			t.Errorf("%q with %q: %q, want %q", test.recipe, test.constants, got, test.want)
		}
	}
}

func TestDecimalLength(t *testing.T) {
	numbers := []int64{0, math.MinInt64, math.MaxInt64}
	for power := int64(1); power <= math.MaxInt64/10; power *= 10 {
		numbers = append(numbers, power, power-1, -power, 1-power)
	}
	for _, n := range numbers {
		if got, want := decimalLength(n), int64(len(strconv.FormatInt(n, 10))); got != want {
			t.Errorf("%d has %d characters, not %d", n, want, got)
		}
	}
}

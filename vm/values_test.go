//go:build unix

package vm_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/oracle"
)

// passedFlags observe calls in all ways of naming them.
var passedFlags = []string{
	"--values", "Passes.step:55", "--values", "Passes.step:56", "--values", "Passes.java:57", "--values", "testdata/values/Passes.java:58", "--values", "Passes.step:59",
	"--values", "Passes.step:60", "--values", "Passes.inline:63", "--values", "Passes.collections:87", "--values", "Passes.main:96", "--values", "Passes.main:97",
	"--values", "Passes.main:102", "--values", "Passes.main:108", "--values", "Passes.main:109", "--values", "dynamic Passes.main:110", "--values", "Passes.main(I)V:96", "--values", "Other.java:60",
}

// TestValues states what one program passes, for which each argument's values follow from the loops. They are the same in every tier, and
// nothing else in the profile changes by observing them.
func TestValues(t *testing.T) {
	oracle.Once(t)
	tools := oracle.FindTools(t)
	const folder = "testdata/values"
	program := profiledProgram{tools, folder, oracle.Compile(t, tools, folder), "Passes"}
	file, run := program.profile(t, "auto", passedFlags...)
	if want := "exit 0"; "exit "+run.Status != want {
		t.Fatalf("%s: %s", run.Status, oracle.LastLines(run.Stderr, 20))
	}
	p := decodeProfile(t, file)
	got := map[string]string{}
	for i := range p.Values {
		v := &p.Values[i]
		if strings.Contains("repeat values valueOf", v.Name) { // beside those that are looked at
			continue
		}
		for j := range v.Arguments {
			name := fmt.Sprintf("%d %s %d", v.Line, v.Name, j)
			if strings.HasPrefix(v.Name, "area") || v.Name == "twice" {
				name += fmt.Sprintf(" of %d", v.Calls)
			}
			if _, twice := got[name]; twice {
				name += " again"
			}
			got[name] = argumentText(&v.Arguments[j])
		}
	}
	want := map[string]string{
		"55 integers 0": "I; values 0×1000 1×1000 2×1000, 0 to 2; zero×1000 positive^0×1000 positive^1×1000",
		"55 integers 1": "J; values -9223372036854775808×1500 1099511627776×1500, -9223372036854775808 to 1099511627776; negative^63×1500 positive^40×1500",
		"55 integers 2": "S; values -2×750 -1×750 0×750 1×750, -2 to 1; negative^1×750 negative^0×750 zero×750 positive^0×750",
		"55 integers 3": "B; values -56×3000, -56 to -56; negative^5×3000",
		"56 small 0":    "Z; values false×2000 true×1000, false to true",
		"56 small 1":    "C; values 'a'×1500 'b'×1500, 'a' to 'b'",
		// Of i % 10 == 0, 0 to 2990, one in three has each remainder by 3.
		"56 small 2":         "LPasses$Color;; null×300; values RED:Passes$Color×900 GREEN:Passes$Color×900 BLUE:Passes$Color×900; types Passes$Color×1800 Passes$Color$1×900",
		"57 floating 0":      "F; values -0.0×1500 1.5×1500, -0.0 to 1.5; -zero×1500 positive^0×1500",
		"57 floating 1":      "D; values -Infinity×750 -1e+300×750 0.1×750 NaN×750, -Infinity to 0.1; -infinity×750 negative^996×750 positive^-4×750 nan×750",
		"58 texts 0":         "Ljava/lang/String;; types java/lang/String×3000; sizes 0×600 1×600 2×600 3×600 4×600, 0 to 4",
		"58 texts 1":         "Ljava/lang/Object;; null×1500; types [[I×1500; sizes 0×500 2×500 4×500, 0 to 4",
		"58 texts 2":         "[I; types [I×3000; sizes 0×1500 1×1500, 0 to 1",
		"59 boxes 0":         "Ljava/lang/Object;; values 7:java/lang/Integer×750 7:java/lang/Long×750 'q':java/lang/Character×750 0.5:java/lang/Double×750; positive^-1×750 positive^2×1500; types java/lang/Character×750 java/lang/Double×750 java/lang/Integer×750 java/lang/Long×750",
		"59 boxes 1":         "Ljava/lang/Boolean;; values false:java/lang/Boolean×1500 true:java/lang/Boolean×1500, false to true; types java/lang/Boolean×3000",
		"63 twice 0 of 3000": "I; values 0×429 1×429 2×429 3×429 4×428 5×428 6×428, 0 to 6; zero×429 positive^0×429 positive^1×858 positive^2×1284",
		// i % 3 chooses the receiver, i % 2 the argument.
		"96 area 0 of 3000":             "LPasses$Shape; receiver; types Passes$Square×2000 Passes$Flat×1000",
		"96 area 1 of 3000":             "I; values 0×1500 1×1500, 0 to 1; zero×1500 positive^0×1500",
		"96 inline 0":                   "I; values (256 different, others 2744), 0 to 2999; zero×1 positive^0×1 positive^1×2 positive^2×4 positive^3×8 positive^4×16 positive^5×32 positive^6×64 positive^7×128 positive^8×256 positive^9×512 positive^10×1024 positive^11×952",
		"60 many 0":                     "I; values (256 different, others 2744), 0 to 2999; zero×1 positive^0×1 positive^1×2 positive^2×4 positive^3×8 positive^4×16 positive^5×32 positive^6×64 positive^7×128 positive^8×256 positive^9×512 positive^10×1024 positive^11×952",
		"97 twice 0 of 3000":            "I; values 0×1500 1×1500, 0 to 1; zero×1500 positive^0×1500",
		"97 twice 0 of 3000 again":      "I; values 0×750 1×750 2×750 3×750, 0 to 3; zero×750 positive^0×750 positive^1×1500",
		"102 area 0 of 10":              "LPasses$Shape; receiver; null×4; types Passes$Square×6",
		"102 area 1 of 10":              "I; values 0×1 1×1 2×1 3×1 4×1 5×1 6×1 7×1 8×1 9×1, 0 to 9; zero×1 positive^0×1 positive^1×2 positive^2×4 positive^3×2",
		"109 sized 0":                   "Ljava/lang/Object;; types Passes$$Lambda×1",
		"110 makeConcatWithConstants 0": "J; values 13263×1, 13263 to 13263; positive^13×1",
		"110 makeConcatWithConstants 1": "J; values 18027×1, 18027 to 18027; positive^14×1",
		// In the order of the program's list, by size: emptyList, List.of(), Map.of(); List.of(1), Map.of(1, 2); usual, map, keySet, values, unmodifiableMap, List.of(1, 2), subList, ConcurrentHashMap, entrySet, synchronizedList;
		// list, TreeSet, EnumSet, LinkedBlockingQueue; asList; deque, StringBuilder; the text; long[9]. Strange and Object have none.
		"87 sized 0": "Ljava/lang/Object;; types (25 different); sizes 2×10 3×4 0×3 1×2 5×2 4×1 7×1 9×1, 0 to 9",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("passed (-want +got):\n%s", diff)
	}
	for _, tier := range []string{"interp", "jit"} {
		if other, _ := program.profile(t, tier, passedFlags...); !bytes.Equal(oracle.WithoutTier(file), oracle.WithoutTier(other)) {
			t.Errorf("--tier %s: the profiles differ:\n%s", tier, oracle.FirstDifference(string(oracle.WithoutTier(file)), string(oracle.WithoutTier(other))))
		}
	}
	plain, _ := program.profile(t, "auto")
	p.Values, p.Inlining = nil, nil
	without := decodeProfile(t, plain)
	without.Inlining = nil
	if diff := cmp.Diff(without, p); diff != "" {
		t.Errorf("by being observed, the program's profile differs (-plain +observed):\n%.2000s", diff)
	}
}

// argumentText writes down an argument's values.
func argumentText(a *profiles.ArgumentValues) string {
	text := a.Type
	if a.Receiver {
		text += " receiver"
	}
	if a.Nulls > 0 {
		text += fmt.Sprintf("; null×%d", a.Nulls)
	}
	list := func(title string, d *profiles.Distribution) string {
		if d == nil {
			return ""
		}
		text := "; " + title
		switch {
		case d.Others > 0:
			text += fmt.Sprintf(" (%d different, others %d)", len(d.Counts), d.Others)
		case len(d.Counts) > 20:
			text += fmt.Sprintf(" (%d different)", len(d.Counts))
		default:
			for _, c := range d.Counts {
				value, _, _ := strings.Cut(c.Value, "$$Lambda")
				if value != c.Value {
					value += "$$Lambda"
				}
				if c.Type != "" {
					value += ":" + c.Type
				}
				text += fmt.Sprintf(" %s×%d", value, c.Calls)
			}
		}
		if d.Min != "" {
			text += ", " + d.Min + " to " + d.Max
		}
		return text
	}
	text += list("values", a.Values)
	for i, m := range a.Magnitudes {
		separator := " "
		if i == 0 {
			separator = "; "
		}
		text += separator + string(m.Sign)
		if m.Sign == profiles.SignNegative || m.Sign == profiles.SignPositive {
			text += fmt.Sprintf("^%d", m.Exponent)
		}
		text += fmt.Sprintf("×%d", m.Calls)
	}
	return text + list("types", a.Types) + list("sizes", a.Sizes)
}

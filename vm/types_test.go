//go:build unix

package vm_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/oracle"
)

// typesFlags count objects by class.
var typesFlags = []string{"--profilers", "types"}

// typesProgram is the program that TestTypesByHand knows the numbers of. Of the others one in typesCompiledShare is run with everything compiled,
// which takes ten times the time of all other runs.
const (
	typesProgram       = "CountsTypes"
	typesCompiledShare = 4
)

// TestTypes counts the objects of counted programs by class: in every context they sum to what is counted anyway, in every
// tier they are the same, and nothing else changes.
func TestTypes(t *testing.T) {
	forEachOfHalf(t, analysedShare*countsShare, typesProgram, func(t *testing.T, program profiledProgram) { checkTypes(t, program) })
}

func checkTypes(t *testing.T, program profiledProgram) *profiles.Profile {
	t.Helper()
	file, _ := program.profile(t, "auto", typesFlags...)
	p := decodeProfile(t, file)
	type amount struct{ Objects, Bytes uint64 }
	sums := make([]amount, len(p.Contexts))
	for _, row := range p.Types {
		sums[row.Context].Objects += row.Objects
		sums[row.Context].Bytes += row.Bytes
	}
	for i, c := range p.Contexts {
		if want := (amount{c.Allocations, c.AllocatedBytes}); sums[i] != want {
			t.Errorf("context %d of %s: the types sum to %+v, not to %+v", i, methodName(p, int(c.Method)), sums[i], want)
		}
	}
	plainFile, _ := program.profile(t, "auto")
	if diff := cmp.Diff(decodeProfile(t, plainFile).Contexts, p.Contexts); diff != "" {
		t.Errorf("with types, the contexts differ (-without +with):\n%.2000s", diff)
	}
	tiers := []string{"interp"}
	if program.name == typesProgram || oracle.Chosen(program.name, typesCompiledShare) {
		tiers = append(tiers, "jit")
	}
	for _, tier := range tiers {
		if other, _ := program.profile(t, tier, typesFlags...); !bytes.Equal(oracle.WithoutTier(file), oracle.WithoutTier(other)) {
			t.Errorf("--tier %s: the types differ:\n%s", tier, oracle.FirstDifference(string(oracle.WithoutTier(file)), string(oracle.WithoutTier(other))))
		}
	}
	return p
}

// TestTypesByHand states the objects that one program makes.
func TestTypesByHand(t *testing.T) {
	tools := oracle.FindTools(t)
	p := checkTypes(t, profiledProgram{tools, countsFolder, oracle.Compile(t, tools, countsFolder), typesProgram})
	// A pair takes 16 bytes; an array 16, and 4 for each element, rounded to 8.
	got := map[string]profiles.TypeCount{}
	for _, row := range p.Types {
		if name := methodName(p, int(p.Contexts[row.Context].Method)); row.Class == "CountsTypes$Pair" || row.Class == "[LCountsTypes$Pair;" || row.Class == "[I" || row.Class == "[[I" {
			key := name + " " + row.Class
			sum := got[key]
			got[key] = profiles.TypeCount{Objects: sum.Objects + row.Objects, Bytes: sum.Bytes + row.Bytes}
		}
	}
	want := map[string]profiles.TypeCount{
		"CountsTypes.several CountsTypes$Pair":    {Objects: 6000, Bytes: 6000 * 16},
		"CountsTypes.several [I":                  {Objects: 3000, Bytes: 3000 * 40},
		"CountsTypes.several [LCountsTypes$Pair;": {Objects: 3000, Bytes: 1500*16 + 1500*24},
		"CountsTypes.one CountsTypes$Pair":        {Objects: 3000, Bytes: 3000 * 16},
		"CountsTypes.main [[I":                    {Objects: 1, Bytes: 32},
		"CountsTypes.main [I":                     {Objects: 4, Bytes: 4 * 40},
		"java.lang.Object.clone [I":               {Objects: 1, Bytes: 40},
	}
	for key, w := range want {
		if got[key] != w {
			t.Errorf("%s: %+v, want %+v", key, got[key], w)
		}
	}
}

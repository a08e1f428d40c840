package cost_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/profiles/cost"
)

// TestConcatenations gives instructions that join strings their part of what their method's contexts cost.
func TestConcatenations(t *testing.T) {
	joining := []string{"concatenation\ttext\t10\t0.5\t", "concatenation\toperand\t100\t0\t"}
	for _, test := range []struct {
		name           string
		rows           []string
		p              *profiles.Profile
		concatenations []profiles.Concatenation
		want           []uint64
	}{
		{"what joining takes", joining, run(profiles.Context{Method: 1, Calls: 1}),
			[]profiles.Concatenation{{Caller: 1, Operands: 2, Strings: 3, Bytes: 40}, {Caller: 1, BCI: 9, Operands: 1, Strings: 1}}, []uint64{30 + 20 + 600, 110}},
		{"a part of what the first strings take more", []string{"warm-up\tjoined\t100\t4\t"}, extra(run(profiles.Context{Method: 1, Calls: 1}), profiles.Besides{Strings: 8}),
			[]profiles.Concatenation{{Caller: 1, Strings: 6}, {Caller: 1, BCI: 9, Strings: 2}}, []uint64{300, 100}},
		{"a part of the objects, by bytes", []string{"allocation\tall\t5\t0.5\t", "kind\tinteger\t7\t0\t"},
			run(profiles.Context{Method: 1, Calls: 1, Bytecodes: 30, Allocations: 4, AllocatedBytes: 300}, profiles.Context{Method: 1, Calls: 1, Allocations: 2, AllocatedBytes: 100}, profiles.Context{Method: 3, Allocations: 9, AllocatedBytes: 999}),
			[]profiles.Concatenation{{Caller: 1, Strings: 1, Bytes: 60}, {Caller: 1, BCI: 9, Strings: 1, Bytes: 160}}, []uint64{(30 + 200) / 4, (30 + 200) / 2}},
		{"the first memory, with them", []string{"warm-up\tmemory\t2\t0\t"}, run(profiles.Context{Method: 1, Calls: 1, Allocations: 2, AllocatedBytes: 200}),
			[]profiles.Concatenation{{Caller: 1, Strings: 1, Bytes: 60}}, []uint64{200}},
		{"never more than all objects", []string{"allocation\tall\t5\t0\t"}, run(profiles.Context{Method: 1, Calls: 1, Allocations: 2, AllocatedBytes: 16}),
			[]profiles.Concatenation{{Caller: 1, Strings: 1, Bytes: 60}}, []uint64{10}},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.p.Concatenations = test.concatenations
			cost.Apply(test.p, table(t, test.rows...))
			var got []uint64
			for _, c := range test.p.Concatenations {
				got = append(got, c.Cost.Value())
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("costs (-want +got):\n%s", diff)
			}
		})
	}
}

package cost_test

import (
	"testing"

	"hotlens/profiles/cost"
)

// TestInstructions has runs of different lengths: the longer one is, the less time passes with each further instruction.
func TestInstructions(t *testing.T) {
	clock := cost.Clock{Instruction: cost.Picos{Base: 100}, Early: cost.Picos{Base: 150, Unit: 1_000_000}, WarmUp: cost.Picos{Base: 1750, Unit: 1000}}
	for number, want := range map[uint64]uint64{
		0: 0, 1: 2000, 1000: 2_000_000, 1001: 2_000_250, 1_000_000: 251_750_000, 1_000_001: 251_750_100,
	} {
		if got := clock.Instructions(number); got != want {
			t.Errorf("%d instructions take %d ps, want %d", number, got, want)
		}
	}
	table := cost.Default().Clock()
	if table.Early.Unit <= table.WarmUp.Unit || table.Early.Base == 0 || table.WarmUp.Base == 0 {
		t.Errorf("by the table they take %+v, then %+v, then %+v", table.WarmUp, table.Early, table.Instruction)
	}
}

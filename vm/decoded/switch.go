package decoded

import "sort"

// SwitchTable holds the targets of a tableswitch or lookupswitch.
type SwitchTable struct {
	Low      int32
	Keys     []int32 // lookupswitch; nil for tableswitch
	Targets  []SwitchTarget
	Fallback SwitchTarget
}

// SwitchTarget is where one case goes.
type SwitchTarget struct {
	Index int32 // instruction index
	Delta int32 // correction of the bytecode count
	BCI   int32
}

// Lookup is the target of a lookupswitch for key.
func (s *SwitchTable) Lookup(key int32) *SwitchTarget {
	i := sort.Search(len(s.Keys), func(i int) bool { return s.Keys[i] >= key })
	if i < len(s.Keys) && s.Keys[i] == key {
		return &s.Targets[i]
	}
	return &s.Fallback
}

package sharedmemory

import "fmt"

// Span is the addresses from Start up to, but not including, End.
type Span struct{ Start, End uint32 }

// Bytes is how many there are.
func (s Span) Bytes() uint32 { return s.End - s.Start }

// region is where records lie: in a first span of addresses, and when that is full in a second one behind it, which may begin later as long as it has none. The last
// record of the first span then is a more record. next is where the complete records end.
type region struct {
	first, second Span // the second one may be empty, and is then at 0
	next          uint32
}

// regionOf is the region that the control page tells of.
func regionOf(memory []byte) (region, error) {
	if len(memory) < ControlPageBytes {
		return region{}, fmt.Errorf("worker memory has %d bytes, less than its control page of %d", len(memory), ControlPageBytes)
	}
	r := &reader{memory: memory}
	if magic := r.word(ControlMagic); magic == 0 {
		return region{}, ErrNotReady
	} else if magic != Magic {
		return region{}, fmt.Errorf("worker memory starts with %#08x instead of %#08x: it is not a memory of hotlens", magic, uint32(Magic))
	}
	if version := r.word(ControlVersion); version != Version {
		return region{}, fmt.Errorf("worker memory has layout %d, this hotlens reads layout %d", version, Version)
	}
	g := region{next: r.published(ProfileNext)}
	g.first = Span{r.word(ProfileStart), r.word(ProfileEnd)}
	g.second = Span{r.word(ProfileMore), r.word(ProfileMoreEnd)}
	if !g.sound(uint64(len(memory))) {
		return region{}, fmt.Errorf("worker memory of %#x bytes has no sound profile region: first %#x to %#x, then %#x to %#x, next %#x", len(memory), g.first.Start, g.first.End, g.second.Start, g.second.End, g.next)
	}
	return g, nil
}

// sound reports whether a region may lie in a memory of so many bytes, and where its records end in it.
func (g *region) sound(memory uint64) bool {
	if g.first.Start < ControlPageBytes || g.first.Start%recordAlignment != 0 || g.first.Start > g.first.End || uint64(g.first.End) > memory {
		return false
	}
	if g.second == (Span{}) {
		return g.first.Start <= g.next && g.next <= g.first.End
	}
	if g.second.Start < g.first.End || g.second.Start%recordAlignment != 0 || g.second.Start > g.second.End || uint64(g.second.End) > memory {
		return false
	}
	return g.first.Start <= g.next && g.next <= g.first.End || g.inSecond(g.next) && g.next <= g.second.End
}

// continues reports whether this may be the region that another one was, later.
func (g *region) continues(before region) bool {
	return g.first == before.first && (g.second == before.second || !before.inSecond(before.next)) && g.position(g.next) >= g.position(before.next)
}

// inSecond reports whether an address is in the second span, or behind it.
func (g *region) inSecond(address uint32) bool {
	return g.second.Start != 0 && address >= g.second.Start
}

// limit is where the complete records of the span end that has this address.
func (g *region) limit(address uint32) uint32 {
	if g.inSecond(g.next) && !g.inSecond(address) {
		return g.first.End
	}
	return g.next
}

// behind is the address of the record behind the one at an address, of that kind and size.
func (g *region) behind(at, kind, size uint32) (uint32, error) {
	if kind != KindMore {
		return at + size, nil
	}
	if g.inSecond(at) || !g.inSecond(g.next) {
		return 0, recordError(at, fmt.Errorf("it says that records go on elsewhere, and they do not"))
	}
	return g.second.Start, nil
}

// position is how many bytes of the region lie before an address in it; of another address it is meaningless.
func (g *region) position(address uint32) uint32 {
	if g.inSecond(address) {
		return g.first.Bytes() + address - g.second.Start
	}
	return address - g.first.Start
}

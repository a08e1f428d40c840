//go:build unix

package natives

import (
	"hotlens/vm/compositing"
	"hotlens/vm/memory"
)

func init() { later(sunJava2dPipeSpancliprenderer) }

func sunJava2dPipeSpancliprenderer() {
	register("sun/java2d/pipe/SpanClipRenderer", table{
		"initIDs(Ljava/lang/Class;Ljava/lang/Class;)V": nothing,
		"fillTile(Lsun/java2d/pipe/RegionIterator;[BII[I)V": func(t *Thread, a Args) uint64 {
			if tile, ok := tileOf(t, a); ok {
				tile.set(tile.bounds, compositing.Opaque)
				tile.erase(t, a.Ref(1))
			}
			return 0
		},
		"eraseTile(Lsun/java2d/pipe/RegionIterator;[BII[I)V": func(t *Thread, a Args) uint64 {
			if tile, ok := tileOf(t, a); ok {
				tile.erase(t, a.Ref(1))
			}
			return 0
		},
	})
}

// tile is the coverages of a rectangle of pixels.
type tile struct {
	coverages     []byte
	first, stride int64
	bounds        rectangle
	box           Ref // the int[] with the bounds
}

// tileOf reads the arguments of SpanClipRenderer's natives. It throws where an array is too short.
func tileOf(t *Thread, a Args) (s tile, ok bool) {
	if a.Ref(1) == 0 || a.Ref(2) == 0 {
		t.ThrowNull()
		return s, false
	}
	at, ok := intArray(t, a.Ref(5), 4)
	if !ok {
		return s, false
	}
	edge := func(i int32) int64 { return int64(int32(at(i))) }
	s = tile{t.M.Bytes(a.Ref(2)), int64(a.Int(3)), int64(a.Int(4)), rectangle{edge(0), edge(1), edge(2), edge(3)}, a.Ref(5)}
	width, height := s.bounds.right-s.bounds.left, s.bounds.bottom-s.bounds.top
	if s.first < 0 || s.stride < width || width > 0 && height > 0 && s.first+(height-1)*s.stride+width > int64(len(s.coverages)) {
		t.Throw("java/lang/ArrayIndexOutOfBoundsException", "alpha tile array")
		return s, false
	}
	return s, true
}

// set gives all pixels of a part of the tile a coverage.
func (s *tile) set(part rectangle, coverage byte) {
	part = part.intersection(s.bounds)
	for y := part.top; y < part.bottom; y++ {
		for x := part.left; x < part.right; x++ {
			s.coverages[s.first+(y-s.bounds.top)*s.stride+x-s.bounds.left] = coverage
		}
	}
}

// erase takes what lies outside of a RegionIterator's region out of the tile, and makes the box the part that is left. The iterator
// goes to the last band of rows that ends above the tile.
func (s *tile) erase(t *Thread, iterator Ref) {
	region := refField(t, iterator, "region")
	if region == 0 {
		t.ThrowNull()
		return
	}
	array := refField(t, region, "bands")
	if array == 0 {
		t.ThrowNull()
		return
	}
	end := min(intField(t, region, "endIndex"), int32(t.M.Memory.U32(array+memory.ArrayLength)))
	band := func(i int32) int64 { return int64(int32(t.M.Memory.U32(array + memory.ArrayBase + 4*uint32(i)))) }
	b := s.bounds
	left := rectangle{b.right, b.bottom, b.left, b.bottom} // what is left
	erasedTo := b.top                                      // the rows before are done
	current, columns := intField(t, iterator, "curIndex"), intField(t, iterator, "numXbands")
	at, n := current, columns
	for {
		at += 2 * n
		if at < 0 || at+3 >= end {
			break
		}
		top, bottom := band(at), band(at+1)
		n = int32(band(at + 2))
		at += 3
		if bottom <= b.top {
			current, columns = at, n
			continue
		}
		if top >= b.bottom {
			break
		}
		top, bottom = max(top, b.top), min(bottom, b.bottom)
		x := b.left
		for i := at; i < at+2*n && i+1 < end && x < b.right; i += 2 {
			from, to := max(band(i), b.left), min(band(i+1), b.right)
			if from >= to {
				continue
			}
			if x == b.left && erasedTo < top {
				s.set(rectangle{b.left, erasedTo, b.right, top}, 0)
			}
			erasedTo = bottom
			s.set(rectangle{x, top, from, bottom}, 0)
			left.left = min(left.left, from)
			x = to
		}
		if x > b.left {
			s.set(rectangle{x, top, b.right, bottom}, 0)
			left.top = min(left.top, top)
		}
		left.right = max(left.right, x)
	}
	left.bottom = erasedTo
	if left.top == b.bottom {
		left.bottom = b.bottom
	}
	for i, edge := range []int64{left.left, left.top, left.right, left.bottom} {
		t.M.Memory.SetU32(s.box+memory.ArrayBase+memory.Address(4*i), uint32(edge))
	}
	setField(t, iterator, "curIndex", uint64(uint32(current)))
	setField(t, iterator, "numXbands", uint64(uint32(columns)))
}

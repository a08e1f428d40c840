//go:build unix

package memory

import (
	"encoding/binary"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"hotlens/profiles"
)

// mapTest maps a fresh linear memory in a sparse temporary file.
func mapTest(t testing.TB, heap uint64) *Memory {
	t.Helper()
	f, err := os.Create(filepath.Join(t.TempDir(), "memory"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	if err := f.Truncate(Size); err != nil {
		t.Fatal(err)
	}
	m, err := Map(f, heap)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close() })
	return m
}

// What other processes read is in the file; what only the program needs is not, and may have large pages.
func TestOnlyWhatIsReadElsewhereIsInTheFile(t *testing.T) {
	m := mapTest(t, 8<<20)
	_, above := m.ProfileRegion()
	for a, shared := range map[Address]bool{
		ControlAllocator: true, MetadataBase: false, ProfileBase - 4: false, ProfileBase: true, StacksBase: true,
		HeapBase: false, above.Start - 4: false, above.Start: true,
	} {
		m.SetU32(a, 4711)
		var word [4]byte
		if _, err := m.file.ReadAt(word[:], int64(a)); err != nil {
			t.Fatal(err)
		}
		if binary.LittleEndian.Uint32(word[:]) == 4711 != shared {
			t.Errorf("the word at %#x is in the file: %v, want %v", a, !shared, shared)
		}
	}
}

// TestHeapTakesAddressesOfTheProfile has a heap take addresses of the profile's region only when it needs them, and go without where the profile keeps them.
func TestHeapTakesAddressesOfTheProfile(t *testing.T) {
	const piece = 100 << 20
	for _, test := range []struct {
		yields int // how often the profile leaves some
		fit    int // how many pieces the heap then has room for
	}{{0, 6}, {1, 7}, {1000, 20}} {
		m := mapTest(t, 2046<<20)
		_, before := m.ProfileRegion()
		asked, start := 0, before.Start
		m.YieldProfile = func(at Address) bool {
			if asked++; asked > test.yields {
				return false
			}
			if at <= start || at > before.End {
				t.Errorf("the region's second part is to begin at %#x, behind %#x", at, start)
			}
			start = at
			return true
		}
		fit := 0
		for a := m.Heap.AllocateAnyway(piece); a != 0; a = m.Heap.AllocateAnyway(piece) {
			m.SetU32(a+piece-4, 1) // where nothing is mapped this faults
			if a+piece > start {
				t.Errorf("an object ends at %#x, in the profile's part from %#x on", a+piece, start)
			}
			fit++
		}
		if _, after := m.ProfileRegion(); fit != test.fit || after.Start != start {
			t.Errorf("where the profile yields %d times %d pieces fit, want %d; its second part begins at %#x, want %#x", test.yields, fit, test.fit, after.Start, start)
		}
	}
}

// testTIB makes the type information block of a class with the given size and
// reference offsets.
func testTIB(t testing.TB, m *Memory, size uint32, refs ...uint32) Address {
	t.Helper()
	tib, err := m.NewMetadata(TIBVTable)
	if err != nil {
		t.Fatal(err)
	}
	m.SetU32(tib+TIBSize, size)
	if len(refs) > 0 {
		list, err := m.NewMetadata(uint32(4 + 4*len(refs)))
		if err != nil {
			t.Fatal(err)
		}
		m.SetU32(list, uint32(len(refs)))
		for i, o := range refs {
			m.SetU32(list+4+4*uint32(i), o)
		}
		m.SetU32(tib+TIBRefMap, list)
	}
	return tib
}

type rootList []Ref

func (r *rootList) EachHeld(Ref, func(Ref)) {}

func (r *rootList) EachRoot(strong func(Ref), _ func(Address)) {
	for _, o := range *r {
		strong(o)
	}
}

func (r *rootList) Forget(func(Ref) bool) {}

type maybeList []Address

func (r maybeList) EachHeld(Ref, func(Ref)) {}

func (r maybeList) EachRoot(_ func(Ref), maybe func(Address)) {
	for _, a := range r {
		maybe(a)
	}
}

func (r maybeList) Forget(func(Ref) bool) {}

// TestLargeSurvivors tells survivors apart that a collector by generations would not have copied.
func TestLargeSurvivors(t *testing.T) {
	m := mapTest(t, 64<<20)
	roots := rootList{}
	for _, size := range []uint32{64, profiles.LargeObject - 4096, profiles.LargeObject, profiles.LargeObject + 4096} {
		object := m.Heap.AllocateAnyway(uint64(size))
		m.SetU32(object, testTIB(t, m, size))
		roots = append(roots, object)
		m.SetU32(m.Heap.AllocateAnyway(uint64(size)), testTIB(t, m, size)) // which nobody keeps
	}
	m.Heap.Collect(&roots, false, func(Ref) {})
	want := Survivors{Bytes: 64 + profiles.LargeObject - 4096, Large: 2*profiles.LargeObject + 4096}
	if got := m.Heap.Survived(); got != want {
		t.Errorf("survivors are %+v, want %+v", got, want)
	}
}

// TestCollectKeepsExactlyTheReachable builds random object graphs and compares
// what survives a collection with what a walk over the graph reaches.
func TestCollectKeepsExactlyTheReachable(t *testing.T) {
	m := mapTest(t, 64<<20)
	const fields = 3
	tib := testTIB(t, m, ObjectFields+4*fields, ObjectFields, ObjectFields+4, ObjectFields+8)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 300).Draw(t, "objects")
		objects := make([]Ref, n)
		for i := range objects {
			objects[i] = m.Heap.AllocateAnyway(ObjectFields + 4*fields)
			for f := range uint32(fields) {
				if v := m.U32(objects[i] + ObjectFields + 4*f); v != 0 {
					t.Fatalf("object %d is not zeroed", i)
				}
			}
			m.SetU32(objects[i], tib)
		}
		edges := map[Ref][]Ref{}
		for i := range objects {
			for f := range uint32(fields) {
				if k := rapid.IntRange(-1, n-1).Draw(t, "edge"); k >= 0 {
					m.SetU32(objects[i]+ObjectFields+4*f, objects[k])
					edges[objects[i]] = append(edges[objects[i]], objects[k])
				}
			}
		}
		var roots rootList
		for range rapid.IntRange(0, 5).Draw(t, "roots") {
			roots = append(roots, objects[rapid.IntRange(0, n-1).Draw(t, "root")])
		}
		want := map[Ref]bool{}
		for work := slices.Clone(roots); len(work) > 0; {
			o := work[len(work)-1]
			work = work[:len(work)-1]
			if !want[o] {
				want[o] = true
				work = append(work, edges[o]...)
			}
		}
		m.Heap.Collect(&roots, false, func(Ref) { t.Fatal("there are no reference objects") })
		for _, o := range objects {
			if m.Heap.Object(o) != want[o] {
				t.Fatalf("object %#x: alive %v, reachable %v", o, m.Heap.Object(o), want[o])
			}
		}
		const cell = ObjectFields + 4*fields + 4 // rounded up to 8
		if got := m.Heap.Survived(); got != (Survivors{Bytes: uint64(len(want)) * cell}) {
			t.Fatalf("%v bytes have survived their first collection, which are %d objects of %d", got, len(want), cell)
		}
		m.Heap.Collect(&roots, false, func(Ref) {})
		if got := m.Heap.Survived(); got != (Survivors{}) {
			t.Fatalf("%v bytes have survived another time", got)
		}
		seen := 0
		m.Heap.Objects(func(Ref) { seen++ })
		if seen != len(want) {
			t.Fatalf("the heap lists %d objects, %d are reachable", seen, len(want))
		}
	})
}

func TestLongListNeedsNoDeepStack(t *testing.T) {
	m := mapTest(t, 256<<20)
	tib := testTIB(t, m, ObjectFields+4, ObjectFields)
	var head Ref
	for range 2_000_000 {
		o := m.Heap.AllocateAnyway(ObjectFields + 4)
		m.SetU32(o, tib)
		m.SetU32(o+ObjectFields, head)
		head = o
	}
	m.Heap.Collect(&rootList{head}, false, func(Ref) {})
	count := 0
	for o := head; o != 0; o = m.U32(o + ObjectFields) {
		count++
	}
	if count != 2_000_000 {
		t.Fatalf("%d of 2000000 nodes left", count)
	}
}

func TestConservativeRoots(t *testing.T) {
	m := mapTest(t, 16<<20)
	tib := testTIB(t, m, 24)
	o := m.Heap.AllocateAnyway(24)
	m.SetU32(o, tib)
	for _, a := range []Address{0, 1, o + 1, o + 8, o + 24, HeapBase - 8, 0xffffffff} {
		if a != o && m.Heap.Object(a) {
			t.Errorf("%#x passes for an object", a)
		}
	}
	m.Heap.Collect(maybeList{o + 8, o}, false, func(Ref) {})
	if !m.Heap.Object(o) {
		t.Error("an object that a stack word points to was freed")
	}
}

func TestReferencesByStrength(t *testing.T) {
	m := mapTest(t, 16<<20)
	m.Heap.Reference = ReferenceOffsets{Referent: 8, Discovered: 12, Next: 16}
	plain := testTIB(t, m, 16)
	for kind, c := range map[uint32]struct{ clearSoft, cleared bool }{
		ReferenceSoft: {false, false}, ReferenceWeak: {false, true}, ReferencePhantom: {false, true}, ReferenceFinal: {false, false},
	} {
		tib := testTIB(t, m, 24, 12, 16)
		m.SetU32(tib+TIBRefKind, kind)
		r := m.Heap.AllocateAnyway(24)
		m.SetU32(r, tib)
		o := m.Heap.AllocateAnyway(16)
		m.SetU32(o, plain)
		m.SetU32(r+8, o)
		var pending []Ref
		m.Heap.Collect(&rootList{r}, c.clearSoft, func(p Ref) { pending = append(pending, p) })
		if got := m.U32(r+8) == 0; got != c.cleared {
			t.Errorf("strength %d: cleared %v, want %v", kind, got, c.cleared)
		}
		if enqueued := len(pending) == 1; enqueued != (kind != ReferenceSoft) {
			t.Errorf("strength %d: enqueued %v", kind, enqueued)
		}
		if kind == ReferenceFinal && !m.Heap.Object(o) {
			t.Error("an object with a finalizer was freed before it ran")
		}
	}
}

// TestHeapHoldsItsLimit fills the heap with objects of one size after the other:
// what fits is what the limit says, whatever is lost to rounding and to gaps.
func TestHeapHoldsItsLimit(t *testing.T) {
	const limit = 8 << 20
	m := mapTest(t, limit)
	for _, size := range []uint64{16, 24, 40, 136, 144, 264, 520, 1040, 2056, 2304, 4100, 9000, 16392, 20000, 65552, 1<<20 + 16} {
		tib := testTIB(t, m, uint32(size))
		total := uint64(0)
		for o := m.Heap.AllocateAnyway(size); o != 0; o = m.Heap.AllocateAnyway(size) {
			m.SetU32(o, tib)
			total += RoundSize(size)
		}
		if total > limit || total+size <= limit*97/100 {
			t.Errorf("objects of %d bytes: %d bytes fitted into a heap of %d", size, total, uint64(limit))
		}
		if m.Heap.Used() != total {
			t.Errorf("objects of %d bytes: the heap says that %d bytes are used, want %d", size, m.Heap.Used(), total)
		}
		m.Heap.Emergency(true)
		reserve := m.Heap.AllocateAnyway(size)
		if size <= maxSmallSize && reserve == 0 {
			t.Errorf("objects of %d bytes: the reserve gives nothing", size)
		}
		if reserve != 0 {
			m.SetU32(reserve, tib)
		}
		m.Heap.Emergency(false)
		m.Heap.Collect(&rootList{}, true, func(Ref) {})
		if m.Heap.Used() != 0 {
			t.Errorf("objects of %d bytes: an emptied heap uses %d bytes", size, m.Heap.Used())
		}
	}
}

// TestFreedCellsAreZero frees every other object and allocates again between the
// survivors.
func TestFreedCellsAreZero(t *testing.T) {
	m := mapTest(t, 4<<20)
	for _, size := range []uint64{16, 24, 112, 240, 3000} {
		tib := testTIB(t, m, uint32(size))
		fill := func() Ref {
			o := m.Heap.AllocateAnyway(size)
			if o == 0 {
				t.Fatal("the heap is full")
			}
			body := m.Slice(o, int(RoundSize(size)))
			for i, b := range body {
				if b != 0 {
					t.Fatalf("an object of %d bytes is not zeroed at %d", size, i)
				}
			}
			for i := range body[ObjectFields:] {
				body[ObjectFields+i] = 0xff
			}
			m.SetU32(o, tib)
			return o
		}
		var kept rootList
		for i := range 400 {
			if o := fill(); i%2 == 0 {
				kept = append(kept, o)
			}
		}
		m.Heap.Collect(&kept, false, func(Ref) {})
		if want := uint64(len(kept)) * RoundSize(size); m.Heap.Used() != want {
			t.Errorf("%d bytes used, want %d", m.Heap.Used(), want)
		}
		for range 300 {
			fill()
		}
		m.Heap.Collect(&rootList{}, false, func(Ref) {})
	}
}

// TestOffHeap allocates and frees at random; blocks never overlap.
func TestOffHeap(t *testing.T) {
	m := mapTest(t, 1<<20)
	rapid.Check(t, func(t *rapid.T) {
		live := map[Address]uint32{}
		var order []Address
		for range rapid.IntRange(1, 60).Draw(t, "steps") {
			if len(order) > 0 && rapid.Bool().Draw(t, "free") {
				i := rapid.IntRange(0, len(order)-1).Draw(t, "which")
				if !m.OffHeap.Free(order[i]) {
					t.Fatalf("block %#x cannot be freed", order[i])
				}
				delete(live, order[i])
				order = slices.Delete(order, i, i+1)
				continue
			}
			size := rapid.Uint32Range(0, 5000).Draw(t, "size")
			a := m.OffHeap.Allocate(uint64(size))
			if a == 0 || a%offHeapAlign != 0 || !m.OffHeap.Contains(uint64(a), uint64(size)) {
				t.Fatalf("bad block %#x", a)
			}
			for b, n := range live {
				if a < b+max(n, 1) && b < a+max(size, 1) {
					t.Fatalf("blocks %#x and %#x overlap", a, b)
				}
			}
			live[a] = size
			order = append(order, a)
		}
		for _, a := range order {
			m.OffHeap.Free(a)
		}
	})
	if m.OffHeap.Free(12345) {
		t.Error("freeing a wild address succeeds")
	}
	if m.OffHeap.Contains(^uint64(0), 8) || m.OffHeap.Contains(0, 1) {
		t.Error("a wild address passes for off-heap memory")
	}
}

// TestInlineAllocation allocates half of the objects as compiled code does, with
// nothing but the words of the control page. Both ways hand out cells that do not
// overlap, and agree on how much is used and on when a collection is due.
func TestInlineAllocation(t *testing.T) {
	const limit = 2 << 20
	m := mapTest(t, limit)
	inline := func(size uint32) Address {
		run := RunAddress(size)
		a, left := m.U32(run+RunNext), int64(m.U64(AllowanceAddress))-int64(RoundSize(uint64(size)))
		if a >= m.U32(run+RunEnd) || left < 0 {
			return m.Heap.Allocate(uint64(size))
		}
		m.SetU32(run+RunNext, a+CellSize(size))
		m.SetU64(AllowanceAddress, uint64(left))
		return a
	}
	tibs := map[uint32]Address{}
	rapid.Check(t, func(t *rapid.T) {
		m.Heap.Collect(&rootList{}, false, func(Ref) {})
		sizes := rapid.SliceOfN(rapid.Uint32Range(minCell, maxSmallSize), 1, 20).Draw(t, "sizes")
		var used uint64
		ends := map[Address]Address{}
		for i := 0; ; i++ {
			size := sizes[i%len(sizes)]
			if !IsSmall(uint64(size)) || CellSize(size) < size {
				t.Fatalf("%d bytes lie in cells of %d", size, CellSize(size))
			}
			allocate := inline
			if i%2 == 0 {
				allocate = func(size uint32) Address { return m.Heap.Allocate(uint64(size)) }
			}
			if due := used+RoundSize(uint64(size)) > limit; due != m.Heap.Due(uint64(size)) {
				t.Fatalf("%d of %d bytes are used: %d more make a collection due: %v", used, limit, size, !due)
			}
			a := allocate(size)
			if a == 0 {
				if used+maxSmallSize <= limit*3/4 {
					t.Fatalf("the heap is full with %d of %d bytes", used, limit)
				}
				break
			}
			used += RoundSize(uint64(size))
			if m.Heap.Used() != used {
				t.Fatalf("%d bytes are used, the heap says %d", used, m.Heap.Used())
			}
			tib := tibs[size]
			if tib == 0 {
				var err error
				if tib, err = m.NewMetadata(TIBVTable); err != nil {
					t.Fatal(err)
				}
				m.SetU32(tib+TIBSize, size)
				tibs[size] = tib
			}
			m.SetU32(a, tib)
			ends[a] = a + size
		}
		last := Address(0)
		for _, a := range slices.Sorted(maps.Keys(ends)) {
			if a < last {
				t.Fatalf("objects overlap at %#x", a)
			}
			last = ends[a]
		}
	})
}

func TestCellTableIsWhatEachSizeTakes(t *testing.T) {
	table := CellTable()
	for size := uint32(ArrayBase); size <= MaxSmallSize; size++ {
		word := table[RoundSize(uint64(size))/8]
		if run, cell := word>>16, word&0xffff; run != RunAddress(size) || cell != CellSize(size) {
			t.Fatalf("for %d bytes the table has the run at %#x and cells of %d bytes, not %#x and %d", size, run, cell, RunAddress(size), CellSize(size))
		}
	}
	if last := len(table) - 1; last*8 != MaxSmallSize {
		t.Errorf("the table ends at %d bytes", last*8)
	}
}

// hiddenRoots are roots that tell of objects which are not in the heap.
type hiddenRoots struct {
	rootList
	heap   *Heap
	hidden uint64
}

func (r *hiddenRoots) EachRoot(strong func(Ref), maybe func(Address)) {
	r.rootList.EachRoot(strong, maybe)
	r.heap.KeepHidden(r.hidden)
}

func TestObjectsThatAreCountedBeforeTheyAreMade(t *testing.T) {
	m := mapTest(t, 64<<20)
	h := &m.Heap
	const size = 24
	tib := testTIB(t, m, size)
	first := h.AllocateAnyway(size)
	m.SetU32(first, tib)
	used := h.Used()
	m.SetU64(AllowanceAddress, m.U64(AllowanceAddress)-RoundSize(size))
	h.Collect(&hiddenRoots{rootList{first}, h, size}, false, func(Ref) {})
	if got := h.Used(); got != used+size {
		t.Errorf("with a hidden object the heap has %d bytes, want %d", got, used+size)
	}
	second := h.AllocateCounted(size)
	if second == 0 || second == first || h.Used() != used+size {
		t.Errorf("the object lies at %#x, and the heap has %d bytes, want %d", second, h.Used(), used+size)
	}
	m.SetU32(second, tib)
	if !h.Object(second) {
		t.Error("the heap does not know the object")
	}
}

// TestCountedObjectsInAHeapOfGaps makes objects that have been counted before in a heap
// whose pages are all in use: in larger cells where there are some, and else in the
// reserve, after which a collection is due.
func TestCountedObjectsInAHeapOfGaps(t *testing.T) {
	for _, test := range []struct {
		name       string
		gap, size  uint32
		collection bool
	}{
		{"larger gaps", 48, 24, false},
		{"smaller gaps", 16, 40, true},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := mapTest(t, 8<<20)
			h := &m.Heap
			tib, made := testTIB(t, m, test.gap), testTIB(t, m, test.size)
			var kept rootList
			for i := 0; ; i++ {
				a := h.AllocateAnyway(uint64(test.gap))
				if a == 0 {
					break
				}
				m.SetU32(a, tib)
				if i%2 == 0 {
					kept = append(kept, a)
				}
			}
			h.Collect(&kept, false, func(Ref) {})
			// Pages that nothing has needed so far are used up, too.
			for h.newSpan(1) >= 0 {
			}
			rounded := RoundSize(uint64(test.size))
			used := h.Used()
			taken := map[Address]bool{}
			for range 100 {
				m.SetU64(AllowanceAddress, m.U64(AllowanceAddress)-rounded)
				a := h.AllocateCounted(uint64(test.size))
				if a == 0 || taken[a] {
					t.Fatalf("the object lies at %#x", a)
				}
				m.SetU32(a, made)
				if !h.Object(a) {
					t.Fatalf("the heap does not know the object at %#x", a)
				}
				taken[a] = true
			}
			if got := h.Used(); got != used+100*rounded {
				t.Errorf("the heap has %d bytes, want %d", got, used+100*rounded)
			}
			if got := h.Due(8); got != test.collection {
				t.Errorf("a collection is due: %t, want %t", got, test.collection)
			}
		})
	}
}

// TestForgedObjects looks at addresses that hold no object, but what a program may have
// made look like one.
func TestForgedObjects(t *testing.T) {
	m := mapTest(t, 64<<20)
	h := &m.Heap
	const length = 1 << 20
	tib := MetadataBase + 4096
	m.SetU32(tib+TIBKind, KindPrimArray)
	m.SetU32(tib+TIBSize, 3)
	array := h.Allocate(ArrayBase + 8*length)
	m.SetU32(array, tib)
	m.SetU32(array+ArrayLength, length)
	if got := len(h.ArrayBytes(array, 3)); got != 8*length {
		t.Errorf("the array has %d bytes, want %d", got, 8*length)
	}
	forged := array + 64
	m.SetU32(forged, tib)
	for _, shift := range []uint32{0, 3, 40, 63, 64, ^uint32(0)} {
		m.SetU32(tib+TIBSize, shift)
		m.SetU32(forged+ArrayLength, ^uint32(0))
		if end := uint64(forged) + h.ObjectSize(forged); end > uint64(Size) {
			t.Errorf("with elements of 1<<%d bytes it ends at 0x%x, behind the memory", shift, end)
		}
	}
	for name, array := range map[string]Address{"in an array": forged, "longer than its cell": array} {
		m.SetU32(array+ArrayLength, ^uint32(0))
		func() {
			defer func() {
				if _, ok := recover().(Forgery); !ok {
					t.Errorf("the content of an array %s could be read", name)
				}
			}()
			h.ArrayBytes(array, 3)
		}()
	}
}

// TestNativeAccount takes all there is, and gives it back.
func TestNativeAccount(t *testing.T) {
	m := mapTest(t, 64<<20)
	n := &m.Native
	if n.Limit() != (512+64)<<20/4*3 {
		t.Errorf("the account has %d bytes", n.Limit())
	}
	for _, step := range []struct {
		bytes uint64
		ok    bool
	}{{n.Limit() - 1, true}, {2, false}, {^uint64(0), false}, {1, true}, {1, false}, {0, true}} {
		if got := n.Charge(step.bytes); got != step.ok {
			t.Errorf("with %d of %d used, %d more: %v", n.Used(), n.Limit(), step.bytes, got)
		}
	}
	n.Release(n.Limit())
	if n.Used() != 0 {
		t.Errorf("%d bytes are left", n.Used())
	}
}

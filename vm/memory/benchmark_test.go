//go:build unix

package memory

import (
	"math/rand/v2"
	"testing"

	"golang.org/x/sys/unix"
)

// grow makes a binary tree.
func grow(b *testing.B, m *Memory, depth int) Ref {
	tib := testTIB(b, m, ObjectFields+8, ObjectFields, ObjectFields+4)
	var node func(depth int) Ref
	node = func(depth int) Ref {
		var left, right Ref
		if depth > 0 {
			left, right = node(depth-1), node(depth-1)
		}
		o := m.Heap.AllocateAnyway(ObjectFields + 8)
		m.SetU32(o, tib)
		m.SetU32(o+ObjectFields, left)
		m.SetU32(o+ObjectFields+4, right)
		return o
	}
	return node(depth)
}

// reportProcessorTime reports what the benchmark's loop has taken of the processor
// since start, which says more than wall time on a busy machine.
func reportProcessorTime(b *testing.B, start int64) {
	b.ReportMetric(float64(processorTime(b)-start)/float64(b.N), "cpu-ns/op")
}

// processorTime is how many nanoseconds this process has computed.
func processorTime(b *testing.B) int64 {
	var used unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return used.Utime.Nano() + used.Stime.Nano()
}

// BenchmarkCollect collects a heap of which nearly all is alive.
func BenchmarkCollect(b *testing.B) {
	const objects = 1 << 20
	graphs := map[string]func(b *testing.B, m *Memory) Ref{
		// A tree in the order in which a program grows it.
		"tree": func(b *testing.B, m *Memory) Ref { return grow(b, m, 19) },
		// A table of entries that have come one after the other, at random: each
		// has a key, and the next entry in its bucket.
		"table": func(b *testing.B, m *Memory) Ref {
			entry, key := testTIB(b, m, 24, 8, 12), testTIB(b, m, 16)
			array := testTIB(b, m, 2)
			m.SetU32(array+TIBKind, KindRefArray)
			const buckets = objects / 4
			table := m.Heap.AllocateAnyway(ArrayBase + 4*buckets)
			m.SetU32(table, array)
			m.SetU32(table+ArrayLength, buckets)
			random := rand.New(rand.NewPCG(1, 2))
			for range objects / 2 {
				k := m.Heap.AllocateAnyway(16)
				m.SetU32(k, key)
				e := m.Heap.AllocateAnyway(24)
				m.SetU32(e, entry)
				slot := table + ArrayBase + 4*random.Uint32N(buckets)
				m.SetU32(e+8, k)
				m.SetU32(e+12, m.U32(slot))
				m.SetU32(slot, e)
			}
			return table
		},
		// A tree that the processor's cache holds, as the heap of a small program.
		"small": func(b *testing.B, m *Memory) Ref { return grow(b, m, 13) },
		// A list, which no collector can follow in parallel.
		"list": func(b *testing.B, m *Memory) (head Ref) {
			tib := testTIB(b, m, 16, 12)
			for range objects {
				o := m.Heap.AllocateAnyway(16)
				m.SetU32(o, tib)
				m.SetU32(o+12, head)
				head = o
			}
			return head
		},
	}
	for name, build := range graphs {
		b.Run(name, func(b *testing.B) {
			m := mapTest(b, 256<<20)
			roots := &rootList{build(b, m)}
			start := processorTime(b)
			for b.Loop() {
				m.Heap.Collect(roots, false, func(Ref) {})
			}
			reportProcessorTime(b, start)
		})
	}
}

// BenchmarkChurn fills the heap with objects of some sizes until a collection is
// due, and collects, while a tenth of them live for long.
func BenchmarkChurn(b *testing.B) {
	for name, sizes := range map[string][]uint64{"small": {16, 24, 32, 40}, "mixed": {16, 24, 56, 200, 1000}} {
		b.Run(name, func(b *testing.B) {
			m := mapTest(b, 256<<20)
			tibs := make([]Address, len(sizes))
			for i, size := range sizes {
				tibs[i] = testTIB(b, m, uint32(size))
			}
			random := rand.New(rand.NewPCG(1, 2))
			kept := make(rootList, 50_000)
			start := processorTime(b)
			for b.Loop() {
				for {
					i := random.IntN(len(sizes))
					o := m.Heap.Allocate(sizes[i])
					if o == 0 {
						break
					}
					m.SetU32(o, tibs[i])
					if random.IntN(10) == 0 {
						kept[random.IntN(len(kept))] = o
					}
				}
				m.Heap.Collect(&kept, false, func(Ref) {})
			}
			reportProcessorTime(b, start)
		})
	}
}

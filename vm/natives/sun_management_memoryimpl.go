//go:build unix

package natives

import (
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

// The names of the memory pool and of the collector, in the words of the JDK's
// own collectors.
const (
	poolName      = "Heap"
	collectorName = "MarkSweep"
)

// management is what the management beans keep.
type management struct {
	pool, collector Ref // the beans, once a program has asked for them
}

// newUsage makes a MemoryUsage; -1 stands for unknown.
func newUsage(t *Thread, used, committed, limit uint64) Ref {
	return newByConstructor(t, "java/lang/management/MemoryUsage", "(JJJJ)V", signed(-1), used, max(used, committed), limit)
}

// heapUsage is the usage of the Java heap.
func heapUsage(t *Thread) Ref {
	h := t.M.Heap
	return newUsage(t, h.Used(), h.Committed(), h.Limit())
}

// beans makes the beans of the memory pool and the collector.
func beans(t *Thread) (*management, bool) {
	g := &hostOf(t).management
	if g.pool != 0 {
		return g, true
	}
	helper := t.FindBootClass("sun/management/ManagementFactoryHelper")
	if helper == nil || !t.Initialize(helper) {
		return nil, false
	}
	pool, collector := t.NewString(poolName), t.NewString(collectorName)
	const noThreshold = -1
	p := t.Call(interpreter.Callback, helper.Method("createMemoryPool", "(Ljava/lang/String;ZJJ)Ljava/lang/management/MemoryPoolMXBean;"),
		uint64(pool), 1, signed(noThreshold), signed(noThreshold))
	if extended := t.FindBootClass("com/sun/management/internal/GarbageCollectorExtImpl"); extended != nil && t.Initialize(extended) {
		helper = extended // with what com.sun.management adds
	} else if t.Exception != 0 {
		return nil, false
	}
	c := t.Call(interpreter.Callback, helper.Method("createGarbageCollector", "(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/management/GarbageCollectorMXBean;"),
		uint64(collector), 0)
	if t.Exception != 0 {
		return nil, false
	}
	g.pool, g.collector = t.M.Pin(Ref(p)), t.M.Pin(Ref(c))
	return g, true
}

// beanArray makes a native that returns one of the beans as an array.
func beanArray(class string, bean func(*management) Ref) interpreter.NativeFunc {
	return func(t *Thread, _ Args) uint64 {
		g, ok := beans(t)
		c := t.FindBootClass(class)
		if !ok || c == nil {
			return 0
		}
		return uint64(t.NewRefArray(c, []Ref{bean(g)}))
	}
}

// haveElements looks whether there are arrays, with an element at least each; if not, it throws.
func haveElements(t *Thread, arrays ...Ref) bool {
	for _, array := range arrays {
		switch {
		case array == 0:
			t.ThrowNull()
			return false
		case t.M.Memory.I32(array+memory.ArrayLength) == 0:
			t.Throw("java/lang/IllegalArgumentException", "an array without elements")
			return false
		}
	}
	return true
}

// describeCollection names what there is to say of a collection beside what is said of all collectors' ones: how many threads collect.
func describeCollection(t *Thread, a Args) uint64 {
	m := t.M
	if !haveElements(t, a.Ref(3), a.Ref(4), a.Ref(5)) {
		return 0
	}
	set := func(array Ref, text string) { m.Memory.SetU32(array+memory.ArrayBase, t.NewString(text)) }
	set(a.Ref(3), "GcThreadCount")
	m.Memory.SetU16(a.Ref(4)+memory.ArrayBase, 'I')
	set(a.Ref(5), "Number of GC threads")
	return 0
}

// lastCollection makes the GcInfo of the last collection, null if there was none. It ran from one millisecond to another.
func lastCollection(t *Thread, a Args) uint64 {
	if t.M.Collections.Count == 0 {
		return 0
	}
	values, before, after := a.Ref(3), a.Ref(5), a.Ref(6)
	if !haveElements(t, values, before, after) {
		return 0
	}
	return uint64(newInfo(t, t.M.Collections.Last, a.Ref(0), values, before, after))
}

// newInfo makes the GcInfo of a collection, with its builder, of arrays with room for the values of what describeCollection names and for
// the usage of each pool before and after it.
func newInfo(t *Thread, c interpreter.Collection, builder, values, before, after Ref) Ref {
	m := t.M
	begin := c.At
	if !m.Options.VirtualClock {
		begin -= c.Pause
	}
	m.Memory.SetU32(values+memory.ArrayBase, t.Box('I', 1))
	m.Memory.SetU32(before+memory.ArrayBase, newUsage(t, c.Before, c.Before, c.Limit))
	m.Memory.SetU32(after+memory.ArrayBase, newUsage(t, c.After, c.Before, c.Limit))
	const usages = "[Ljava/lang/management/MemoryUsage;"
	return newByConstructor(t, "com/sun/management/GcInfo", "(Lcom/sun/management/internal/GcInfoBuilder;JJJ"+usages+usages+"[Ljava/lang/Object;)V",
		uint64(builder), uint64(c.Number+1), uint64(begin.Milliseconds()), uint64(c.At.Milliseconds()), uint64(before), uint64(after), uint64(values))
}

// tellOfCollection has the collector's bean notify its listeners of a collection, which is always one of the whole heap.
func tellOfCollection(t *Thread, c interpreter.Collection) {
	mark := t.RootMark()
	defer t.Release(mark)
	bean, usage, object := hostOf(t).management.collector, t.FindBootClass("java/lang/management/MemoryUsage"), t.FindBootClass("java/lang/Object")
	if bean == 0 || usage == nil || object == nil {
		return
	}
	class := t.M.ClassOf(bean)
	builder := t.Root(Ref(t.Call(interpreter.Callback, class.Method("getGcInfoBuilder", "()Lcom/sun/management/internal/GcInfoBuilder;"), uint64(bean))))
	if t.Exception != 0 {
		return
	}
	one := []Ref{0}
	info := newInfo(t, c, builder, t.NewRefArray(object, one), t.NewRefArray(usage, one), t.NewRefArray(usage, one))
	name, action, cause := t.NewString(collectorName), t.NewString("end of major GC"), t.NewString(string(c.Cause))
	if t.Exception != 0 {
		return
	}
	t.Call(interpreter.Callback, class.Method("createGCNotification", "(JLjava/lang/String;Ljava/lang/String;Ljava/lang/String;Lcom/sun/management/GcInfo;)V"),
		uint64(bean), uint64(t.M.Millis()), uint64(name), uint64(action), uint64(cause), uint64(info))
}

func init() { later(sunManagementMemoryimpl) }

func sunManagementMemoryimpl() {
	const poolBean, managerBean = "java/lang/management/MemoryPoolMXBean", "java/lang/management/MemoryManagerMXBean"
	pools := beanArray(poolBean, func(g *management) Ref { return g.pool })
	managers := beanArray(managerBean, func(g *management) Ref { return g.collector })
	register("sun/management/MemoryImpl", table{
		"getMemoryPools0()[L" + poolBean + ";":       pools,
		"getMemoryManagers0()[L" + managerBean + ";": managers,
		"getMemoryUsage0(Z)Ljava/lang/management/MemoryUsage;": func(t *Thread, a Args) uint64 {
			if a.Bool(1) {
				return uint64(heapUsage(t))
			}
			// What classes take; an empty block tells where the next one goes.
			end, err := t.M.Memory.NewMetadata(0)
			if err != nil {
				end = memory.MetadataBase + memory.Address(memory.MetadataBytes)
			}
			used := uint64(end - memory.MetadataBase)
			return uint64(newUsage(t, used, used, uint64(memory.MetadataBytes)))
		},
		"setVerboseGC(Z)V": nothing,
	})
	register("sun/management/MemoryManagerImpl", table{"getMemoryPools0()[L" + poolBean + ";": pools})
	register("sun/management/MemoryPoolImpl", table{
		"getMemoryManagers0()[L" + managerBean + ";":    managers,
		"getUsage0()Ljava/lang/management/MemoryUsage;": func(t *Thread, _ Args) uint64 { return uint64(heapUsage(t)) },
		"getPeakUsage0()Ljava/lang/management/MemoryUsage;": func(t *Thread, _ Args) uint64 {
			h := t.M.Heap
			return uint64(newUsage(t, max(t.M.Collections.Peak, h.Used()), h.Committed(), h.Limit()))
		},
		"resetPeakUsage0()V": func(t *Thread, _ Args) uint64 {
			t.M.Collections.Peak = t.M.Heap.Used()
			return 0
		},
		// Null: not measured.
		"getCollectionUsage0()Ljava/lang/management/MemoryUsage;": constant(0),
		// The pool says that it has no thresholds, so nothing sets them.
		"setUsageThreshold0(JJ)V":                           nothing,
		"setCollectionThreshold0(JJ)V":                      nothing,
		"setPoolUsageSensor(Lsun/management/Sensor;)V":      nothing,
		"setPoolCollectionSensor(Lsun/management/Sensor;)V": nothing,
	})
	register("com/sun/management/internal/GarbageCollectorExtImpl", table{
		"setNotificationEnabled(Lcom/sun/management/GarbageCollectorMXBean;Z)V": func(t *Thread, a Args) uint64 {
			if a.Bool(2) {
				t.TellOfCollections(tellOfCollection)
			} else {
				t.TellOfCollections(nil)
			}
			return 0
		},
	})
	const bean = "Ljava/lang/management/GarbageCollectorMXBean;"
	register("com/sun/management/internal/GcInfoBuilder", table{
		"getNumGcExtAttributes(" + bean + ")I":                                        constant(1),
		"fillGcAttributeInfo(" + bean + "I[Ljava/lang/String;[C[Ljava/lang/String;)V": describeCollection,
		"getLastGcInfo0(" + bean + "I[Ljava/lang/Object;[C[Ljava/lang/management/MemoryUsage;[Ljava/lang/management/MemoryUsage;)Lcom/sun/management/GcInfo;": lastCollection,
	})
	register("sun/management/GarbageCollectorImpl", table{
		"getCollectionCount()J": func(t *Thread, _ Args) uint64 { return uint64(t.M.Collections.Count) },
		"getCollectionTime()J": func(t *Thread, _ Args) uint64 {
			if t.M.Options.VirtualClock {
				return 0 // collecting takes no bytecodes, so no virtual time
			}
			return uint64(t.M.Collections.Pause.Milliseconds())
		},
	})
}

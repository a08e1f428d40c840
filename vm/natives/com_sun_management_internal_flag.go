//go:build unix

package natives

import (
	"slices"

	"hotlens/vm/memory"
)

// This file tells programs that ask for HotSpot's options (HotSpotDiagnosticMXBean) of those by which they estimate how much memory objects take, or size
// what they keep. None can be changed.

// vmFlag is an option: a bool, or a number if it is none.
type vmFlag struct {
	name   string
	isBool bool
	value  func(t *Thread) uint64
	origin func(t *Thread) string // the name of a VMOption.Origin
}

// Names of VMOption.Origin.
const (
	originDefault   = "DEFAULT"
	originErgonomic = "ERGONOMIC"
	originGiven     = "VM_CREATION"
)

func always[T any](value T) func(*Thread) T { return func(*Thread) T { return value } }

// givenOr is where the value of an option comes from that the user may give.
func givenOr(given bool, otherwise string) string {
	if given {
		return originGiven
	}
	return otherwise
}

// vmFlags are the options, sorted by name.
var vmFlags = []vmFlag{
	{"CompactStrings", true, always[uint64](1), always(originDefault)},
	{"MaxHeapSize", false, func(t *Thread) uint64 { return t.M.Options.Limits.HeapBytes },
		func(t *Thread) string { return givenOr(t.M.Options.Limits.HeapGiven, originErgonomic) }},
	{"ObjectAlignmentInBytes", false, always[uint64](8), always(originDefault)},
	{"ThreadStackSize", false, func(t *Thread) uint64 { return t.M.Options.Limits.StackBytes >> 10 },
		func(t *Thread) string { return givenOr(t.M.Options.Limits.StackGiven, originDefault) }},
	{"UseCompressedClassPointers", true, always[uint64](1), always(originErgonomic)},
	{"UseCompressedOops", true, always[uint64](1), always(originErgonomic)},
}

func init() { later(comSunManagementInternalFlag) }

func comSunManagementInternalFlag() {
	register(flagClass, table{
		"initialize()V":           nothing,
		"getInternalFlagCount()I": constant(uint64(len(vmFlags))),
		"getAllFlagNames()[Ljava/lang/String;": func(t *Thread, _ Args) uint64 {
			var names []Ref
			for _, flag := range vmFlags {
				names = append(names, t.Root(t.NewString(flag.name)))
			}
			return uint64(t.NewRefArray(t.M.Known.String, names))
		},
		"getFlags([Ljava/lang/String;[Lcom/sun/management/internal/Flag;I)I": notNull(fillFlags, 1),
	})
}

const (
	flagClass   = "com/sun/management/internal/Flag"
	originClass = "com/sun/management/VMOption$Origin"
)

// fillFlags is Flag.getFlags: it fills an array with the options that have some names, or with all if there are no names, and answers how many it has put there.
func fillFlags(t *Thread, a Args) uint64 {
	m := t.M
	var asked []vmFlag
	if a.Ref(0) == 0 {
		asked = vmFlags
	} else {
		for _, name := range refsOf(t, a.Ref(0)) {
			text := m.Text(name)
			if at := slices.IndexFunc(vmFlags, func(flag vmFlag) bool { return flag.name == text }); at >= 0 {
				asked = append(asked, vmFlags[at])
			}
		}
	}
	asked = asked[:min(len(asked), int(lengthOf(t, a.Ref(1))))]
	for i, flag := range asked {
		object := newFlag(t, flag)
		if t.Exception != 0 {
			return 0
		}
		m.Memory.SetU32(a.Ref(1)+memory.ArrayBase+4*memory.Address(i), object)
	}
	return uint64(len(asked))
}

// newFlag makes a Flag.
func newFlag(t *Thread, flag vmFlag) Ref {
	origins := t.FindBootClass(originClass)
	if origins == nil || !t.Initialize(origins) {
		return 0
	}
	class, desc := "java/lang/Long", "(J)V"
	if flag.isBool {
		class, desc = "java/lang/Boolean", "(Z)V"
	}
	name := t.Root(t.NewString(flag.name))
	value := t.Root(newByConstructor(t, class, desc, flag.value(t)))
	origin := t.M.Memory.U32(origins.Field(flag.origin(t), "L"+originClass+";").Address)
	const writeable, external = 0, 1
	return newByConstructor(t, flagClass, "(Ljava/lang/String;Ljava/lang/Object;ZZL"+originClass+";)V", uint64(name), uint64(value), writeable, external, uint64(origin))
}

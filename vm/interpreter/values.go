package interpreter

import (
	"unsafe"

	"hotlens/vm/classes"
	"hotlens/vm/decoded"
	"hotlens/vm/values"
)

// This file has calls observed (package values).

// ObserveValues has calls observed from now on: main is about to begin. What has been decoded before is decoded again, unless a thread of
// the library's is in it.
func (m *Machine) ObserveValues(places []values.Place) {
	if len(places) == 0 {
		return
	}
	m.values = values.New(&m.Linker.Linker, m.Tree, places)
	executing := map[*classes.Method]bool{}
	for _, t := range m.threads.list {
		t.Frames(func(fr Frame) bool {
			executing[fr.Method] = true
			return true
		})
	}
	m.Registry.EachMethod(func(method *classes.Method) {
		if method.Code != nil && !executing[method] && m.nativeOf(method) == nil && m.values.Covers(method) {
			method.Code = nil
			method.SetStart(&decodeInstruction)
		}
	})
}

// observe counts what the call behind an instruction is about to pass. What the VM does for itself does not count.
func (m *Machine) observe(t *Thread, ip *decoded.Instruction, fp unsafe.Pointer) action {
	if t.vmWork > 0 || !m.profile.started {
		return actNext
	}
	if m.values.Observe((*classes.CallSite)(ip.P), ip.C != 0, unsafe.Add(fp, int(ip.B))) != nil {
		m.treeFull()
	}
	return actNext
}

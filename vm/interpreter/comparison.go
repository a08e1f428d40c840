package interpreter

import (
	"hotlens/vm/classes"
	"hotlens/vm/hierarchy"
	"hotlens/vm/memory"
)

// compareHierarchy puts into the profile what class hierarchy analysis and rapid type analysis make of the classes that
// are loaded when the run ends. Where there are too many, or where there is no room for it, the profile has nothing of it.
func (m *Machine) compareHierarchy() {
	methods := map[memory.Address]*classes.Method{}
	m.Registry.EachMethod(func(method *classes.Method) {
		if method.Record != 0 {
			methods[method.Record] = method
		}
	})
	var executed []hierarchy.Edge
	m.Tree.EachEdge(func(caller, callee memory.Address, bci int, kind uint32) {
		if from, to := methods[caller], methods[callee]; from != nil && to != nil { // else they are unloaded
			executed = append(executed, hierarchy.Edge{Caller: from, Callee: to, BCI: bci, Kind: kind})
		}
	})
	if c, ok := hierarchy.Compare(&m.Linker.Linker, executed); ok {
		m.Tree.Compared(c)
	}
}

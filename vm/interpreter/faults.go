package interpreter

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/sourcegraph/conc/panics"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/memory"
)

// This file finds out what a panic on a Java thread means. A program can forge
// references with Unsafe; using one is a fault of the linear memory, or nonsense that
// Go's own checks find. Anything else is a bug of the VM.

// explain says in one line what became of the thread that has the baton, with Go's
// stack below it.
func (m *Machine) explain(recovered *panics.Recovered) error {
	cause := fmt.Sprint(recovered.Value)
	// What the frames say may be forged as well.
	var catcher panics.Catcher
	catcher.Try(func() {
		if told := m.forgery(recovered.Value); told != "" {
			cause = told
		} else if method := m.threads.current.nativeOnTop(); method != nil {
			cause = "in the native method " + method.String() + ": " + cause
		}
	})
	return fmt.Errorf("%s\n%s", cause, recovered.Stack)
}

// forgery tells which forged reference the program has used, "" if none is found.
func (m *Machine) forgery(value any) string {
	const how = ", which only Unsafe and the like can forge"
	if m.Collections.running {
		return "the collector has found a reference to no object" + how
	}
	if forged, ok := value.(memory.Forgery); ok {
		return fmt.Sprintf("the program has used a reference (0x%x) to no object of the class%s", forged.Address, how)
	}
	if method := m.threads.current.nativeOnTop(); method != nil {
		if class, address := m.threads.current.forgedArgument(method); class != "" {
			return fmt.Sprintf("the native method %s was called with a reference (0x%x) to no %s%s", method, address, class, how)
		}
		return ""
	}
	fault, ok := value.(interface {
		runtime.Error
		Addr() uintptr
	})
	if !ok {
		return ""
	}
	if base := uintptr(m.Memory.Base); fault.Addr() >= base && fault.Addr()-base < memory.ReservedBytes {
		return fmt.Sprintf("the program has used an address (0x%x) where nothing is%s", fault.Addr()-base, how)
	}
	return ""
}

// nativeOnTop is the native method that the thread executes, nil for none.
func (t *Thread) nativeOnTop() *classes.Method {
	if t == nil || t.fp == 0 {
		return nil
	}
	if method := t.topFrame().Method; t.M.natives.entries[method] != nil {
		return method
	}
	return nil
}

// forgedArgument looks at the arguments of the native method on top for a reference
// that is not null and no object of the parameter's class. It tells the class that it
// should be of, "" if there is no such argument. Interfaces may be of any class (JVMS
// 4.10.1.2).
func (t *Thread) forgedArgument(method *classes.Method) (class string, address memory.Ref) {
	m := t.M
	parameters, _, err := classfile.ParseDescriptor(method.Desc)
	if err != nil {
		return "", 0
	}
	if !method.Static() {
		parameters = append([]string{method.Class.Descriptor()}, parameters...)
	}
	args := Args{m.at(t.fp - memory.Address(method.LocalBytes))}
	slot := 0
	for _, descriptor := range parameters {
		letter := descriptor[0]
		if letter == 'L' || letter == '[' {
			if r := args.Ref(slot); r != 0 && !m.isInstance(r, method.Class, descriptor) {
				return strings.ReplaceAll(strings.Trim(descriptor, "L;"), "/", "."), r
			}
			slot++
			continue
		}
		slot += classes.SlotsOf(letter)
	}
	return "", 0
}

// isInstance reports whether r is an object of the class with the descriptor, as seen
// from the class given.
func (m *Machine) isInstance(r memory.Ref, from *classes.Class, descriptor string) bool {
	if !m.Heap.Object(r) {
		return false
	}
	id := m.Memory.U32(m.Memory.U32(r) + memory.TIBClass)
	if int(id) >= len(m.Registry.Classes) || m.Registry.Classes[id] == nil {
		return false
	}
	name := strings.TrimSuffix(strings.TrimPrefix(descriptor, "L"), ";")
	wanted := from.Loader.Classes[name]
	if wanted == nil {
		wanted = m.Registry.Boot().Classes[name]
	}
	return wanted == nil || wanted.IsInterface() || m.Registry.Classes[id].IsSubclassOf(wanted)
}

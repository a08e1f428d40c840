package linking

import (
	"maps"
	"slices"

	"hotlens/vm/classes"
	"hotlens/vm/classfile"
	"hotlens/vm/memory"
)

// This file is what linking has to do with the unloading of classes (JLS 12.7): it tells
// the collector what keeps them alive, and drops what is known of those that have died.
// Profiles keep their names and numbers: their records never go.

// EachLinked enumerates what the loaders that the VM provides keep alive, for the
// collector. What others do, [Linker.EachHeld] tells once they have been reached.
func (l *Linker) EachLinked(f func(memory.Ref)) {
	for _, loader := range l.Registry.Loaders {
		if loader != nil && loader.Lifetime.Permanent {
			l.eachHeldByLoader(loader, f)
		}
	}
	for _, r := range l.Unnamed {
		f(r)
	}
}

// EachHeld enumerates what lives as long as the classes that a java.lang.Class or
// java.lang.ClassLoader object keeps alive. A program can make such objects that stand for
// nothing, or for something else, with Unsafe.
func (l *Linker) EachHeld(holder memory.Ref, f func(memory.Ref)) {
	if l.Memory.U32(l.Memory.U32(holder)+memory.TIBKind) == memory.KindLoader {
		id := l.Memory.U32(holder + l.Known.LoaderVM) // 0 before it is asked for a class
		if id == 0 || uint64(id) >= uint64(len(l.Registry.Loaders)) {
			return
		}
		if loader := l.Registry.Loaders[id]; loader != nil && loader.Mirror == holder && !loader.Lifetime.Permanent {
			l.eachHeldByLoader(loader, f)
		}
		return
	}
	id := l.Memory.U32(holder + l.Known.ClassVM)
	if uint64(id) >= uint64(len(l.Registry.Classes)) {
		return
	}
	c := l.Registry.Classes[id]
	switch {
	case c == nil || c.Lifetime.Permanent:
	case c.Lifetime.Holder != holder:
		f(c.Lifetime.Holder)
	default:
		c.Lifetime.EachHeld(l.Memory, f)
	}
}

func (l *Linker) eachHeldByLoader(loader *classes.Loader, f func(memory.Ref)) {
	loader.Lifetime.EachHeld(l.Memory, f)
	for _, c := range loader.Classes { // those that others have defined as well
		f(c.Mirror)
	}
	for _, r := range loader.MethodTypes {
		f(r)
	}
	for _, module := range l.Packages[loader] {
		f(module.Object)
	}
}

// EachLoader calls f with the loaders that the thread has asked for classes, or has define
// some.
func (t *Thread) EachLoader(f func(memory.Ref)) {
	for _, r := range slices.Concat(t.loading, t.defining) {
		f(r.loader.Mirror)
	}
}

// Unload drops the classes that a collection has not reached, and gives their methods. Every
// collection calls it.
func (l *Linker) Unload(alive func(memory.Ref) bool) []*classes.Method {
	unloaded, methods := l.Registry.Unload(alive)
	files := map[*classfile.Class]bool{}
	for _, c := range unloaded {
		l.classBytes -= c.Cost
		l.Memory.Native.Release(c.Cost)
		files[c.File] = true
	}
	l.classThreshold = max(leastClassThreshold, 2*l.classBytes)
	if len(unloaded) == 0 {
		return nil
	}
	l.ClassFiles = slices.DeleteFunc(l.ClassFiles, func(f ClassFile) bool { return files[f.Class] })
	maps.DeleteFunc(l.Packages, func(loader *classes.Loader, _ map[string]*Module) bool { return loader.Lifetime.Ended() })
	maps.DeleteFunc(l.Modules, func(object memory.Ref, module *Module) bool {
		if alive(object) {
			return false
		}
		l.Memory.Native.Release(module.Cost)
		return true
	})
	for _, module := range l.Modules {
		module.forget(alive)
	}
	l.lastCast = castMessage{}
	return methods
}

// forget drops what the module reads, and exports packages to, that is not alive.
func (m *Module) forget(alive func(memory.Ref) bool) {
	dead := func(object memory.Ref, _ bool) bool { return !alive(object) }
	maps.DeleteFunc(m.Reads, dead)
	for _, e := range m.exports {
		maps.DeleteFunc(e.to, dead)
	}
}

// leastClassThreshold is what the classes may cost until the first collection that runs
// because of them. Later ones run when they cost twice what the last has left, as with the
// heap. HotSpot's first threshold (MetaspaceSize) is 21 MB, for about as many classes.
const leastClassThreshold = 48 << 20

// chargeClass charges the program for a class of so many bytes. It has the collector run if classes that have
// died may be in the way. It throws, in HotSpot's words, if there is no room.
func (t *Thread) chargeClass(bytes uint64) bool {
	l := t.Linker
	if l.classBytes+bytes > l.classThreshold {
		t.Java.CollectClasses()
	}
	if !t.Java.Charge(bytes) {
		t.Java.Throw("java/lang/OutOfMemoryError", "Metaspace")
		return false
	}
	l.classBytes += bytes
	return true
}

package classes

import (
	"slices"
	"strings"
	"unsafe"

	"hotlens/profiles/sharedmemory"
	"hotlens/vm/classfile"
	"hotlens/vm/memory"
)

// This file lays out fields and builds virtual tables, type information blocks
// and interface tables.

// New is the class of a parsed class file, not linked yet. name is the class's
// name, which differs from the file's for hidden classes.
func New(file *classfile.Class, name string, loader *Loader, super *Class, interfaces []*Class) *Class {
	c := &Class{
		Name: name, Flags: file.Flags, File: file, Loader: loader, Super: super, Interfaces: interfaces, Package: PackageOf(name),
		SourceFile: file.SourceFile, Hidden: name != file.Name,
	}
	if super != nil {
		c.RefKind, c.Finalizable, c.Magic, c.LoadsClasses = super.RefKind, super.Finalizable, super.Magic, super.LoadsClasses
	}
	return c
}

// Define registers and links a class whose supertypes are already there. made are its methods if they have been made of its file
// before, else nil. The error is that of exhausted memory.
func (r *Registry) Define(c *Class, made []Method) error {
	switch c.Name {
	case "java/lang/Object":
		r.object = c
	case "java/lang/Cloneable":
		r.cloneable = c
	case "java/io/Serializable":
		r.serial = c
	case "java/lang/ref/Reference":
		r.reference = c
	case "java/lang/ref/SoftReference":
		c.RefKind = memory.ReferenceSoft
	case "java/lang/ref/WeakReference":
		c.RefKind = memory.ReferenceWeak
	case "java/lang/ref/FinalReference":
		c.RefKind = memory.ReferenceFinal
	case "java/lang/ref/PhantomReference":
		c.RefKind = memory.ReferencePhantom
	case "java/lang/ClassLoader":
		c.LoadsClasses = c.Loader.Mirror == 0
	case "jdk/internal/reflect/MagicAccessorImpl":
		c.Magic = c.Loader.Mirror == 0
	}
	r.register(c)
	r.makeMethods(c, made)
	if err := r.layOut(c); err != nil {
		return err
	}
	r.buildVTable(c)
	r.extend(c)
	if err := r.buildTIB(c); err != nil {
		return err
	}
	if r.OnClass != nil {
		r.OnClass(c)
	}
	return nil
}

// The annotations that the VM itself honours.
const (
	annotationCallerSensitive = "Ljdk/internal/reflect/CallerSensitive;"
	annotationHidden          = "Ljdk/internal/vm/annotation/Hidden;"
	annotationHiddenInvoke    = "Ljava/lang/invoke/LambdaForm$Hidden;"
)

// MethodsOf makes the methods that a class file declares, as far as they do not depend on what becomes of it. Any goroutine may call it.
func (r *Registry) MethodsOf(file *classfile.Class) []Method {
	methods := make([]Method, len(file.Methods))
	for i := range methods {
		member := &file.Methods[i]
		s := r.Selector(member.Name, member.Descriptor)
		m := &methods[i]
		m.Selector, m.Name, m.Desc, m.Flags, m.Member, m.Slot, m.VIndex, m.ArgSlots = s, s.Name, s.Desc, member.Flags, member, i, -1, s.ParamSlots
		if !m.Static() {
			m.ArgSlots++
		}
	}
	return methods
}

func (r *Registry) makeMethods(c *Class, made []Method) {
	file := c.File
	c.Methods = make([]*Method, len(file.Methods))
	if made == nil {
		made = r.MethodsOf(file)
	}
	privileged := c.Loader.Mirror == 0 || c.Hidden
	for i := range file.Methods {
		m, member := &made[i], &file.Methods[i]
		m.Class, m.CTB = c, r.unannounced.block
		if !m.Static() && !m.Abstract() && c.IsInterface() {
			c.HasDefaults = true
		}
		if annotations := member.Attributes().Annotations; privileged && annotations != nil {
			for _, a := range annotationTypes(file, annotations) {
				switch a {
				case annotationCallerSensitive:
					m.CallerSens = true
				case annotationHidden, annotationHiddenInvoke:
					m.HiddenFrame = true
				}
			}
		}
		r.addMethod(m)
		c.Methods[i] = m
	}
	if c.Super != nil && !c.Finalizable {
		if f := c.Method("finalize", "()V"); f != nil && !f.Static() && f.Member.Code != nil && len(f.Member.Code.Bytes) > 1 && c.Super != nil {
			c.Finalizable = true
		}
	} else if f := c.Method("finalize", "()V"); f != nil && f.Member.Code != nil && len(f.Member.Code.Bytes) == 1 && c.Super != nil {
		c.Finalizable = false
	}
}

func (r *Registry) addMethod(m *Method) {
	r.Number(m)
	if !m.Static() {
		m.Selector.Methods = append(m.Selector.Methods, m)
	}
	if r.OnMethod != nil {
		r.OnMethod(m)
	}
	if m.ID < MaxDescribed {
		m.Info = r.MethodTable + m.ID*MethodBytes
		r.Describe(m)
		r.describeSlot(m) // its number may have been another method's
	}
}

// What compiled code can look up of a method by its number, in Registry.MethodTable.
const (
	MethodNeed   = 0 // bytes of stack that a frame takes, from its lowest address; unusable where calls go through the interpreter
	NeedResult   = 7 // the bits of MethodNeed that say what kind of a result the method has: one of the kinds below
	MethodRecord = 4 // address of the method's record in the profile region, 0 for none
	MethodSlot   = 8 // offset in a TIB of the caller-target block of what a receiver's class has in place of the method, 0 for one that is not selected so
	MethodBytes  = 16

	ResultNothing = 0
	ResultWord    = 1 // int, what is widened to it, and references
	ResultLong    = 2
	ResultOther   = 3

	// MaxDescribed bounds the numbers of the methods in the table.
	MaxDescribed = 1 << 20
	unusable     = 1 << 31
)

// Describe brings what the table says of a method up to date.
func (r *Registry) Describe(m *Method) {
	if m.Info == 0 {
		return
	}
	need := uint32(m.LocalBytes + m.FrameBytes)
	if m.Static() && m.Class.State != Initialized {
		need = unusable
	}
	r.Memory.SetU32(m.Info+MethodNeed, need|resultOf(m.Selector.Return))
	r.Memory.SetU32(m.Info+MethodRecord, m.Record)
}

// resultOf is the kind of a result whose descriptor starts with letter.
func resultOf(letter byte) uint32 {
	switch letter {
	case 'V':
		return ResultNothing
	case 'J':
		return ResultLong
	case 'F', 'D':
		return ResultOther
	}
	return ResultWord
}

// describeSlot says in the table where the classes of receivers have what they call in place of a method.
func (r *Registry) describeSlot(m *Method) {
	if m.Info == 0 {
		return
	}
	slot := uint32(0)
	if m.Virtual() {
		slot = VTableOffset(m.VIndex)
	}
	r.Memory.SetU32(m.Info+MethodSlot, slot)
}

// annotationTypes lists the types of the annotations in a
// RuntimeVisibleAnnotations attribute, as far as it is well formed.
func annotationTypes(file *classfile.Class, raw []byte) []string {
	w := annotationWalker{raw: raw}
	var types []string
	for n := w.u2(); n > 0 && !w.bad; n-- {
		if i := w.u2(); i < file.Pool.Len() {
			types = append(types, file.Pool.Utf8(uint16(i)))
		}
		w.pairs()
	}
	return types
}

// annotationWalker steps over annotations (JVMS 4.7.16).
type annotationWalker struct {
	raw []byte
	bad bool
}

func (w *annotationWalker) u1() int {
	if len(w.raw) < 1 {
		w.bad = true
		return 0
	}
	v := int(w.raw[0])
	w.raw = w.raw[1:]
	return v
}

func (w *annotationWalker) u2() int { return w.u1()<<8 | w.u1() }

func (w *annotationWalker) pairs() {
	for n := w.u2(); n > 0 && !w.bad; n-- {
		w.u2()
		w.value(0)
	}
}

func (w *annotationWalker) value(depth int) {
	// Annotation values nest as deep as the class file says; no real one
	// comes near this bound.
	if depth > 100 {
		w.bad = true
		return
	}
	switch w.u1() {
	case 'e':
		w.u2()
		w.u2()
	case '@':
		w.u2()
		w.pairs()
	case '[':
		for n := w.u2(); n > 0 && !w.bad; n-- {
			w.value(depth + 1)
		}
	default:
		w.u2()
	}
}

// layOut places the fields: instance fields behind the superclass's, wide ones
// first so that there are no gaps; statics in a block of their own, 8 bytes each.
func (r *Registry) layOut(c *Class) error {
	file := c.File
	next := uint32(memory.ObjectFields)
	if c.Super != nil {
		next = c.Super.InstanceSize
		c.RefOffsets = slices.Clone(c.Super.RefOffsets)
	}
	fields := make([]Field, len(file.Fields), len(file.Fields)+2)
	statics := uint32(0)
	for i := range file.Fields {
		member := &file.Fields[i]
		fields[i] = Field{Class: c, Name: member.Name, Desc: member.Descriptor, Flags: member.Flags, Member: member, Slot: i}
		if fields[i].Static() {
			statics++
		}
	}
	for _, f := range r.Injected[c.Name] {
		if c.Loader == r.Boot() && c.Field(f.Name, f.Desc) != nil {
			continue // this JDK has the field itself
		}
		fields = append(fields, Field{Class: c, Name: f.Name, Desc: f.Desc, Flags: classfile.AccPrivate | classfile.AccSynthetic, Injected: true, Slot: -1})
	}
	if statics > 0 {
		a, err := r.NewMetadata(c, 8*statics)
		if err != nil {
			return err
		}
		c.Statics = a
		for i := range fields {
			if fields[i].Static() {
				fields[i].Address = a
				a += 8
			}
		}
		c.StaticsEnd = a
	}
	// Fill the gap before an 8-byte boundary with a small field when there is
	// an 8-byte field to place.
	placed := make([]bool, len(fields))
	place := func(f *Field, size uint32) {
		next = (next + size - 1) &^ (size - 1)
		f.Offset = next
		next += size
		if (f.Desc[0] == 'L' || f.Desc[0] == '[') && (c != r.reference || f.Name != "referent") {
			c.RefOffsets = append(c.RefOffsets, f.Offset)
		}
	}
	for _, size := range []uint32{8, 4, 2, 1} {
		if size == 8 && next&7 != 0 {
			wide, narrow := false, -1
			for i := range fields {
				if !fields[i].Static() {
					switch s := SizeOf(fields[i].Desc[0]); {
					case s == 8:
						wide = true
					case s == 4 && narrow < 0:
						narrow = i
					}
				}
			}
			if wide && narrow >= 0 && next&3 == 0 {
				place(&fields[narrow], 4)
				placed[narrow] = true
			}
		}
		for i := range fields {
			if f := &fields[i]; !placed[i] && !f.Static() && SizeOf(f.Desc[0]) == size {
				place(f, size)
				placed[i] = true
			}
		}
	}
	c.InstanceSize = next
	c.Fields = make([]*Field, len(fields))
	for i := range fields {
		c.Fields[i] = &fields[i]
	}
	return nil
}

// EachStaticRef calls f with the address of every static reference field.
func (c *Class) EachStaticRef(f func(memory.Address)) {
	if c.Statics == 0 {
		return
	}
	for _, field := range c.Fields {
		if field.Static() && (field.Desc[0] == 'L' || field.Desc[0] == '[') {
			f(field.Address)
		}
	}
}

// buildVTable gives every method that can be selected by a receiver's class an
// index (JVMS 5.4.5, 5.4.6). Interface methods that the class does not declare
// get entries too, so that interface calls end in the same table.
func (r *Registry) buildVTable(c *Class) {
	if c.IsInterface() {
		c.VTable = nil
		if r.object != nil && c != r.object {
			c.VTable = r.object.VTable
		}
		return
	}
	var table []*Method
	if c.Super != nil {
		table = slices.Clone(c.Super.VTable)
	}
	inherited := len(table)
	for _, m := range c.Methods {
		if m.Static() || m.Private() || m.Name[0] == '<' {
			continue
		}
		for i := 0; i < inherited; i++ {
			if o := table[i]; o.Selector == m.Selector && overrides(m, o) {
				table[i] = m
				m.VIndex = i
			}
		}
		if m.VIndex < 0 {
			m.VIndex = len(table)
			table = append(table, m)
		}
		r.describeSlot(m)
	}
	if len(c.Interfaces) > 0 {
		table = r.addInterfaceMethods(c, table)
	}
	c.VTable = table
}

// FinalOverridden is the final method of a superclass that a method of c's file
// would override, nil for none (JVMS 5.3.5).
func (r *Registry) FinalOverridden(c *Class) *Method {
	for i := range c.File.Methods {
		member := &c.File.Methods[i]
		if member.Flags&(classfile.AccStatic|classfile.AccPrivate) != 0 || member.Name[0] == '<' {
			continue
		}
		s := r.Selector(member.Name, member.Descriptor)
		for k := c.Super; k != nil; k = k.Super {
			o := k.FindMethod(s)
			if o != nil && o.Final() && !o.Static() && !o.Private() &&
				(o.Flags&(classfile.AccPublic|classfile.AccProtected) != 0 || c.SamePackage(k)) {
				return o
			}
		}
	}
	return nil
}

// overrides reports whether m, declared in a subclass, overrides o (JVMS 5.4.5).
func overrides(m, o *Method) bool {
	if o.Flags&(classfile.AccPublic|classfile.AccProtected) != 0 || o.Class.IsInterface() {
		return true
	}
	return !o.Private() && m.Class.SamePackage(o.Class)
}

// addInterfaceMethods completes the table of a class that names interfaces of its
// own; any other class has what it needs from its superclass.
func (r *Registry) addInterfaceMethods(c *Class, table []*Method) []*Method {
	// Interfaces in a fixed order, so that tables are the same in every run.
	for _, i := range c.InterfacesInOrder() {
		if c.Super != nil && c.Super.Supers()[i] {
			continue
		}
		for _, im := range i.Methods {
			if im.Static() || im.Private() || im.Name[0] == '<' {
				continue
			}
			index := -1
			for k, m := range table {
				if m.Selector == im.Selector && (m.Public() || m.Class.IsInterface()) {
					index = k
					break
				}
			}
			if index >= 0 && !table[index].Class.IsInterface() && table[index].Refusal == nil {
				continue // a class's own method wins over any interface's
			}
			chosen := c.defaultMethod(im.Selector)
			if chosen.Refusal != nil {
				chosen.CTB = r.unannounced.block
				r.addMethod(chosen)
			}
			if index < 0 {
				table = append(table, chosen)
			} else {
				table[index] = chosen
			}
		}
	}
	return table
}

// buildTIB writes the class's type information block.
func (r *Registry) buildTIB(c *Class) error {
	m := r.Memory
	tib, err := r.NewMetadata(c, VTableOffset(len(c.VTable)))
	if err != nil {
		return err
	}
	c.TIB = tib
	m.SetU32(tib+memory.TIBClass, c.ID)
	m.SetU32(tib+memory.TIBITable, sharedmemory.NoInterfaces)
	m.SetU32(tib+memory.TIBMirror, c.Mirror)
	if !c.Lifetime.Permanent {
		m.SetU32(tib+memory.TIBHolder, c.Lifetime.Holder)
	}
	if c.Component != nil {
		kind := uint32(memory.KindRefArray)
		if c.Component.IsPrimitive() {
			kind = memory.KindPrimArray
		}
		m.SetU32(tib+memory.TIBKind, kind)
		m.SetU32(tib+memory.TIBSize, c.ElemShift)
		m.SetU32(tib+memory.TIBComponent, c.Component.TIB)
	} else {
		m.SetU32(tib+memory.TIBSize, uint32(memory.RoundSize(uint64(c.InstanceSize))))
		if len(c.RefOffsets) > 0 {
			refs, err := r.NewMetadata(c, uint32(4+4*len(c.RefOffsets)))
			if err != nil {
				return err
			}
			m.SetU32(refs, uint32(len(c.RefOffsets)))
			for i, o := range c.RefOffsets {
				m.SetU32(refs+4+4*uint32(i), o)
			}
			m.SetU32(tib+memory.TIBRefMap, refs)
		}
		m.SetU32(tib+memory.TIBRefKind, c.RefKind)
		switch {
		case c.LoadsClasses:
			m.SetU32(tib+memory.TIBKind, memory.KindLoader)
		case c.Finalizable:
			m.SetU32(tib+memory.TIBKind, memory.KindFinalized)
		}
	}
	depth := c.Depth()
	m.SetU32(tib+memory.TIBDepth, depth)
	for s, d := c, depth; s != nil; s = s.Super {
		if d < memory.DisplaySlots {
			m.SetU32(tib+memory.TIBDisplay+4*d, s.TIB)
		}
		d--
	}
	for i, method := range c.VTable {
		slot := tib + memory.TIBVTable + 4*uint32(i)
		m.SetU32(slot, method.CTB)
		method.slots = append(method.slots, slot)
	}
	return nil
}

// Depth is the number of proper superclasses.
func (c *Class) Depth() uint32 {
	d := uint32(0)
	for s := c.Super; s != nil; s = s.Super {
		d++
	}
	return d
}

// VTableOffset is the offset of a virtual method's entry in a TIB.
func VTableOffset(index int) uint32 { return uint32(memory.TIBVTable + 4*index) }

// An interface table is a mask, the number of entries that are in use, and entries. Each is the number of an interface method, 0 for none, and the offset in the TIB. A method is at
// the place that its number has of the mask's bits, or at the next ones.
const (
	InterfaceMask   = 0
	interfaceUsed   = 4
	InterfaceMethod = 8 // of the first entry, as the next one
	InterfaceOffset = 12
	// InterfaceEntryBits is the binary logarithm of an entry's size in bytes.
	InterfaceEntryBits = 3
	interfaceEntry     = 1 << InterfaceEntryBits
)

// FindInterface looks an interface method up by its number in the interface table of a TIB,
// in the memory that starts at base; 0: it is not there yet, see [Registry.InterfaceOffset].
func FindInterface(base unsafe.Pointer, tib, id uint32) uint32 {
	table := unsafe.Add(base, uintptr(*(*uint32)(unsafe.Add(base, uintptr(tib)+memory.TIBITable))))
	mask := *(*uint32)(unsafe.Add(table, InterfaceMask))
	for i := id & mask; ; i = (i + 1) & mask {
		entry := unsafe.Add(table, uintptr(i)*interfaceEntry)
		k := *(*uint32)(unsafe.Add(entry, InterfaceMethod))
		if k == id {
			return *(*uint32)(unsafe.Add(entry, InterfaceOffset))
		}
		if k == 0 {
			return 0
		}
	}
}

// InterfaceOffset is the TIB offset through which objects of class c are asked
// for interface method im, 0 when c has no method that may be called. The answer is kept in
// the class's interface table in the linear memory.
func (r *Registry) InterfaceOffset(c *Class, im *Method) (uint32, error) {
	index, _ := r.SelectInterface(c, im)
	if index < 0 {
		return 0, nil
	}
	return VTableOffset(index), r.addInterfaceEntry(c, im.ID, VTableOffset(index))
}

// firstInterfaceTable is the number of entries an interface table starts with.
const firstInterfaceTable = 8

func (r *Registry) addInterfaceEntry(c *Class, id, offset uint32) error {
	m := r.Memory
	table := m.U32(c.TIB + memory.TIBITable)
	mask, used := m.U32(table+InterfaceMask), m.U32(table+interfaceUsed)
	if table != sharedmemory.NoInterfaces && (used+1)*2 <= mask+1 {
		insertInterfaceEntry(m, table, id, offset)
		return nil
	}
	entries := max(firstInterfaceTable, 2*(mask+1))
	grown, err := r.NewMetadata(c, InterfaceMethod+interfaceEntry*entries)
	if err != nil {
		return err
	}
	m.SetU32(grown+InterfaceMask, entries-1)
	for i := range mask + 1 {
		entry := table + interfaceEntry*i
		if k := m.U32(entry + InterfaceMethod); k != 0 {
			insertInterfaceEntry(m, grown, k, m.U32(entry+InterfaceOffset))
		}
	}
	insertInterfaceEntry(m, grown, id, offset)
	m.SetU32(c.TIB+memory.TIBITable, grown)
	return nil
}

func insertInterfaceEntry(m *memory.Memory, table, id, offset uint32) {
	mask := m.U32(table + InterfaceMask)
	i := id & mask
	for m.U32(table+interfaceEntry*i+InterfaceMethod) != 0 {
		i = (i + 1) & mask
	}
	m.SetU32(table+interfaceEntry*i+InterfaceMethod, id)
	m.SetU32(table+interfaceEntry*i+InterfaceOffset, offset)
	m.SetU32(table+interfaceUsed, m.U32(table+interfaceUsed)+1)
}

// PackageOf is the package part of a binary name, with slashes.
func PackageOf(name string) string {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		return name[:i]
	}
	return ""
}

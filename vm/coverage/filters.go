package coverage

import (
	"strings"

	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// This file leaves out what compilers have added, by the rules of JaCoCo (its wiki, "Filtering Options").

// filter ignores what nobody has written, and lets copies of the same code count as one.
func (m *method) filter(class *classfile.Class) {
	if class.Flags&classfile.AccSynthetic != 0 || class.Synthetic || m.generated(class) {
		for i := range m.ignored {
			m.ignored[i] = true
		}
		return
	}
	m.filterSynchronized()
	m.filterResources()
	merged := m.filterFinally()
	m.filterAssertions()
	m.filterStringSwitches()
	m.filterExhaustiveSwitches()
	m.filterRecordPatterns()
	m.merge(merged)
}

// generated tells whether the whole method was.
func (m *method) generated(class *classfile.Class) bool {
	member := m.member
	rare := member.Attributes()
	synthetic := member.Flags&classfile.AccSynthetic != 0 || member.Synthetic
	switch {
	case member.Flags&classfile.AccBridge != 0, synthetic && !strings.HasPrefix(member.Name, "lambda$"):
		return true
	case markedGenerated(class, class.Annotations, class.InvisibleAnnotations), markedGenerated(class, rare.Annotations, rare.InvisibleAnnotations):
		return true
	}
	switch class.Super {
	case "java/lang/Enum":
		of := "L" + class.Name + ";"
		return member.Name == "values" && member.Descriptor == "()["+of || member.Name == "valueOf" && member.Descriptor == "(Ljava/lang/String;)"+of ||
			m.constructs("(Ljava/lang/String;I)V", class.Super, opcodes.Aload, opcodes.Iload)
	case "java/lang/Record":
		return m.ofRecord()
	}
	return member.Flags&classfile.AccPrivate != 0 && m.constructs("()V", class.Super)
}

// constructs tells whether the method is a constructor that only hands its arguments, which are loaded so, on to that of the superclass.
func (m *method) constructs(descriptor, super string, loads ...byte) bool {
	if m.member.Name != "<init>" || m.member.Descriptor != descriptor {
		return false
	}
	p := m.pattern(0)
	p.this()
	for _, load := range loads {
		p.is(load)
	}
	p.names(opcodes.Invokespecial, super, "<init>", descriptor)
	p.is(opcodes.Return)
	return p.ok()
}

// ofRecord tells whether the compiler has made a method of a record. An accessor that does what the compiler's would do is taken for that.
func (m *method) ofRecord() bool {
	p := m.pattern(0)
	p.this()
	if strings.HasPrefix(m.member.Descriptor, "()") {
		accessor := *p
		accessor.is(opcodes.Getfield)
		if accessor.ok() {
			_, name, _, err := m.file.Ref(uint16(accessor.last().index))
			accessor.next()
			if err == nil && name == m.member.Name && accessor.ok() && leaves(accessor.last().op) {
				return true
			}
		}
	}
	switch m.member.Name + m.member.Descriptor {
	case "toString()Ljava/lang/String;", "hashCode()I":
	case "equals(Ljava/lang/Object;)Z":
		p.is(opcodes.Aload)
	default:
		return false
	}
	p.is(opcodes.Invokedynamic)
	return p.ok() && m.byObjectMethods(p.last().index)
}

// byObjectMethods tells whether java.lang.runtime.ObjectMethods links an invokedynamic (JLS 8.10.3).
func (m *method) byObjectMethods(index int) bool {
	site := m.file.Pool.At(uint16(index))
	if site.Tag != classfile.TagInvokeDynamic || int(site.A) >= len(m.file.BootstrapMethods) {
		return false
	}
	handle := m.file.Pool.At(m.file.BootstrapMethods[site.A].Method)
	if handle.Tag != classfile.TagMethodHandle {
		return false
	}
	class, name, _, err := m.file.Ref(handle.B)
	return err == nil && class == "java/lang/runtime/ObjectMethods" && name == "bootstrap"
}

// ignore leaves out instructions, the last one included.
func (m *method) ignore(from, to int) {
	for i := from; i <= to && i < len(m.ignored); i++ {
		m.ignored[i] = true
	}
}

// filterSynchronized leaves out the handlers that unlock what a statement has locked.
func (m *method) filterSynchronized() {
	for _, h := range m.member.Code.Handlers {
		if h.CatchIndex != 0 || h.Start == h.Handler {
			continue
		}
		from := m.at[h.Handler]
		javac := m.pattern(from)
		javac.variable(opcodes.Astore, "t")
		javac.is(opcodes.Aload)
		javac.is(opcodes.Monitorexit)
		javac.variable(opcodes.Aload, "t")
		javac.is(opcodes.Athrow)
		ecj := m.pattern(from)
		ecj.is(opcodes.Aload)
		ecj.is(opcodes.Monitorexit)
		ecj.is(opcodes.Athrow)
		for _, p := range []*pattern{javac, ecj} {
			if p.ok() {
				m.ignore(from, p.at-1)
			}
		}
	}
}

// filterResources leaves out how a try statement closes its resources (JLS 14.20.3), as javac has compiled it since JDK 11.
func (m *method) filterResources() {
	for _, h := range m.member.Code.Handlers {
		if h.CatchType != "java/lang/Throwable" {
			continue
		}
		for _, looks := range []bool{true, false} { // whether it looks if the resource is null, as it does unless that was made by new
			m.filterResource(m.at[h.Handler], looks)
		}
	}
}

// filterResource does so for a handler, and for the code in front of it that closes where nothing was thrown.
func (m *method) filterResource(from int, looks bool) {
	p := m.pattern(from)
	owner := ""
	closes := func(p *pattern) {
		if looks {
			p.variable(opcodes.Aload, "resource")
			p.is(opcodes.Ifnull)
		}
		p.variable(opcodes.Aload, "resource")
		p.next()
		if !p.ok() {
			return
		}
		class, name, descriptor, err := m.file.Ref(uint16(p.last().index))
		if op := p.last().op; op != opcodes.Invokeinterface && op != opcodes.Invokevirtual || err != nil || name != "close" || descriptor != "()V" || owner != "" && class != owner {
			p.fail()
			return
		}
		owner = class
	}
	p.variable(opcodes.Astore, "thrown")
	closes(p)
	p.is(opcodes.Goto)
	p.variable(opcodes.Astore, "second")
	p.variable(opcodes.Aload, "thrown")
	p.variable(opcodes.Aload, "second")
	p.names(opcodes.Invokevirtual, "java/lang/Throwable", "addSuppressed", "(Ljava/lang/Throwable;)V")
	p.variable(opcodes.Aload, "thrown")
	p.is(opcodes.Athrow)
	if !p.ok() {
		return
	}
	for start := from - 1; start >= 0; start-- {
		normal := m.pattern(start)
		normal.variables = p.variables
		closes(normal)
		if !normal.ok() {
			continue
		}
		end := normal.at - 1
		if end+1 < len(m.instructions) && m.instructions[end+1].op == opcodes.Goto {
			end++
		}
		m.ignore(start, end)
		m.ignore(from, p.at-1)
		return
	}
}

// filterAssertions leaves out the branch by which assertions are switched off, and what finds out whether they are.
func (m *method) filterAssertions() {
	const flag = "$assertionsDisabled"
	for i := range m.instructions {
		get := m.pattern(i)
		get.names(opcodes.Getstatic, m.file.Name, flag, "Z")
		get.is(opcodes.Ifne)
		if get.ok() {
			m.ignore(get.at-1, get.at-1)
		}
		set := m.pattern(i)
		set.next()
		set.names(opcodes.Invokevirtual, "java/lang/Class", "desiredAssertionStatus", "()Z")
		set.is(opcodes.Ifne)
		set.is(opcodes.Iconst1)
		set.is(opcodes.Goto)
		set.is(opcodes.Iconst0)
		set.names(opcodes.Putstatic, m.file.Name, flag, "Z")
		if set.ok() && m.member.Name == "<clinit>" {
			m.ignore(i, set.at-1)
		}
	}
}

// filterStringSwitches leaves out the first of the two switches that javac makes of one over strings: by their hashes to numbers, by which the
// second one switches.
func (m *method) filterStringSwitches() {
	const before = 4 // instructions of the pattern in front of the switch
	for i := before; i < len(m.instructions); i++ {
		first := &m.instructions[i]
		if !switches(first.op) {
			continue
		}
		second := m.at[first.targets[0]]
		p := m.pattern(i - before)
		p.is(opcodes.IconstM1)
		p.variable(opcodes.Istore, "number")
		p.variable(opcodes.Aload, "string")
		p.names(opcodes.Invokevirtual, "java/lang/String", "hashCode", "()I")
		p.next()
		for p.ok() {
			p.variable(opcodes.Aload, "string")
			p.is(opcodes.Ldc)
			p.names(opcodes.Invokevirtual, "java/lang/String", "equals", "(Ljava/lang/Object;)Z")
			p.is(opcodes.Ifeq)
			p.next()
			p.variable(opcodes.Istore, "number")
			if !p.ok() || p.at == second {
				break
			}
			p.is(opcodes.Goto)
			if p.ok() && m.at[p.last().targets[0]] != second {
				p.fail()
			}
		}
		p.variable(opcodes.Iload, "number")
		p.next()
		if p.ok() && switches(p.last().op) {
			m.ignore(i, second-1)
		}
	}
}

// filterExhaustiveSwitches leaves out the default that compilers add to a switch which has a case for everything, and its branch.
func (m *method) filterExhaustiveSwitches() {
	for i := range m.instructions {
		in := &m.instructions[i]
		if !switches(in.op) {
			continue
		}
		from := m.at[in.targets[0]]
		if line := m.places[in.targets[0]].line; line != 0 && line != in.line {
			continue
		}
		p := m.pattern(from)
		p.is(opcodes.New)
		if !p.ok() {
			continue
		}
		thrown, _ := m.file.ClassName(uint16(p.last().index))
		p.is(opcodes.Dup)
		switch thrown {
		case "java/lang/MatchException": // since JDK 21
			p.is(opcodes.AconstNull)
			p.is(opcodes.AconstNull)
			p.names(opcodes.Invokespecial, thrown, "<init>", "(Ljava/lang/String;Ljava/lang/Throwable;)V")
		case "java/lang/IncompatibleClassChangeError":
			p.names(opcodes.Invokespecial, thrown, "<init>", "()V")
		default:
			continue
		}
		p.is(opcodes.Athrow)
		if !p.ok() {
			continue
		}
		m.ignore(from, p.at-1)
		others := ways{}
		for way := 1; way < in.ways; way++ {
			if in.executed.has(way) {
				others.add(way - 1)
			}
		}
		in.ways, in.executed = in.ways-1, others
	}
}

// filterRecordPatterns leaves out the handlers of what the accessors of a record throw while it is matched (JLS 14.30.2).
func (m *method) filterRecordPatterns() {
	const exception = "java/lang/MatchException"
	for _, h := range m.member.Code.Handlers {
		if h.CatchType != "java/lang/Throwable" {
			continue
		}
		p := m.pattern(m.at[h.Handler])
		p.variable(opcodes.Astore, "cause")
		p.is(opcodes.New)
		p.is(opcodes.Dup)
		p.variable(opcodes.Aload, "cause")
		p.names(opcodes.Invokevirtual, "java/lang/Throwable", "toString", "()Ljava/lang/String;")
		p.variable(opcodes.Aload, "cause")
		p.names(opcodes.Invokespecial, exception, "<init>", "(Ljava/lang/String;Ljava/lang/Throwable;)V")
		p.is(opcodes.Athrow)
		if p.ok() {
			m.ignore(m.at[h.Handler], p.at-1)
		}
	}
}

// markedGenerated tells whether annotations, which lie in class files, have one whose simple name contains "Generated".
func markedGenerated(class *classfile.Class, annotations ...[]byte) bool {
	for _, attribute := range annotations {
		for _, descriptor := range class.AnnotationTypes(attribute) {
			if strings.Contains(descriptor[strings.LastIndexAny(descriptor, "/$")+1:], "Generated") {
				return true
			}
		}
	}
	return false
}

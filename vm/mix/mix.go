// Package mix estimates from a method's bytecode alone of which kinds the instructions are that
// its executions consist of. With it and the number of executed bytecodes, which is exact, the cost
// model estimates their time, and nothing needs to be counted while the program runs. It also
// finds where the method's references go, which tells objects that a compiler removes.
//
// What is executed how often is guessed from the structure of loops, as compilers do that have
// no profile (Wu and Larus, "Static branch frequency and program profile analysis", MICRO 1994).
//
// Invariant: a mix depends on the class file and on which named classes are interfaces, and on
// nothing that happens at run time.
package mix

import (
	"slices"
	"strings"

	"hotlens/profiles/flows"
	"hotlens/profiles/instructions"
	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

const (
	// loopIterations is how often a loop is taken to iterate. Wu and Larus measure a probability of 0.88 that a
	// loop branch is taken, which is eight iterations.
	loopIterations = 8
	// maxDepth bounds the depth of loops that counts: with more, the outer code would no longer show in a mix.
	maxDepth = 4
	// rarity is by how much code is taken to be executed less often that only handles or throws an
	// exception: as if the code beside it were in a loop.
	rarity = loopIterations
	// whole is what the ways of switches are parts of, as finely as weights tell, and mostWays how many ways count of those that lie in a loop.
	whole    = 256
	mostWays = 64
	// mostDivided bounds how many instructions are looked at to divide them, for each that the method has: more than switches within a loop that people write.
	mostDivided = 64
)

// Estimator makes mixes, one after the other, with the same memory: a short run executes thousands of methods for the first time.
// The zero value is ready for use.
type Estimator struct {
	method method
	tracer tracer
}

// Of is the mix of a method of class c, where its references go, and its accesses to memory that the caches do not foresee, until the next call. isInterface tells whether the name of a class, as it stands in the
// constant pool, means an interface, and false where that is not known.
func (e *Estimator) Of(c *classfile.Class, member *classfile.Member, isInterface func(name string) bool) (instructions.Mix, flows.Summary, instructions.Locality) {
	code := member.Code
	m := &e.method
	m.class, m.code, m.headers, m.inner = c, code.Bytes, m.headers[:0], m.inner[:0]
	m.split()
	m.access = cleared(m.access, len(m.list))
	m.index = cleared(m.index, len(m.code)+1)
	for i := range m.list {
		m.index[m.list[i].at] = int32(i) + 1
	}
	m.resolve(member.Name == "<init>", isInterface)
	m.blocks(code.Handlers)
	m.loops()
	m.leave()
	m.hoist()
	m.divide()
	m.weigh()
	for _, l := range m.inner {
		m.look(l)
	}
	flows := e.tracer.flows(m, member) // which tells branches and accesses to memory apart
	return m.mix(), flows, m.locality()
}

// EachTest calls visit with the name of each class that a method of class c tests objects for, as it stands in the constant pool: those that Of asks whether they are interfaces.
func EachTest(c *classfile.Class, code []byte, visit func(name string)) {
	for at := 0; at < len(code); {
		length := lengthOf(code, at)
		if length == 0 {
			return
		}
		if code[at] == opcodes.Instanceof {
			if name, err := c.ClassName(uint16(u2(code, at+1))); err == nil {
				visit(name)
			}
		}
		at += length
	}
}

// cleared is a list of so many zero values, in the memory of one that is not used any more.
func cleared[T any](list []T, length int) []T {
	if cap(list) < length {
		return make([]T, length, 2*length)
	}
	list = list[:length]
	clear(list)
	return list
}

// method is the code of a method while its mix is made.
type method struct {
	class *classfile.Class
	code  []byte
	list  []instruction
	index []int32 // of the instruction at a bytecode index, plus 1

	leader  []bool   // by instruction: a block starts here
	target  []bool   // by instruction: something branches here
	handler []bool   // by instruction: an exception handler starts here
	headers [][2]int // loops by their first and last instruction, in the order of the first ones
	inner   [][2]int // those of them that contain no other
	last    []int    // by instruction: the last one that branches back to it, plus 1, 0 for none; loops'
	change  []int    // by instruction: of the depth of loops; weigh's
	leaves  []bool   // by instruction: it lies in a loop, but whoever comes here leaves the loop
	around  []int    // by instruction: the innermost loop that it lies in, an index of headers, -1 for none; leave's
	access  []access // by instruction
	share   []uint64 // by instruction: how much more often, of whole, or seldom it is executed because of switches; divide's
	ways    []int    // where a switch leads, in order; divide's

	next     []int  // by instruction that loads a local variable: the next one that assigns it, plus 1, 0 for none; hoist's
	assigned []int  // by local variable: the last instruction that assigned it, plus 1, 0 for none; hoist's
	staying  []bool // by operand on the stack: a loop does not change it; hoist's
}

// at is the index of the instruction at a bytecode index, -1 if none starts there.
func (m *method) at(bci int) int {
	if bci < 0 || bci >= len(m.index) {
		return -1
	}
	return int(m.index[bci]) - 1
}

// resolve finds the kinds that depend on the constants that instructions name. A constructor's stores into fields are of an object that
// has just been made, which the collector need not be told of.
func (m *method) resolve(constructor bool, isInterface func(string) bool) {
	for k := range m.list {
		i := &m.list[k]
		switch i.op {
		case opcodes.Putfield, opcodes.Putstatic:
			if constructor && i.op == opcodes.Putfield {
				continue
			}
			if _, _, desc, err := m.class.Ref(uint16(u2(m.code, i.at+1))); err == nil && strings.ContainsAny(desc, "L[") {
				i.kind = instructions.ReferenceFieldStore
			}
		case opcodes.Instanceof: // a cast to an interface succeeds, and the object's class has noted the interface the last time
			if name, err := m.class.ClassName(uint16(u2(m.code, i.at+1))); err == nil && isInterface(name) {
				i.kind = instructions.InterfaceTest
			}
		case opcodes.Idiv, opcodes.Ldiv, opcodes.Irem, opcodes.Lrem:
			// Compilers multiply by the reciprocal of a constant (Granlund and Montgomery, "Division by
			// invariant integers using multiplication", PLDI 1994).
			if k > 0 && m.list[k-1].constant() {
				if i.kind = instructions.ConstantDivide; powerOfTwo(m.code, &m.list[k-1]) {
					i.kind = instructions.IntegerMultiply // no dearer than one: a shift and what corrects it
				}
			}
		}
	}
}

// powerOfTwo reports whether an instruction pushes a power of two of two bytes at most.
func powerOfTwo(code []byte, i *instruction) bool {
	value := 0
	switch {
	case i.op >= opcodes.IconstM1 && i.op < opcodes.Lconst0:
		value = int(i.op) - opcodes.IconstM1 - 1
	case i.op == opcodes.Lconst1:
		value = 1
	case i.op == opcodes.Bipush:
		value = int(int8(code[i.at+1]))
	case i.op == opcodes.Sipush:
		value = s2(code, i.at+1)
	}
	return value > 0 && value&(value-1) == 0
}

// hoist finds what a compiler computes once, in front of the loop, because it does not depend on what the loop assigns: such as where a row of
// a matrix starts in an array (loop-invariant code motion: Aho, Lam, Sethi and Ullman, "Compilers", section 9.5.1). Instructions are looked at with
// those of their basic block: what is on the operand stack where it starts is taken to change.
func (m *method) hoist() {
	if len(m.headers) == 0 {
		return
	}
	m.nextAssignments()
	stack := m.staying[:0]
	pop := func() (stays bool) {
		if n := len(stack); n > 0 {
			stays = stack[n-1]
			stack = stack[:n-1]
		}
		return stays
	}
	for k := range m.list {
		i := &m.list[k]
		if m.leader[k] || m.around[k] < 0 {
			stack = stack[:0]
		}
		if i.assigns() {
			m.assigned[i.local(m.code)] = k + 1
		}
		if m.around[k] < 0 {
			continue
		}
		switch operands := i.pure(); {
		case operands > 0:
			stays := pop()
			if operands == 2 {
				stays = pop() && stays
			}
			if stays = stays && i.kind != instructions.IntDivide && i.kind != instructions.LongDivide && i.kind != instructions.FloatRemainder; stays {
				i.kind = instructions.Move // the others may throw, or are calls
			}
			stack = append(stack, stays)
		case i.constant():
			stack = append(stack, true)
		case i.loads():
			loop := m.headers[m.around[k]]
			before, after := m.assigned[i.local(m.code)]-1, m.next[k]-1
			stack = append(stack, before < loop[0] && (after < 0 || after > loop[1]))
		case i.op >= opcodes.Iaload && i.op <= opcodes.Saload:
			pop()
			pop()
			stack = append(stack, false)
		case i.op == opcodes.Getfield:
			pop()
			stack = append(stack, false)
		case i.op == opcodes.Getstatic:
			stack = append(stack, false)
		case i.op >= opcodes.Istore && i.op <= opcodes.Astore3:
			pop()
		default:
			stack = stack[:0]
		}
	}
	m.staying = stack
}

// nextAssignments finds for each load of a local variable the next assignment to it.
func (m *method) nextAssignments() {
	most := 0
	for k := range m.list {
		if i := &m.list[k]; i.loads() || i.assigns() {
			most = max(most, i.local(m.code))
		}
	}
	m.next, m.assigned = cleared(m.next, len(m.list)), cleared(m.assigned, most+1)
	for k := len(m.list) - 1; k >= 0; k-- {
		switch i := &m.list[k]; {
		case i.assigns():
			m.assigned[i.local(m.code)] = k + 1
		case i.loads():
			m.next[k] = m.assigned[i.local(m.code)]
		}
	}
	clear(m.assigned)
}

// loads and assigns report whether an instruction loads a local variable, or gives one a value.
func (i *instruction) loads() bool { return i.op >= opcodes.Iload && i.op <= opcodes.Aload3 }

func (i *instruction) assigns() bool {
	return i.op >= opcodes.Istore && i.op <= opcodes.Astore3 || i.op == opcodes.Iinc
}

// pure is how many operands an instruction has that only computes with them; 0 for others.
func (i *instruction) pure() int {
	switch {
	case i.op >= opcodes.Iadd && i.op < opcodes.Ineg, i.op > opcodes.Dneg && i.op <= opcodes.Lxor, i.op >= opcodes.Lcmp && i.op <= opcodes.Dcmpg:
		return 2
	case i.op >= opcodes.Ineg && i.op <= opcodes.Dneg, i.op >= opcodes.I2l && i.op <= opcodes.I2s:
		return 1
	}
	return 0
}

// blocks finds where basic blocks start.
func (m *method) blocks(handlers []classfile.Handler) {
	m.leader, m.target, m.handler = cleared(m.leader, len(m.list)+1), cleared(m.target, len(m.list)+1), cleared(m.handler, len(m.list)+1)
	m.leader[0] = true
	for k := range m.list {
		i := &m.list[k]
		i.branches(m.code, func(bci int) {
			if t := m.at(bci); t >= 0 {
				m.leader[t], m.target[t] = true, true
			}
		})
		if i.ends() || i.conditional() {
			m.leader[k+1] = true
		}
	}
	for _, h := range handlers {
		if t := m.at(int(h.Handler)); t >= 0 {
			m.leader[t], m.handler[t] = true, true
		}
	}
}

// loops finds the loops: what lies between the target of backward branches and the last of these.
// Compilers of Java lay out loops so.
func (m *method) loops() {
	m.last = cleared(m.last, len(m.list))
	for k := range m.list {
		m.list[k].branches(m.code, func(bci int) {
			if t := m.at(bci); t >= 0 && t <= k {
				m.last[t] = k + 1
			}
		})
	}
	for first, behind := range m.last {
		if behind > 0 {
			m.headers = append(m.headers, [2]int{first, behind - 1})
		}
	}
	for i, l := range m.headers {
		if i+1 == len(m.headers) || m.headers[i+1][0] > l[1] {
			m.inner = append(m.inner, l)
		}
	}
}

// leave finds what lies between a loop's first instruction and its last one without belonging to the loop: no way leads back from
// there, as from what stands in front of a break. An inner loop is taken to belong to it.
func (m *method) leave() {
	m.leaves, m.around = cleared(m.leaves, len(m.list)+1), cleared(m.around, len(m.list)+1)
	next, inside := 0, m.change[:0]
	for k := range m.list {
		for ; next < len(m.headers) && m.headers[next][0] == k; next++ {
			inside = append(inside, next)
		}
		for len(inside) > 0 && m.headers[inside[len(inside)-1]][1] < k {
			inside = inside[:len(inside)-1]
		}
		m.around[k] = -1
		if len(inside) > 0 {
			m.around[k] = inside[len(inside)-1]
		}
	}
	m.change = inside[:0]
	for k := len(m.list) - 1; k >= 0; k-- {
		if m.around[k] < 0 {
			continue
		}
		i, loop := &m.list[k], m.headers[m.around[k]]
		stays := func(t int) bool {
			switch {
			case t < 0:
				return true // not well-formed
			case t < loop[0] || t > loop[1]:
				return false
			}
			return t <= k || m.around[t] != m.around[k] || !m.leaves[t]
		}
		back := i.op == opcodes.Ret || !i.ends() && stays(k+1)
		i.branches(m.code, func(bci int) { back = back || stays(m.at(bci)) })
		m.leaves[k] = !back
	}
}

// divide divides what lies between a switch and where its ways meet again among them: each is taken to be as likely as any other. A loop around a switch is
// taken to go through all of them: what else is in it is executed as often as they are together.
func (m *method) divide() {
	m.share = cleared(m.share, len(m.list))
	for k := range m.share {
		m.share[k] = whole
	}
	left := mostDivided * len(m.list)
	for k := range m.list {
		i := &m.list[k]
		if i.kind != instructions.Switch {
			continue
		}
		m.ways = m.ways[:0]
		i.branches(m.code, func(bci int) {
			if t := m.at(bci); t > k {
				m.ways = append(m.ways, t)
			}
		})
		slices.Sort(m.ways)
		if m.ways = slices.Compact(m.ways); len(m.ways) < 2 {
			continue
		}
		begin, behind := k, len(m.list) // of what is looked at
		if loop := m.around[k]; loop >= 0 {
			begin, behind = m.headers[loop][0], m.headers[loop][1]+1
		}
		if left -= behind - begin; left < 0 {
			return
		}
		first, end, ways := m.ways[0], m.meet(behind), uint64(len(m.ways))
		for at := begin; at < behind; at++ {
			switch within := at >= first && at < end; {
			case m.around[k] < 0 && within:
				m.share[at] = max(m.share[at]/ways, 1)
			case m.around[k] >= 0 && !within:
				m.share[at] = min(m.share[at]*ways, mostWays*whole)
			}
		}
	}
}

// meet is the instruction, in front of one, where the ways of a switch meet: what those that do not end otherwise go forward to. It is behind the block that the
// last way begins with if none does.
func (m *method) meet(behind int) int {
	first, last := m.ways[0], m.ways[len(m.ways)-1]
	at := -1
	for j := first; j < last; j++ {
		if i := &m.list[j]; i.op == opcodes.Goto || i.op == opcodes.GotoW {
			i.branches(m.code, func(bci int) {
				if t := m.at(bci); t >= last && t < behind {
					at = max(at, t)
				}
			})
		}
	}
	if at >= 0 {
		return at
	}
	for at = last + 1; at < behind && !m.leader[at]; {
		at++
	}
	return at
}

// weigh sets how often instructions are executed, as far as one can guess.
func (m *method) weigh() {
	m.change = cleared(m.change, len(m.list)+1)
	for _, l := range m.headers {
		m.change[l[0]]++
		m.change[l[1]+1]--
	}
	depth := 0
	for first := 0; first < len(m.list); {
		end := first + 1
		for end < len(m.list) && !m.leader[end] {
			end++
		}
		for k := first; k < end; k++ {
			depth += m.change[k] // nearly always 0 but for the first
		}
		weight := uint64(rarity)
		exit := &m.list[end-1]
		if !exit.returns() { // else once at most
			inside := depth
			if m.leaves[first] && exit.op != opcodes.Athrow { // which is rare for its own sake
				inside--
			}
			for range min(inside, maxDepth) {
				weight *= loopIterations
			}
		}
		if m.handler[first] || exit.op == opcodes.Athrow && first > 0 {
			weight /= rarity
		}
		weight = max(weight*m.share[first]/whole, 1)
		for k := first; k < end; k++ {
			m.list[k].weight = weight
		}
		first = end
	}
}

// constant reports whether the instruction pushes a constant.
func (i *instruction) constant() bool { return i.op > 0 && i.op <= opcodes.Ldc2W }

func (i *instruction) returns() bool { return i.op >= opcodes.Ireturn && i.op <= opcodes.Return }

// mix adds up.
func (m *method) mix() (mix instructions.Mix) {
	var sums [instructions.Count]uint64
	var total uint64
	for k := range m.list {
		sums[m.list[k].kind] += m.list[k].weight
		total += m.list[k].weight
	}
	if total == 0 {
		return mix
	}
	// Rounded down, and the rest to the largest, so that the sum is Whole.
	rest, largest := uint64(instructions.Whole), 0
	for k, sum := range sums {
		part := sum * instructions.Whole / total
		mix[k] = uint16(part)
		rest -= part
		if sum > sums[largest] {
			largest = k
		}
	}
	mix[largest] += uint16(rest)
	return mix
}

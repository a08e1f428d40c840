package coverage

import "hotlens/vm/opcodes"

// This file lets the copies of a finally block count as one. javac copies it to each place where control leaves the try statement, and
// once more into a handler of everything (JLS 14.20.2).

// filterFinally finds the copies. It returns pairs of instructions that stand for the same source; the first is the handler's.
func (m *method) filterFinally() (merged [][2]int) {
	handlers := m.member.Code.Handlers
	for h := range handlers {
		if handlers[h].CatchIndex != 0 {
			continue
		}
		first := m.at[handlers[h].Handler]
		size := m.finallySize(first)
		if size <= 0 {
			continue
		}
		inside := make([]bool, len(m.instructions)) // what the handler is for
		for _, t := range handlers {
			if t.Handler == handlers[h].Handler {
				for i := m.at[t.Start]; i < len(m.instructions) && m.instructions[i].bci < int(t.End); i++ {
					inside[i] = true
				}
			}
		}
		copied := func(at int) {
			if at < len(m.instructions) && !inside[at] && m.same(first+1, at, size) {
				merged = append(merged, m.copies(first, at, size)...)
			}
		}
		for k, t := range handlers {
			if t.Handler == handlers[h].Handler {
				i, continues := m.at[t.Start], false
				for ; i < len(m.instructions) && m.instructions[i].bci < int(t.End); i++ {
					in := &m.instructions[i]
					continues = !leaves(in.op) && in.op != opcodes.Goto
					if len(in.targets) > 0 && !switches(in.op) {
						copied(m.at[in.targets[0]])
					}
				}
				if continues {
					copied(i)
				}
			}
			if k != h && t.Start == handlers[h].Start && t.End == handlers[h].End {
				copied(m.at[t.Handler] + 1) // a catch clause without statements: behind the store of the exception
			}
		}
	}
	return merged
}

// finallySize is how many instructions a handler executes between the store of the exception and its being thrown again, 0 if it does
// something else.
func (m *method) finallySize(first int) int {
	if m.instructions[first].op != opcodes.Astore {
		return 0
	}
	variable := m.instructions[first].variable
	for i := first + 1; i < len(m.instructions); i++ {
		if in := &m.instructions[i]; in.op == opcodes.Aload && in.variable == variable {
			if i+1 < len(m.instructions) && m.instructions[i+1].op == opcodes.Athrow {
				return i - first - 1
			}
			return 0
		}
	}
	return 0
}

// same tells whether two pieces of code have the same opcodes.
func (m *method) same(a, b, size int) bool {
	if b+size > len(m.instructions) {
		return false
	}
	for i := range size {
		if m.instructions[a+i].op != m.instructions[b+i].op {
			return false
		}
	}
	return true
}

// copies are the pairs of a handler and a copy of its code. The handler's own instructions are left out, and so is the goto behind the copy, which
// nobody wrote and which is not executed where the copy is not.
func (m *method) copies(first, at, size int) (pairs [][2]int) {
	for i := range size {
		pairs = append(pairs, [2]int{first + 1 + i, at + i})
	}
	m.ignore(first, first)
	m.ignore(first+1+size, first+2+size)
	if end := at + size; end < len(m.instructions) && m.instructions[end].op == opcodes.Goto {
		m.ignore(end, end)
	}
	return pairs
}

// merge lets the instructions of each pair, and of all pairs that it is connected with, count as one, of which all has been executed that has
// been of any.
func (m *method) merge(pairs [][2]int) {
	of := make([]int, len(m.instructions)) // towards the one that counts
	for i := range of {
		of[i] = i
	}
	find := func(i int) int {
		for of[i] != i {
			i = of[i]
		}
		return i
	}
	for _, pair := range pairs {
		if a, b := find(pair[0]), find(pair[1]); a != b {
			of[b] = a
		}
	}
	for i := range of {
		to := find(i)
		if to == i {
			continue
		}
		m.ignored[i] = true
		for way := range m.instructions[i].ways {
			if m.instructions[i].executed.has(way) {
				m.instructions[to].executed.add(way)
			}
		}
	}
}

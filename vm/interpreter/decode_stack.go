package interpreter

import "hotlens/vm/opcodes"

// This file finds a method's instructions and basic blocks, and the shape of
// the operand stack at each of them: one letter per slot, 1 for a value of
// category 1, 2u for one of category 2 (JVMS 2.11.1).

func (d *decoder) length(at int) int {
	switch op := d.code[at]; op {
	case opcodes.Tableswitch:
		p := (at + 4) &^ 3
		low, high := d.s4(p+4), d.s4(p+8)
		if high < low || high-low > 65535 {
			d.fail("Bad tableswitch")
		}
		return p + 12 + 4*(high-low+1) - at
	case opcodes.Lookupswitch:
		p := (at + 4) &^ 3
		n := d.s4(p + 4)
		if n < 0 || n > 65535 {
			d.fail("Bad lookupswitch")
		}
		return p + 8 + 8*n - at
	case opcodes.Wide:
		if d.u1(at+1) == opcodes.Iinc {
			return 6
		}
		return 4
	default:
		n := opcodes.Length(op)
		if n == 0 {
			d.fail("Bad instruction %d", op)
		}
		return n
	}
}

// targets calls f with each branch target of the instruction at bci at, and
// reports whether control can also fall through.
func (d *decoder) targets(at int, f func(int)) bool {
	switch op := d.code[at]; {
	case op >= opcodes.Ifeq && op <= opcodes.IfAcmpne, op == opcodes.Ifnull, op == opcodes.Ifnonnull:
		f(at + d.s2(at+1))
		return true
	case op == opcodes.Goto:
		f(at + d.s2(at+1))
		return false
	case op == opcodes.GotoW:
		f(at + d.s4(at+1))
		return false
	case op == opcodes.Jsr:
		f(at + d.s2(at+1))
		return true
	case op == opcodes.JsrW:
		f(at + d.s4(at+1))
		return true
	case op == opcodes.Tableswitch:
		p := (at + 4) &^ 3
		f(at + d.s4(p))
		for i, n := 0, d.s4(p+8)-d.s4(p+4)+1; i < n; i++ {
			f(at + d.s4(p+12+4*i))
		}
		return false
	case op == opcodes.Lookupswitch:
		p := (at + 4) &^ 3
		f(at + d.s4(p))
		for i, n := 0, d.s4(p+4); i < n; i++ {
			f(at + d.s4(p+12+8*i))
		}
		return false
	case op >= opcodes.Ireturn && op <= opcodes.Return, op == opcodes.Athrow, op == opcodes.Ret:
		return false
	case op == opcodes.Wide:
		return d.u1(at+1) != opcodes.Ret
	}
	return true
}

// scan finds the instructions, their ordinals and the leaders of basic blocks.
func (d *decoder) scan() {
	n := len(d.code)
	d.selectorOf = zeroed(&d.scratch.selectorOf, n)
	d.ordinal = zeroed(&d.scratch.ordinal, n)
	flags := zeroed(&d.scratch.flags, 3*(n+1))
	d.start, d.leader, d.reached = flags[:n+1], flags[n+1:2*(n+1)], flags[2*(n+1):]
	ordinal := 0
	for at := 0; at < n; {
		d.bci = at
		length := d.length(at)
		if at+length > n {
			d.fail("Code ends inside an instruction")
		}
		d.start[at] = true
		d.ordinal[at] = uint16(ordinal)
		ordinal++
		falls := d.targets(at, func(target int) {
			if target < 0 || target >= n {
				d.fail("Illegal target of jump or branch")
			}
			d.leader[target] = true
		})
		op := d.code[at]
		if !falls || op == opcodes.Jsr || op == opcodes.JsrW {
			if at+length < n {
				d.leader[at+length] = true
			}
		}
		at += length
	}
	d.count = ordinal
	d.leader[0] = true
	for _, h := range d.method.Member.Code.Handlers {
		if int(h.Handler) >= n {
			d.fail("Illegal exception handler")
		}
		d.leader[h.Handler] = true
	}
	for at := 0; at < n; at++ {
		if d.leader[at] && !d.start[at] {
			d.bci = at
			d.fail("Bad type: branch into the middle of an instruction")
		}
	}
}

// flow computes the shape of the operand stack at every leader.
func (d *decoder) flow() {
	d.shapeAt = zeroed(&d.scratch.shapeAt, len(d.code)+1)
	work := d.join(0, "", nil)
	for _, h := range d.method.Member.Code.Handlers {
		if d.shapeAt[h.Handler] == 0 {
			work = d.join(int(h.Handler), one, work)
		}
	}
	buffer := make([]byte, 0, 64)
	for len(work) > 0 {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		stack := append(buffer[:0], d.shape(at)...)
		for {
			d.bci = at
			d.reached[at] = true
			stack = d.effect(at, stack)
			if len(stack) > d.maxStack {
				d.fail("Operand stack overflow")
			}
			falls := d.targets(at, func(target int) {
				work = d.join(target, string(stack), work)
			})
			op := d.code[at]
			if op == opcodes.Jsr || op == opcodes.JsrW {
				stack = stack[:len(stack)-1]
			}
			if !falls {
				break
			}
			at += d.length(at)
			if at >= len(d.code) {
				d.fail("Control flow falls through code end")
			}
			if d.leader[at] {
				work = d.join(at, string(stack), work)
				break
			}
		}
	}
}

func (d *decoder) join(target int, shape string, work []int) []int {
	if d.shapeAt[target] == 0 {
		d.shapes = append(d.shapes, shape)
		d.shapeAt[target] = uint16(len(d.shapes))
		return append(work, target)
	}
	if d.shape(target) != shape {
		d.fail("Inconsistent stackmap frames at branch target %d", target)
	}
	return work
}

// shape is the operand stack at a leader that has been reached.
func (d *decoder) shape(leader int) string { return d.shapes[d.shapeAt[leader]-1] }

func shapeOf(letter byte) string {
	switch letter {
	case 'V':
		return ""
	case 'J', 'D':
		return two
	}
	return one
}

func (d *decoder) pop(stack []byte, n int) []byte {
	if n > len(stack) {
		d.fail("Operand stack underflow")
	}
	return stack[:len(stack)-n]
}

// effect applies the instruction at bci at to the stack's shape.
func (d *decoder) effect(at int, stack []byte) []byte {
	op := int(d.code[at])
	switch op {
	case opcodes.Getstatic, opcodes.Putstatic, opcodes.Getfield, opcodes.Putfield:
		_, _, desc := d.ref(d.u2(at + 1))
		shape := shapeOf(desc[0])
		if op == opcodes.Getfield || op == opcodes.Putfield {
			if op == opcodes.Putfield {
				stack = d.pop(stack, len(shape))
			}
			stack = d.pop(stack, 1)
		} else if op == opcodes.Putstatic {
			stack = d.pop(stack, len(shape))
		}
		if op == opcodes.Getstatic || op == opcodes.Getfield {
			stack = append(stack, shape...)
		}
		return stack
	case opcodes.Invokevirtual, opcodes.Invokespecial, opcodes.Invokestatic, opcodes.Invokeinterface, opcodes.Invokedynamic:
		s := d.selectorAt(at)
		n := s.ParamSlots
		if op != opcodes.Invokestatic && op != opcodes.Invokedynamic {
			n++
		}
		return append(d.pop(stack, n), shapeOf(s.Return)...)
	case opcodes.Multianewarray:
		n := d.u1(at + 3)
		if n == 0 {
			d.fail("Illegal dimension argument")
		}
		return append(d.pop(stack, n), '1')
	case opcodes.Wide:
		op = d.u1(at + 1)
	case opcodes.Dup, opcodes.DupX1, opcodes.DupX2, opcodes.Dup2, opcodes.Dup2X1, opcodes.Dup2X2, opcodes.Swap:
		under, n := dupForm(op)
		if op == opcodes.Swap {
			d.pop(stack, 2)
			return stack
		}
		d.pop(stack, under+n)
		k := len(stack)
		moved := append([]byte(nil), stack[k-n:]...)
		below := append([]byte(nil), stack[k-n-under:k-n]...)
		stack = append(stack[:k-n-under], moved...)
		stack = append(stack, below...)
		return append(stack, moved...)
	}
	e := &effects[op]
	return append(d.pop(stack, int(e.pops)), e.pushes...)
}

// dupForm gives, for a dup instruction, how many slots are copied and how many
// lie between the copy and the original.
func dupForm(op int) (under, n int) {
	switch op {
	case opcodes.Dup:
		return 0, 1
	case opcodes.DupX1:
		return 1, 1
	case opcodes.DupX2:
		return 2, 1
	case opcodes.Dup2:
		return 0, 2
	case opcodes.Dup2X1:
		return 1, 2
	case opcodes.Dup2X2:
		return 2, 2
	}
	return 0, 0
}

package coverage

import (
	"testing"

	"hotlens/vm/classfile"
	"hotlens/vm/opcodes"
)

// FuzzCode looks at code that nobody has verified: it must not panic, and what is said to have been executed is a part of what there is.
func FuzzCode(f *testing.F) {
	f.Add([]byte{opcodes.Iload0, opcodes.Ifeq, 0, 4, opcodes.Nop, opcodes.Return}, uint16(0), uint16(5), uint16(5), uint16(4))
	f.Add([]byte{opcodes.Iload0, opcodes.Tableswitch, 0, 0, 0, 0, 0, 19, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 19, opcodes.Return}, uint16(0), uint16(1), uint16(20), uint16(20))
	f.Add([]byte{opcodes.Iload0, opcodes.Lookupswitch, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, opcodes.Return}, uint16(0), uint16(1), uint16(12), uint16(1))
	f.Add([]byte{opcodes.Aload0, opcodes.Astore1, opcodes.Aload1, opcodes.Athrow, opcodes.Wide, opcodes.Iinc, 0, 0, 0, 0, opcodes.GotoW, 255, 255, 255, 246}, uint16(0), uint16(1), uint16(1), uint16(2))
	f.Fuzz(func(t *testing.T, code []byte, start, end, handler, line uint16) {
		for _, kind := range []string{"", "java/lang/Throwable"} {
			file := &classfile.Class{Name: "C", Super: "java/lang/Record", Pool: classfile.NewPool(make([]classfile.Constant, 4)...), Methods: []classfile.Member{{Name: "m", Descriptor: "()V", Code: &classfile.Code{
				Bytes: code, Handlers: []classfile.Handler{{Start: start, End: end, Handler: handler, CatchType: kind, CatchIndex: uint16(len(kind))}},
				Lines: []classfile.Line{{Start: 0, Line: 1}, {Start: line, Line: 2}},
			}}}}
			if len(code) == 0 {
				return // class files cannot have it
			}
			c := Of(file)
			for _, left := range []bool{false, true} {
				marks := make([]bool, c.Count)
				for i := range marks {
					marks[i] = left
				}
				covered := c.Covered(marks)
				for _, m := range covered.Methods {
					if m.ExecutedPaths < 0 || m.ExecutedPaths > m.Paths || m.Executed() && !left {
						t.Errorf("%+v", m)
					}
					for _, l := range m.Lines {
						if l.ExecutedInstructions > l.Instructions || l.ExecutedBranches > l.Branches {
							t.Errorf("%+v", l)
						}
					}
				}
			}
		}
	})
}

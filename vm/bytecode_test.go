//go:build unix

package vm_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"hotlens/vm/classfile"
	"hotlens/vm/oracle"
)

const object = "Ljava/lang/Object;"

// TestBytecode runs methods that no Java compiler emits on java and on hotlens:
// both must return, throw and leave the same. The classes of testdata/bytecode
// call them and are called by them.
func TestBytecode(t *testing.T) {
	oracle.Once(t)
	tools := oracle.FindTools(t)
	classes := oracle.Compile(t, tools, "testdata/bytecode")
	odd := []*oddClass{
		oddStack(), oddSubroutines(), oddBranches(), oddSwitches(), oddHandlers(), oddMonitors(), oddArrays(),
		oddNarrow(), oddNumbers(), oddTypes(), oddCalls(), oddDynamic(), oddConstants(),
	}
	arguments := []string{"-cp", classes, "Show"}
	for _, c := range odd {
		c.write(t, classes)
		arguments = append(arguments, c.name)
	}
	want := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: append([]string{"-Xshare:auto", "-XX:TieredStopAtLevel=1"}, arguments...)})
	if strings.Contains(want.Stdout, "cannot be used") || want.Status != "0" {
		t.Fatalf("java itself refuses a class (status %s):\n%s", want.Status, want.Stderr)
	}
	got := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: append([]string{"run", "--tier", *oracle.Tier}, arguments...)})
	if got.Status != want.Status {
		t.Errorf("exit status %s, java has %s; the end of stderr:\n%s", got.Status, want.Status, oracle.LastLines(got.Stderr, 20))
	}
	wantLines, gotLines := strings.Split(want.Stdout, "\n"), strings.Split(got.Stdout, "\n")
	for i, line := range wantLines {
		switch {
		case i >= len(gotLines):
			t.Fatalf("stdout ends before %q; the end of stderr:\n%s", line, oracle.LastLines(got.Stderr, 20))
		case gotLines[i] != line:
			t.Errorf("want %q\n got %q", line, gotLines[i])
		}
	}
	if len(gotLines) > len(wantLines) {
		t.Errorf("stdout has %d lines, want %d", len(gotLines), len(wantLines))
	}
}

// oddStack has every form of dup and swap over all categories of operands, which
// come from constants, local variables and calls in all combinations, as the
// decoder treats those differently. The locals change before the operands are
// used.
func oddStack() *oddClass {
	c := newOddClass(versionOld, "OddStack", "java/lang/Object")
	forms := []struct {
		name  string
		op    byte
		kinds []string // categories of the operands, the top one last
	}{
		{"dup", opDup, []string{"1"}},
		{"dup_x1", opDupX1, []string{"11"}},
		{"dup_x2", opDupX2, []string{"111", "21"}},
		{"dup2", opDup2, []string{"11", "2"}},
		{"dup2_x1", opDup2X1, []string{"111", "12"}},
		{"dup2_x2", opDup2X2, []string{"1111", "112", "211", "22"}},
		{"swap", opSwap, []string{"11"}},
	}
	const sources = "cls" // constant, local, stack
	for _, f := range forms {
		for _, kinds := range f.kinds {
			for n := range pow(len(sources), len(kinds)) {
				chosen := make([]byte, len(kinds))
				for i := range chosen {
					chosen[i], n = sources[n%len(sources)], n/len(sources)
				}
				c.method(f.name+"_"+kinds+"_"+string(chosen), "V", func(a *assembler) {
					buildShuffle(a, f.op, f.name, kinds, chosen)
				})
			}
		}
	}
	return c
}

func pow(base, exponent int) int {
	n := 1
	for range exponent {
		n *= base
	}
	return n
}

func buildShuffle(a *assembler, op byte, name, kinds string, sources []byte) {
	local := func(i int) byte { return byte(10 + 2*i) }
	for i := range kinds {
		if kinds[i] == '1' {
			a.int(int32(100 + i))
			a.op(opIstore, local(i))
		} else {
			a.long(int64(200 + i))
			a.op(opLstore, local(i))
		}
	}
	for i := range kinds {
		v := 10*i + 3
		switch {
		case kinds[i] == '1' && sources[i] == 'c':
			a.op(opBipush, byte(v))
		case kinds[i] == '1' && sources[i] == 'l':
			a.op(opIload, local(i))
		case kinds[i] == '1':
			a.op(opBipush, byte(v))
			a.static("Sink", "one", "(I)I")
		case sources[i] == 'c':
			a.long(int64(v) << 33)
		case sources[i] == 'l':
			a.op(opLload, local(i))
		default:
			a.long(int64(v) << 33)
			a.static("Sink", "two", "(J)J")
		}
	}
	a.op(op)
	for i := range kinds {
		if kinds[i] == '1' {
			a.op(opIinc, local(i), 50)
		} else {
			a.op(0x09, opLstore, local(i)) // lconst_0
		}
	}
	after := shuffled(name, kinds)
	for i := len(after) - 1; i >= 0; i-- {
		if after[i] == '1' {
			a.sink('I')
		} else {
			a.sink('J')
		}
	}
	for i := range kinds {
		if kinds[i] == '1' {
			a.op(opIload, local(i))
			a.sink('I')
		} else {
			a.op(opLload, local(i))
			a.sink('J')
		}
	}
	a.op(opReturn)
}

// shuffled is the stack of categories after a dup form (JVMS 6.5).
func shuffled(name, kinds string) string {
	if name == "swap" {
		return kinds[1:] + kinds[:1]
	}
	copied := 1 // slots
	if strings.HasPrefix(name, "dup2") {
		copied = 2
	}
	top := len(kinds)
	for slots := 0; slots < copied; slots += int(kinds[top] - '0') {
		top--
	}
	return kinds[top:] + kinds
}

// oddSubroutines has jsr and ret.
func oddSubroutines() *oddClass {
	c := newOddClass(versionOld, "OddSubroutines", "java/lang/Object")
	c.method("twice", "I", func(a *assembler) {
		a.op(opIconst3, opIstore, 0)
		a.jump(opJsr, "sub")
		a.jump(opJsr, "sub")
		a.op(opIload, 0, opIreturn)
		a.label("sub")
		a.op(opAstore, 1, opIinc, 0, 4, opRet, 1)
	})
	c.method("wide", "I", func(a *assembler) {
		a.op(opIconst3, opWide, opIstore, 1, 2)
		a.jumpWide(opJsrW, "sub")
		a.op(opWide, opIload, 1, 2, opIreturn)
		a.label("sub")
		a.op(opWide, opAstore, 1, 0, opWide, opIinc, 1, 2, 0x7f, 0xff, opWide, opRet, 1, 0)
	})
	c.method("nested", "I", func(a *assembler) {
		a.op(opIconst0, opIstore, 0)
		a.jump(opJsr, "outer")
		a.jump(opJsr, "outer")
		a.op(opIload, 0, opIreturn)
		a.label("outer")
		a.op(opAstore, 1)
		a.jump(opJsr, "inner")
		a.op(opIinc, 0, 10)
		a.jump(opJsr, "inner")
		a.op(opRet, 1)
		a.label("inner")
		a.op(opAstore, 2, opIinc, 0, 1, opRet, 2)
	})
	c.method("loop", "I", func(a *assembler) {
		a.op(opIconst0, opIstore, 0, opIconst0, opIstore, 1)
		a.label("again")
		a.jump(opJsr, "sub")
		a.op(opIinc, 1, 1, opIload, 1, opSipush, 0x27, 0x10)
		a.jump(opIfIcmplt, "again")
		a.op(opIload, 0, opIreturn)
		a.label("sub")
		a.op(opAstore, 2, opIload, 0, opIload, 1, opIadd, opIstore, 0, opRet, 2)
	})
	c.method("belowAreValues", "V", func(a *assembler) {
		a.op(opIconst3, opIstore, 0)
		a.op(opIload, 0)
		a.long(5)
		a.jump(opJsr, "sub")
		a.sink('J')
		a.sink('I')
		a.op(opReturn)
		a.label("sub")
		a.op(opAstore, 1, opIinc, 0, 1, opRet, 1)
	})
	c.method("neverReturns", "I", func(a *assembler) {
		a.op(opIconst2)
		a.jump(opJsr, "sub")
		a.op(opIconst3, opIreturn)
		a.label("sub")
		a.op(opPop, opIreturn)
	})
	c.method("finally", "I", func(a *assembler) { // as javac 1.3 compiled try and finally
		a.op(opIconst0, opIstore, 0)
		a.label("start")
		a.op(opIconst1)
		a.static("Sink", "fail", "(I)V")
		a.jump(opJsr, "sub")
		a.op(opIload, 0, opIreturn)
		a.label("end")
		a.label("handler")
		a.op(opAstore, 1)
		a.jump(opJsr, "sub")
		a.op(opAload, 1, opAthrow)
		a.label("sub")
		a.op(opAstore, 2, opIinc, 0, 7, opIload, 0)
		a.sink('I')
		a.op(opRet, 2)
		a.guard("start", "end", "handler", "")
	})
	return c
}

func oddBranches() *oddClass {
	c := newOddClass(versionOld, "OddBranches", "java/lang/Object")
	c.method("gotoWide", "I", func(a *assembler) {
		a.op(opIconst0, opIstore, 0)
		a.jumpWide(opGotoW, "forward")
		a.label("back")
		a.op(opIinc, 0, 1)
		a.jumpWide(opGotoW, "end")
		a.label("forward")
		a.op(opIinc, 0, 10)
		a.jumpWide(opGotoW, "back")
		a.label("end")
		a.op(opIload, 0, opIreturn)
	})
	c.method("far", "I", func(a *assembler) {
		a.op(opIconst0, opIstore, 0)
		a.jumpWide(opGotoW, "forward")
		a.label("back")
		a.op(opIload, 0, opIreturn)
		for range 50_000 {
			a.op(0) // nop
		}
		a.label("forward")
		a.op(opIinc, 0, 10)
		a.jumpWide(opGotoW, "back")
	})
	c.method("wideLocals", "V", func(a *assembler) {
		a.long(1 << 50)
		a.op(opWide, opLstore, 1, 10)
		a.double(0.25)
		a.op(opWide, opDstore, 1, 20)
		a.float(0.5)
		a.op(opWide, opFstore, 1, 30)
		a.string("text")
		a.op(opWide, opAstore, 1, 31)
		a.op(opIconst3, opWide, opIstore, 1, 32, opWide, opIinc, 1, 32, 0x80, 0x00)
		a.op(opWide, opLload, 1, 10)
		a.sink('J')
		a.op(opWide, opDload, 1, 20)
		a.sink('D')
		a.op(opWide, opFload, 1, 30)
		a.sink('F')
		a.op(opWide, opAload, 1, 31)
		a.sink('A')
		a.op(opWide, opIload, 1, 32)
		a.sink('I')
		a.op(opReturn)
	})
	c.method("joinsWithValues", "I", func(a *assembler) { // operands stay on the stack across branches
		a.op(opIconst0, opIstore, 0)
		a.label("again")
		a.op(opIload, 0, opIinc, 0, 1, opIload, 0, opIconst3)
		a.jump(opIfIcmplt, "less")
		a.op(opIconst2)
		a.jump(opGoto, "join")
		a.label("less")
		a.op(opIload, 0)
		a.label("join")
		a.op(opIadd, opDup)
		a.sink('I')
		a.op(opIload, 0, opBipush, 5)
		a.jump(opIfIcmplt, "more")
		a.op(opIreturn)
		a.label("more")
		a.op(opPop)
		a.jump(opGoto, "again")
	})
	c.method("startsWithLoop", "I", func(a *assembler) { // the first instruction is a branch target
		a.label("start")
		a.op(opIconst1)
		a.static("Sink", "fail", "(I)V")
		a.op(opIconst2, opIreturn)
		a.label("end")
		a.label("handler")
		a.op(opPop)
		a.jump(opGoto, "start")
		a.guard("start", "end", "handler", "")
	})
	c.method("deadCode", "I", func(a *assembler) {
		a.op(opIconst1)
		a.jump(opGoto, "end")
		a.op(opAconstNull, opAthrow)
		a.label("end")
		a.op(opIreturn)
	})
	for _, op := range []byte{opIfeq, opIfne, opIflt, opIfle} { // a comparison and its branch, joined and apart
		for _, values := range [][2]int64{{1, 2}, {2, 2}, {3, 2}, {math.MinInt64, math.MaxInt64}} {
			name := fmt.Sprintf("lcmp_%d_%d_%d", op, uint64(values[0])%10, uint64(values[1])%10)
			c.method(name, "I", func(a *assembler) {
				a.long(values[0])
				a.long(values[1])
				a.op(opLcmp)
				a.jump(op, "yes")
				a.op(opIconst0, opIreturn)
				a.label("yes")
				a.op(opIconst1, opIreturn)
			})
			c.method(name+"_apart", "I", func(a *assembler) {
				a.long(values[0])
				a.long(values[1])
				a.op(opLcmp, opDup)
				a.sink('I')
				a.jump(op, "yes")
				a.op(opIconst0, opIreturn)
				a.label("yes")
				a.op(opIconst1, opIreturn)
			})
		}
	}
	return c
}

func oddSwitches() *oddClass {
	c := newOddClass(versionOld, "OddSwitches", "java/lang/Object")
	keys := []int32{math.MinInt32, math.MinInt32 + 1, -1000, -3, -2, -1, 0, 1, 2, 3, 1000, math.MaxInt32 - 1, math.MaxInt32}
	member := func(name string, build func(a *assembler)) {
		c.member(classfile.AccPublic|classfile.AccStatic, name, "(I)I", func(a *assembler) {
			a.op(opIload, 0)
			build(a)
			for i, l := range []string{"default", "a", "b", "c"} {
				a.label(l)
				a.op(opBipush, byte(i), opIreturn)
			}
		})
		c.method("run_"+name, "V", func(a *assembler) {
			for _, k := range keys {
				a.int(k)
				a.static(c.name, name, "(I)I")
				a.sink('I')
			}
			a.op(opReturn)
		})
	}
	member("negative", func(a *assembler) { a.table(-3, "default", "a", "b", "c") })
	member("lowest", func(a *assembler) { a.table(math.MinInt32, "default", "a", "b") })
	member("highest", func(a *assembler) { a.op(0); a.table(math.MaxInt32-1, "default", "a", "b") })
	member("single", func(a *assembler) { a.op(0, 0); a.table(0, "default", "c") })
	member("acrossZero", func(a *assembler) { a.op(0, 0, 0); a.table(-1, "default", "a", "default", "c") })
	member("empty", func(a *assembler) { a.lookup("default", nil) })
	member("extremes", func(a *assembler) {
		a.op(0)
		a.lookup("default", []int32{math.MinInt32, -1000, 0, math.MaxInt32}, "a", "b", "c", "a")
	})
	member("one", func(a *assembler) { a.op(0, 0, 0); a.lookup("default", []int32{-1}, "b") })
	c.method("backwards", "V", func(a *assembler) { // a loop that is a switch
		a.op(opIconst0, opIstore, 0)
		a.label("again")
		a.op(opIinc, 0, 1, opIload, 0)
		a.sink('I')
		a.op(opIload, 0)
		a.table(1, "end", "again", "again", "again")
		a.label("end")
		a.op(opReturn)
	})
	return c
}

// oddHandlers has exception tables that no compiler writes.
func oddHandlers() *oddClass {
	c := newOddClass(versionOld, "OddHandlers", "java/lang/Object")
	const state, runtime = "java/lang/IllegalStateException", "java/lang/RuntimeException"
	message := func(a *assembler, mark byte) {
		a.virtual("java/lang/Throwable", "getMessage", "()Ljava/lang/String;")
		a.sink('A')
		a.op(opBipush, mark, opIreturn)
	}
	for _, order := range [][]string{{state, runtime, ""}, {"", state}, {runtime, state}, {"java/lang/Error", state}, {"java/lang/Error"}} {
		c.method("first_"+strings.NewReplacer("/", "", ";", "").Replace(strings.Join(order, "_")), "I", func(a *assembler) {
			a.label("start")
			a.int(100)
			a.static("Sink", "fail", "(I)V")
			a.op(opIconst0, opIreturn)
			a.label("end")
			for i, kind := range order {
				handler := fmt.Sprint("handler", i)
				a.label(handler)
				message(a, byte(i+1))
				a.guard("start", "end", handler, kind)
			}
		})
	}
	c.method("overlapping", "I", func(a *assembler) { // ranges that overlap without nesting
		a.op(opIconst0, opIstore, 0)
		a.label("one")
		a.op(opIinc, 0, 1)
		a.label("two")
		a.int(2)
		a.static("Sink", "fail", "(I)V")
		a.label("oneEnd")
		a.int(2)
		a.static("Sink", "fail", "(I)V")
		a.label("twoEnd")
		a.op(opIload, 0, opIreturn)
		a.label("first")
		a.sink('A')
		a.op(opIinc, 0, 10)
		a.jump(opGoto, "oneEnd")
		a.label("second")
		a.sink('A')
		a.op(opIinc, 0, 100)
		a.jump(opGoto, "two")
		a.guard("one", "oneEnd", "first", state)
		a.guard("two", "twoEnd", "second", state)
	})
	c.method("coversItself", "I", func(a *assembler) { // the handler throws into itself until it is tired
		a.op(opIconst0, opIstore, 0)
		a.label("start")
		a.int(5)
		a.static("Sink", "fail", "(I)V")
		a.op(opIload, 0, opIreturn)
		a.label("handler")
		a.op(opPop, opIinc, 0, 1)
		a.int(5)
		a.static("Sink", "fail", "(I)V")
		a.op(opIload, 0, opIreturn)
		a.label("end")
		a.guard("start", "end", "handler", state)
	})
	c.method("handlerFirst", "I", func(a *assembler) { // the handler stands before what it guards
		a.jump(opGoto, "start")
		a.label("handler")
		message(a, 9)
		a.label("start")
		a.int(1)
		a.static("Sink", "fail", "(I)V")
		a.op(opIconst0, opIreturn)
		a.label("end")
		a.guard("start", "end", "handler", state)
	})
	c.method("fallsIntoHandler", "I", func(a *assembler) {
		a.new(state)
		a.op(opAstore, 0)
		a.label("start")
		a.int(1)
		a.static("Sink", "fail", "(I)V")
		a.label("end")
		a.op(opAload, 0)
		a.label("handler")
		message(a, 4)
		a.guard("start", "end", "handler", "")
	})
	c.method("clearsStack", "I", func(a *assembler) { // what lay on the stack is gone
		a.op(opIconst1, opIconst2)
		a.long(3)
		a.label("start")
		a.int(1)
		a.static("Sink", "fail", "(I)V")
		a.label("end")
		a.op(opIconst0, opIreturn)
		a.label("handler")
		message(a, 5)
		a.guard("start", "end", "handler", "")
	})
	c.method("localsAtThrow", "I", func(a *assembler) { // the handler sees the last store before the throw
		a.op(opIconst1, opIstore, 0)
		a.label("start")
		a.op(opIconst2, opIstore, 0, opIload, 0, opIinc, 0, 5, opIconst0, opIdiv, opIstore, 0)
		a.label("end")
		a.op(opIload, 0, opIreturn)
		a.label("handler")
		a.op(opPop, opIload, 0, opIreturn)
		a.guard("start", "end", "handler", "java/lang/ArithmeticException")
	})
	c.method("throwNull", "I", func(a *assembler) {
		a.label("start")
		a.op(opAconstNull, opAthrow)
		a.label("end")
		a.op(opPop, opBipush, 6, opIreturn)
		a.guard("start", "end", "end", "java/lang/NullPointerException")
	})
	return c
}

func oddMonitors() *oddClass {
	c := newOddClass(versionOld, "OddMonitors", "java/lang/Object")
	const depth = 40
	c.method("nested", "V", func(a *assembler) {
		a.new("java/lang/Object")
		a.op(opAstore, 0)
		held := func() {
			a.op(opAload, 0)
			a.static("java/lang/Thread", "holdsLock", "("+object+")Z")
			a.sink('I')
		}
		for range depth {
			a.op(opAload, 0, opMonitorenter)
		}
		held()
		for range depth - 1 {
			a.op(opAload, 0, opMonitorexit)
		}
		held()
		a.op(opAload, 0, opMonitorexit)
		held()
		a.op(opReturn)
	})
	c.method("twoObjects", "V", func(a *assembler) { // released in the order of their locking
		a.new("java/lang/Object")
		a.op(opAstore, 0)
		a.new("java/lang/Object")
		a.op(opAstore, 1)
		a.op(opAload, 0, opMonitorenter, opAload, 1, opMonitorenter, opAload, 0, opMonitorexit)
		for i := range byte(2) {
			a.op(opAload, i)
			a.static("java/lang/Thread", "holdsLock", "("+object+")Z")
			a.sink('I')
		}
		a.op(opAload, 1, opMonitorexit, opReturn)
	})
	c.method("hashWhileLocked", "I", func(a *assembler) {
		a.new("java/lang/Object")
		a.op(opAstore, 0, opAload, 0, opMonitorenter)
		a.op(opAload, 0)
		a.static("java/lang/System", "identityHashCode", "("+object+")I")
		a.op(opAload, 0, opMonitorexit, opAload, 0)
		a.static("java/lang/System", "identityHashCode", "("+object+")I")
		a.op(0x64, opIreturn) // isub
	})
	c.method("ofNull", "V", func(a *assembler) { a.op(opAconstNull, opMonitorenter, opReturn) })
	c.method("exitOfNull", "V", func(a *assembler) { a.op(opAconstNull, opMonitorexit, opReturn) })
	c.method("exitFirst", "V", func(a *assembler) {
		a.new("java/lang/Object")
		a.op(opMonitorexit, opReturn)
	})
	c.member(classfile.AccPublic|classfile.AccStatic|classfile.AccSynchronized, "synchronizedThrow", "()V", func(a *assembler) {
		a.int(9)
		a.static("Sink", "fail", "(I)V")
		a.op(opReturn)
	})
	c.method("synchronizedThrowReleases", "I", func(a *assembler) {
		a.label("start")
		a.static(c.name, "synchronizedThrow", "()V")
		a.label("end")
		a.op(opIconst1, opIreturn)
		a.label("handler")
		a.op(opPop)
		a.op2(opLdcW, a.c.Class(c.name))
		a.static("java/lang/Thread", "holdsLock", "("+object+")Z")
		a.op(opIreturn)
		a.guard("start", "end", "handler", "")
	})
	return c
}

func oddArrays() *oddClass {
	c := newOddClass(versionOld, "OddArrays", "java/lang/Object")
	multi := func(name, class string, lengths ...int32) {
		c.method(name, object, func(a *assembler) {
			for _, n := range lengths {
				a.int(n)
			}
			a.op2(opMultianewarray, a.c.Class(class))
			a.op(byte(len(lengths)), opAreturn)
		})
	}
	multi("zeroFirst", "[[[I", 0, 3, 2)
	multi("zeroMiddle", "[[[I", 3, 0, 2)
	multi("zeroLast", "[[[I", 2, 3, 0)
	multi("fewerThanType", "[[[J", 2, 2)
	multi("oneDimension", "[[D", 3)
	multi("one", "[I", 4)
	multi("references", "[[Ljava/lang/String;", 2, 2)
	multi("negative", "[[I", -1, 2)
	multi("negativeLast", "[[I", 2, -7)
	multi("zeroThenNegative", "[[I", 0, -7)
	multi("negativeTwice", "[[I", -2, -7)
	multi("missing", "[[LNoSuchClass;", 1, 1)
	c.method("many", "I", func(a *assembler) {
		for range 20 {
			a.op(opIconst1)
		}
		a.op2(opMultianewarray, a.c.Class(strings.Repeat("[", 255)+"I"))
		a.op(20)
		a.op2(opCheckcast, a.c.Class("[Ljava/lang/Object;"))
		a.op(opArraylength, opIreturn)
	})
	c.method("booleans", "Ljava/lang/String;", func(a *assembler) { // bastore keeps the lowest bit
		values := []int32{0, 1, 2, 3, -1, -2, 256, 257}
		a.op(opBipush, byte(len(values)), opNewarray, 4, opAstore, 0)
		for i, v := range values {
			a.op(opAload, 0, opBipush, byte(i))
			a.int(v)
			a.op(opBastore, opAload, 0, opBipush, byte(i), opBaload)
			a.sink('I')
		}
		a.op(opAload, 0)
		a.static("Sink", "booleans", "([Z)Ljava/lang/String;")
		a.op(opAreturn)
	})
	c.method("bytes", "V", func(a *assembler) {
		for _, v := range []int32{2, 255, 256, -129, 1 << 20} {
			a.op(opIconst1, opNewarray, 8, opAstore, 0, opAload, 0, opIconst0)
			a.int(v)
			a.op(opBastore, opAload, 0, opIconst0, opBaload)
			a.sink('I')
		}
		a.op(opReturn)
	})
	for code := range byte(8) {
		c.method(fmt.Sprint("newarray", code+4), object, func(a *assembler) { a.op(opIconst2, opNewarray, code+4, opAreturn) })
	}
	c.method("negativeSize", object, func(a *assembler) { a.op(0x02, opNewarray, 10, opAreturn) })
	c.method("negativeReferences", object, func(a *assembler) {
		a.op(0x02)
		a.op2(opAnewarray, a.c.Class("[I"))
		a.op(opAreturn)
	})
	c.method("wrongStore", "V", func(a *assembler) {
		a.op(opIconst1)
		a.op2(opAnewarray, a.c.Class("java/lang/Integer"))
		a.op(opIconst0)
		a.string("no number")
		a.op(opAastore, opReturn)
	})
	c.method("indexBeforeStore", "V", func(a *assembler) { // the index is looked at before the type
		a.op(opIconst1)
		a.op2(opAnewarray, a.c.Class("java/lang/Integer"))
		a.op(opIconst1)
		a.string("no number")
		a.op(opAastore, opReturn)
	})
	return c
}

// oddNarrow stores and returns ints that do not fit the declared type.
func oddNarrow() *oddClass {
	c := newOddClass(versionOld, "OddNarrow", "java/lang/Object")
	values := []int32{0, 1, 2, 3, -1, 255, 256, 65535, 65536, -32769, 1 << 30}
	for _, letter := range "ZBCS" {
		kind := string(letter)
		c.Field(classfile.Member{Flags: classfile.AccPublic | classfile.AccStatic, Name: "static" + kind, Descriptor: kind})
		c.Field(classfile.Member{Flags: classfile.AccPublic, Name: "own" + kind, Descriptor: kind})
		c.member(classfile.AccPublic|classfile.AccStatic, "narrow"+kind, "(I)"+kind, func(a *assembler) { a.op(opIload, 0, opIreturn) })
		c.member(classfile.AccPublic|classfile.AccStatic, "narrowLater"+kind, "(I)"+kind, func(a *assembler) {
			a.op(opIload, 0, opIconst0, opIadd, opIreturn)
		})
		c.method("return"+kind, "V", func(a *assembler) {
			for _, v := range values {
				a.int(v)
				a.static(c.name, "narrow"+kind, "(I)"+kind)
				a.sink('I')
				a.int(v)
				a.static(c.name, "narrowLater"+kind, "(I)"+kind)
				a.sink('I')
			}
			a.op(opReturn)
		})
		c.method("putstatic"+kind, "V", func(a *assembler) {
			for _, v := range values {
				a.int(v)
				a.op(opIstore, 3, opIload, 3)
				a.op2(opPutstatic, a.c.Fieldref(c.name, "static"+kind, kind))
				a.op2(opGetstatic, a.c.Fieldref(c.name, "static"+kind, kind))
				a.sink('I')
				a.op(opIload, 3)
				a.sink('I')
			}
			a.op(opReturn)
		})
		c.method("putfield"+kind, "V", func(a *assembler) {
			a.new(c.name)
			a.op(opAstore, 0)
			for _, v := range values {
				a.op(opAload, 0)
				a.int(v)
				a.op2(opPutfield, a.c.Fieldref(c.name, "own"+kind, kind))
				a.op(opAload, 0)
				a.op2(opGetfield, a.c.Fieldref(c.name, "own"+kind, kind))
				a.sink('I')
			}
			a.op(opReturn)
		})
	}
	c.member(classfile.AccPublic, "<init>", "()V", func(a *assembler) {
		a.op(opAload, 0)
		a.special("java/lang/Object", "<init>", "()V")
		a.op(opReturn)
	})
	for name, v := range map[string]byte{"two": opIconst2, "three": opIconst3} {
		c.method("constant_"+name, "Z", func(a *assembler) { a.op(v, opIreturn) })
	}
	return c
}

// oddNumbers has the operands for which arithmetic has special rules.
func oddNumbers() *oddClass {
	c := newOddClass(versionOld, "OddNumbers", "java/lang/Object")
	floats := []float32{float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 0, float32(math.Copysign(0, -1)), 1}
	for _, op := range []byte{opFcmpl, opFcmpg} {
		c.method(fmt.Sprintf("fcmp%d", op), "V", func(a *assembler) {
			for _, x := range floats {
				for _, y := range floats {
					a.float(x)
					a.float(y)
					a.op(op)
					a.sink('I')
				}
			}
			a.op(opReturn)
		})
		c.method(fmt.Sprintf("dcmp%d", op+2), "V", func(a *assembler) {
			for _, x := range floats {
				for _, y := range floats {
					a.double(float64(x))
					a.double(float64(y))
					a.op(op + 2)
					a.sink('I')
				}
			}
			a.op(opReturn)
		})
	}
	distances := []int32{0, 1, 31, 32, 33, 63, 64, 65, -1, -31, -64, math.MinInt32}
	for op := byte(opIshl); op <= opLushr; op++ {
		c.method(fmt.Sprintf("shift%d", op), "V", func(a *assembler) {
			for _, n := range distances {
				for _, constant := range []bool{true, false} {
					if op%2 == 0 {
						a.int(-0x12345678)
					} else {
						a.long(-0x123456789abcdef)
					}
					a.int(n)
					if !constant {
						a.op(opIstore, 0, opIload, 0)
					}
					a.op(op)
					a.sink("IJ"[op%2])
				}
			}
			a.op(opReturn)
		})
	}
	for _, divisor := range []int64{0, 1, -1, 2, -2, 7, math.MinInt32, math.MinInt64} {
		for _, op := range []byte{opIdiv, opIrem} {
			for _, constant := range []bool{true, false} {
				name := fmt.Sprintf("%d_by_%x_%v", op, uint64(divisor), constant)
				c.method("int"+name, "V", func(a *assembler) {
					for _, v := range []int32{math.MinInt32, -7, 7, math.MaxInt32} {
						a.int(v)
						a.int(int32(divisor))
						if !constant {
							a.op(opIstore, 0, opIload, 0)
						}
						a.op(op)
						a.sink('I')
					}
					a.op(opReturn)
				})
				c.method("long"+name, "V", func(a *assembler) {
					for _, v := range []int64{math.MinInt64, -7, 7, math.MaxInt64} {
						a.long(v)
						a.long(divisor)
						if !constant {
							a.op(opLstore, 0, opLload, 0)
						}
						a.op(op + 1)
						a.sink('J')
					}
					a.op(opReturn)
				})
			}
		}
	}
	c.method("conversions", "V", func(a *assembler) {
		for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e10, -1e10, 1e20, -1e20, 0.9, -0.9, 2147483647, 2147483648, 9223372036854775807} {
			a.double(v)
			a.op(0x8e) // d2i
			a.sink('I')
			a.double(v)
			a.op(0x8f) // d2l
			a.sink('J')
			a.float(float32(v))
			a.op(0x8b) // f2i
			a.sink('I')
			a.float(float32(v))
			a.op(0x8c) // f2l
			a.sink('J')
			a.double(v)
			a.op(0x90) // d2f
			a.sink('F')
		}
		a.op(opReturn)
	})
	c.method("remainders", "V", func(a *assembler) {
		for _, x := range []float64{5.5, -5.5, 0, math.Inf(1), math.NaN()} {
			for _, y := range []float64{2, -2, 0, math.Inf(-1), math.NaN()} {
				a.double(x)
				a.double(y)
				a.op(0x73) // drem
				a.sink('D')
				a.float(float32(x))
				a.float(float32(y))
				a.op(0x72) // frem
				a.sink('F')
			}
		}
		a.op(opReturn)
	})
	c.method("incrementOverflows", "I", func(a *assembler) {
		a.int(math.MaxInt32)
		a.op(opIstore, 0, opIinc, 0, 1, opIload, 0, opIreturn)
	})
	return c
}

// oddTypes has checkcast and instanceof on arrays and interfaces.
func oddTypes() *oddClass {
	c := newOddClass(versionOld, "OddTypes", "java/lang/Object")
	makers := map[string]func(a *assembler){
		"null":    func(a *assembler) { a.op(opAconstNull) },
		"ints":    func(a *assembler) { a.op(opIconst1, opNewarray, 10) },
		"bools":   func(a *assembler) { a.op(opIconst1, opNewarray, 4) },
		"object":  func(a *assembler) { a.new("Family$Silent") },
		"strings": func(a *assembler) { a.op(opIconst1); a.op2(opAnewarray, a.c.Class("java/lang/String")) },
		"nested":  func(a *assembler) { a.op(opIconst1); a.op2(opAnewarray, a.c.Class("[I")) },
		"deep":    func(a *assembler) { a.op(opIconst1); a.op2(opAnewarray, a.c.Class("[[Ljava/lang/Integer;")) },
	}
	targets := []string{
		"java/lang/Object", "java/lang/Cloneable", "java/io/Serializable", "java/lang/Comparable", "[I", "[Z", "[B", "[[I", "[Ljava/lang/Object;",
		"[Ljava/lang/CharSequence;", "[Ljava/lang/Cloneable;", "[[Ljava/lang/Object;", "[[Ljava/io/Serializable;", "[[[Ljava/lang/Number;", "[Ljava/lang/String;",
	}
	for name, build := range makers {
		c.method("instanceof_"+name, "V", func(a *assembler) {
			for _, target := range targets {
				build(a)
				a.op2(opInstanceof, a.c.Class(target))
				a.sink('I')
			}
			a.op(opReturn)
		})
		for i, target := range targets {
			c.method(fmt.Sprintf("cast_%s_%02d", name, i), "V", func(a *assembler) {
				build(a)
				a.op2(opCheckcast, a.c.Class(target))
				a.sink('A')
				a.op(opReturn)
			})
		}
	}
	c.method("missingOfNull", "V", func(a *assembler) { // null needs no class
		a.op(opAconstNull)
		a.op2(opCheckcast, a.c.Class("NoSuchClass"))
		a.sink('A')
		a.op(opAconstNull)
		a.op2(opInstanceof, a.c.Class("NoSuchClass"))
		a.sink('I')
		a.op(opReturn)
	})
	c.method("missing", "V", func(a *assembler) {
		a.string("x")
		a.op2(opInstanceof, a.c.Class("NoSuchClass"))
		a.sink('I')
		a.op(opReturn)
	})
	return c
}

// oddCalls has calls that Java's grammar cannot express.
func oddCalls() *oddClass {
	const greeter, text = "Family$Greeter", "()Ljava/lang/String;"
	c := newOddClass(versionNew, "OddCalls", "Family$Child")
	c.member(classfile.AccPublic, "<init>", "()V", func(a *assembler) {
		a.op(opAload, 0)
		a.special("Family$Child", "<init>", "()V")
		a.op(opReturn)
	})
	c.member(classfile.AccPublic, "who", text, func(a *assembler) {
		a.string("OddCalls")
		a.op(opAreturn)
	})
	instance := func(name string, build func(a *assembler)) {
		c.member(classfile.AccPublic, "do_"+name, text, func(a *assembler) {
			build(a)
			a.op(opAreturn)
		})
		c.method(name, "Ljava/lang/String;", func(a *assembler) {
			a.new(c.name)
			a.virtual(c.name, "do_"+name, text)
			a.op(opAreturn)
		})
	}
	// With ACC_SUPER the search starts in the direct superclass, whichever
	// superclass the instruction names.
	instance("superOfSuper", func(a *assembler) { a.op(opAload, 0); a.special("Family", "who", text) })
	instance("super", func(a *assembler) { a.op(opAload, 0); a.special("Family$Child", "who", text) })
	instance("ownSpecial", func(a *assembler) { a.op(opAload, 0); a.special(c.name, "who", text) })
	instance("objectSpecial", func(a *assembler) {
		a.op(opAload, 0)
		a.special("java/lang/Object", "hashCode", "()I")
		a.op(opPop)
		a.op(opAload, 0)
		a.virtual("Family", "who", text)
	})
	greet := func(name string, build func(a *assembler)) {
		c.method(name, object, func(a *assembler) {
			a.new("Family$Silent")
			build(a)
			a.op(opAreturn)
		})
	}
	greet("interfaceToString", func(a *assembler) { a.iface(greeter, "toString", text, 1) })
	greet("interfaceGetClass", func(a *assembler) { a.iface(greeter, "getClass", "()Ljava/lang/Class;", 1) })
	greet("interfaceHashCode", func(a *assembler) {
		a.iface(greeter, "hashCode", "()I", 1)
		a.static("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;")
	})
	greet("interfaceDefault", func(a *assembler) { a.iface(greeter, "both", text, 1) })
	greet("interfacePrivate", func(a *assembler) { a.iface(greeter, "hidden", text, 1) })
	greet("interfaceMissing", func(a *assembler) { a.iface(greeter, "nowhere", text, 1) })
	greet("interfaceStaticly", func(a *assembler) {
		a.op(opPop)
		a.op2(opInvokestatic, a.c.InterfaceMethodref(greeter, "greet", text))
	})
	greet("interfaceAsClass", func(a *assembler) { a.virtual(greeter, "greet", text) })
	greet("classAsInterface", func(a *assembler) { a.op(opPop); a.new("Family"); a.iface("Family", "who", text, 1) })
	greet("interfaceOfNull", func(a *assembler) { a.op(opPop, opAconstNull); a.iface(greeter, "greet", text, 1) })
	c.method("interfaceNotImplemented", object, func(a *assembler) {
		a.new("java/lang/Object") // the verifier treats interfaces as Object
		a.iface(greeter, "greet", text, 1)
		a.op(opAreturn)
	})
	c.method("defaultNotImplemented", object, func(a *assembler) {
		a.string("x")
		a.iface(greeter, "both", text, 1)
		a.op(opAreturn)
	})
	c.method("arrayClone", object, func(a *assembler) {
		a.op(opIconst3, opNewarray, 10)
		a.virtual("[I", "clone", "()Ljava/lang/Object;")
		a.op(opAreturn)
	})
	c.method("newAbstract", object, func(a *assembler) {
		a.op2(opNew, a.c.Class("Family$Unfinished"))
		a.op(opPop, opAconstNull, opAreturn)
	})
	c.method("newInterface", object, func(a *assembler) {
		a.op2(opNew, a.c.Class(greeter))
		a.op(opPop, opAconstNull, opAreturn)
	})
	c.method("staticAsVirtual", object, func(a *assembler) {
		a.new("Family")
		a.virtual("Family", "shout", "()Ljava/lang/String;")
		a.op(opAreturn)
	})
	c.method("virtualAsStatic", object, func(a *assembler) { a.static("Family", "who", text); a.op(opAreturn) })
	c.method("fieldStaticly", "I", func(a *assembler) { a.op2(opGetstatic, a.c.Fieldref("Family", "own", "I")); a.op(opIreturn) })
	c.method("staticFieldOfObject", "I", func(a *assembler) {
		a.new("Family")
		a.op2(opGetfield, a.c.Fieldref("Family", "number", "I"))
		a.op(opIreturn)
	})
	c.method("missingField", "I", func(a *assembler) { a.op2(opGetstatic, a.c.Fieldref("Family", "number", "J")); a.op(0x88, opIreturn) })
	c.method("missingMethod", "V", func(a *assembler) { a.static("Family", "shout", "()V"); a.op(opReturn) })
	c.method("missingClass", "V", func(a *assembler) { a.static("NoSuchClass", "x", "()V"); a.op(opReturn) })
	return c
}

// oddDynamic has invokedynamic sites with bootstrap methods of our own.
func oddDynamic() *oddClass {
	const lookup = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
	const site = ")Ljava/lang/invoke/CallSite;"
	c := newOddClass(versionNew, "OddDynamic", "java/lang/Object")
	c.method("add", "Ljava/lang/String;", func(a *assembler) {
		a.op(opBipush, 30)
		a.long(1 << 40)
		a.dynamic("add", lookup+"I"+site, "some name", "(IJ)Ljava/lang/String;", a.c.Integer(-1))
		a.op(opAreturn)
	})
	c.method("argumentsOfAllKinds", "Ljava/lang/String;", func(a *assembler) {
		a.op(opIconst1)
		a.double(2)
		a.op(opAconstNull)
		a.dynamic("show", lookup+"[Ljava/lang/Object;"+site, "all", "(IDLjava/util/List;)Ljava/lang/String;",
			a.c.Integer(1), a.c.Long(2), a.c.Float(3), a.c.Double(4), a.c.String("five"), a.c.Class("[I"), a.c.MethodType("(I)J"),
			a.c.MethodHandle(classfile.RefInvokeStatic, a.c.Methodref("Family", "shout", "(Ljava/lang/String;)Ljava/lang/String;")),
			a.condy("constant", constantDesc, "within", "Ljava/lang/String;"), a.condy("constant", constantDesc, "yes", "Z"))
		a.op(opAreturn)
	})
	c.method("noArguments", "Ljava/lang/String;", func(a *assembler) {
		a.dynamic("show", lookup+"[Ljava/lang/Object;"+site, "none", "()Ljava/lang/String;")
		a.op(opAreturn)
	})
	c.method("changing", "V", func(a *assembler) { // one site, executed twice, whose target changes in between
		a.static(c.name, "changes", "()I")
		a.sink('I')
		a.op(opBipush, 77)
		a.static("Boot", "change", "(I)V")
		a.static(c.name, "changes", "()I")
		a.sink('I')
		a.op(opReturn)
	})
	c.method("changes", "I", func(a *assembler) {
		a.dynamic("changing", lookup+site, "x", "()I")
		a.op(opIreturn)
	})
	for _, name := range []string{"failing", "error", "wrongType", "nothing"} {
		c.method(name, "I", func(a *assembler) { // fails the second time as the first
			a.dynamic(name, lookup+site, "x", "()I")
			a.op(opIreturn)
		})
	}
	c.method("missingBootstrap", "I", func(a *assembler) {
		a.dynamic("noSuchBootstrap", lookup+site, "x", "()I")
		a.op(opIreturn)
	})
	return c
}

const constantDesc = "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;[Ljava/lang/Object;)Ljava/lang/Object;"

// oddConstants loads constants of all kinds.
func oddConstants() *oddClass {
	c := newOddClass(versionNew, "OddConstants", "java/lang/Object")
	load := func(name string, index func(a *assembler) uint16) {
		c.method(name, object, func(a *assembler) { a.op2(opLdcW, index(a)); a.op(opAreturn) })
	}
	for i, class := range []string{"java/lang/String", "[I", "[[Ljava/util/List;", c.name, "Family$Greeter"} {
		load(fmt.Sprint("class", i), func(a *assembler) uint16 { return a.c.Class(class) })
	}
	load("missingClass", func(a *assembler) uint16 { return a.c.Class("NoSuchClass") })
	load("string", func(a *assembler) uint16 { return a.c.String("text \xc0\x80 \xe2\x82\xac") })
	for i, desc := range []string{"()V", "(I[J)Ljava/lang/String;", "(LFamily;BCDFSZ)[[Z"} {
		load(fmt.Sprint("methodType", i), func(a *assembler) uint16 { return a.c.MethodType(desc) })
	}
	load("methodTypeMissing", func(a *assembler) uint16 { return a.c.MethodType("(LNoSuchClass;)V") })
	handles := []struct {
		name      string
		kind      uint8
		reference func(a *assembler) uint16
		arguments func(a *assembler) // pushes an Object[]
	}{
		{"getField", classfile.RefGetField, func(a *assembler) uint16 { return a.c.Fieldref("Family", "own", "I") }, withReceiver},
		{"getStatic", classfile.RefGetStatic, func(a *assembler) uint16 { return a.c.Fieldref("Family", "number", "I") }, withNothing},
		{"putStatic", classfile.RefPutStatic, func(a *assembler) uint16 { return a.c.Fieldref("Family", "number", "I") }, withNumber},
		{"virtual", classfile.RefInvokeVirtual, func(a *assembler) uint16 { return a.c.Methodref("Family", "who", "()Ljava/lang/String;") }, withReceiver},
		{"static", classfile.RefInvokeStatic, func(a *assembler) uint16 {
			return a.c.Methodref("Family", "shout", "(Ljava/lang/String;)Ljava/lang/String;")
		}, withText},
		{"constructor", classfile.RefNewInvokeSpecial, func(a *assembler) uint16 { return a.c.Methodref("java/lang/String", "<init>", "(Ljava/lang/String;)V") }, withText},
		{"interface", classfile.RefInvokeInterface, func(a *assembler) uint16 { return a.c.InterfaceMethodref("java/lang/CharSequence", "length", "()I") }, withText},
		{"special", classfile.RefInvokeSpecial, func(a *assembler) uint16 {
			return a.c.Methodref("java/lang/Object", "toString", "()Ljava/lang/String;")
		}, withText},
		{"missing", classfile.RefInvokeStatic, func(a *assembler) uint16 { return a.c.Methodref("Family", "nowhere", "()V") }, withNothing},
	}
	for _, h := range handles {
		c.method("handle_"+h.name, "Ljava/lang/String;", func(a *assembler) {
			a.op2(opLdcW, a.c.MethodHandle(h.kind, h.reference(a)))
			h.arguments(a)
			a.static("Boot", "invoke", "(Ljava/lang/invoke/MethodHandle;[Ljava/lang/Object;)Ljava/lang/String;")
			a.op(opAreturn)
		})
	}
	condy := func(name, kind string, sink byte, arguments ...func(a *assembler) uint16) {
		c.method("dynamic_"+name+kind[:1], "V", func(a *assembler) { // loaded twice: resolved once
			for range 2 {
				var list []uint16
				for _, f := range arguments {
					list = append(list, f(a))
				}
				op := byte(opLdcW)
				if kind == "J" || kind == "D" {
					op = opLdc2W
				}
				// One bootstrap entry for both: equal constants share their index.
				a.op2(op, a.c.Dynamic(bootstrapOf(a, name+kind, list), name, kind))
				a.sink(sink)
			}
			a.op(opReturn)
		})
	}
	condy("number", "I", 'I')
	condy("number", "J", 'J')
	condy("number", "F", 'F')
	condy("number", "D", 'D')
	condy("yes", "Z", 'I')
	condy("no", "Z", 'I')
	condy("number", "C", 'I')
	condy("number", "B", 'I')
	condy("number", "S", 'I')
	condy("text", object, 'A', func(a *assembler) uint16 { return a.c.Integer(4) }, func(a *assembler) uint16 {
		return a.condy("constant", constantDesc, "nested", object, a.c.String("inner"))
	})
	condy("nothing", object, 'A')
	condy("wrong", "Ljava/util/List;", 'A')
	c.method("dynamic_fails", "V", func(a *assembler) {
		a.op2(opLdcW, a.condy("badConstant", "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;", "x", object))
		a.sink('A')
		a.op(opReturn)
	})
	return c
}

// bootstrapOf is a bootstrap entry for Boot.constant, one per key and class.
func bootstrapOf(a *assembler, key string, arguments []uint16) uint16 {
	if index, known := a.bootstraps[key]; known {
		return index
	}
	if a.bootstraps == nil {
		a.bootstraps = map[string]uint16{}
	}
	handle := a.c.MethodHandle(classfile.RefInvokeStatic, a.c.Methodref("Boot", "constant", constantDesc))
	a.bootstraps[key] = a.c.BootstrapMethod(handle, arguments...)
	return a.bootstraps[key]
}

// The arguments of the method handles: an Object[] of one element or none.
func withNothing(a *assembler) {
	a.op(opIconst0)
	a.op2(opAnewarray, a.c.Class("java/lang/Object"))
}

func withOne(a *assembler, push func()) {
	a.op(opIconst1)
	a.op2(opAnewarray, a.c.Class("java/lang/Object"))
	a.op(opDup, opIconst0)
	push()
	a.op(opAastore)
}

func withReceiver(a *assembler) { withOne(a, func() { a.new("Family$Child") }) }
func withText(a *assembler)     { withOne(a, func() { a.string("words") }) }
func withNumber(a *assembler) {
	withOne(a, func() {
		a.op(opBipush, 55)
		a.static("java/lang/Integer", "valueOf", "(I)Ljava/lang/Integer;")
	})
}

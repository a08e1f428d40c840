package vm_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hotlens/vm"
	"hotlens/vm/classfile/mutation"
	"hotlens/vm/oracle"
)

const (
	// mutantBytecodes is the budget of a VM that runs mutants: one that never ends
	// uses it up in a fraction of a second, and a new VM takes over.
	mutantBytecodes = 20_000_000
	// mutantPatience is how long a mutant may be silent before it counts as hanging
	// in spite of its budget. A whole VM's budget takes a second.
	mutantPatience = time.Minute
	// mutantScript is the longest script: some twenty changes. After more of them
	// no class file is left that anything would load.
	mutantScript = 64
)

// FuzzRun runs damaged class files: whatever they are, the VM neither panics nor
// fails nor hangs. Each is loaded, linked and called by the Java program Mutants
// of testdata/mutation, whose other classes are the seeds; one VM runs many.
func FuzzRun(f *testing.F) {
	tools := oracle.FindTools(f)
	classes := oracle.Compile(f, tools, "testdata/mutation")
	seeds, err := filepath.Glob(filepath.Join(classes, "*.class"))
	if err != nil {
		f.Fatal(err)
	}
	for i, seed := range seeds {
		if strings.HasPrefix(filepath.Base(seed), "Mutants") {
			continue
		}
		data, err := os.ReadFile(seed)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data, []byte{})
		f.Add(data, []byte{byte(i), 3, 9, 60, 11, 5, 200, 7})
	}
	ground := &mutantGround{classes: classes}
	f.Cleanup(ground.end)
	f.Fuzz(func(t *testing.T, data, script []byte) {
		if len(script) > mutantScript || len(data) > 1<<16 {
			return
		}
		mutant := mutation.Mutate(data, script)
		if err := ground.run(t, mutant); err != nil {
			alone := (&mutantGround{classes: classes}).run(t, mutant)
			kept := filepath.Join(os.TempDir(), "hotlens-mutant.class")
			_ = os.WriteFile(kept, mutant, 0o644)
			t.Fatalf("a mutant of %d bytes, kept as %s: %v\nin a VM of its own: %v", len(mutant), kept, err, alone)
		}
	})
}

// mutantGround is a VM in which mutants run, as long as it lasts.
type mutantGround struct {
	classes string
	stdin   *os.File      // the mutants go in
	replies *bufio.Reader // a byte comes out for each
	ends    []*os.File    // files to close
	result  chan vm.Result
}

// run runs a mutant. The error is the VM's failure; that the program exits, or
// exceeds its limits, is none.
func (g *mutantGround) run(t testing.TB, mutant []byte) error {
	if g.result == nil {
		if err := g.boot(t); err != nil {
			return err
		}
	}
	message := binary.BigEndian.AppendUint32(nil, uint32(len(mutant)))
	if _, err := g.stdin.Write(append(message, mutant...)); err != nil {
		return g.finish(fmt.Errorf("the VM does not listen: %w", err))
	}
	replied := make(chan error, 1)
	go func() {
		_, err := g.replies.ReadByte()
		replied <- err
	}()
	select {
	case err := <-replied:
		if err != nil { // the VM has ended
			return g.finish(nil)
		}
		return nil
	case <-time.After(mutantPatience):
		return errors.New("the VM hangs")
	}
}

// finish takes the result of a VM that has ended.
func (g *mutantGround) finish(otherwise error) error {
	result := <-g.result
	g.closeFiles()
	g.result = nil
	if result.Err != nil {
		return result.Err
	}
	if result.Limit == nil && otherwise != nil {
		return otherwise
	}
	return nil
}

func (g *mutantGround) closeFiles() {
	for _, file := range g.ends {
		_ = file.Close()
	}
	g.ends = nil
}

// boot starts the program Mutants on a new VM.
func (g *mutantGround) boot(t testing.TB) error {
	memory, err := scratchMemory()
	if err != nil {
		return err
	}
	in, stdin, err := os.Pipe()
	if err != nil {
		return err
	}
	replies, out, err := os.Pipe()
	if err != nil {
		return err
	}
	g.stdin, g.replies = stdin, bufio.NewReader(replies)
	g.ends = []*os.File{memory, in, stdin, replies, out}
	machine, err := vm.Boot(context.Background(), vm.Config{
		JDKHome: jdkHome(t), ClassPath: []string{g.classes}, HeapBytes: 64 << 20, StackBytes: 512 << 10, MaxThreads: 50,
		MaxBytecodes: mutantBytecodes, MaxOutputBytes: 1 << 20, VirtualClock: true, Memory: memory, Stdin: in, Stdout: out,
		Directory: g.classes, Environment: oracle.Environment(),
	})
	if err != nil {
		return err
	}
	g.result = make(chan vm.Result, 1)
	result := g.result
	go func() {
		r := machine.Run(context.Background(), vm.Program{MainClass: "Mutants"})
		_ = out.Close() // so that who waits for a reply learns of the end
		result <- r
	}()
	return nil
}

// end ends the VM, if one runs.
func (g *mutantGround) end() {
	if g.result == nil {
		return
	}
	const stop = -1
	if err := binary.Write(g.stdin, binary.BigEndian, int32(stop)); err == nil || errors.Is(err, io.ErrClosedPipe) {
		<-g.result
	}
	g.closeFiles()
}

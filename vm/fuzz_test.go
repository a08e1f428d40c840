//go:build unix

package vm_test

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sourcegraph/conc"

	"hotlens/vm"
	"hotlens/vm/classfile/mutation"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
	"hotlens/vm/release"
)

const (
	// mutantBytecodes is the budget of a VM that runs mutants: one that never ends
	// uses it up in a moment, even in a build that measures coverage, and a new VM
	// takes over.
	mutantBytecodes = 2_000_000
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
	jdk := oracle.JDKs(f)[0]
	classes, seeds := mutantSeeds(f, jdk)
	for i := range seeds {
		f.Add(byte(i), []byte{byte(i), 3, 9, 60, 11, 5, 200, 7})
	}
	ground := &mutantGround{jdk: jdk, classes: classes}
	f.Cleanup(ground.end)
	f.Fuzz(func(t *testing.T, seed byte, script []byte) {
		if len(script) > mutantScript {
			return
		}
		mutant := mutation.Mutate(seeds[int(seed)%len(seeds)], script)
		if err := ground.run(t, mutant); err != nil {
			alone := (&mutantGround{jdk: jdk, classes: classes}).run(t, mutant)
			kept := filepath.Join(os.TempDir(), "hotlens-mutant.class")
			_ = os.WriteFile(kept, mutant, 0o644)
			t.Fatalf("a mutant, kept as %s (testdata/mutation/found is for such files): %v\nin a VM of its own: %v", kept, err, alone)
		}
	})
}

// TestMutants runs the seeds, which must come through undamaged, a fixed number of
// mutants of each, and the class files that fuzzing has found to fail once, on every JDK mutants of its own.
func TestMutants(t *testing.T) {
	for _, jdk := range oracle.JDKs(t) {
		if testing.Short() && jdk.Release != oracle.Release(t) {
			continue
		}
		t.Run(jdk.Name(), func(t *testing.T) {
			oracle.Once(t)
			runMutants(t, jdk)
		})
	}
}

func runMutants(t *testing.T, jdk oracle.JDK) {
	classes, seeds := mutantSeeds(t, jdk)
	whole := &mutantGround{jdk: jdk, classes: classes, plenty: true}
	defer whole.end()
	for i, data := range seeds {
		if err := whole.run(t, data); err != nil || whole.reply != '.' {
			t.Errorf("seed %d undamaged: reply %q, %v", i, whole.reply, err)
		}
	}
	ground := &mutantGround{jdk: jdk, classes: classes}
	defer ground.end()
	found, err := filepath.Glob("testdata/mutation/found/*.class")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := ground.run(t, data); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	feature := uint64(jdk.Release.Feature)
	random := rand.New(rand.NewPCG(feature, feature))
	for _, data := range seeds {
		for range *mutantsPerSeed {
			script := make([]byte, 4+random.IntN(12))
			for i := range script {
				script[i] = byte(random.Uint32())
			}
			if err := ground.run(t, mutation.Mutate(data, script)); err != nil {
				t.Errorf("script %x: %v", script, err)
			}
		}
	}
}

// mutantsPerSeed is how many mutants of each seed TestMutants runs.
var mutantsPerSeed = flag.Int("mutants", 20, "how many mutants of each class file TestMutants runs")

// mutantSeeds compiles the folder testdata/mutation, and those with what newer JDKs up to this one understand; all their classes but those of
// the program Mutants are seeds.
func mutantSeeds(t testing.TB, jdk oracle.JDK) (folders []string, seeds [][]byte) {
	t.Helper()
	const folder = "testdata/mutation"
	tools := oracle.ToolsOf(t, jdk)
	folders = []string{oracle.Compile(t, tools, folder)}
	for _, version := range release.Features() {
		if newer := folder + fmt.Sprint(version); version <= jdk.Release.Feature && exists(newer) {
			folders = append(folders, oracle.Compile(t, tools, newer))
		}
	}
	var files []string
	for _, folder := range folders {
		some, err := filepath.Glob(filepath.Join(folder, "*.class"))
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, some...)
	}
	for _, file := range files {
		if strings.HasPrefix(filepath.Base(file), "Mutants") {
			continue
		}
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		seeds = append(seeds, data)
	}
	return folders, seeds
}

// mutantGround is a VM in which mutants run, as long as it lasts.
type mutantGround struct {
	jdk      oracle.JDK
	classes  []string
	plenty   bool           // of bytecodes: no limit
	stdin    *os.File       // the mutants go in
	replies  *bufio.Reader  // a byte comes out for each
	replying *os.File       // what replies reads
	ends     []*os.File     // files to close
	running  conc.WaitGroup // the VM's goroutine
	result   chan vm.Result
	reply    byte // to the last mutant: '.' if nothing was thrown
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
	if err := g.replying.SetReadDeadline(time.Now().Add(mutantPatience)); err != nil {
		return err
	}
	var err error
	switch g.reply, err = g.replies.ReadByte(); {
	case errors.Is(err, os.ErrDeadlineExceeded):
		return errors.New("the VM hangs")
	case err != nil: // the VM has ended
		return g.finish(nil)
	}
	return nil
}

// finish takes the result of a VM that has ended.
func (g *mutantGround) finish(otherwise error) error {
	result := <-g.result
	g.running.Wait()
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
	g.stdin, g.replying, g.replies = stdin, replies, bufio.NewReader(replies)
	g.ends = []*os.File{memory, in, stdin, replies, out}
	budget := uint64(mutantBytecodes)
	if g.plenty {
		budget = 0
	}
	machine, err := vm.Boot(context.Background(), configuration.Run{
		JDK: g.jdk.Home, Release: g.jdk.Release, ClassPath: g.classes, VirtualClock: true, Directory: g.classes[0], Environment: oracle.Environment(),
		Limits: configuration.Limits{HeapBytes: 64 << 20, StackBytes: 512 << 10, MaxThreads: 50, MaxOutputBytes: 1 << 20, Allowance: configuration.Allowance{MaxBytecodes: budget}},
	}, vm.Needs{}, vm.Files{Memory: memory, Stdin: in, Stdout: out})
	if err != nil {
		return err
	}
	g.result = make(chan vm.Result, 1)
	result := g.result
	g.running.Go(func() {
		r := machine.Run(context.Background(), vm.Program{MainClass: "Mutants"})
		_ = out.Close() // so that who waits for a reply learns of the end
		result <- r
	})
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
		g.running.Wait()
	}
	g.closeFiles()
}

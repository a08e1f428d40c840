//go:build unix

package natives_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"hotlens/vm/classfile"
	"hotlens/vm/jimage/jimagetest"
	"hotlens/vm/natives"
	"hotlens/vm/oracle"
)

func TestMain(m *testing.M) { os.Exit(oracle.Package{M: m}.Run()) }

// This test calls every native method with garbage (testdata/fuzz): null, nothing, too
// much, objects that no constructor has seen, and forged references.

var (
	garbageSeed   = flag.Int64("garbage-seed", 1, "what the garbage that natives are called with depends on")
	garbageRounds = flag.Int("garbage-rounds", 0, "how often each native is called with garbage; from 8 on, references are forged, too (default 8, and 4 with -short)")
	garbageNative = flag.String("garbage-native", "", "call only the natives whose class, name and descriptor contain this")
)

// endsByDesign are the natives that are not called: they end the program, or stop its
// only thread for ever, whatever their arguments.
var endsByDesign = map[string]bool{
	"java/lang/Shutdown.halt0(I)V":                           true,
	"java/lang/Thread.suspend0()V":                           true,
	"java/lang/ref/Reference.waitForReferencePendingList()V": true,
	"jdk/internal/misc/Signal.raise0(I)V":                    true, // unless the signal is handled
}

// writesAnywhere are the beginnings of the natives that write where the program says, so
// that what fails afterwards says nothing of them: they get addresses only, and no object
// to write into.
var writesAnywhere = []string{
	"jdk/internal/misc/Unsafe.put", "jdk/internal/misc/Unsafe.compareAnd", "jdk/internal/misc/Unsafe.copy", "jdk/internal/misc/Unsafe.set",
}

// garbageLines lists the natives, and the Java methods that have stand-ins, in the form
// that the Java program reads.
func garbageLines(t *testing.T) []string {
	image := jimagetest.Library(t)
	var lines []string
	for _, class := range natives.Classes() {
		data, _, ok, err := image.FindClass(class)
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			continue // a class of another JDK
		}
		file, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range file.Methods {
			id := class + "." + m.Name + m.Descriptor
			if natives.Find(class, m.Name, m.Descriptor, m.Flags&classfile.AccNative != 0) == nil || endsByDesign[id] || !strings.Contains(id, *garbageNative) {
				continue
			}
			kind := "instance"
			if m.Flags&classfile.AccStatic != 0 {
				kind = "static"
			}
			for _, start := range writesAnywhere {
				if strings.HasPrefix(id, start) {
					kind += ",addresses"
				}
			}
			lines = append(lines, strings.Join([]string{class, m.Name, m.Descriptor, kind}, " "))
		}
	}
	return lines
}

// reportOfForgery is what the machine says when a program has used a forged reference:
// its end, as HotSpot would crash, but in order.
const reportOfForgery = ", which only Unsafe and the like can forge"

// TestGarbage demands that each call returns, throws, meets a limit, or, when references
// are forged, ends the program with a report.
func TestGarbage(t *testing.T) {
	tools := oracle.FindTools(t)
	classes := oracle.Compile(t, tools, "testdata/fuzz")
	rounds := *garbageRounds
	if rounds == 0 {
		rounds = 8
		if testing.Short() {
			rounds = 4
		}
	}
	lines := oracle.Sample(t, 8, garbageLines(t))
	list := filepath.Join(t.TempDir(), "natives")
	if err := os.WriteFile(list, []byte(strings.Join(lines, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	for line, round := 0, 0; line < len(lines); {
		run := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: []string{
			"profile", "--profilers", "edges", "--format", "json", "-o", os.DevNull, "--heap", "64m", "--threads", "50", "--timeout", "20s", "--tier", "interp", "--allow-read", filepath.Dir(list), "-cp", classes,
			"NativeGarbage", strconv.FormatInt(*garbageSeed, 10), list, strconv.Itoa(line), strconv.Itoa(round), strconv.Itoa(rounds),
		}})
		done := strings.Split(strings.TrimSuffix(run.Stdout, "\n"), "\n")
		last := done[len(done)-1]
		if last == "end" {
			return
		}
		if n, err := fmt.Sscanf(last, "%d %d", &line, &round); n != 2 {
			t.Fatalf("exit status %s, but no native was called (%v):\n%s%s", run.Status, err, run.Stdout, run.Stderr)
		}
		switch {
		case run.Status == "0" || run.Status == "3":
		case run.Status == "2" && rounds >= 8 && strings.Contains(run.Stderr, reportOfForgery):
		case run.Status == "1" && rounds >= 8: // nobody catches what is thrown but no Throwable
		default:
			t.Errorf("%s, round %d: exit status %s\n%s", lines[line], round, run.Status, oracle.LastLines(run.Stderr, 20))
		}
		if round++; round == rounds {
			line, round = line+1, 0
		}
	}
}

// TestFoundGarbage repeats calls that have once ended the VM, in order or not.
func TestFoundGarbage(t *testing.T) {
	tools := oracle.FindTools(t)
	found := []string{"profile", "--profilers", "edges", "--format", "json", "-o", os.DevNull, "--tier", "interp", "-cp", oracle.Compile(t, tools, "testdata/fuzz"), "FoundGarbage"}
	run := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: found})
	if want := "a field of no class: java.lang.IllegalArgumentException: nothing to expand\n" +
		"a frame of no member: java.lang.InternalError: the frame has no method\n"; run.Status != "0" || run.Stdout != want {
		t.Errorf("exit status %s, stdout\n%swant\n%s%s", run.Status, run.Stdout, want, oracle.LastLines(run.Stderr, 10))
	}
	forged := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: append(found, "forged")})
	if forged.Status != "2" || !strings.Contains(forged.Stderr, reportOfForgery) {
		t.Errorf("where references are forged, exit status %s\n%s", forged.Status, oracle.LastLines(forged.Stderr, 10))
	}
}

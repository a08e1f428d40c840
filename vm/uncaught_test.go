//go:build unix

package vm_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/vm/oracle"
)

// TestUncaught checks what is told about exceptions that have ended threads: their words, which are bounded, their causes, and
// where they come from.
func TestUncaught(t *testing.T) {
	classes := oracle.Compile(t, oracle.Tools{Javac: oracle.JDKTool(t, "javac")}, programsFolder)
	run := runInProcess(t, classes, "ExcUncaughtMany", nil)
	var got []string
	for i := range run.result.Uncaught {
		e := &run.result.Uncaught[i]
		text := e.Thread + " " + e.String()
		causes := 0
		for cause := e.Cause; cause != nil; cause = cause.Cause {
			if causes++; causes == 1 {
				text += ", caused by " + cause.String()
			}
		}
		text = strings.NewReplacer(strings.Repeat("x", profiles.MaxExceptionMessage), "[x]", strings.Repeat("\u03b1", profiles.MaxExceptionMessage), "[wide]").Replace(text)
		if len(e.Frames) > 0 {
			f := e.Frames[0]
			text += " at " + f.Class + "." + f.Method + " of " + f.File
		}
		if len(e.Frames) > profiles.MaxExceptionFrames || causes > profiles.MaxExceptionCauses {
			t.Errorf("%s has %d frames and %d causes", text, len(e.Frames), causes)
		}
		got = append(got, text)
	}
	want := []string{
		"quiet ExcUncaughtMany$Quiet: quiet",
		"loop ExcUncaughtMany$Loop: a, caused by ExcUncaughtMany$Loop: b at ExcUncaughtMany$Loop.pair of ExcUncaughtMany.java",
		"long java.lang.IllegalStateException: [x]… at ExcUncaughtMany.main of ExcUncaughtMany.java",
		"wide java.lang.IllegalStateException: [wide]… at ExcUncaughtMany.main of ExcUncaughtMany.java",
		"caused java.lang.RuntimeException: java.nio.file.NoSuchFileException: no.txt: gone, caused by java.nio.file.NoSuchFileException: no.txt: gone at ExcUncaughtMany.main of ExcUncaughtMany.java",
		`number java.lang.NumberFormatException: For input string: "seven" at java/lang/NumberFormatException.forInputString of NumberFormatException.java`,
		"deep java.lang.StackOverflowError at ExcUncaughtMany.deep of ExcUncaughtMany.java",
		`main java.lang.NullPointerException: Cannot invoke "ExcUncaughtMany$Loop.next()" because the return value of "ExcUncaughtMany$Loop.next()" is null` +
			" at ExcUncaughtMany.main of ExcUncaughtMany.java",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("uncaught exceptions (-want +got):\n%s", diff)
	}
	if run.result.ExitStatus != 1 {
		t.Errorf("exit status %d", run.result.ExitStatus)
	}
	if main := run.result.Uncaught[len(run.result.Uncaught)-1]; len(main.Frames) > 0 && main.Frames[0].Line != 57 {
		t.Errorf("thrown at line %d", main.Frames[0].Line)
	}
}

package bench

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"hotlens/engine/jdk"
	"hotlens/vm/oracle"
)

// workloadTiny is what the programs do in a moment, also when they are interpreted.
const workloadTiny = "tiny"

// elapsed are the times that programs print.
var elapsed = regexp.MustCompile(`(?m)^[1-9][0-9]* ns$`)

func TestMain(m *testing.M) { os.Exit(oracle.Package{M: m}.Run()) }

// TestPrograms runs every program on java and on hotlens and compares all but the
// times. The programs know the answers, so the full workload runs on java alone.
func TestPrograms(t *testing.T) {
	tools := oracle.FindTools(t)
	java, err := filepath.EvalSymlinks(tools.Java)
	if err != nil {
		t.Fatal(err)
	}
	home, err := jdk.Open(filepath.Dir(filepath.Dir(java)))
	if err != nil {
		t.Fatal(err)
	}
	classes, err := compile(context.Background(), home)
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(classes)

	for _, name := range paperPrograms {
		t.Run(name, func(t *testing.T) {
			run := func(executable string, flags []string, workload string) string {
				words := append(append(flags, "-cp", classes, name), arguments(workload, 1, 0)...)
				result := oracle.Run(t, oracle.Command{Program: executable, Arguments: words})
				if result.Status != "0" || result.Stderr != "" {
					t.Errorf("%s %v: exit status %s, stderr:\n%s", executable, words, result.Status, result.Stderr)
				}
				if _, err := parse(result.Stdout); err != nil {
					t.Error(err)
				}
				return elapsed.ReplaceAllString(result.Stdout, "TIME ns")
			}
			quickly := []string{"-XX:TieredStopAtLevel=1"}
			want := run(tools.Java, quickly, workloadTiny)
			got := run(tools.Hotlens, []string{"run", "--tier", "interp"}, workloadTiny)
			if got != want {
				t.Errorf("hotlens' output differs from java's:\n%s", oracle.FirstDifference(want, got))
			}
			run(tools.Java, quickly, workloadFull)
		})
	}
	for _, p := range interpPrograms {
		if !p.whole {
			run := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: append([]string{"-cp", classes, p.class}, arguments(workloadInterp, 1, 0)...)})
			if _, err := parse(run.Stdout); err != nil || run.Status != "0" {
				t.Errorf("%s with the interpreters' workload: exit status %s, %v:\n%s", p.class, run.Status, err, run.Stderr)
			}
		}
	}
}

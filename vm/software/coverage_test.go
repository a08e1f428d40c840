package software

import (
	"encoding/xml"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/vm/oracle"
)

// element is an element of JaCoCo's report.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Elements []element  `xml:",any"`
}

// flat lists what a report says: the attributes of each element, by the names of the elements around it.
func flat(t *testing.T, report []byte) map[string]string {
	t.Helper()
	var root element
	if err := xml.Unmarshal(report, &root); err != nil {
		t.Fatalf("%v in the report\n%.300s", err, report)
	}
	all := map[string]string{}
	var walk func(e element, path string)
	walk = func(e element, path string) {
		key, rest := path+"/"+e.XMLName.Local, ""
		for _, a := range e.Attrs {
			switch a.Name.Local {
			case "name", "desc", "nr", "type":
				key += " " + a.Value
			default:
				rest += fmt.Sprintf(" %s=%s", a.Name.Local, a.Value)
			}
		}
		all[key] = rest
		for _, child := range e.Elements {
			walk(child, key)
		}
	}
	walk(root, "")
	return all
}

// TestCoverage holds the coverage of programs, in every tier, against JaCoCo's.
func TestCoverage(t *testing.T) {
	tools := oracle.FindTools(t)
	const folder = "testdata/coverage"
	programs := []string{"Covered"}
	jars := []string{jar(t, "org.jacoco.core.jar"), jar(t, "org.jacoco.report.jar")}
	classes := oracle.Compile(t, tools, folder+"/programs")
	driver := oracle.Compile(t, tools, folder+"/oracle", jars...)
	reports := t.TempDir()
	classPath := strings.Join(append(jars, jar(t, "asm.jar"), jar(t, "asm-tree.jar"), jar(t, "asm-commons.jar"), driver), string(filepath.ListSeparator))
	if r := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: append([]string{"-cp", classPath, "Oracle", classes, reports}, programs...)}); r.Status != "0" {
		t.Fatalf("JaCoCo ended with status %s\n%s", r.Status, oracle.LastLines(r.Stderr, 20))
	}
	for _, name := range programs {
		report, err := os.ReadFile(filepath.Join(reports, name+".xml"))
		if err != nil {
			t.Fatal(err)
		}
		want := flat(t, report)
		for _, tier := range []string{"interp", "auto", "jit"} {
			result := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: []string{"profile", "--tier", tier, "--format", "jacoco", "-cp", classes, name}})
			if result.Status != "0" {
				t.Fatalf("%s: exit status %s\n%s", name, result.Status, oracle.LastLines(result.Stderr, 20))
			}
			if diff := cmp.Diff(want, flat(t, []byte(result.Stdout))); diff != "" {
				t.Errorf("%s, --tier %s: -JaCoCo +hotlens:\n%s", name, tier, diff)
			}
		}
	}
}

// TestCoverageFilters runs a program whose comments say what is expected of their lines.
func TestCoverageFilters(t *testing.T) {
	tools := oracle.FindTools(t)
	classes := oracle.Compile(t, tools, "testdata/coverage/filters")
	text, err := os.ReadFile("testdata/coverage/filters/Filtered.java")
	if err != nil {
		t.Fatal(err)
	}
	result := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: []string{"profile", "--format", "lcov", "-cp", classes, "Filtered"}})
	got, branches := map[int]string{}, map[int]string{}
	for line := range strings.Lines(result.Stdout) {
		kind, rest, _ := strings.Cut(strings.TrimSpace(line), ":")
		fields := strings.Split(rest, ",")
		number, _ := strconv.Atoi(fields[0])
		switch kind {
		case "DA":
			got[number] = map[string]string{"0": "not executed", "1": "executed"}[fields[1]]
			if branches[number] != "" {
				got[number] += ", branches" + branches[number]
			}
		case "BRDA":
			branches[number] += " " + fields[3]
		}
	}
	for i, line := range strings.Split(string(text), "\n") {
		if _, want, ok := strings.Cut(line, " // "); ok && strings.TrimPrefix(want, "nothing") != got[i+1] {
			t.Errorf("line %d is %q, want %q", i+1, got[i+1], want)
		}
	}
}

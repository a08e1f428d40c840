package engine

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hotlens/engine/confinement"
	"hotlens/vm/configuration"
	"hotlens/vm/natives"
)

func TestDiagnoseEditor(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", folder)
	for program, text := range map[string]string{
		"new": "echo NVIM v0.12.1", "old": "echo NVIM v0.9.5", "next": "echo 1.0.0", "mute": "exit 1",
	} {
		if err := os.WriteFile(filepath.Join(folder, program), []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for program, want := range map[string]Finding{
		"new":    {Verdict: Fine, Text: "0.12.1 in " + filepath.Join(folder, "new")},
		"next":   {Verdict: Fine, Text: "1.0.0 in " + filepath.Join(folder, "next")},
		"old":    {Verdict: Warning, Text: "0.9.5 in " + filepath.Join(folder, "old"), Advice: "update"},
		"mute":   {Verdict: Warning, Text: filepath.Join(folder, "mute") + " --version does not say which version it is", Advice: "update"},
		"absent": {Verdict: Warning, Text: "absent is not on the PATH", Advice: "update"},
	} {
		want.Subject = "Editor"
		if got := diagnoseEditor(context.Background(), "Editor", program, 0, 10, "update"); got != want {
			t.Errorf("%s: %+v, want %+v", program, got, want)
		}
	}
}

func TestDiagnoseWithoutJDK(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("PATH", t.TempDir())
	findings, err := Diagnose(context.Background(), configuration.Run{JDK: "/does/not/exist", Limits: configuration.Limits{HeapBytes: configuration.DefaultHeapBytes}}, Asker{})
	if err != nil {
		t.Fatal(err)
	}
	if findings.CanRun() {
		t.Error("programs can be run without a JDK")
	}
	var text strings.Builder
	if err := findings.Write(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"missing  JDK                /does/not/exist is not the folder of a JDK",
		"ok       shared memory      4g can be reserved",
		"-> install Neovim",
		"programs cannot be run until what is missing is there",
	} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text does not have %q:\n%s", want, text.String())
		}
	}
	findings, err = Diagnose(context.Background(), configuration.Run{JDK: "/does/not/exist"}, Asker{Editor: true})
	if err != nil || slices.ContainsFunc(findings, func(f Finding) bool { return f.Subject == "Neovim" }) {
		t.Errorf("an editor is told of editors: %v, %v", findings, err)
	}
}

func TestDoctorSaysWhatTheKernelDoesNot(t *testing.T) {
	t.Setenv(confinement.Variable, confinement.Off)
	if f := diagnoseConfinement(); f.Verdict != Warning || !strings.Contains(f.Text, confinement.Variable) || strings.Contains(f.Text, "\n") {
		t.Errorf("%+v, want a warning in one line that names %s", f, confinement.Variable)
	}
	t.Setenv(confinement.Variable, "")
	if f := diagnoseConfinement(); (f.Verdict == Fine) != (confinement.Support() == "") {
		t.Errorf("%+v, but the kernel's support is %q", f, confinement.Support())
	}
}

func TestDoctorSaysWhatBoundsMemory(t *testing.T) {
	t.Setenv(confinement.Variable, "")
	parent, err := confinement.ProbeGroup()
	want := "a control group in " + parent
	if err != nil {
		want = err.Error()
	}
	if f := diagnoseMemoryBound(); !strings.HasSuffix(f.Text, want) || strings.Contains(f.Text, "\n") {
		t.Errorf("%+v, want one line that ends with %q", f, want)
	}
}

// TestDoctorNamesUnknownNatives demands that an update of a JDK which has native methods that hotlens does not know is told of,
// with its version and the methods, while those that are left out for a reason are none of that.
func TestDoctorNamesUnknownNatives(t *testing.T) {
	known := natives.ClassCoverage{Class: "java.lang.Compiler", Missing: []string{"enable()V"}, Reason: "no compiler to talk to"}
	modules := []natives.ModuleCoverage{{Module: "java.base", Classes: []natives.ClassCoverage{known}, Implemented: 2, Missing: 1}}
	if f := describeNatives("25.0.5", modules, Asker{}); f.Verdict != Fine || f.Text != "2 of JDK 25.0.5's 3, the others are left out: hotlens doctor --natives says why" {
		t.Errorf("nothing is unknown, and the finding is %+v", f)
	}
	modules[0].Classes = append(modules[0].Classes, natives.ClassCoverage{Class: "java.lang.ref.Reference", Missing: []string{"get0()Ljava/lang/Object;"}})
	f := describeNatives("25.0.5", modules, Asker{Editor: true})
	for _, part := range []string{"25.0.5", "1 that this hotlens does not know", "java.lang.ref.Reference.get0()Ljava/lang/Object;"} {
		if !strings.Contains(f.Text, part) {
			t.Errorf("%q does not tell %q", f.Text, part)
		}
	}
	if f.Verdict != Warning || !strings.HasSuffix(f.Advice, "(the setting hotlens.jdk)") || strings.Contains(f.Text, "Compiler") {
		t.Errorf("the finding is %+v", f)
	}
}

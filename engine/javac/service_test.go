package javac

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/sourcegraph/conc"

	"hotlens/engine/jdk"
	"hotlens/profiles/sources"
	"hotlens/vm/oracle"
)

// relative gives the paths below dir, with slashes.
func relative(t *testing.T, dir string, paths []string) []string {
	t.Helper()
	var names []string
	for _, path := range paths {
		name, err := filepath.Rel(dir, path)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, filepath.ToSlash(name))
	}
	return names
}

func TestDiagnostics(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	file := write(t, dir, "A.java", "class A {\n\tint i = 1;\n\tObject o = new java.util.Date(1,\n\t\t2, 3);\n}\n")
	ok := mustCompile(t, Request{Files: []string{file}, OutputDir: out, Options: []string{"-Xlint:all"}})
	want := []Diagnostic{{
		Kind: Warning, File: file, Line: 3, Column: 20, EndLine: 4, EndColumn: 22, StartOffset: 34,
		Range: sources.Range{Start: sources.Position{Line: 2, Character: 12}, End: sources.Position{Line: 3, Character: 7}},
		Code:  "compiler.warn.has.been.deprecated", Message: "Date(int,int,int) in java.util.Date has been deprecated",
	}}
	if diff := cmp.Diff(want, ok.Diagnostics); diff != "" {
		t.Error(diff)
	}
	before, err := os.ReadFile(ok.Classes[0])
	if err != nil {
		t.Fatal(err)
	}

	// An error: B is generated before it is found, but nothing is written.
	text := "class B { }\nclass A {\n\tint i =\t\"😀\" + missing;\n}\n"
	failed := compile(t, Request{Files: []string{file}, OutputDir: out, Overlays: map[string]string{file: text}})
	if failed.OK || failed.Index != nil || failed.Classes != nil || failed.ClassesHash != "" {
		t.Errorf("%+v", failed)
	}
	want = []Diagnostic{{
		Kind: Error, File: file, Line: 3, Column: 24, EndLine: 3, EndColumn: 31, StartOffset: 38,
		Range: sources.Range{Start: sources.Position{Line: 2, Character: 16}, End: sources.Position{Line: 2, Character: 23}},
		Code:  "compiler.err.cant.resolve.location", Message: "cannot find symbol\n  symbol:   variable missing\n  location: class A",
	}}
	if diff := cmp.Diff(want, failed.Diagnostics); diff != "" {
		t.Error(diff)
	}
	if after, err := os.ReadFile(ok.Classes[0]); err != nil || string(after) != string(before) {
		t.Error("the output of the last compilation has changed", err)
	}
	if _, err := os.Stat(filepath.Join(out, "B.class")); err == nil {
		t.Error("B.class was written")
	}
}

// TestPlaceOfErrors holds where errors stand of what spans several lines: where javac says that it is wrong, and not where it begins.
func TestPlaceOfErrors(t *testing.T) {
	dir := t.TempDir()
	for text, want := range map[string]sources.Position{
		"class A {\n  int f(int x) {\n    if (x > 0) return 1;\n  }\n}\n":    {Line: 3, Character: 2},
		"class A {\n  String s = \"\"\n\t.trim()\n\t.missing();\n}\n":        {Line: 3, Character: 2},
		"class A {\n  String s = \"\".missing(\n    1,\n    2);\n}\n":        {Line: 1, Character: 13},
		"class A {\n  Object o = new Missing(\n    1,\n    2);\n}\n":         {Line: 1, Character: 17},
		"class A implements Runnable {\n  void other() {\n    }\n}\n":        {Line: 0, Character: 0},
		"class A {\n  int i = \"text\"\n    .length() +\n    \"more\";\n}\n": {Line: 2, Character: 14},
	} {
		result := compile(t, Request{Files: []string{write(t, dir, "A.java", text)}, OutputDir: filepath.Join(dir, "out")})
		if len(result.Diagnostics) != 1 || result.Diagnostics[0].Range.Start != want || result.Diagnostics[0].Line != want.Line+1 {
			t.Errorf("%s%+v, want %+v", text, result.Diagnostics, want)
		}
	}
}

func TestMalformedText(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "A.java", "class A {\n  String s = \"\xe9\";\n}\n")
	request := Request{Files: []string{file}, OutputDir: filepath.Join(dir, "out")}
	result := compile(t, request)
	if result.OK || len(result.Diagnostics) != 1 || result.Diagnostics[0].Line != 2 || result.Diagnostics[0].Column != 15 {
		t.Errorf("%+v", result)
	}
	request.Options = []string{"-encoding", "ISO-8859-1"}
	mustCompile(t, request)
}

func TestRefusedRequests(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "A.java", "class A { }")
	for name, test := range map[string]struct {
		request Request
		message string
	}{
		"unknown option": {Request{Files: []string{file}, OutputDir: dir, Options: []string{"-nonsense"}}, "invalid flag: -nonsense"},
		"missing file":   {Request{Files: []string{file + "x"}, OutputDir: dir}, "A.javax"},
		"no files":       {Request{OutputDir: dir}, "no files"},
		"relative file":  {Request{Files: []string{"A.java"}, OutputDir: dir}, `"A.java" is not absolute`},
		"no output":      {Request{Files: []string{file}}, `"" is not absolute`},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := service.Compile(t.Context(), test.request); err == nil || !strings.Contains(err.Error(), test.message) {
				t.Errorf("got %v, want %q", err, test.message)
			}
		})
	}
}

// TestSourcePath checks that what a file uses is compiled with it, from its
// source root, and from unsaved texts where there are.
func TestSourcePath(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	main := write(t, dir, "src/a/b/Main.java", "/* c */ package a . b;\nclass Main { public static void main(String[] args) { a.Other.run(); Twin.run(); } }")
	other := write(t, dir, "src/a/Other.java", "package a; public class Other { }")
	write(t, dir, "src/a/b/Twin.java", "package a.b; class Twin { static void run() { } }")
	write(t, dir, "src/a/Unused.java", "package a; class Unused { does not compile }")
	unsaved := "package a; public class Other { public static void run() { hashCode(1); } static void hashCode(int i) { } }"
	result := mustCompile(t, Request{Files: []string{main}, OutputDir: out, Overlays: map[string]string{other: unsaved}})
	want := []string{"a/Other.class", "a/b/Main.class", "a/b/Twin.class"}
	if diff := cmp.Diff(want, relative(t, out, result.Classes)); diff != "" {
		t.Error(diff)
	}
	for _, file := range result.Index.Files {
		switch filepath.Base(file.Path) {
		case "Main.java":
			if file.Path != main || file.Package != "a.b" || !slices.Equal(file.Types, []string{"a/b/Main"}) || !slices.Equal(file.Mains, file.Types) {
				t.Errorf("%+v", file)
			}
		case "Other.java":
			hash := sha256.Sum256([]byte(unsaved))
			if file.Path != other || file.Hash != hex.EncodeToString(hash[:]) || len(file.Methods) != 2 || len(file.Mains) != 0 {
				t.Errorf("%+v", file)
			}
		}
	}
	if len(result.Index.Files) != 3 {
		t.Errorf("%d files", len(result.Index.Files))
	}
}

// TestLinks compiles files, one alone and one with what it uses, that are links to where their packages have no folder.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	source := filepath.Join(dir, "src")
	for _, class := range []string{"Main", "Other"} {
		target := write(t, dir, "elsewhere/"+class+".txt", "package a; class "+class+" { Other other; }")
		link := filepath.Join(source, "a", class+".java")
		if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, link); err != nil {
			t.Skipf("there are no links here: %v", err)
		}
	}
	for _, class := range []string{"Other", "Main"} {
		file := filepath.Join(source, "a", class+".java")
		result := mustCompile(t, Request{Files: []string{file}, OutputDir: out})
		if f := result.Index.Files[0]; f.Path != file || !slices.Equal(f.Types, []string{"a/" + class}) {
			t.Errorf("%+v", f)
		}
	}
}

// TestFileNames compiles a file whose name is not ASCII, from a folder that is.
func TestFileNames(t *testing.T) {
	dir := t.TempDir()
	file := write(t, dir, "größe/日本/Ä.java", "package 日本; class Ä { void 😀() { } }")
	if result := compile(t, Request{Files: []string{file}, OutputDir: dir}); result.OK {
		t.Error("an emoji is no Java identifier")
	}
	write(t, dir, "größe/日本/Ä.java", "package 日本; class Ä { void ö() { ö(); } }")
	result := mustCompile(t, Request{Files: []string{filepath.Join(dir, "größe", ".", "日本", "Ä.java")}, OutputDir: dir})
	if f := result.Index.Files[0]; f.Path != file || f.Methods[0].Name != "ö" || f.Methods[0].Calls[0].Class != "日本/Ä" {
		t.Errorf("%+v", f)
	}
}

// TestModules compiles a module that reads another one.
func TestModules(t *testing.T) {
	dir := t.TempDir()
	library := filepath.Join(dir, "library")
	mustCompile(t, Request{OutputDir: library, Files: []string{
		write(t, dir, "lib/module-info.java", "module lib { exports l; }"),
		write(t, dir, "lib/l/L.java", "package l; public class L { public static void f() { } }"),
	}})
	write(t, dir, "app/module-info.java", "module app { requires lib; }")
	file := write(t, dir, "app/a/A.java", "package a; class A { void m() { l.L.f(); } }")
	out := filepath.Join(dir, "out")
	result := mustCompile(t, Request{Files: []string{file}, ModulePath: []string{library}, OutputDir: out})
	if names := relative(t, out, result.Classes); !slices.Contains(names, "a/A.class") || result.Index.Files[0].Methods[0].Calls[0].Class != "l/L" {
		t.Errorf("%v %+v", names, result.Index)
	}
}

// TestOutput checks the hash of the classes and the removal of stale ones.
func TestOutput(t *testing.T) {
	dir := t.TempDir()
	out := filepath.Join(dir, "out")
	file := filepath.Join(dir, "A.java")
	foreign := write(t, out, "foreign/Kept.class", "not ours")
	compileText := func(text string) *Result {
		return mustCompile(t, Request{Files: []string{file}, OutputDir: out, Overlays: map[string]string{file: text}})
	}
	write(t, dir, "A.java", "")
	first := compileText("package p.q; class A { class Inner { } } class B { int i = 1; }")
	if names := relative(t, out, first.Classes); !slices.Equal(names, []string{"p/q/A$Inner.class", "p/q/A.class", "p/q/B.class"}) {
		t.Errorf("%v", names)
	}
	if same := compileText("package p.q; class A { class Inner { } } class B { int i = 1; } // comment"); same.ClassesHash != first.ClassesHash {
		t.Error("another hash for equal classes")
	}
	if changed := compileText("package p.q; class A { class Inner { } } class B { int i = 2; }"); changed.ClassesHash == first.ClassesHash {
		t.Error("the same hash for other classes")
	}
	moved := compileText("class A { }")
	if names := relative(t, out, moved.Classes); !slices.Equal(names, []string{"A.class"}) {
		t.Errorf("%v", names)
	}
	if _, err := os.Stat(filepath.Join(out, "p")); err == nil {
		t.Error("stale classes were left")
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error("a class that is not ours was removed")
	}
}

func TestIndexOfFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, "org/junit/Test.java", "package org.junit; public @interface Test { }")
	write(t, dir, "org/junit/jupiter/api/Test.java", "package org.junit.jupiter.api; public @interface Test { }")
	text := `package q;
public class T {
    @org.junit.Test public void four() { class Local { } }
    @ org . junit . jupiter . api . Test
    void five() { }
    @Deprecated
    public static <X> void   name( int a ,String... b){ int c = a/* comment */+1; }
    interface I { static void main(String[] args) { } }
    enum E { X; public static void main(String... args) { } }
    static void main(String[] args) { }
}
`
	file := write(t, dir, "q/T.java", text)
	request := Request{Files: []string{file}, OutputDir: filepath.Join(dir, "out")}
	index := mustCompile(t, request).Index.Files
	f := index[slices.IndexFunc(index, func(f sources.File) bool { return f.Path == file })]
	if diff := cmp.Diff([]string{"q/T", "q/T$1Local", "q/T$I", "q/T$E"}, f.Types); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"q/T$I", "q/T$E"}, f.Mains); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]sources.Test{{Class: "q/T", Method: "four"}, {Class: "q/T", Method: "five"}}, f.Tests); diff != "" {
		t.Error(diff)
	}
	named := func(f sources.File) sources.Method {
		return f.Methods[slices.IndexFunc(f.Methods, func(m sources.Method) bool { return m.Name == "name" })]
	}
	m, excerpts := named(f), newText(text)
	tokens := "@ Deprecated public static < X > void name ( int a , String ... b ) { int c = a + 1 ; }"
	hash := sha256.Sum256([]byte(tokens))
	for what, pair := range map[string][2]string{
		"range": {excerpts.excerpt(m.Range), "@Deprecated public static <X> void name( int a ,String... b){ int c = a/* comment */+1; }"},
		"name":  {excerpts.excerpt(m.NameRange), "name"},
		"body":  {excerpts.excerpt(m.Body), "{ int c = a/* comment */+1; }"},
		"hash":  {m.Hash, hex.EncodeToString(hash[:])},
	} {
		if pair[0] != pair[1] {
			t.Errorf("%s: got %q, want %q", what, pair[0], pair[1])
		}
	}
	// Line ends of other systems.
	for _, end := range []string{"\r\n", "\r"} {
		request.Overlays = map[string]string{file: strings.ReplaceAll(text, "\n", end)}
		index := mustCompile(t, request).Index.Files
		other := named(index[slices.IndexFunc(index, func(f sources.File) bool { return f.Path == file })])
		if other.Range != m.Range || other.Hash != m.Hash {
			t.Errorf("%q: got %+v, want %+v", end, other, m)
		}
	}
}

// processor is an annotation processor that does what the option "then" says. To wait,
// it opens the named pipe "pipe" and never closes it.
const processor = `
import java.util.Set;
import javax.annotation.processing.*;
import javax.lang.model.element.TypeElement;

@SupportedAnnotationTypes("*")
@SupportedOptions({"pipe", "then"})
public class Proc extends AbstractProcessor {
    @Override public javax.lang.model.SourceVersion getSupportedSourceVersion() { return javax.lang.model.SourceVersion.latest(); }
    @Override public boolean process(Set<? extends TypeElement> annotations, RoundEnvironment round) {
        if (round.processingOver()) return false;
        String then = processingEnv.getOptions().get("then");
        System.out.println("a processor may print");
        try {
            if ("generate".equals(then)) {
                if (processingEnv.getElementUtils().getTypeElement("Made") == null)
                    try (java.io.Writer w = processingEnv.getFiler().createSourceFile("Made").openWriter()) { w.write("class Made { static int f() { return Math.abs(1); } }"); }
                return false;
            }
            if ("halt".equals(then)) { System.err.println("last words"); Runtime.getRuntime().halt(7); }
            java.io.OutputStream pipe = new java.io.FileOutputStream(processingEnv.getOptions().get("pipe"));
            while (then != null) java.util.concurrent.locks.LockSupport.park(pipe);
        } catch (java.io.IOException e) { throw new java.io.UncheckedIOException(e); }
        return false;
    }
}
`

// processing is a request to compile a file with that processor.
func processing(t *testing.T, text string, options ...string) Request {
	t.Helper()
	dir := t.TempDir()
	classes := filepath.Join(dir, "processor")
	mustCompile(t, Request{Files: []string{write(t, dir, "Proc.java", processor)}, OutputDir: classes})
	write(t, classes, "META-INF/services/javax.annotation.processing.Processor", "Proc\n")
	return Request{
		Files: []string{write(t, dir, "src/A.java", text)}, OutputDir: filepath.Join(dir, "out"),
		ClassPath: []string{classes}, Processors: true, Options: options,
	}
}

func TestProcessors(t *testing.T) {
	oracle.Once(t)
	for _, of := range oracle.JDKs(t) {
		t.Run(of.Name(), func(t *testing.T) {
			shared := service
			defer func() { service = shared }()
			found, err := jdk.Find(of.Home)
			if err != nil {
				t.Fatal(err)
			}
			service = Start(found)
			defer func() { // before the shared one is back
				if err := service.Close(); err != nil {
					t.Error(err)
				}
			}()
			testProcessors(t)
		})
	}
}

func testProcessors(t *testing.T) {
	request := processing(t, "class A { int i = Made.f(); }", "-Athen=generate")
	result := mustCompile(t, request)
	if names := relative(t, request.OutputDir, result.Classes); !slices.Equal(names, []string{"A.class", "Made.class"}) {
		t.Errorf("%v", names)
	}
	calls := 0
	for _, file := range result.Index.Files {
		for _, m := range file.Methods {
			calls += len(m.Calls)
		}
	}
	if calls != 2 {
		t.Errorf("%d calls are listed, want Made.f() and Math.abs(1)", calls)
	}
	request.Processors = false
	request.OutputDir = filepath.Join(t.TempDir(), "out")
	if result := compile(t, request); result.OK {
		t.Error("the processor has run though it should not")
	}
}

// TestBreakdown has the JVM die in the middle of a compilation, and between two.
func TestBreakdown(t *testing.T) {
	oracle.Once(t)
	request := processing(t, "class A { }", "-Athen=halt")
	_, err := service.Compile(t.Context(), request)
	if !errors.Is(err, errDied) || !strings.Contains(err.Error(), "exit status 7") || !strings.Contains(err.Error(), "last words") {
		t.Errorf("got %v, want %v with the exit status and the last words", err, errDied)
	}
	request.Processors = false
	mustCompile(t, request)
	if err := service.process.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	mustCompile(t, request)

	service.stop()
	if err := service.Launch(t.Context(), request); err != nil || service.process == nil || service.process.answered {
		t.Fatal("launched: ", err)
	}
	launched := service.process
	if err := service.Boot(t.Context(), request); err != nil || service.process == nil || !service.process.answered {
		t.Fatal("booted: ", err)
	}
	booted := service.process
	if booted != launched {
		t.Error("the JVM that was launched is not the one that has booted")
	}
	if err := errors.Join(service.Launch(t.Context(), request), service.Launch(t.Context(), request)); err != nil || service.process != booted {
		t.Error("launched again: ", err)
	}
	if err := service.Boot(t.Context(), request); err != nil {
		t.Error("booted again: ", err)
	}
	mustCompile(t, request)
	if service.process != booted {
		t.Error("the JVM that was booted is not the one that compiles")
	}
}

// TestMemory has javac fold constants that double each other, and compile again afterwards.
func TestMemory(t *testing.T) {
	oracle.Once(t)
	source := strings.Builder{}
	fmt.Fprintf(&source, "class A { static final String S0 = %q;\n", strings.Repeat("x", 1<<10))
	for i := range 24 {
		fmt.Fprintf(&source, "static final String S%d = S%d + S%d;\n", i+1, i, i)
	}
	source.WriteString("}")
	folder := t.TempDir()
	request := Request{Files: []string{write(t, folder, "A.java", source.String())}, OutputDir: filepath.Join(folder, "classes")}
	if _, err := service.Compile(t.Context(), request); !errors.Is(err, errMemory) {
		t.Errorf("got %v, want %v", err, errMemory)
	}
	write(t, folder, "A.java", "class A { }")
	mustCompile(t, request)
}

// TestClose checks that nothing is left: no process, and no classes where the
// user has no cache folder.
func TestClose(t *testing.T) {
	oracle.Once(t)
	noFolder := write(t, t.TempDir(), "file", "")
	for _, variable := range []string{"XDG_CACHE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(variable, noFolder)
	}
	s := Start(service.JDK())
	dir := t.TempDir()
	request := Request{Files: []string{write(t, dir, "A.java", "class A { }")}, OutputDir: dir}
	if result, err := s.Compile(t.Context(), request); err != nil || !result.OK {
		t.Fatal(result, err)
	}
	process, folder := s.process, s.program.folder
	if _, err := os.Stat(filepath.Join(folder, jarName)); err != nil || !s.program.private {
		t.Errorf("the program is not in a temporary folder: %v", err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if process.command.ProcessState == nil {
		t.Error("the JVM still runs")
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("the program was left")
	}
	if _, err := s.Compile(t.Context(), request); !errors.Is(err, errClosed) {
		t.Errorf("got %v, want %v", err, errClosed)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

func TestSourceRoot(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "/x/a/b",
		"class A { String package_; }": "/x/a/b",
		"package a.b;":                 "/x",
		"\ufeff// package z;\r\n/* package y;*/\n@Deprecated @X(y = \"(\" + (1))\npackage a . /**/ b ;": "/x/a/b", // the bracket in the string
		"@X({1, (2)}) @y.Z package a.b; @interface I {}":                                                "/x",
		"package b;":       "/x/a",
		"package c.b;":     "/x/a/b",
		"package c;":       "/x/a/b",
		"package p.x.a.b;": "/x/a/b",
		"/* package a.b;":  "/x/a/b",
		"@":                "/x/a/b",
		"@interface I { }": "/x/a/b",
	} {
		if got := filepath.ToSlash(SourceRoot(filepath.FromSlash("/x/a/b/A.java"), text)); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

// TestAbandon checks that a compilation that nobody waits for any more does not cost the next one the JVM.
func TestAbandon(t *testing.T) {
	dir := t.TempDir()
	request := Request{Files: []string{write(t, dir, "A.java", "class A { }")}, OutputDir: filepath.Join(dir, "out")}
	mustCompile(t, request)
	process := service.process
	for range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		var compiling conc.WaitGroup
		compiling.Go(func() {
			if _, err := service.Compile(ctx, request); err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
		})
		cancel()
		compiling.Wait()
	}
	write(t, dir, "A.java", "class B { }")
	if result := mustCompile(t, request); service.process != process || len(result.Classes) != 1 || filepath.Base(result.Classes[0]) != "B.class" {
		t.Errorf("the same JVM: %t; %v", service.process == process, result.Classes)
	}
}

// TestTraining checks that the program of the training compiles: what comes after the first error would be missing from the archive.
func TestTraining(t *testing.T) {
	dir := t.TempDir()
	mustCompile(t, Request{Files: []string{write(t, dir, "training/Training.java", string(training))}, OutputDir: filepath.Join(dir, "out")})
}

// TestArchive checks that a JVM starts from the archive, which is made once.
func TestArchive(t *testing.T) {
	oracle.Once(t)
	dir := t.TempDir()
	request := Request{Files: []string{write(t, dir, "A.java", "class A { }")}, OutputDir: filepath.Join(dir, "out")}
	mustCompile(t, request)
	ctx, cancel := context.WithTimeoutCause(t.Context(), 5*time.Minute, errors.New("no archive within five minutes"))
	defer cancel()
	if err := os.Remove(service.program.archivePath()); err != nil && !errors.Is(err, fs.ErrNotExist) { // of the same test before
		t.Fatal(err)
	}
	for _, name := range []string{trainingPrefix + "old", makingPrefix + "old"} {
		old := filepath.Join(service.program.folder, name)
		if err := errors.Join(os.Mkdir(old, 0o700), os.Chtimes(old, time.Time{}, time.Now().Add(-2*oldAge))); err != nil {
			t.Fatal(err)
		}
	}
	if err := service.Archive(ctx); err != nil {
		t.Fatal(err, context.Cause(ctx))
	}
	before, err := os.Stat(service.program.archivePath())
	if err != nil {
		t.Fatal(err)
	}
	if left, err := filepath.Glob(filepath.Join(service.program.folder, "*ing-*")); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	// A JVM that cannot use the archive, and is told to, does not start.
	command := exec.CommandContext(t.Context(), service.JDK().Java(), service.program.arguments(append(service.program.sharing(), "-Xshare:on")...)...)
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, output)
	}
	if err := service.Archive(ctx); err != nil {
		t.Error(err)
	}
	if after, err := os.Stat(service.program.archivePath()); err != nil || !os.SameFile(before, after) {
		t.Errorf("the archive was made again: %v", err)
	}
	if err := service.process.command.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	mustCompile(t, request)
}

// TestEncodings checks what an index says of texts that are not in UTF-8, or do not end their lines as Unix does: it has the hash of the text, and columns that count characters.
func TestEncodings(t *testing.T) {
	text := "class A {\r\n  void a() { String s = \"\u00e9\"; a(); }\r\n}\r\n"
	var utf16 []byte
	for _, c := range text {
		utf16 = append(utf16, byte(c), byte(c>>8))
	}
	for name, test := range map[string]struct{ bytes, encoding, known string }{
		"UTF-8":                       {text, "UTF-8", ""},
		"Latin-1":                     {strings.ReplaceAll(text, "\u00e9", "\xe9"), "latin1", "ISO-8859-1"},
		"Windows":                     {strings.ReplaceAll(text, "\u00e9", "\xe9"), "Cp1252", "windows-1252"},
		"UTF-16 with a mark of order": {"\xff\xfe" + string(utf16), "UTF-16", "UTF-16"},
		"UTF-16LE":                    {string(utf16), "UTF-16LE", "UTF-16LE"},
		"lines that end alone":        {strings.ReplaceAll(text, "\r\n", "\r"), "UTF-8", ""},
	} {
		dir := t.TempDir()
		file := write(t, dir, "A.java", test.bytes)
		result := mustCompile(t, Request{Files: []string{file}, OutputDir: filepath.Join(dir, "out"), Options: []string{"-encoding", test.encoding}})
		f := result.Index.Files[0]
		if f.Encoding != test.known || !f.IsText(text) || !f.IsText(strings.ReplaceAll(text, "\r\n", "\n")) || f.IsText(text+" ") {
			t.Errorf("%s: encoding %q, hash of the text %s", name, f.Encoding, f.TextHash)
		}
		if decoded, err := f.Decode([]byte(test.bytes)); err != nil || !f.IsText(decoded) {
			t.Errorf("%s: decoded to %q, %v", name, decoded, err)
		}
		call := f.Methods[slices.IndexFunc(f.Methods, func(m sources.Method) bool { return m.Name == "a" })].Calls[0]
		if want := (sources.Position{Line: 1, Character: 29}); call.NameRange.Start != want {
			t.Errorf("%s: the call is at %v, want %v", name, call.NameRange.Start, want)
		}
	}
}

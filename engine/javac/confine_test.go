package javac

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotlens/engine/confinement"
	"hotlens/vm/oracle"
)

// plugin is a javac plugin that starts by itself and writes what it could do into a
// file in the folder of compiled classes, where it may.
const plugin = `
import java.nio.file.*;

public class Plug implements com.sun.source.util.Plugin {
    public String getName() { return "Plug"; }
    public boolean autoStart() { return true; }
    public void init(com.sun.source.util.JavacTask task, String... arguments) {
        StringBuilder done = new StringBuilder("ran\n");
        attempt(done, "read", () -> Files.readAllBytes(Path.of("SECRET")));
        attempt(done, "write", () -> Files.writeString(Path.of("SECRET"), "spoilt"));
        attempt(done, "make", () -> Files.writeString(Path.of("SECRET.new"), "made"));
        attempt(done, "execute", () -> new ProcessBuilder("/bin/true").start().waitFor());
        attempt(done, "connect", () -> new java.net.Socket("127.0.0.1", 1));
        attempt(done, "listen", () -> new java.net.ServerSocket(0));
        try {
            Files.writeString(Path.of("OUTPUT"), done);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    interface Attempt { void run() throws Exception; }

    static void attempt(StringBuilder done, String name, Attempt attempt) {
        try {
            attempt.run();
            done.append(name).append(" done\n");
        } catch (Throwable e) {
            String text = String.valueOf(e);
            if (text.contains("refused")) done.append(name).append(" done\n"); // the connection, by nobody there
        }
    }
}
`

// plugged is a request to compile a file with that plugin on the class path, or in
// the source root, and the files that show what it did.
func plugged(t *testing.T, inSourceRoot bool) (request Request, secret, traces string) {
	t.Helper()
	dir := t.TempDir()
	secret = write(t, dir, "outside/secret.txt", "secret")
	request, traces = pluggedFor(t, dir, secret, inSourceRoot)
	return request, secret, traces
}

// pluggedFor is the same in a folder, about a file in it.
func pluggedFor(t *testing.T, dir, secret string, inSourceRoot bool) (request Request, traces string) {
	t.Helper()
	output := filepath.Join(dir, "out")
	traces = filepath.Join(output, "traces.txt")
	sources := filepath.Join(dir, "src")
	classes := filepath.Join(dir, "plugin")
	if inSourceRoot {
		classes = sources
	}
	text := strings.NewReplacer("SECRET", secret, "OUTPUT", traces).Replace(plugin)
	mustCompile(t, Request{Files: []string{write(t, dir, "Plug.java", text)}, OutputDir: classes})
	write(t, classes, "META-INF/services/com.sun.source.util.Plugin", "Plug\n")
	return Request{Files: []string{write(t, sources, "A.java", "class A { }")}, OutputDir: output, ClassPath: []string{classes}}, traces
}

// own is a service that no folder has been announced to.
func own(t *testing.T) *Service {
	t.Helper()
	s := Start(service.JDK())
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestNoPluginRuns(t *testing.T) {
	for _, inSourceRoot := range []bool{false, true} {
		request, _, traces := plugged(t, inSourceRoot)
		mustCompile(t, request)
		if text, err := os.ReadFile(traces); err == nil {
			t.Errorf("in the source root: %v; the plugin has run: %s", inSourceRoot, text)
		}
	}
}

// Who compiles the compiler service must not start what lies in the current folder.
func TestNoPluginRunsWhileTheServiceIsBuilt(t *testing.T) {
	oracle.Once(t)
	_, _, traces := plugged(t, true)
	dir := filepath.Dir(filepath.Dir(traces))
	t.Chdir(filepath.Join(dir, "src"))
	t.Setenv("CLASSPATH", filepath.Join(dir, "src"))
	if err := os.MkdirAll(filepath.Dir(traces), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv(confinement.Variable, confinement.Off) // which would keep it from leaving a trace
	alone := own(t)
	if result, err := alone.Compile(t.Context(), Request{Files: []string{write(t, t.TempDir(), "A.java", "class A { }")}, OutputDir: t.TempDir()}); err != nil || !result.OK {
		t.Fatalf("%+v, %v", result, err)
	}
	if text, err := os.ReadFile(traces); err == nil {
		t.Errorf("the plugin has run: %s", text)
	}
}

// Where the user allows annotation processors, plugins run as well: inside the wall.
func TestPluginsThatMayRunAreConfined(t *testing.T) {
	if problem := confinement.Support(); problem != "" {
		t.Fatal(problem)
	}
	request, secret, traces := plugged(t, false)
	request.Processors = true
	alone := own(t)
	if result, err := alone.Compile(t.Context(), request); err != nil || !result.OK {
		t.Fatalf("%+v, %v", result, err)
	}
	text, err := os.ReadFile(traces)
	if err != nil {
		t.Fatal(err)
	}
	if want := "ran\n"; string(text) != want {
		t.Errorf("the plugin did %q, want %q", text, want)
	}
	if content, err := os.ReadFile(secret); err != nil || string(content) != "secret" {
		t.Errorf("the file outside has changed: %q, %v", content, err)
	}
	if _, err := os.Stat(secret + ".new"); !errors.Is(err, os.ErrNotExist) {
		t.Error("a file outside was made")
	}
}

// A processor reads the configuration of Lombok above the sources, as in the project's own build, and nothing else there.
func TestConfigurationAboveSources(t *testing.T) {
	if problem := confinement.Support(); problem != "" {
		t.Fatal(problem)
	}
	s := own(t)
	for _, test := range []struct{ name, stop, want string }{
		{"lombok.config", "", "ran\nread done\n"},
		{"lombok.config", "config.stopBubbling = true\n", "ran\n"},
		{"other.config", "", "ran\n"},
	} {
		above := t.TempDir()
		dir := filepath.Join(above, "workspace")
		read := write(t, above, test.name, "lombok.accessors.chain = true\n")
		if test.stop != "" {
			write(t, dir, "lombok.config", test.stop)
		}
		request, traces := pluggedFor(t, dir, read, false)
		request.Processors = true
		if result, err := s.Compile(t.Context(), request); err != nil || !result.OK {
			t.Fatalf("%+v, %v", result, err)
		}
		if got, err := os.ReadFile(traces); err != nil || string(got) != test.want {
			t.Errorf("of %s above one with %q the plugin did %q, want %q, %v", test.name, test.stop, got, test.want, err)
		}
	}
}

// TestBubbling looks for configurations above folders, as Lombok does.
func TestBubbling(t *testing.T) {
	dir := resolved(t.TempDir())
	top := write(t, dir, "lombok.config", "")
	for stop, want := range map[string]bool{
		"": true, "config.stopBubbling = true": false, "  config.stopBubbling=true # here": false, "config.stopBubbling = false": true, "# config.stopBubbling = true": true,
		"config.stopBubbling = true\nclear config.stopBubbling\n": true, "lombok.x = config.stopBubbling = true": true, "config.stopBubbling = true\r\n": false,
	} {
		middle := write(t, dir, "middle/lombok.config", stop)
		files := bubbling([]string{filepath.Join(dir, "middle", "src", "main"), filepath.Join(dir, "middle", "src", "test")})
		if len(files) == 0 || files[0] != middle || (len(files) > 1 && files[1] == top) != want {
			t.Errorf("%q: the configurations are %q, with that above: %t", stop, files, want)
		}
	}
	link := filepath.Join(dir, "linked", "lombok.config")
	write(t, dir, "linked/secret", "config.stopBubbling = true")
	if err := os.Symlink("secret", link); err != nil {
		t.Fatal(err)
	}
	if files := bubbling([]string{filepath.Dir(link)}); len(files) == 0 || files[0] != top {
		t.Errorf("a link to another file is permitted: %q", files)
	}
}

// A manifest may name what the compiler must not read: that is as if it were not there.
func TestManifestsThatNameTheDisk(t *testing.T) {
	dir := t.TempDir()
	outside := filepath.Join(t.TempDir(), "outside.jar")
	writeLibrary(t, outside, "")
	library := filepath.Join(dir, "library.jar")
	writeLibrary(t, library, "Class-Path: "+outside+"\n")
	request := Request{Files: []string{write(t, dir, "src/A.java", "class A { }")}, ClassPath: []string{library}, OutputDir: filepath.Join(dir, "out")}
	s := own(t)
	for _, options := range [][]string{nil, {"-g"}} { // by a javac that is kept, and by one that is not
		request.Options = options
		if result, err := s.Compile(t.Context(), request); err != nil || !result.OK {
			t.Errorf("options %v: %+v, %v", options, result, err)
		}
	}
}

// A folder that was removed and made again is another one for the kernel.
func TestFoldersThatAreMadeAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "workspace")
	request := Request{OutputDir: filepath.Join(dir, "out"), ClassPath: []string{filepath.Join(dir, "lib")}}
	s := own(t)
	for range 2 {
		request.Files = []string{write(t, dir, "src/A.java", "class A { B b; }")}
		write(t, dir, "lib/none", "")
		mustCompile(t, Request{Files: []string{write(t, dir, "B.java", "class B { }")}, OutputDir: filepath.Join(dir, "lib")})
		t.Chdir(dir)
		if result, err := s.Compile(t.Context(), request); err != nil || !result.OK {
			t.Fatalf("%+v, %v", result, err)
		}
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
	}
}

//go:build unix

package natives_test

import (
	"errors"
	"flag"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"hotlens/vm"
	"hotlens/vm/configuration"
	"hotlens/vm/oracle"
	"hotlens/vm/release"
)

var update = flag.Bool("update", false, "write what the programs print to testdata")

// TestPrograms runs the programs of testdata under a policy, and compares what
// they print, with the test's folders replaced by their names, to a file.
func TestPrograms(t *testing.T) {
	classes := compile(t)
	for _, test := range []struct {
		name, golden string
		policy       configuration.Policy // the folders are added
		clocks       []bool               // virtual or not
		status       int
	}{
		{"Sandbox", "Sandbox", configuration.Policy{}, []bool{true}, 0},
		{"Channels", "Channels", configuration.Policy{}, []bool{false, true}, 0},
		{"Loopback", "Loopback", configuration.Policy{Net: true}, []bool{false, true}, 0},
		{"Loopback", "OwnNetwork", configuration.Policy{OwnNetwork: true}, []bool{false, true}, 0},
		{"Others", "Others", configuration.Policy{OwnNetwork: true}, []bool{true}, 0},
		{"Processes", "Processes", configuration.Policy{Exec: true, Unrestricted: true}, []bool{false, true}, 128 + int(unix.SIGTERM)},
	} {
		for _, virtual := range test.clocks {
			t.Run(test.golden+map[bool]string{false: "/wall", true: "/virtual"}[virtual], func(t *testing.T) {
				root, err := filepath.EvalSymlinks(t.TempDir())
				if err != nil {
					t.Fatal(err)
				}
				temporary, outside := filepath.Join(root, "temporary"), filepath.Join(root, "outside")
				for _, d := range []string{temporary, outside} {
					if err := os.Mkdir(d, 0o755); err != nil {
						t.Fatal(err)
					}
				}
				if err := os.WriteFile(filepath.Join(outside, "secret"), []byte("secret"), 0o644); err != nil {
					t.Fatal(err)
				}
				service, untouched := listenForNobody(t)
				test.policy.Read = release.Linked(oracle.JDKHome(t))
				output, status := run(t, configuration.Run{
					ClassPath: []string{classes}, Policy: test.policy, VirtualClock: virtual, TempDirectory: temporary, Directory: temporary,
					Properties:  [][2]string{{"outside", outside}, {"service", strconv.Itoa(service)}},
					Environment: []string{"PATH=" + os.Getenv("PATH")},
				}, test.name)
				if status != test.status {
					t.Errorf("exit status %d, want %d", status, test.status)
				}
				if content, err := os.ReadFile(filepath.Join(outside, "secret")); err != nil || string(content) != "secret" {
					t.Errorf("the file outside: %q, %v", content, err)
				}
				untouched()
				if entries, err := os.ReadDir(outside); err != nil || len(entries) != 1 {
					t.Errorf("the folder outside has %d entries, %v", len(entries), err)
				}
				output = strings.NewReplacer(root, "ROOT", strconv.Itoa(service), "SERVICE").Replace(output)
				golden := filepath.Join("testdata", test.golden+".golden")
				if *update {
					if err := os.WriteFile(golden, []byte(output), 0o644); err != nil {
						t.Fatal(err)
					}
				}
				want, err := os.ReadFile(golden)
				if err != nil {
					t.Fatal(err)
				}
				if output != string(want) {
					t.Errorf("%s prints\n%s\nwant\n%s", test.name, output, want)
				}
			})
		}
	}
}

// run runs a class and returns its standard output and exit status.
func run(t *testing.T, config configuration.Run, class string) (string, int) {
	t.Helper()
	memory, err := os.CreateTemp(t.TempDir(), "memory")
	if err != nil {
		t.Fatal(err)
	}
	defer memory.Close()
	if err := memory.Truncate(vm.MemoryBytes()); err != nil {
		t.Fatal(err)
	}
	stdout, err := os.Create(filepath.Join(t.TempDir(), "stdout"))
	if err != nil {
		t.Fatal(err)
	}
	defer stdout.Close()
	config.JDK, config.Release = oracle.JDKHome(t), oracle.Release(t)
	config.Limits = configuration.Limits{HeapBytes: 64 << 20, StackBytes: 1 << 20, MaxThreads: 100}
	machine, err := vm.Boot(t.Context(), config, vm.Needs{}, vm.Files{Memory: memory, Stdout: stdout, Stderr: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	result := machine.Run(t.Context(), vm.Program{MainClass: class})
	if result.Err != nil || result.Limit != nil {
		t.Fatal(result.Err, result.Limit)
	}
	output, err := os.ReadFile(stdout.Name())
	if err != nil {
		t.Fatal(err)
	}
	return string(output), result.ExitStatus
}

// compile compiles the programs and returns the folder of their classes.
func compile(t *testing.T) string {
	t.Helper()
	sources, err := filepath.Glob("testdata/*.java")
	if err != nil {
		t.Fatal(err)
	}
	classes := t.TempDir()
	arguments := slices.Concat(oracle.QuickJavac, []string{"-nowarn", "-XDenableSunApiLintControl", "-d", classes}, sources)
	if output, err := exec.Command(oracle.JDKTool(t, "javac"), arguments...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	return classes
}

// listenForNobody listens at a port for connections and datagrams; the function that it returns demands that none has come.
func listenForNobody(t *testing.T) (port int, untouched func()) {
	t.Helper()
	here := net.IPv4(127, 0, 0, 1)
	streams, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: here})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { streams.Close() })
	port = streams.Addr().(*net.TCPAddr).Port
	datagrams, err := net.ListenUDP("udp4", &net.UDPAddr{IP: here, Port: port})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { datagrams.Close() })
	return port, func() {
		t.Helper()
		now := time.Now() // what has come is there
		if err := errors.Join(streams.SetDeadline(now), datagrams.SetDeadline(now)); err != nil {
			t.Fatal(err)
		}
		if _, err := streams.Accept(); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("accepting a connection from inside: %v, want none", err)
		}
		if _, _, err := datagrams.ReadFrom(make([]byte, 1)); !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("reading a datagram from inside: %v, want none", err)
		}
	}
}

package software

import (
	"archive/zip"
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"hotlens/profiles"
	"hotlens/vm/oracle"
)

// pathsPrograms are some of vm/testdata/programs whose application code does the same in every run, so without threads: all kinds of calls, of class initialisation, exceptions, reflection and callbacks by the library.
// Others have class loaders or bootstrap methods of their own, which the machine calls at other moments, or run out of stack elsewhere.
var pathsPrograms = []string{
	"AppExpressions", "AppInterpreter", "AppLruCache", "BasicAllocation", "BasicEnums", "BasicMethods", "BasicRecords", "ClassDispatch",
	"ClassInner", "ClassInterfaces", "ClassSealed", "CollCustom", "CollIteration", "CollQueues", "CollSorting", "CollTreeMap", "ControlFinally", "ControlLoops",
	"ControlSwitch", "DispatchCorners", "DynSwitches", "ExcBasics", "ExcHot", "GenericBridges", "GenericWildcards",
	"HandleCombinators", "HandleMembers", "HandleMethods", "HandleVarAccess", "InitOrder", "InitPuzzles", "JitNatives", "LambdaFeatures", "LangBeans", "NumMathExact",
	"ReflectInvoke", "ReflectProxies", "RegexApplied", "SerialFull", "StreamCollectors",
}

// One in compiledPathsShare of these programs runs with everything compiled at its first call, too, which takes ten times the time of the other tiers. TestTiers of package vm compares the tiers.
const compiledPathsShare = 5

// TestPathsOfAgent holds the calls of application methods on each path of application methods, in every tier, against what an agent counts that instruments the same classes on HotSpot.
func TestPathsOfAgent(t *testing.T) {
	tools := oracle.FindTools(t)
	names := oracle.Sample(t, pathsShare, pathsPrograms)
	classes := oracle.CompilePrograms(t, tools, "../testdata/programs", names...)
	jars := []string{jar(t, "asm.jar"), jar(t, "asm-tree.jar"), jar(t, "asm-commons.jar")}
	agent := oracle.Compile(t, tools, "testdata/paths", jars...)
	manifest := agentJar(t)
	classPath := strings.Join(append([]string{classes, agent}, jars...), string(filepath.ListSeparator))
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			counted := filepath.Join(t.TempDir(), "paths")
			if r := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: []string{"-javaagent:" + manifest + "=" + counted, "-cp", classPath, name}}); strings.Contains(r.Stderr, "hotlensagent") {
				t.Fatalf("the agent failed:\n%s", oracle.LastLines(r.Stderr, 20))
			}
			want := pathsOfAgent(t, counted)
			want.intoMain(name)
			tiers := []string{"interp", "auto"}
			if oracle.Chosen(name, compiledPathsShare) {
				tiers = append(tiers, "jit")
			}
			for _, tier := range tiers {
				file := filepath.Join(t.TempDir(), "profile.json")
				oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: []string{"profile", "--tier", tier, "--contexts", "all", "--format", "json", "-o", file, "-cp", classes, name}})
				comparePaths(t, tier, want, pathsOfProfile(t, file))
			}
		})
	}
}

// agentJar is a jar that names the agent, whose classes are on the class path.
func agentJar(t *testing.T) string {
	t.Helper()
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	w, err := archive.Create("META-INF/MANIFEST.MF")
	if err == nil {
		_, err = fmt.Fprint(w, "Manifest-Version: 1.0\nPremain-Class: hotlensagent.Agent\n")
	}
	if err == nil {
		err = archive.Close()
	}
	path := filepath.Join(t.TempDir(), "agent.jar")
	if err == nil {
		err = os.WriteFile(path, file.Bytes(), 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// callPath is a method as it is called by a chain of methods, which leads to the root.
type callPath struct {
	caller  *callPath
	method  string
	calls   uint64
	callees map[string]*callPath
}

func newPath(caller *callPath, method string) *callPath {
	return &callPath{caller: caller, method: method, callees: map[string]*callPath{}}
}

// callee finds or makes the path of a call.
func (p *callPath) callee(method string) *callPath {
	if p.callees[method] == nil {
		p.callees[method] = newPath(p, method)
	}
	return p.callees[method]
}

// String is the last methods of the chain.
func (p *callPath) String() string {
	const shown = 12
	text := ""
	for range shown {
		if p == nil || p.method == "" {
			break
		}
		text = "\n    " + p.method + text
		p = p.caller
	}
	return text
}

// intoMain has main, with which the tree of the first thread starts, call what the machine calls before it: its class's initialiser.
func (p *callPath) intoMain(class string) {
	initializer := class + ".<clinit>()V"
	if before := p.callees[initializer]; before != nil {
		delete(p.callees, initializer)
		p.callee(class + ".main([Ljava/lang/String;)V").add(before)
	}
}

// add adds a callee with all that it calls.
func (p *callPath) add(callee *callPath) {
	to := p.callee(callee.method)
	to.calls += callee.calls
	for _, below := range callee.callees {
		to.add(below)
	}
}

// pathsOfAgent reads what the agent wrote.
func pathsOfAgent(t *testing.T, file string) *callPath {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]*callPath{"0": newPath(nil, "")}
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSuffix(line, "\n"), " ", 4)
		p := all[fields[1]].callee(fields[3])
		if p.calls, err = strconv.ParseUint(fields[2], 10, 64); err != nil {
			t.Fatal(err)
		}
		all[fields[0]] = p
	}
	if len(all) == 1 {
		t.Fatal("the agent has counted nothing")
	}
	return all["0"]
}

// profileIn is the profile in a file.
func profileIn(t *testing.T, name string) *profiles.Profile {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p, err := profiles.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// pathsOfProfile reads a profile, and leaves out what is not the application's, as the agent does: the library makes proxies' classes, which have other names and modules in each run.
func pathsOfProfile(t *testing.T, name string) *callPath {
	t.Helper()
	p := profileIn(t, name)
	root, of := newPath(nil, ""), make([]*callPath, len(p.Contexts))
	for i := range p.Contexts {
		c := &p.Contexts[i]
		if of[i] = root; c.Parent >= 0 {
			of[i] = of[c.Parent]
		}
		if m := &p.Methods[c.Method]; m.Origin == profiles.OriginApp && !strings.Contains(m.Class, "$Proxy") {
			of[i] = of[i].callee(m.Class + "." + m.Name + m.Descriptor)
			of[i].calls += c.Calls
		}
	}
	return root
}

// comparePaths reports the first paths that differ.
func comparePaths(t *testing.T, tier string, want, got *callPath) {
	t.Helper()
	const reported = 5
	type pair struct{ want, got *callPath }
	all, differing := []pair{{want, got}}, 0
	for i := 0; i < len(all); i++ {
		at := all[i]
		if at.want.calls != at.got.calls {
			if differing++; differing <= reported {
				t.Errorf("--tier %s: the agent counts %d calls, the profile %d, of%v", tier, at.want.calls, at.got.calls, at.want)
			}
		}
		methods := maps.Clone(at.want.callees)
		maps.Copy(methods, at.got.callees)
		for _, method := range slices.Sorted(maps.Keys(methods)) {
			all = append(all, pair{at.want.callee(method), at.got.callee(method)})
		}
	}
	if differing > reported {
		t.Errorf("--tier %s: %d of %d paths differ", tier, differing, len(all))
	}
}

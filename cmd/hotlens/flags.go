package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"hotlens/engine"
	"hotlens/vm/configuration"
)

// takesTarget marks, among a command's annotations, the commands whose arguments
// are normalised and that stop reading flags at the target.
const takesTarget = "takes target"

// sizeFlag is a flag with a number of bytes, such as 512m.
type sizeFlag struct {
	bytes *uint64
	given *bool // becomes true where the flag is given; nil: nobody asks
}

func (f sizeFlag) Type() string { return "size" }

func (f sizeFlag) String() string {
	if f.bytes == nil {
		return ""
	}
	return configuration.FormatSize(*f.bytes)
}

func (f sizeFlag) Set(text string) (err error) {
	*f.bytes, err = configuration.ParseSize(text)
	if f.given != nil {
		*f.given = true
	}
	return err
}

// durationFlag is a flag with a time, such as 30s.
type durationFlag struct{ duration *time.Duration }

func (f durationFlag) Type() string { return "duration" }

// String is "" for none, so that the help does not call that a default.
func (f durationFlag) String() string {
	if f.duration == nil || *f.duration == 0 {
		return ""
	}
	return f.duration.String()
}

func (f durationFlag) Set(text string) error {
	duration, err := time.ParseDuration(text)
	if err != nil {
		return fmt.Errorf("%q is not a time: give a number with a unit behind it, such as 500ms, 30s or 5m", text)
	}
	*f.duration = duration
	return nil
}

// registerDuration adds a flag with a time.
func registerDuration(set *pflag.FlagSet, duration *time.Duration, name string, otherwise time.Duration, usage string) {
	*duration = otherwise
	set.Var(durationFlag{duration}, name, usage)
}

// withExpected has the error of a flag's value say what is expected, where it says only which function of Go has refused it.
func withExpected(err error) error {
	var invalid *pflag.InvalidValueError
	var refused *strconv.NumError
	if !errors.As(err, &invalid) || !errors.As(err, &refused) {
		return err
	}
	flag, value := invalid.GetFlag(), invalid.GetValue()
	var problem string
	switch kind := flag.Value.Type(); {
	case errors.Is(err, strconv.ErrRange):
		problem = "this number is out of range"
	case kind == "bool":
		problem = fmt.Sprintf("%q is not true or false", value)
	case kind == "float64":
		problem = fmt.Sprintf("%q is not a number: give one such as 0.05", value)
	case kind == "uint64":
		problem = fmt.Sprintf("%q is not a whole number from 0: give one such as 1000000", value)
	default:
		problem = fmt.Sprintf("%q is not a whole number: give one such as 10", value)
	}
	return fmt.Errorf("invalid argument %q for %q flag: %s", value, "--"+flag.Name, problem)
}

// contextsFlag is a flag with a number of contexts, or all.
type contextsFlag struct{ most *int }

func (f contextsFlag) Type() string { return "number|all" }

func (f contextsFlag) String() string {
	if f.most == nil {
		return ""
	}
	return configuration.FormatContexts(*f.most)
}

func (f contextsFlag) Set(text string) (err error) {
	*f.most, err = configuration.ParseContexts(text)
	return err
}

// pathFlag is a flag with a list of paths, joined as the operating system does.
// Like java's, the last one given counts.
type pathFlag struct{ paths *[]string }

func (f pathFlag) Type() string { return "paths" }

func (f pathFlag) String() string {
	if f.paths == nil {
		return ""
	}
	return strings.Join(*f.paths, string(os.PathListSeparator))
}

func (f pathFlag) Set(text string) error {
	*f.paths = filepath.SplitList(text)
	return nil
}

// patchFlag is java's --patch-module MODULE=PATHS, once for each module.
type patchFlag struct{ patches *[]configuration.Patch }

func (f patchFlag) Type() string   { return "MODULE=PATHS" }
func (f patchFlag) String() string { return "" }

func (f patchFlag) Set(text string) error {
	module, paths, _ := strings.Cut(text, "=")
	if module == "" || paths == "" {
		return fmt.Errorf("%q is no patch: give MODULE=PATHS", text)
	}
	if slices.ContainsFunc(*f.patches, func(patch configuration.Patch) bool { return patch.Module == module }) {
		return fmt.Errorf("%s is patched already: give all its folders and jars at once, with %q between them", module, os.PathListSeparator)
	}
	*f.patches = append(*f.patches, configuration.Patch{Module: module, Path: filepath.SplitList(paths)})
	return nil
}

// propertyFlag is java's -Dkey=value.
type propertyFlag struct{ properties *[][2]string }

func (f propertyFlag) Type() string   { return "key=value" }
func (f propertyFlag) String() string { return "" }

func (f propertyFlag) Set(text string) error {
	key, value, _ := strings.Cut(text, "=")
	if key == "" {
		return fmt.Errorf("%q names no property: give -Dkey=value", text)
	}
	*f.properties = append(*f.properties, [2]string{key, value})
	return nil
}

// variablesFlag is a flag that may be repeated, with a variable of the environment.
type variablesFlag struct{ *configuration.Variables }

func (f variablesFlag) Type() string   { return "NAME=VALUE" }
func (f variablesFlag) String() string { return "" }

// clockFlag is "virtual" or "wall".
type clockFlag struct{ virtual *bool }

func (f clockFlag) Type() string { return "virtual|wall" }

func (f clockFlag) String() string {
	if f.virtual != nil && *f.virtual {
		return configuration.ClockVirtual
	}
	return configuration.ClockWall
}

func (f clockFlag) Set(text string) (err error) {
	*f.virtual, err = configuration.ParseClock(text)
	return err
}

// targetFlags are the flags that the commands with a target have in common.
type targetFlags struct {
	config configuration.Run
	target engine.Target
}

// jdkHelp is the help of --jdk.
const jdkHelp = "folder of the JDK (else HOTLENS_JDK, JAVA_HOME, javac on PATH, the usual folders)"

// codeCacheHelp is the help of --code-cache.
const codeCacheHelp = "folder that keeps compiled code between runs, or off (else " + engine.CodeCacheVariable + ", then hotlens/code in the user's cache folder)"

// register adds the flags to a command; config holds their defaults.
func (f *targetFlags) register(command *cobra.Command, config configuration.Run) {
	f.config = config
	command.Annotations = map[string]string{takesTarget: "yes"}
	flags := command.Flags()
	flags.SortFlags = false
	flags.SetInterspersed(false)
	c := &f.config
	flags.Var(pathFlag{&c.ClassPath}, "class-path", "folders and jars of the program's classes (also -cp)")
	flags.StringVar(&f.target.Jar, "jar", "", "run the main class of this jar (also -jar)")
	flags.StringVarP(&f.target.Module, "module", "m", "", "run the main class of MODULE[/CLASS]")
	flags.StringArrayVar(&f.target.Tests, "test", nil, "run these tests of the project in the folder behind the flags, or in the current one: Class, Class#method, or a pattern such as 'Words*Test#long*'; several with commas between them")
	flags.Var(pathFlag{&c.Modules.Path}, "module-path", "folders and jars of modules (also -p)")
	flags.Var(pathFlag{&c.Modules.Upgrade}, "upgrade-module-path", "folders and jars of modules that replace the JDK's")
	flags.StringSliceVar(&c.Modules.Add, "add-modules", nil, "resolve these modules, too")
	flags.StringSliceVar(&c.Modules.Limit, "limit-modules", nil, "observe only these modules and what they require")
	flags.StringArrayVar(&c.Modules.Opens, "add-opens", nil, "open MODULE/PACKAGE=MODULE for deep reflection")
	flags.StringArrayVar(&c.Modules.Exports, "add-exports", nil, "export MODULE/PACKAGE=MODULE")
	flags.StringArrayVar(&c.Modules.Reads, "add-reads", nil, "let MODULE=MODULE read another one")
	flags.Var(patchFlag{&c.Modules.Patches}, "patch-module", "MODULE=PATHS: add the classes and resources of folders and jars to a module, in front of its own")
	flags.StringArrayVar(&c.Modules.Native, "enable-native-access", nil, "let these modules, or ALL-UNNAMED, call the library's restricted methods without a warning")
	flags.VarP(propertyFlag{&c.Properties}, "define", "D", "set a system property")
	flags.StringArrayVar(&c.Assertions, "assertions", nil, "enable or disable assertions: ea, da, ea:CLASS, ea:PACKAGE..., esa (also -ea and so on)")
	flags.StringVar(&c.JDK, "jdk", "", jdkHelp)
	flags.BoolVar(&c.Preview, "enable-preview", false, "compile and run with the preview features of the JDK; a project that says so to its compiler needs no flag")
	flags.StringVar(&c.Source, "source", "", "compile File.java for this version of the language, such as 17; else for its project's, or the JDK's")
	flags.BoolVar(&c.Processors, "processors", false, "run annotation processors while compiling, in a sandbox; else what a build has had them make is used")
	flags.Var(sizeFlag{&c.Limits.HeapBytes, &c.Limits.HeapGiven}, "heap", "size of the Java heap, such as 64m or 1g (also -Xmx); unless given, tests have that of the build tool's JVM, if it is larger")
	flags.Var(sizeFlag{&c.Limits.StackBytes, &c.Limits.StackGiven}, "stack", "size of one thread's stack (also -Xss), in which recursion goes as deep as it can on HotSpot, or deeper")
	flags.IntVar(&c.Limits.MaxThreads, "threads", c.Limits.MaxThreads, "Java threads that may live at the same time")
	registerDuration(flags, &c.Limits.Timeout, "timeout", c.Limits.Timeout, "stop the program after this wall time, such as 30s; 0 for never")
	registerDuration(flags, &c.Until.Time, "for", 0, "end the program after this wall time, such as 10s: for one that would go on, such as a server; the exit status is 0")
	flags.IntVar(&c.Until.Port, "until-port", 0, "end the program when it has answered the first request that comes at this TCP port; the exit status is 0")
	flags.Uint64Var(&c.Limits.MaxBytecodes, "max-bytecodes", c.Limits.MaxBytecodes, "stop the program after this many bytecodes; 0 for never")
	registerDuration(flags, &c.Limits.TestTimeout, "test-timeout", c.Limits.TestTimeout, "with --test: have a test fail after this wall time, and go on with the next one; 0 for never")
	flags.Uint64Var(&c.Limits.TestBytecodes, "test-bytecodes", c.Limits.TestBytecodes, "with --test: have a test fail after this many bytecodes, and go on with the next one; 0 for never")
	flags.Var(sizeFlag{bytes: &c.Limits.MaxOutputBytes}, "max-output", "stop the program after this much output; 0 for never")
	flags.Var(sizeFlag{bytes: &c.Limits.MaxTempBytes}, "max-temp", "stop a program in the sandbox when its temporary files take more than this; 0 for never")
	flags.Var(clockFlag{&c.VirtualClock}, "clock", "virtual: time is a function of the bytecodes executed; wall: it is real")
	flags.StringVar((*string)(&c.Date), "date", string(c.Date), "when the program starts by the virtual clock, in UTC: fixed (noon of 2024-01-15), today, a date such as 2026-11-22 or an instant such as 2026-11-22T10:30:00Z")
	flags.StringVar((*string)(&c.Tier), "tier", string(c.Tier), "how to execute: auto, interp or jit")
	flags.StringVar((*string)(&c.Inlining), "inline", string(c.Inlining), "decide what to inline by this, for measurements: off, static, heat, timer, cbs or exact")
	flags.StringVar(&c.CodeCache, "code-cache", "", codeCacheHelp)
	registerPermissions(flags, &c.Policy)
	flags.Var(variablesFlag{&c.Variables}, "env", "set this environment variable for the program")
	flags.StringVar((*string)(&c.Paths), "paths", string(c.Paths), "paths that a program in the sandbox sees: fixed, the same in any folder of any machine, or real")
	flags.BoolVar(&c.VerboseGC, "verbose:gc", false, "log the garbage collections on stderr, in HotSpot's form (also -verbose:gc, -Xlog:gc)")
	flags.BoolVar(&c.VerboseJIT, "verbose:jit", false, "log on stderr what is compiled, and what is not and why")
}

// registerPermissions adds the flags that open the sandbox.
func registerPermissions(flags *pflag.FlagSet, policy *configuration.Policy) {
	flags.StringArrayVar(&policy.Read, "allow-read", nil, "let the program read this folder")
	flags.StringArrayVar(&policy.Write, "allow-write", nil, "let the program read and write this folder, which must exist")
	flags.BoolVar(&policy.Net, "allow-net", false, "let the program use the network; without it, tests reach servers that they have started themselves, and nothing else")
	flags.BoolVar(&policy.Exec, "allow-exec", false, "let the program start processes")
	flags.StringArrayVar(&policy.Environment, "allow-env", nil, "let the program see this environment variable")
}

// parse checks the flags and finds the target among the arguments.
func (f *targetFlags) parse(arguments []string) error {
	if err := f.config.Check(); err != nil {
		return err
	}
	switch {
	case len(f.target.Tests) > 0 && (f.target.Jar != "" || f.target.Module != ""):
		return fmt.Errorf("--test runs the tests of a project: leave out -jar and -m")
	case len(f.target.Tests) > 0 && len(arguments) > 1:
		return fmt.Errorf("behind --test stands the project's folder, or nothing: tests have no arguments such as %s", arguments[1])
	case len(f.target.Tests) > 0:
		if len(arguments) == 1 {
			f.target.Name = arguments[0]
		}
	case f.target.Jar != "" || f.target.Module != "":
		f.target.Arguments = arguments
	case len(arguments) == 0:
		return fmt.Errorf("what to run is missing: give File.java, a class name with -cp, or -jar FILE.jar")
	default:
		f.target.Name, f.target.Arguments = arguments[0], arguments[1:]
	}
	return f.checkSource()
}

// checkSource demands that a version of the language is given for a source file only: all else is compiled as its project says, or has been.
func (f *targetFlags) checkSource() error {
	if f.config.Source == "" || strings.HasSuffix(f.target.Name, ".java") {
		return nil
	}
	what := f.target.Name
	switch {
	case f.target.Jar != "":
		what = f.target.Jar
	case f.target.Module != "":
		what = "the module " + f.target.Module
	case len(f.target.Tests) > 0:
		what = "a project with tests"
	}
	return fmt.Errorf("--source is about a File.java, which %s is not: leave it out", what)
}

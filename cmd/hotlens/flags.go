package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"hotlens/engine"
)

// takesTarget marks, among a command's annotations, the commands whose arguments
// are normalised and that stop reading flags at the target.
const takesTarget = "takes target"

// sizeFlag is a flag with a number of bytes, such as 512m.
type sizeFlag struct{ bytes *uint64 }

func (f sizeFlag) Type() string { return "size" }

func (f sizeFlag) String() string {
	if f.bytes == nil {
		return ""
	}
	return engine.FormatSize(*f.bytes)
}

func (f sizeFlag) Set(text string) (err error) {
	*f.bytes, err = engine.ParseSize(text)
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

// clockFlag is "virtual" or "wall".
type clockFlag struct{ virtual *bool }

func (f clockFlag) Type() string { return "virtual|wall" }

func (f clockFlag) String() string {
	if f.virtual != nil && *f.virtual {
		return engine.ClockVirtual
	}
	return engine.ClockWall
}

func (f clockFlag) Set(text string) (err error) {
	*f.virtual, err = engine.ParseClock(text)
	return err
}

// targetFlags are the flags that the commands with a target have in common.
type targetFlags struct {
	settings engine.Settings
	target   engine.Target
	stack    uint64
}

// codeCacheHelp is the help of --code-cache.
const codeCacheHelp = "folder that keeps compiled code between runs by the virtual clock, or off (else " + engine.CodeCacheVariable + ", then hotlens/code in the user's cache folder)"

// register adds the flags to a command; settings holds their defaults.
func (f *targetFlags) register(command *cobra.Command, settings engine.Settings) {
	f.settings = settings
	f.stack = uint64(settings.StackBytes)
	command.Annotations = map[string]string{takesTarget: "yes"}
	flags := command.Flags()
	flags.SortFlags = false
	flags.SetInterspersed(false)
	s := &f.settings
	flags.Var(pathFlag{&s.ClassPath}, "class-path", "folders and jars of the program's classes (also -cp)")
	flags.StringVar(&f.target.Jar, "jar", "", "run the main class of this jar (also -jar)")
	flags.StringVarP(&f.target.Module, "module", "m", "", "run the main class of MODULE[/CLASS]")
	flags.Var(pathFlag{&s.ModulePath}, "module-path", "folders and jars of modules (also -p)")
	flags.Var(pathFlag{&s.UpgradePath}, "upgrade-module-path", "folders and jars of modules that replace the JDK's")
	flags.StringSliceVar(&s.AddModules, "add-modules", nil, "resolve these modules, too")
	flags.StringSliceVar(&s.LimitModules, "limit-modules", nil, "observe only these modules and what they require")
	flags.StringArrayVar(&s.AddOpens, "add-opens", nil, "open MODULE/PACKAGE=MODULE for deep reflection")
	flags.StringArrayVar(&s.AddExports, "add-exports", nil, "export MODULE/PACKAGE=MODULE")
	flags.StringArrayVar(&s.AddReads, "add-reads", nil, "let MODULE=MODULE read another one")
	flags.VarP(propertyFlag{&s.Properties}, "define", "D", "set a system property")
	flags.StringArrayVar(&s.Assertions, "assertions", nil, "enable or disable assertions: ea, da, ea:CLASS, ea:PACKAGE..., esa (also -ea and so on)")
	flags.StringVar(&s.JDK, "jdk", "", "folder of the JDK (else HOTLENS_JDK, JAVA_HOME, javac on PATH, the usual folders)")
	flags.Var(sizeFlag{&s.HeapBytes}, "heap", "size of the Java heap, such as 64m or 1g (also -Xmx)")
	flags.Var(sizeFlag{&f.stack}, "stack", "size of one thread's stack (also -Xss)")
	flags.IntVar(&s.Threads, "threads", s.Threads, "Java threads that may live at the same time")
	flags.DurationVar(&s.Timeout, "timeout", s.Timeout, "stop the program after this wall time, such as 30s; 0 for never")
	flags.Uint64Var(&s.MaxBytecodes, "max-bytecodes", s.MaxBytecodes, "stop the program after this many bytecodes; 0 for never")
	flags.Var(sizeFlag{&s.OutputBytes}, "max-output", "stop the program after this much output; 0 for never")
	flags.Var(clockFlag{&s.VirtualClock}, "clock", "virtual: time is a function of the bytecodes executed; wall: it is real")
	flags.StringVar(&s.Tier, "tier", s.Tier, "how to execute: auto, interp or jit")
	flags.StringVar(&s.Inline, "inline", s.Inline, "decide what to inline by this, for measurements: off, static, heat, timer, cbs or exact")
	flags.StringVar(&s.CodeCache, "code-cache", "", codeCacheHelp)
	flags.StringArrayVar(&s.Policy.Read, "allow-read", nil, "let the program read this folder")
	flags.StringArrayVar(&s.Policy.Write, "allow-write", nil, "let the program read and write this folder")
	flags.BoolVar(&s.Policy.Net, "allow-net", false, "let the program use the network")
	flags.BoolVar(&s.Policy.Exec, "allow-exec", false, "let the program start processes")
	flags.StringArrayVar(&s.Policy.Environment, "allow-env", nil, "let the program see this environment variable")
	flags.BoolVar(&s.VerboseGC, "verbose:gc", false, "log the garbage collections on stderr, in HotSpot's form (also -verbose:gc, -Xlog:gc)")
	flags.BoolVar(&s.VerboseJIT, "verbose:jit", false, "log on stderr what is compiled, and what is not and why")
}

// parse checks the flags and finds the target among the arguments.
func (f *targetFlags) parse(arguments []string) error {
	if f.stack > math.MaxUint32 {
		return fmt.Errorf("--stack is %s: that is more than the VM's memory", engine.FormatSize(f.stack))
	}
	f.settings.StackBytes = uint32(f.stack)
	if err := f.settings.Check(); err != nil {
		return err
	}
	switch {
	case f.target.Jar != "" || f.target.Module != "":
		f.target.Arguments = arguments
	case len(arguments) == 0:
		return fmt.Errorf("what to run is missing: give File.java, a class name with -cp, or -jar FILE.jar")
	default:
		f.target.Name, f.target.Arguments = arguments[0], arguments[1:]
	}
	return nil
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"hotlens/vm/configuration"
)

// javaFlags are the flags of java that pflag would not understand, because they
// have one dash and a long name, with ours of the same meaning.
var javaFlags = map[string]string{
	"-cp":        "--class-path",
	"-classpath": "--class-path",
	"-p":         "--module-path",
	"-jar":       "--jar",

	"-verbose:gc": "--verbose:gc",
	"-Xlog:gc":    "--verbose:gc",
}

// javaPrefixes are java's flags with the value joined to the name.
var javaPrefixes = map[string]string{
	"-Xmx": "--heap",
	"-Xss": "--stack",
}

// ignoredFlags and ignoredPrefixes are java's flags that tune HotSpot, or say what it warns of, and change nothing
// that a program sees.
var (
	ignoredFlags    = []string{"-server", "-client", "-Xint", "-Xcomp", "-Xmixed", "-Xbatch", "-Xrs", "-Xnoclassgc", "-Xcheck:jni", "-Xlog:disable", "-Xdiag", "-Xfuture", "--finalization=enabled"}
	ignoredPrefixes = []string{
		"-XX:", "-Xms", "-Xmn", "-Xshare:", "-Xverify:",
		"--illegal-access=", "--illegal-native-access=", "--sun-misc-unsafe-memory-access=",
	}
)

// refusedFlags are java's flags that hotlens has nothing for, with what to do. Behind ":" and "=" stands a value.
var refusedFlags = []struct {
	flags  []string
	advice string
}{
	{
		[]string{"--list-modules", "--describe-module", "--show-module-resolution", "--validate-modules", "--dry-run", "--version", "--show-version", "-version", "-showversion", "-fullversion", "-Xinternalversion", "-XshowSettings", "-XshowSettings:"},
		"tells about the JDK: ask its own java",
	},
	{[]string{"-javaagent:", "-agentlib:", "-agentpath:", "-Xrunjdwp:", "-Xdebug"}, "is for agents and debuggers, which work inside HotSpot: leave it out"},
	{[]string{"-Xbootclasspath/a:"}, "adds to the boot loader: give the classes with -cp, or to a module of the JDK with --patch-module"},
	{[]string{"-verbose", "-verbose:", "-Xlog:", "-Xloggc:"}, "logs what HotSpot does: of these there is only -verbose:gc"},
	{[]string{"--finalization="}, "is not possible: finalizers always run"},
	{[]string{"-splash:"}, "needs a window, and hotlens has none: leave it out"},
}

// refusal says why a flag of java is refused; it is nil if it is not.
func refusal(argument string) error {
	name, _, _ := strings.Cut(argument, "=")
	for _, refused := range refusedFlags {
		for _, flag := range refused.flags {
			if takesValue := strings.HasSuffix(flag, ":") || strings.HasSuffix(flag, "="); name == flag || takesValue && strings.HasPrefix(argument, flag) {
				return fmt.Errorf("%s %s", argument, refused.advice)
			}
		}
	}
	return nil
}

func ignored(argument string) bool {
	return slices.Contains(ignoredFlags, argument) ||
		slices.ContainsFunc(ignoredPrefixes, func(prefix string) bool { return strings.HasPrefix(argument, prefix) })
}

// normaliseArguments rewrites the arguments of "run" and "profile", as java's
// users write them, for pflag:
//
//   - the flags in javaFlags and javaPrefixes, and those for assertions, become ours;
//   - those that only tune HotSpot are left out, and those in refusedFlags are errors;
//   - "@FILE" in front of the target stands for the arguments in a file;
//   - "-jar FILE" and "-m MODULE" name the target, so that what stands behind
//     them belongs to the program, even if it looks like a flag: a "--" is put
//     there;
//   - everything behind another target stays as it is (pflag stops there).
//
// The flag set says which flags take a value; it is not changed. It fails if an
// argument file cannot be read, or with what to do in place of a refused flag.
func normaliseArguments(flags *pflag.FlagSet, arguments []string) ([]string, error) {
	normal := make([]string, 0, len(arguments)+1)
	queue := argumentQueue{rest: arguments}
	for {
		argument, ok, err := queue.next()
		if !ok {
			return normal, err
		}
		if len(argument) < 2 || argument[0] != '-' || argument == "--" {
			return append(append(normal, argument), queue.rest...), nil // the target
		}
		if javaFlags[argument] == "" {
			if ignored(argument) {
				continue
			}
			if err := refusal(argument); err != nil {
				return nil, err
			}
		}
		if directive, ok := configuration.ParseAssertions(argument); ok {
			argument = "--assertions=" + directive
		}
		if name, ok := javaFlags[argument]; ok {
			argument = name
		}
		for prefix, name := range javaPrefixes {
			if value, ok := strings.CutPrefix(argument, prefix); ok {
				argument = name + "=" + value
			}
		}
		normal = append(normal, argument)
		if takesNext(flags, argument) {
			value, ok, err := queue.next()
			if err != nil {
				return nil, err
			}
			if ok {
				normal = append(normal, value)
			}
		}
		if namesTarget(argument) {
			return append(append(normal, "--"), queue.rest...), nil
		}
	}
}

// takesNext tells whether the value of a flag is the argument behind it.
func takesNext(flags *pflag.FlagSet, argument string) bool {
	if name, ok := strings.CutPrefix(argument, "--"); ok {
		flag := flags.Lookup(name) // not found if it holds a "="
		return flag != nil && flag.NoOptDefVal == ""
	}
	if len(argument) != 2 {
		return false
	}
	flag := flags.ShorthandLookup(argument[1:])
	return flag != nil && flag.NoOptDefVal == ""
}

// namesTarget tells whether a flag gives the target itself.
func namesTarget(argument string) bool {
	name, _, _ := strings.Cut(argument, "=")
	switch name {
	case "--jar", "--module":
		return true
	}
	return strings.HasPrefix(argument, "-m") // -m MODULE or -mMODULE
}

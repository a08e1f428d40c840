package main

import (
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
	ignoredFlags    = []string{"-server", "-client", "-Xint", "-Xcomp", "-Xmixed", "-Xbatch", "-Xrs", "-Xnoclassgc", "-Xcheck:jni", "-Xlog:disable"}
	ignoredPrefixes = []string{
		"-XX:", "-Xms", "-Xmn", "-Xshare:", "-Xverify:",
		"--illegal-access=", "--illegal-native-access=", "--sun-misc-unsafe-memory-access=",
	}
)

func ignored(argument string) bool {
	return slices.Contains(ignoredFlags, argument) ||
		slices.ContainsFunc(ignoredPrefixes, func(prefix string) bool { return strings.HasPrefix(argument, prefix) })
}

// normaliseArguments rewrites the arguments of "run" and "profile", as java's
// users write them, for pflag:
//
//   - the flags in javaFlags and javaPrefixes, and those for assertions, become ours;
//   - those that only tune HotSpot are left out;
//   - "@FILE" in front of the target stands for the arguments in a file;
//   - "-jar FILE" and "-m MODULE" name the target, so that what stands behind
//     them belongs to the program, even if it looks like a flag: a "--" is put
//     there;
//   - everything behind another target stays as it is (pflag stops there).
//
// The flag set says which flags take a value; it is not changed. It fails if an
// argument file cannot be read.
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
		if ignored(argument) {
			continue
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

package main

import (
	"strings"

	"github.com/spf13/pflag"
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

// normaliseArguments rewrites the arguments of "run" and "profile", as java's
// users write them, for pflag:
//
//   - the flags in javaFlags and javaPrefixes become ours;
//   - "-jar FILE" and "-m MODULE" name the target, so that what stands behind
//     them belongs to the program, even if it looks like a flag: a "--" is put
//     there;
//   - everything behind another target stays as it is (pflag stops there).
//
// The flag set says which flags take a value; it is not changed.
func normaliseArguments(flags *pflag.FlagSet, arguments []string) []string {
	normal := make([]string, 0, len(arguments)+1)
	for i := 0; i < len(arguments); i++ {
		argument := arguments[i]
		if len(argument) < 2 || argument[0] != '-' || argument == "--" {
			return append(normal, arguments[i:]...) // the target
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
		if takesNext(flags, argument) && i+1 < len(arguments) {
			i++
			normal = append(normal, arguments[i])
		}
		if namesTarget(argument) {
			normal = append(normal, "--")
			return append(normal, arguments[i+1:]...)
		}
	}
	return normal
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

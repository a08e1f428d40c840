package engine

import (
	"maps"
	"slices"
	"strings"

	"hotlens/engine/project"
	"hotlens/vm/configuration"
)

// This file takes over what a build tool tells the JVM that runs its tests.

// forTests completes a configuration with what the build says of the JVM of its tests; nil: it says nothing. What the configuration has is the user's: it stands behind that, and wins. Of the bounds of
// memory that the user has not given the larger one counts, as HotSpot needs its memory for other things than hotlens does; a JVM that is told nothing of its heap has one of defaultHeap bytes. What only tunes
// HotSpot is left out.
func forTests(config configuration.Run, t *project.Testing, defaultHeap uint64) configuration.Run {
	if t == nil {
		t = &project.Testing{Assertions: true} // as all build tools have it
	}
	said := configuration.Run{Limits: configuration.Limits{HeapBytes: defaultHeap}}
	if t.Assertions {
		said.Assertions = []string{"ea"}
	}
	for arguments := t.Arguments; len(arguments) > 0; {
		arguments = arguments[takeArgument(&said, arguments[0], arguments[1:]):]
	}
	for _, name := range slices.Sorted(maps.Keys(t.Properties)) {
		said.Properties = append(said.Properties, [2]string{name, t.Properties[name]})
	}
	for _, name := range slices.Sorted(maps.Keys(t.Environment)) {
		said.Variables = append(said.Variables, name+"="+t.Environment[name])
	}
	config.Assertions = concat(said.Assertions, config.Assertions)
	config.Properties = concat(said.Properties, config.Properties)
	config.Variables = concat(said.Variables, config.Variables)
	m := &config.Modules
	m.Add, m.Opens = concat(said.Modules.Add, m.Add), concat(said.Modules.Opens, m.Opens)
	m.Exports, m.Reads = concat(said.Modules.Exports, m.Exports), concat(said.Modules.Reads, m.Reads)
	m.Native = concat(said.Modules.Native, m.Native)
	if l := &config.Limits; !l.HeapGiven {
		l.HeapBytes = max(l.HeapBytes, min(said.Limits.HeapBytes, configuration.MostHeapBytes))
	}
	if l := &config.Limits; !l.StackGiven {
		l.StackBytes = max(l.StackBytes, min(said.Limits.StackBytes, configuration.MostStackBytes))
	}
	return config
}

// takeArgument takes over an argument of java's, perhaps with the one behind it, and returns how many it has taken.
func takeArgument(into *configuration.Run, argument string, behind []string) (taken int) {
	m := &into.Modules
	lists := map[string]*[]string{"--add-modules": &m.Add, "--add-opens": &m.Opens, "--add-exports": &m.Exports, "--add-reads": &m.Reads, "--enable-native-access": &m.Native}
	name, value, joined := strings.Cut(argument, "=")
	list := lists[name]
	directive, isAssertion := configuration.ParseAssertions(argument)
	property, isProperty := strings.CutPrefix(name, "-D")
	taken = 1
	switch {
	case list != nil && !joined && len(behind) == 0: // java would not start, and the build says so
	case list != nil:
		if !joined {
			value, taken = behind[0], 2
		}
		if list == &m.Add {
			*list = append(*list, strings.Split(value, ",")...)
		} else {
			*list = append(*list, value)
		}
	case isProperty:
		into.Properties = append(into.Properties, [2]string{property, value})
	case isAssertion:
		into.Assertions = append(into.Assertions, directive)
	default:
		takeSize(&into.Limits.HeapBytes, argument, "-Xmx", "-XX:MaxHeapSize=")
		takeSize(&into.Limits.StackBytes, argument, "-Xss")
	}
	return taken
}

// takeSize takes over a size, if the argument is one of some options that are alike.
func takeSize(into *uint64, argument string, options ...string) {
	for _, option := range options {
		if text, ok := strings.CutPrefix(argument, option); ok {
			if size, err := configuration.ParseSize(text); err == nil {
				*into = size
			}
		}
	}
}

package lsp

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/vm/configuration"
)

// setting is one key of the editor's section "hotlens".
type setting struct {
	name        string
	description string // Markdown
	// What values it takes, as JSON Schema has it. The default is added.
	schema schema
	// The value in s, as the editor would send it.
	value func(s settings) any
	// Takes a value. An error says which type is expected.
	read func(s *settings, value json.RawMessage) error
}

// schema is an object of JSON Schema.
type schema map[string]any

func settingNamed(name string) *setting {
	if i := slices.IndexFunc(settingList, func(s setting) bool { return s.name == name }); i >= 0 {
		return &settingList[i]
	}
	return nil
}

// The schemas that several settings have.
var (
	isBoolean     = schema{"type": "boolean"}
	isText        = schema{"type": "string"}
	isSize        = schema{"type": "string", "pattern": "^[0-9]+[kKmMgG]?$"}
	isAmount      = schema{"type": "integer", "minimum": 0}
	isListOfTexts = schema{"type": "array", "items": isText}
)

// settingList are all settings, in the order in which they take effect and are shown to
// users.
var settingList = []setting{
	{
		name:        "trusted",
		description: "Whether the workspace's programs may be compiled and run. Nothing is before this is true.",
		schema:      isBoolean,
		value:       func(s settings) any { return s.trusted },
		read:        func(s *settings, value json.RawMessage) error { return read(value, &s.trusted, "true or false") },
	},
	{
		name:        "onSave",
		description: "Compile and run the program when a Java file is saved.",
		schema:      isBoolean,
		value:       func(s settings) any { return s.onSave },
		read:        func(s *settings, value json.RawMessage) error { return read(value, &s.onSave, "true or false") },
	},
	{
		name:        "partialResults",
		description: "Show what a program that runs for longer than a second has done so far, marked as such.",
		schema:      isBoolean,
		value:       func(s settings) any { return s.partial },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.partial, "true or false")
		},
	},
	{
		name: "targets",
		description: "What to run: main classes or Java files, each with its arguments behind it, such as `shop.Main data/orders.txt`. " +
			"Of several, the one that the saved file holds is run first, then those that reached it when they last ran. Without any, the saved file's own main method is run, then every program that reached it.",
		schema: isListOfTexts,
		value:  func(s settings) any { return nonNil(s.targets) },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.targets, "a list of main classes or files, each with its arguments behind it")
		},
	},
	{
		name: "tests",
		description: "Which tests a save runs: those that it can affect, with those that failed and new ones (`affected`), those of the saved file (`file`), " +
			"those that ran last (`last`), `all`, or none (`off`).",
		schema: schema{"type": "string", "enum": testsOnSaveValues},
		value:  func(s settings) any { return s.tests },
		read:   readTests,
	},
	{
		name: "coverage",
		description: "Fade the lines that the last runs did not execute, and mark those whose branches were not all taken. " +
			"Runs then also say so to `hotlens.export`, as `jacoco` and `lcov`.",
		schema: isBoolean,
		value:  func(s settings) any { return s.config.MeasuresCoverage() },
		read: func(s *settings, value json.RawMessage) error {
			return readProfiler(s, value, profiles.ProfilerCoverage)
		},
	},
	{
		name: "testCoverage",
		description: "With `hotlens.coverage`, say in hovers which tests have executed a line. " +
			"Tests then take somewhat longer.",
		schema: isBoolean,
		value:  func(s settings) any { return slices.Contains(s.config.Profilers, profiles.ProfilerTestCoverage) },
		read: func(s *settings, value json.RawMessage) error {
			return readProfiler(s, value, profiles.ProfilerTestCoverage)
		},
	},
	{
		name:        "classPath",
		description: "Folders and jars that are compiled and run with; relative paths are the workspace's.",
		schema:      isListOfTexts,
		value:       func(s settings) any { return nonNil(s.config.ClassPath) },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.config.ClassPath, "a list of folders and jars")
		},
	},
	{
		name:        "processors",
		description: "Run annotation processors, which are code of libraries, while compiling, in a sandbox. Else what a build has had them make is used.",
		schema:      isBoolean,
		value:       func(s settings) any { return s.config.Processors },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.config.Processors, "true or false")
		},
	},
	{
		name:        "preview",
		description: "Compile and run with the preview features of the JDK. A project that says so to its compiler needs no setting.",
		schema:      isBoolean,
		value:       func(s settings) any { return s.config.Preview },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.config.Preview, "true or false")
		},
	},
	{
		name:        "metric",
		description: "What shares are of. `auto` is the modelled time where it is known, else the bytecodes.",
		schema:      schema{"type": "string", "enum": append([]profiles.Metric{automaticMetric}, profiles.Metrics()...)},
		value: func(s settings) any {
			if s.display.Metric == "" {
				return automaticMetric
			}
			return s.display.Metric
		},
		read: readMetric,
	},
	{
		name: "lenses",
		description: "Show a lens at each method: its calls, its share of the run, and what has changed since the last one. " +
			"With `{\"neverCalled\": true}`, also at methods that were not called.",
		schema: schema{"type": []string{"boolean", "object"}, "properties": schema{"enabled": isBoolean, "neverCalled": isBoolean}, "additionalProperties": false},
		value: func(s settings) any {
			if s.display.NeverCalled {
				return map[string]bool{"enabled": s.display.Lenses, "neverCalled": true}
			}
			return s.display.Lenses
		},
		read: readLenses,
	},
	{
		name:        "hints",
		description: "Show a hint at each hot call: how often it was executed, and its share of the run.",
		schema:      isBoolean,
		value:       func(s settings) any { return s.display.Hints },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.display.Hints, "true or false")
		},
	},
	{
		name:        "hovers",
		description: "Show exact numbers, targets, inlining decisions and contexts when the pointer rests on a call or a method.",
		schema:      isBoolean,
		value:       func(s settings) any { return s.display.Hovers },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.display.Hovers, "true or false")
		},
	},
	{
		name:        "minShare",
		description: "The share of the run, from 0 to 1, below which a call gets no hint.",
		schema:      schema{"type": "number", "minimum": 0, "maximum": 1},
		value:       func(s settings) any { return s.display.MinShare },
		read:        func(s *settings, value json.RawMessage) error { return readShare(value, &s.display.MinShare) },
	},
	{
		name:        "minChange",
		description: "The relative change of a method since the run before, such as 0.01, below which its lens and its hover say nothing of it.",
		schema:      schema{"type": "number", "minimum": 0},
		value:       func(s settings) any { return s.display.MinChange },
		read: func(s *settings, value json.RawMessage) error {
			change := -1.0
			if json.Unmarshal(value, &change) != nil || change < 0 {
				return fmt.Errorf("a number from 0 on")
			}
			s.display.MinChange = change
			return nil
		},
	},
	{
		name:        "diagnostics",
		description: "Show what does not compile, and uncaught exceptions, as errors. `exceptions` leaves what does not compile to another language server.",
		schema:      schema{"enum": []any{true, false, exceptionsOnly}},
		value: func(s settings) any {
			if s.diagnostics == diagnosticsExceptions {
				return exceptionsOnly
			}
			return s.diagnostics == diagnosticsAll
		},
		read: readDiagnostics,
	},
	{
		name:        "compareCha",
		description: "Analyse the loaded classes after each run; hovers then say how many methods a call could reach (`7 possible, 2 seen`).",
		schema:      isBoolean,
		value:       func(s settings) any { return s.config.CompareHierarchy },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.config.CompareHierarchy, "true or false")
		},
	},
	{
		name:        "jdk",
		description: "The folder of a JDK 17, 21 or 25. Without one it is looked for in `HOTLENS_JDK`, `JAVA_HOME`, on `PATH` and in the usual folders; if the project is for a newer Java than that, the oldest that is new enough is taken.",
		schema:      isText,
		value:       func(s settings) any { return s.config.JDK },
		read:        func(s *settings, value json.RawMessage) error { return read(value, &s.config.JDK, "a folder") },
	},
	{
		name:        "timeout",
		description: "How long a run may take, such as `10s`, or in milliseconds; 0 for no limit. Unless this is set, tests that you ask for may take an hour together.",
		schema:      schema{"type": []string{"string", "number"}},
		value:       func(s settings) any { return s.config.Limits.Timeout.String() },
		read: func(s *settings, value json.RawMessage) error {
			return readDuration(value, &s.config.Limits.Timeout)
		},
	},
	{
		name:        "maxBytecodes",
		description: "How many bytecodes a run may execute; 0 for no limit.",
		schema:      isAmount,
		value:       func(s settings) any { return s.config.Limits.MaxBytecodes },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.config.Limits.MaxBytecodes, "a number of bytecodes")
		},
	},
	{
		name:        "testTimeout",
		description: "How long a test may take, such as `5s`, or in milliseconds, until it fails and the next one runs; 0 for no limit. All tests that run together have `timeout`. Unless this is set, a test that you ask for may take five minutes, and one that took longer before twice that, half a minute at most.",
		schema:      schema{"type": []string{"string", "number"}},
		value:       func(s settings) any { return s.config.Limits.TestTimeout.String() },
		read: func(s *settings, value json.RawMessage) error {
			return readDuration(value, &s.config.Limits.TestTimeout)
		},
	},
	{
		name:        "testBytecodes",
		description: "How many bytecodes a test may execute until it fails and the next one runs; 0 for no limit. All tests that run together have `maxBytecodes`.",
		schema:      isAmount,
		value:       func(s settings) any { return s.config.Limits.TestBytecodes },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.config.Limits.TestBytecodes, "a number of bytecodes")
		},
	},
	{
		name:        "heap",
		description: "The size of the program's heap, such as `512m`. Unless another one is set, tests have what the build tool's JVM has, if that is more.",
		schema:      isSize,
		value:       func(s settings) any { return configuration.FormatSize(s.config.Limits.HeapBytes) },
		read: func(s *settings, value json.RawMessage) error {
			limits := &s.config.Limits
			err := readSize(value, &limits.HeapBytes)
			limits.HeapGiven = limits.HeapBytes != configuration.DefaultHeapBytes // which some editors send where nobody has set it
			return err
		},
	},
	{
		name:        "threads",
		description: "How many threads a program may have at a time.",
		schema:      schema{"type": "integer", "minimum": 1},
		value:       func(s settings) any { return s.config.Limits.MaxThreads },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.config.Limits.MaxThreads, "a number of threads")
		},
	},
	{
		name:        "output",
		description: "How much a program may print, such as `16m`; `0` for no limit.",
		schema:      isSize,
		value:       func(s settings) any { return configuration.FormatSize(s.config.Limits.MaxOutputBytes) },
		read: func(s *settings, value json.RawMessage) error {
			return readSize(value, &s.config.Limits.MaxOutputBytes)
		},
	},
	{
		name:        "temp",
		description: "How much a program may write into its temporary folder, such as `256m`; `0` for no limit.",
		schema:      isSize,
		value:       func(s settings) any { return configuration.FormatSize(s.config.Limits.MaxTempBytes) },
		read: func(s *settings, value json.RawMessage) error {
			return readSize(value, &s.config.Limits.MaxTempBytes)
		},
	},
	{
		name:        "contexts",
		description: "How many calling contexts are kept before those of recursive calls are folded; `all` keeps every one.",
		schema:      schema{"type": []string{"integer", "string"}, "minimum": 1, "pattern": "^" + configuration.AllContexts + "$"},
		value: func(s settings) any {
			if s.config.Limits.MaxContexts == 0 {
				return configuration.AllContexts
			}
			return s.config.Limits.MaxContexts
		},
		read: func(s *settings, value json.RawMessage) error {
			return readContexts(value, &s.config.Limits.MaxContexts)
		},
	},
	{
		name:        "clock",
		description: "The program's clock: `virtual` makes runs repeatable, `wall` is real time.",
		schema:      schema{"type": "string", "enum": []string{configuration.ClockVirtual, configuration.ClockWall}},
		value: func(s settings) any {
			if s.config.VirtualClock {
				return configuration.ClockVirtual
			}
			return configuration.ClockWall
		},
		read: func(s *settings, value json.RawMessage) error {
			return readClock(value, &s.config.VirtualClock)
		},
	},
	{
		name:        "date",
		description: "When a program starts by the virtual clock: `fixed`, `today`, a date such as `2026-11-22`, or an instant.",
		schema:      isText,
		value:       func(s settings) any { return s.config.Date },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.config.Date, `"fixed", "today", a date or an instant`)
		},
	},
	{
		name:        "paths",
		description: "Which paths a program sees: `fixed` names, which are the same on every machine, or the `real` ones.",
		schema:      schema{"type": "string", "enum": []configuration.Paths{configuration.PathsFixed, configuration.PathsReal}},
		value:       func(s settings) any { return s.config.Paths },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.config.Paths, `"fixed" or "real"`)
		},
	},
	{
		name:        "env",
		description: "Environment variables of the program, such as `{\"TZ\": \"Europe/Paris\"}`.",
		schema:      schema{"type": "object", "additionalProperties": isText},
		value: func(s settings) any {
			variables := map[string]string{}
			for _, variable := range s.config.Variables {
				name, value, _ := strings.Cut(variable, "=")
				variables[name] = value
			}
			return variables
		},
		read: readVariables,
	},
	{
		name:        "costModel",
		description: "A table of times that `hotlens calibrate` has written, or a CSV file of cycles. Without one, the model that comes with hotlens is used.",
		schema:      isText,
		value:       func(s settings) any { return s.config.CostModel },
		read: func(s *settings, value json.RawMessage) error {
			return read(value, &s.config.CostModel, "a file that hotlens calibrate has written")
		},
	},
	{
		name: "policy",
		description: "What opens the sandbox for the program: folders that it may `read` and `write`, the network (`net`), other processes (`exec`), " +
			"and variables of your `environment`.",
		schema: schema{
			"type": "object", "additionalProperties": false,
			"properties": schema{"read": isListOfTexts, "write": isListOfTexts, "net": isBoolean, "exec": isBoolean, "environment": isListOfTexts},
		},
		value: func(s settings) any {
			p := s.config.Policy
			return policy{nonNil(p.Read), nonNil(p.Write), p.Net, p.Exec, nonNil(p.Environment)}
		},
		read: readPolicy,
	},
}

// nonNil is a list that JSON writes as one, also if it is empty.
func nonNil(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}

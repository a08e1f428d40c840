package lsp

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"

	"hotlens/annotations"
	"hotlens/profiles"
	"hotlens/vm/configuration"
)

// settings is what the user has configured.
type settings struct {
	trusted     bool
	onSave      bool
	partial     bool // results of programs that have not ended are shown
	diagnostics diagnosticKinds
	display     annotations.Settings
	targets     []string          // what to run: see engine.Request
	tests       testsOnSave       // of the tests, what a save runs
	config      configuration.Run // how to run it
}

func defaultSettings() settings {
	return settings{onSave: true, partial: true, tests: testsAffected, diagnostics: diagnosticsAll, config: configuration.Server(), display: annotations.DefaultSettings()}
}

// readSettings overlays settings with a section of the editor's. It returns the
// problems it met, each of which leaves its setting as it was. JSON null means
// "not set", as editors send it for settings without a value.
func readSettings(base settings, section json.RawMessage) (settings, []string) {
	if isNull(section) {
		return base, nil
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(section, &values); err != nil {
		return base, []string{"the settings must be an object; they are ignored"}
	}
	result := base
	var problems []string
	for key := range values {
		if settingNamed(key) == nil {
			problems = append(problems, unknownSetting(key))
		}
	}
	for _, setting := range settingList { // in their order, as some are possible only with others
		value, given := values[setting.name]
		if !given || isNull(value) {
			continue
		}
		attempt := result
		var wrong *configuration.OptionError
		if err := setting.read(&attempt, value); err != nil {
			problems = append(problems, fmt.Sprintf("the setting hotlens.%s must be %v; it is ignored", setting.name, err))
		} else if errors.As(attempt.config.Check(), &wrong) {
			problems = append(problems, fmt.Sprintf("the setting hotlens.%s %s; it is ignored", setting.name, wrong.Problem))
		} else {
			result = attempt
		}
	}
	slices.Sort(problems)
	return result, problems
}

// unknownSetting says that there is no setting of a name, and which one may be meant: one that is written in other cases, or is a part of it or the other way round.
func unknownSetting(name string) string {
	lower := strings.ToLower(name)
	for _, setting := range settingList {
		if known := strings.ToLower(setting.name); name != "" && (strings.Contains(known, lower) || strings.Contains(lower, known)) {
			return fmt.Sprintf("there is no setting hotlens.%s, which is ignored; there is hotlens.%s", name, setting.name)
		}
	}
	return fmt.Sprintf("there is no setting hotlens.%s; it is ignored", name)
}

func isNull(value json.RawMessage) bool { return len(value) == 0 || string(value) == "null" }

// read decodes a value. Its target changes only if the whole value fits.
func read[T any](value json.RawMessage, target *T, expected string) error {
	var decoded T
	if json.Unmarshal(value, &decoded) != nil {
		return fmt.Errorf("%s", expected)
	}
	*target = decoded
	return nil
}

// readDuration accepts Go's notation and, as editors like numbers, milliseconds.
func readDuration(value json.RawMessage, target *time.Duration) error {
	const expected = `a duration such as "10s", or milliseconds`
	var milliseconds float64
	if json.Unmarshal(value, &milliseconds) == nil {
		if milliseconds < 0 || milliseconds > float64(24*time.Hour/time.Millisecond) {
			return fmt.Errorf("%s, at most a day", expected)
		}
		*target = time.Duration(milliseconds * float64(time.Millisecond))
		return nil
	}
	var text string
	if err := read(value, &text, expected); err != nil {
		return err
	}
	duration, err := time.ParseDuration(text)
	if err != nil || duration < 0 {
		return fmt.Errorf("%s", expected)
	}
	*target = duration
	return nil
}

func readSize(value json.RawMessage, target *uint64) error {
	var text string
	if json.Unmarshal(value, &text) == nil {
		if bytes, err := configuration.ParseSize(text); err == nil {
			*target = bytes
			return nil
		}
	}
	return fmt.Errorf(`a size such as "256m"`)
}

// readContexts accepts a number, or "all".
func readContexts(value json.RawMessage, target *int) error {
	text := string(value)
	_ = json.Unmarshal(value, &text) // else it is a number
	most, err := configuration.ParseContexts(text)
	if err != nil {
		return fmt.Errorf("a number of contexts, or %q", configuration.AllContexts)
	}
	*target = most
	return nil
}

func readClock(value json.RawMessage, target *bool) error {
	var text string
	if json.Unmarshal(value, &text) == nil {
		if virtual, err := configuration.ParseClock(text); err == nil {
			*target = virtual
			return nil
		}
	}
	return fmt.Errorf("%q or %q", configuration.ClockVirtual, configuration.ClockWall)
}

// automaticMetric chooses the metric by what was measured: see profiles.Profile.Choose.
const automaticMetric = "auto"

func readMetric(s *settings, value json.RawMessage) error {
	var name string
	if json.Unmarshal(value, &name) == nil {
		if name == automaticMetric {
			s.display.Metric = ""
			return nil
		}
		if metric, err := profiles.ParseMetric(name); err == nil {
			s.display.Metric = metric
			return nil
		}
	}
	return fmt.Errorf("one of %s, %s", automaticMetric, profiles.MetricNames())
}

// readProfiler reads whether a profiler is on.
func readProfiler(s *settings, value json.RawMessage, name string) error {
	on := false
	if err := read(value, &on, "true or false"); err != nil {
		return err
	}
	s.config.Profilers = slices.DeleteFunc(slices.Clone(s.config.Profilers), func(other string) bool { return other == name })
	if on {
		s.config.Profilers = append(s.config.Profilers, name)
	}
	return nil
}

func readTests(s *settings, value json.RawMessage) error {
	var wanted testsOnSave
	if json.Unmarshal(value, &wanted) != nil || !slices.Contains(testsOnSaveValues, wanted) {
		return fmt.Errorf("one of %v", testsOnSaveValues)
	}
	s.tests = wanted
	return nil
}

// exceptionsOnly is the value of the setting diagnostics that stands for diagnosticsExceptions.
const exceptionsOnly = "exceptions"

// readDiagnostics accepts a switch, or "exceptions".
func readDiagnostics(s *settings, value json.RawMessage) error {
	switch string(value) {
	case "true":
		s.diagnostics = diagnosticsAll
	case "false":
		s.diagnostics = diagnosticsNone
	case `"` + exceptionsOnly + `"`:
		s.diagnostics = diagnosticsExceptions
	default:
		return fmt.Errorf(`true, false or "exceptions", which leaves what does not compile to another language server`)
	}
	return nil
}

func readShare(value json.RawMessage, target *float64) error {
	share := -1.0
	if json.Unmarshal(value, &share) != nil || share < 0 || share > 1 {
		return fmt.Errorf("a number from 0 to 1")
	}
	*target = share
	return nil
}

// readLenses accepts a switch, or an object with the switch and the details.
func readLenses(s *settings, value json.RawMessage) error {
	if json.Unmarshal(value, &s.display.Lenses) == nil {
		s.display.NeverCalled = annotations.DefaultSettings().NeverCalled
		return nil
	}
	details := struct {
		Enabled     *bool `json:"enabled"`
		NeverCalled *bool `json:"neverCalled"`
	}{}
	if err := read(value, &details, `true, false, or an object such as {"enabled": true, "neverCalled": false}`); err != nil {
		return err
	}
	if details.Enabled != nil {
		s.display.Lenses = *details.Enabled
	}
	if details.NeverCalled != nil {
		s.display.NeverCalled = *details.NeverCalled
	}
	return nil
}

// readVariables accepts an object of variables by name.
func readVariables(s *settings, value json.RawMessage) error {
	var variables map[string]string
	if err := read(value, &variables, `an object of environment variables, such as {"TZ": "Europe/Paris"}`); err != nil {
		return err
	}
	s.config.Variables = nil
	for _, name := range slices.Sorted(maps.Keys(variables)) {
		if err := s.config.Variables.Set(name + "=" + variables[name]); err != nil {
			return fmt.Errorf("without empty names")
		}
	}
	return nil
}

// policy is configuration.Policy as the settings have it.
type policy struct {
	Read        []string `json:"read"`
	Write       []string `json:"write"`
	Net         bool     `json:"net"`
	Exec        bool     `json:"exec"`
	Environment []string `json:"environment"`
}

func readPolicy(s *settings, value json.RawMessage) error {
	var p policy
	err := read(value, &p, `an object such as {"read": ["data"], "write": [], "net": false, "exec": false, "environment": []}`)
	if err == nil {
		s.config.Policy = configuration.Policy{Read: p.Read, Write: p.Write, Net: p.Net, Exec: p.Exec, Environment: p.Environment}
	}
	return err
}

// reconfigure takes settings in the middle of a session, at the place of a
// question or, if that is nil, as the newest ones. It lets the editor ask for its
// annotations again if that changed anything.
func (s *server) reconfigure(question *section, values json.RawMessage) {
	if s.configure(question, values) {
		s.background.Go(s.refresh)
	}
}

// configure overlays the settings and tells the user of each problem once. It
// reports whether any setting has changed.
func (s *server) configure(question *section, values json.RawMessage) bool {
	s.mu.Lock()
	if question == nil {
		question = s.sections.ask()
	}
	before := s.settings
	after, problems := s.sections.answer(question, values)
	s.settings = after
	if !after.trusted {
		s.cancel()
		clear(s.files)
		clear(s.unread)
		s.lastProgram, s.uncompiled, s.ended = program{}, nil, nil
	} else if !reflect.DeepEqual(before.targets, after.targets) || !reflect.DeepEqual(before.config, after.config) {
		clear(s.classes) // the same may now behave differently
	}
	s.prepare()
	others := !after.trusted || after.diagnostics != before.diagnostics || after.config.MeasuresCoverage() != before.config.MeasuresCoverage()
	problems = slices.DeleteFunc(problems, func(problem string) bool {
		known := s.reported[problem]
		s.reported[problem] = true
		return known
	})
	s.mu.Unlock()

	if after.trusted && !before.trusted {
		s.restoreAll()
	}
	if others {
		s.showDiagnostics()
	}
	for _, problem := range problems {
		s.notify(protocol.MethodWindowShowMessage, &protocol.ShowMessageParams{
			Type: protocol.MessageTypeWarning, Message: "hotlens: " + problem,
		})
	}
	return !reflect.DeepEqual(before, after)
}

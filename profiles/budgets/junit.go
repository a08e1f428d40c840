package budgets

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The elements of JUnit's XML, as build servers read them (the schema of Ant's junitreport,
// which Jenkins' and GitLab's readers follow).
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
		Output   string      `xml:"system-out,omitempty"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr"`
		Line    int           `xml:"line,attr"`
		Failure *junitMessage `xml:"failure"`
		Error   *junitMessage `xml:"error"`
	}
	junitMessage struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
)

// WriteJUnit writes each target as a suite and each budget as a test: one that is exceeded
// fails, and so does one of what is not there; one that is not clear is an error.
func WriteJUnit(w io.Writer, runs []Run, file string) error {
	all := junitSuites{Name: "hotlens check"}
	for _, run := range runs {
		suite := junitSuite{Name: clean(run.Target.Command()), Tests: len(run.Results), Output: clean(strings.Join(run.Notes, "\n"))}
		for i := range run.Results {
			r := &run.Results[i]
			path, line := r.place(file)
			c := junitCase{Class: suite.Name, Name: clean(r.Budget.Name()), File: clean(path), Line: line}
			message := &junitMessage{Message: clean(r.Sentence()), Text: clean(fmt.Sprintf("%s:%d: %s", file, r.Budget.Line, r.Budget.Name()))}
			switch r.Outcome {
			case Exceeded, Absent:
				c.Failure = message
				suite.Failures++
			case Unclear:
				c.Error = message
				suite.Errors++
			}
			suite.Cases = append(suite.Cases, c)
		}
		all.Tests, all.Failures, all.Errors = all.Tests+suite.Tests, all.Failures+suite.Failures, all.Errors+suite.Errors
		all.Suites = append(all.Suites, suite)
	}
	text, err := xml.MarshalIndent(all, "", "  ")
	if err != nil {
		return fmt.Errorf("writing the results: %w", err)
	}
	return written(w, xml.Header+string(text)+"\n")
}

// clean replaces what no XML document may have (XML 1.0, production 2).
func clean(text string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) && c != '\n' && c != '\t' || c == 0xfffe || c == 0xffff {
			return utf8.RuneError
		}
		return c
	}, text)
}

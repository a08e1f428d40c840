package profiles

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// missing marks a number that a row of the file has to give but did not.
const missing = math.MinInt32

// Decode reads a profile in the JSON format "hotlens.profile/1" and validates
// it. Keys it does not know are passed over, so that a newer hotlens can add
// some. Its errors name the row and, where the text itself is malformed, the
// offset in bytes.
func Decode(r io.Reader) (*Profile, error) {
	d := json.NewDecoder(r)
	p := &Profile{}
	if err := decodeProfile(d, p); err != nil {
		return nil, fmt.Errorf("reading a profile: %w", err)
	}
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("reading a profile: %w", err)
	}
	return p, nil
}

func decodeProfile(d *json.Decoder, p *Profile) error {
	if err := expect(d, '{', "an object"); err != nil {
		return err
	}
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return malformed(d, err)
		}
		key, ok := token.(string)
		if !ok {
			return fmt.Errorf("at byte %d: want a key, have %v", d.InputOffset(), token)
		}
		if seen[key] {
			return fmt.Errorf("at byte %d: key %q stands twice", d.InputOffset(), key)
		}
		seen[key] = true
		if err := decodeMember(d, p, key); err != nil {
			return fmt.Errorf("%s: %w", key, err)
		}
		if key == "schema" && p.Schema != Schema {
			return unknownSchema(p.Schema)
		}
	}
	if _, err := d.Token(); err != nil { // the closing brace
		return malformed(d, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("at byte %d: more text behind the profile", d.InputOffset())
	}
	for _, key := range []string{"schema", "totals", "methods", "threads", "contexts", "edges"} {
		if !seen[key] {
			return fmt.Errorf("it has no %q: is this file a profile that hotlens wrote?", key)
		}
	}
	if p.Totals.Contexts == missing && !p.Counted() {
		p.Totals.Contexts = 0
	}
	if p.Limits == nil {
		p.Limits = []Limit{}
	}
	if p.Target.Arguments == nil {
		p.Target.Arguments = []string{}
	}
	if p.Target.ClassPath == nil {
		p.Target.ClassPath = []string{}
	}
	return nil
}

// decodeMember reads the value of one key of the outermost object into p.
func decodeMember(d *json.Decoder, p *Profile, key string) (err error) {
	switch key {
	case "schema":
		err = decodeValue(d, &p.Schema)
	case "target":
		err = decodeValue(d, &p.Target)
	case "clock":
		err = decodeValue(d, &p.Clock)
	case "date":
		err = decodeValue(d, &p.Date)
	case "tier":
		err = decodeValue(d, &p.Tier)
	case "profilers":
		err = decodeValue(d, &p.Profilers)
	case "costModel":
		err = decodeValue(d, &p.CostModel)
	case "complete":
		err = decodeValue(d, &p.Complete)
	case "limits":
		p.Limits, err = decodeRows(d, Limit{})
	case "totals":
		p.Totals.Contexts = missing
		err = decodeValue(d, &p.Totals)
	case "methods":
		p.Methods, err = decodeRows(d, Method{ID: missing, Line: -1})
	case "threads":
		p.Threads, err = decodeRows(d, Thread{ID: missing, Root: missing})
	case "contexts":
		p.Contexts = []Context{}
		err = eachRow(d, contextRow{Context: Context{ID: missing, Parent: missing, Method: missing, BCI: -1, Line: -1}}, func(row *contextRow) {
			if row.Context.Besides = 0; row.Besides != nothing {
				*p.Own(&row.Context) = row.Besides
			}
			p.Contexts = append(p.Contexts, row.Context)
		})
	case "edges":
		p.Edges, err = decodeRows(d, Edge{Caller: missing, Callee: missing, BCI: -1, Line: -1, FirstSeen: missing})
	case "inlining":
		p.Inlining, err = decodeRows(d, Inlining{Caller: missing, Callee: missing, BCI: -1, Line: -1})
	case "unseen":
		p.Unseen, err = decodeRows(d, Unseen{Caller: missing, BCI: -1})
	case "accuracy":
		err = decodeValue(d, &p.Accuracy)
	case "types":
		p.Types, err = decodeRows(d, TypeCount{Context: missing})
	case "concatenations":
		p.Concatenations, err = decodeRows(d, Concatenation{Caller: missing, BCI: -1, Line: -1})
	case "values":
		p.Values, err = decodeRows(d, CallValues{Caller: missing, BCI: -1, Line: -1})
	case "coverage":
		p.Coverage, err = decodeRows(d, ClassCoverage{})
	case "testCoverage":
		p.TestCoverage, err = decodeRows(d, TestCoverage{})
	case "hotspot":
		p.HotSpot, err = decodeRows(d, HotSpot{Caller: missing, BCI: -1, Line: -1})
	case "callGraphs":
		err = decodeValue(d, &p.CallGraphs)
	case "sampling":
		err = decodeValue(d, &p.Sampling)
	case "tests":
		p.Tests, err = decodeRows(d, Test{})
	case "harness":
		err = decodeValue(d, &p.Harness)
	default:
		var ignored json.RawMessage
		err = decodeValue(d, &ignored)
	}
	return err
}

// decodeRows reads an array of objects one by one. Every row starts as a copy
// of blank, so that a key it lacks keeps blank's value.
func decodeRows[T any](d *json.Decoder, blank T) ([]T, error) {
	rows := []T{}
	if err := eachRow(d, blank, func(row *T) { rows = append(rows, *row) }); err != nil {
		return nil, err
	}
	return rows, nil
}

func eachRow[T any](d *json.Decoder, blank T, take func(row *T)) error {
	if err := expect(d, '[', "an array"); err != nil {
		return err
	}
	for row := 0; d.More(); row++ {
		value := blank
		if err := decodeValue(d, &value); err != nil {
			return fmt.Errorf("row %d: %w", row, err)
		}
		take(&value)
	}
	if _, err := d.Token(); err != nil { // the closing bracket
		return malformed(d, err)
	}
	return nil
}

// contextRow is a context as a row of a file has it, with all in one place.
type contextRow struct {
	Context
	Besides
}

func decodeValue(d *json.Decoder, to any) error {
	if err := d.Decode(to); err != nil {
		return malformed(d, err)
	}
	return nil
}

func expect(d *json.Decoder, delimiter json.Delim, what string) error {
	token, err := d.Token()
	if err != nil {
		return malformed(d, err)
	}
	if token != delimiter {
		return fmt.Errorf("at byte %d: want %s, have %v", d.InputOffset(), what, token)
	}
	return nil
}

// malformed says where the text broke. The end of the text inside a value is
// always a cut file, whatever the decoder calls it.
func malformed(d *json.Decoder, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("at byte %d: the text ends too early; was the file cut?", d.InputOffset())
	}
	return fmt.Errorf("at byte %d: %w", d.InputOffset(), err)
}

func unknownSchema(schema string) error {
	return fmt.Errorf("schema is %q, this hotlens reads %q; write the profile again with this version", schema, Schema)
}

package comparison

import (
	"encoding/json"
	"fmt"
	"io"

	"hotlens/profiles"
	"hotlens/profiles/names"
)

// Schema names the JSON format of a comparison.
const Schema = "hotlens.diff/1"

// document is the JSON form: the totals, the methods and the contexts that differ, and
// what these refer to.
type document struct {
	Schema   string                      `json:"schema"`
	Base     profiles.Target             `json:"base"`
	Head     profiles.Target             `json:"head"`
	Warnings []string                    `json:"warnings"`
	Metrics  []profiles.Metric           `json:"metrics"`
	Totals   amountPairs                 `json:"totals"`
	Overlap  map[profiles.Metric]float64 `json:"overlap"`
	Methods  []methodRow                 `json:"methods"`
	Contexts []contextRow                `json:"contexts"`
}

// amountPairs are the two amounts by metric.
type amountPairs map[profiles.Metric]amountPair

type amountPair struct {
	Base uint64 `json:"base"`
	Head uint64 `json:"head"`
}

type methodRow struct {
	ID         int             `json:"id"`
	Class      string          `json:"class"`
	Name       string          `json:"name"`
	Descriptor string          `json:"descriptor"`
	File       string          `json:"file"`
	Line       int             `json:"line"`
	Origin     profiles.Origin `json:"origin"`
	State      string          `json:"state"`
	Exclusive  amountPairs     `json:"exclusive"`
	Inclusive  amountPairs     `json:"inclusive"`
}

// contextRow is a context, whose call site is that of the head, if it is there.
type contextRow struct {
	ID        int         `json:"id"`
	Parent    int         `json:"parent"` // -1 for the entry of a thread; else it stands before this row
	Method    int         `json:"method"`
	BCI       int         `json:"bci"`
	Line      int         `json:"line"`
	State     string      `json:"state"`
	Exclusive amountPairs `json:"exclusive"`
	Inclusive amountPairs `json:"inclusive"`
}

// String is the state's name in files.
func (s State) String() string { return [...]string{"both", "added", "removed"}[s] }

// Encode writes the comparison as JSON, in the format "hotlens.diff/1". Equal comparisons
// give equal bytes.
func Encode(w io.Writer, c *Comparison) error {
	d := document{
		Schema: Schema, Base: c.Base.Profile.Target, Head: c.Head.Profile.Target, Warnings: c.Warnings, Metrics: c.Metrics,
		Totals: c.amounts(c.Total), Overlap: map[profiles.Metric]float64{}, Methods: []methodRow{}, Contexts: []contextRow{},
	}
	for _, metric := range c.Metrics {
		d.Overlap[metric] = c.Overlap(metric)
	}
	if d.Warnings == nil {
		d.Warnings = []string{}
	}
	contexts, methods := c.differing()
	methodIDs := make([]int, len(c.Methods))
	for i := range c.Methods {
		if methods[i] {
			methodIDs[i] = len(d.Methods)
			d.Methods = append(d.Methods, c.methodRow(i, len(d.Methods)))
		}
	}
	contextIDs := make([]int, len(c.Contexts))
	for i := range c.Contexts {
		if !contexts[i] {
			continue
		}
		contextIDs[i] = len(d.Contexts)
		context, place := &c.Contexts[i], &c.Union.Profile.Contexts[i]
		row := contextRow{
			ID: len(d.Contexts), Parent: -1, Method: methodIDs[context.Method], BCI: int(place.BCI), Line: int(place.Line), State: context.State().String(),
			Exclusive: c.amounts(context.Exclusive), Inclusive: c.amounts(context.Inclusive),
		}
		if context.Parent >= 0 {
			row.Parent = contextIDs[context.Parent]
		}
		d.Contexts = append(d.Contexts, row)
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	if err := encoder.Encode(d); err != nil {
		return fmt.Errorf("writing a comparison: %w", err)
	}
	return nil
}

// differing are the contexts that differ, with those that lead to them, and the methods
// that differ or that these contexts are of.
func (c *Comparison) differing() (contexts, methods []bool) {
	contexts, methods = make([]bool, len(c.Contexts)), make([]bool, len(c.Methods))
	for i := len(c.Contexts) - 1; i >= 0; i-- {
		context := &c.Contexts[i]
		if contexts[i] = contexts[i] || context.State() != InBoth || c.Differs(context.Exclusive); contexts[i] {
			methods[context.Method] = true
			if context.Parent >= 0 {
				contexts[context.Parent] = true
			}
		}
	}
	for i := range c.Methods {
		m := &c.Methods[i]
		methods[i] = methods[i] || m.State() != InBoth || c.Differs(m.Exclusive)
	}
	return contexts, methods
}

func (c *Comparison) methodRow(method, id int) methodRow {
	m, in := &c.Methods[method], &c.Union.Profile.Methods[method]
	return methodRow{
		ID: id, Class: names.StableClass(in.Class), Name: in.Name, Descriptor: in.Descriptor, File: in.File, Line: in.Line, Origin: in.Origin,
		State: m.State().String(), Exclusive: c.amounts(m.Exclusive), Inclusive: c.amounts(m.Inclusive),
	}
}

func (c *Comparison) amounts(of Pair) amountPairs {
	all := amountPairs{}
	for _, metric := range c.Metrics {
		base, head := of.By(metric)
		all[metric] = amountPair{base, head}
	}
	return all
}

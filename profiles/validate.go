package profiles

import (
	"fmt"
	"math"
)

// Validate checks what every reader of a profile relies on: the schema, ids
// that are dense and in order, parents that stand before their children, and
// indices in range. It returns the first violation. It does not compare sums.
func (p *Profile) Validate() error {
	if p.Schema != Schema {
		return unknownSchema(p.Schema)
	}
	if p.Totals.Contexts != len(p.Contexts) {
		return fmt.Errorf("totals: contexts is %s, but there are %d contexts", number(p.Totals.Contexts), len(p.Contexts))
	}
	for i := range p.Methods {
		if err := p.Methods[i].validate(i); err != nil {
			return fmt.Errorf("methods: row %d: %w", i, err)
		}
	}
	for i := range p.Threads {
		if err := p.Threads[i].validate(i, len(p.Contexts)); err != nil {
			return fmt.Errorf("threads: row %d: %w", i, err)
		}
	}
	for i := range p.Contexts {
		if err := p.Contexts[i].validate(i, len(p.Methods)); err != nil {
			return fmt.Errorf("contexts: row %d: %w", i, err)
		}
	}
	for i := range p.Types {
		if err := p.Types[i].validate(len(p.Contexts)); err != nil {
			return fmt.Errorf("types: row %d: %w", i, err)
		}
	}
	for i := range p.Edges {
		if err := p.Edges[i].validate(len(p.Methods)); err != nil {
			return fmt.Errorf("edges: row %d: %w", i, err)
		}
	}
	for i := range p.Inlining {
		if err := p.Inlining[i].validate(len(p.Methods)); err != nil {
			return fmt.Errorf("inlining: row %d: %w", i, err)
		}
	}
	for i := range p.Unseen {
		if err := checkIndex("caller", p.Unseen[i].Caller, len(p.Methods), "methods"); err != nil {
			return fmt.Errorf("unseen: row %d: %w", i, err)
		}
	}
	for i := range p.Coverage {
		if err := p.Coverage[i].validate(); err != nil {
			return fmt.Errorf("coverage: row %d: %w", i, err)
		}
	}
	for i := range p.TestCoverage {
		if err := p.TestCoverage[i].validate(); err != nil {
			return fmt.Errorf("testCoverage: row %d: %w", i, err)
		}
	}
	for i := range p.Values {
		if err := checkIndex("caller", p.Values[i].Caller, len(p.Methods), "methods"); err != nil {
			return fmt.Errorf("values: row %d: %w", i, err)
		}
	}
	for i := range p.Concatenations {
		if err := p.Concatenations[i].validate(len(p.Methods)); err != nil {
			return fmt.Errorf("concatenations: row %d: %w", i, err)
		}
	}
	for i := range p.HotSpot {
		if err := checkIndex("caller", p.HotSpot[i].Caller, len(p.Methods), "methods"); err != nil {
			return fmt.Errorf("hotspot: row %d: %w", i, err)
		}
	}
	for i := range p.Tests {
		t := &p.Tests[i]
		if t.Class == "" || t.Status == "" {
			return fmt.Errorf("tests: row %d: a test needs a class and a status", i)
		}
		if t.Root != nil {
			if err := checkIndex("root", *t.Root, len(p.Contexts), "contexts"); err != nil {
				return fmt.Errorf("tests: row %d: %w", i, err)
			}
		}
	}
	if p.Accuracy != nil && p.Accuracy.Overlap != nil {
		if err := checkFinite("overlap", *p.Accuracy.Overlap); err != nil {
			return fmt.Errorf("accuracy: %w", err)
		}
	}
	return nil
}

func (m *Method) validate(row int) error {
	if err := checkID(m.ID, row); err != nil {
		return err
	}
	if m.Class == "" || m.Name == "" {
		return fmt.Errorf("a method needs a class and a name")
	}
	return checkAtLeast("line", m.Line, -1)
}

func (t *Thread) validate(row, contexts int) error {
	if err := checkID(t.ID, row); err != nil {
		return err
	}
	return checkIndex("root", t.Root, contexts, "contexts")
}

func (c *Context) validate(row, methods int) error {
	if err := checkID(int(c.ID), row); err != nil {
		return err
	}
	if c.Parent < -1 || int(c.Parent) >= row {
		return fmt.Errorf("parent is %s; it has to be -1 or a context before this one", number(int(c.Parent)))
	}
	if err := checkIndex("method", int(c.Method), methods, "methods"); err != nil {
		return err
	}
	if err := checkAtLeast("bci", int(c.BCI), -1); err != nil {
		return err
	}
	return checkAtLeast("line", int(c.Line), -1)
}

func (t *TypeCount) validate(contexts int) error {
	if t.Class == "" {
		return fmt.Errorf("a type needs a class")
	}
	return checkIndex("context", t.Context, contexts, "contexts")
}

func (c *Concatenation) validate(methods int) error {
	if err := checkIndex("caller", c.Caller, methods, "methods"); err != nil {
		return err
	}
	if err := checkAtLeast("bci", c.BCI, 0); err != nil {
		return err
	}
	if err := checkAtLeast("operands", c.Operands, 0); err != nil {
		return err
	}
	return checkAtLeast("line", c.Line, -1)
}

func (d *Edge) validate(methods int) error {
	if err := checkIndex("caller", d.Caller, methods, "methods"); err != nil {
		return err
	}
	if err := checkIndex("callee", d.Callee, methods, "methods"); err != nil {
		return err
	}
	if err := checkAtLeast("bci", d.BCI, -1); err != nil {
		return err
	}
	if err := checkAtLeast("line", d.Line, -1); err != nil {
		return err
	}
	return checkAtLeast("firstSeen", d.FirstSeen, 0)
}

func (i *Inlining) validate(methods int) error {
	if err := checkIndex("caller", i.Caller, methods, "methods"); err != nil {
		return err
	}
	if err := checkIndex("callee", i.Callee, methods, "methods"); err != nil {
		return err
	}
	if err := checkAtLeast("bci", i.BCI, -1); err != nil {
		return err
	}
	if err := checkAtLeast("line", i.Line, -1); err != nil {
		return err
	}
	switch i.Decision {
	case DecisionInlined, DecisionGuarded, DecisionRejected:
	default:
		return fmt.Errorf("decision is %q; it has to be %q, %q or %q", i.Decision, DecisionInlined, DecisionGuarded, DecisionRejected)
	}
	if err := checkFinite("weight", i.Weight); err != nil {
		return err
	}
	if i.Weight < 0 || i.Weight > 1 {
		return fmt.Errorf("weight is %v; it is a share from 0 to 1", i.Weight)
	}
	return checkAtLeast("size", i.Size, 0)
}

func checkID(id, row int) error {
	if id != row {
		return fmt.Errorf("id is %s; ids count the rows from 0", number(id))
	}
	return nil
}

func checkIndex(key string, index, length int, of string) error {
	if index < 0 || index >= length {
		return fmt.Errorf("%s is %s, but there are %d %s", key, number(index), length, of)
	}
	return nil
}

func checkAtLeast(key string, value, least int) error {
	if value < least {
		return fmt.Errorf("%s is %s; the least it can be is %d", key, number(value), least)
	}
	return nil
}

func checkFinite(key string, value float64) error {
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return fmt.Errorf("%s is %v, which is not a finite number", key, value)
	}
	return nil
}

// number is a number as an error message shows it.
func number(value int) string {
	if value == missing {
		return "missing"
	}
	return fmt.Sprint(value)
}

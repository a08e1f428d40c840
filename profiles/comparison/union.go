package comparison

import (
	"hotlens/profiles"
	"hotlens/profiles/analysis"
)

// unite makes the profile of both runs.
func (c *Comparison) unite(matched *methodMatch) (*analysis.Analysis, error) {
	u := &profiles.Profile{
		Schema: profiles.Schema, Target: c.Head.Profile.Target, Clock: c.Head.Profile.Clock, Complete: true,
		Totals: profiles.Totals{Contexts: len(c.Contexts)},
	}
	for i := range c.Methods {
		m := *pick(c.Base.Profile.Methods, c.Methods[i].Base, c.Head.Profile.Methods, c.Methods[i].Head)
		m.ID = i
		u.Methods = append(u.Methods, m)
	}
	// The same call stands at the head's place also in contexts that only the base has, so that where trees are condensed it is one.
	places := map[int32]*profiles.Context{}
	for i := range c.Contexts {
		if context := &c.Contexts[i]; context.site >= 0 && context.Head >= 0 {
			places[context.site] = &c.Head.Profile.Contexts[context.Head]
		}
	}
	for i := range c.Contexts {
		context := &c.Contexts[i]
		in := pick(c.Base.Profile.Contexts, context.Base, c.Head.Profile.Contexts, context.Head)
		if place, known := places[context.site]; known {
			in = place
		}
		u.Contexts = append(u.Contexts, profiles.Context{ID: int32(i), Parent: int32(context.Parent), Method: int32(context.Method), BCI: in.BCI, Line: in.Line})
	}
	for i := range c.Contexts {
		context := &c.Contexts[i]
		if context.Parent < 0 {
			u.Threads = append(u.Threads, profiles.Thread{ID: len(u.Threads), Name: c.threadName(context), Root: i})
		}
	}
	type edge struct{ caller, bci, callee int }
	known := map[edge]bool{}
	for side, of := range c.sides() {
		for _, e := range of.Profile.Edges {
			e.Caller, e.Callee = int(matched.ids[side][e.Caller]), int(matched.ids[side][e.Callee])
			if key := (edge{e.Caller, e.BCI, e.Callee}); !known[key] {
				known[key] = true
				e.FirstSeen = len(u.Edges)
				u.Edges = append(u.Edges, e)
			}
		}
	}
	return analysis.New(u, nil)
}

// threadName is the name of the first thread with this entry.
func (c *Comparison) threadName(root *Context) string {
	of, entry := c.Head.Profile, root.Head
	if entry < 0 {
		of, entry = c.Base.Profile, root.Base
	}
	for _, t := range of.Threads {
		if t.Root == entry {
			return t.Name
		}
	}
	return ""
}

// pick is what the head has, if it has it, else what the base has.
func pick[T any](base []T, inBase int, head []T, inHead int) *T {
	if inHead >= 0 {
		return &head[inHead]
	}
	return &base[inBase]
}

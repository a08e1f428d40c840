package lsp

import (
	"encoding/json"
	"slices"
)

// sections are what the editor has said about our settings, in the order in which
// it was said. Later ones override earlier ones.
//
// A question to the editor takes its place when it is asked: its answer comes in
// the background, and must not override what the editor says in the meantime.
type sections struct {
	settled settings   // by all sections before these
	recent  []*section // the first, if there is one, is an open question
}

// section is a section of the editor's settings. Of a question without an answer
// it is empty.
type section struct {
	values json.RawMessage
	open   bool
}

// ask takes the place of a question.
func (c *sections) ask() *section {
	question := &section{open: true}
	c.recent = append(c.recent, question)
	return question
}

// answer fills the place of a question; nil stands for no answer. It returns the
// settings that hold now, and the problems with all sections since the oldest
// open question.
func (c *sections) answer(question *section, values json.RawMessage) (settings, []string) {
	question.values, question.open = values, false
	now := c.settled
	var problems []string
	waiting := false
	for _, s := range c.recent {
		var found []string
		now, found = readSettings(now, s.values)
		problems = append(problems, found...)
		waiting = waiting || s.open
		if !waiting {
			c.settled = now
		}
	}
	if first := slices.IndexFunc(c.recent, func(s *section) bool { return s.open }); first >= 0 {
		c.recent = c.recent[first:]
	} else {
		c.recent = nil
	}
	return now, problems
}

package lsp

import (
	"encoding/json"
	"slices"
)

// configuration is what the editor has said about our settings, in the order in
// which it was said. Later sections override earlier ones.
//
// A question to the editor takes its place when it is asked: its answer comes in
// the background, and must not override what the editor says in the meantime.
type configuration struct {
	settled  settings   // by all sections before these
	sections []*section // the first, if there is one, is an open question
}

// section is a section of the editor's settings. Of a question without an answer
// it is empty.
type section struct {
	values json.RawMessage
	open   bool
}

// ask takes the place of a question.
func (c *configuration) ask() *section {
	question := &section{open: true}
	c.sections = append(c.sections, question)
	return question
}

// answer fills the place of a question; nil stands for no answer. It returns the
// settings that hold now, and the problems with all sections since the oldest
// open question.
func (c *configuration) answer(question *section, values json.RawMessage) (settings, []string) {
	question.values, question.open = values, false
	now := c.settled
	var problems []string
	waiting := false
	for _, s := range c.sections {
		var found []string
		now, found = readSettings(now, s.values)
		problems = append(problems, found...)
		waiting = waiting || s.open
		if !waiting {
			c.settled = now
		}
	}
	if first := slices.IndexFunc(c.sections, func(s *section) bool { return s.open }); first >= 0 {
		c.sections = c.sections[first:]
	} else {
		c.sections = nil
	}
	return now, problems
}

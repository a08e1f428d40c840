package generator

import (
	"fmt"
	"strings"
)

// kind says what a node of a program's tree stands for, and so what the reducer
// may try on it.
type kind int

const (
	fixed      kind = iota // only its children may change
	expression             // may become a simpler expression of the same Java type
	statement              // may become one of its lists of statements, in braces
	list                   // children on lines of their own; any of them may go
)

// node is a piece of a Java program: text with children between.
//
// A tree is never changed in place: an edit makes new nodes on the path from the
// root to what it replaces.
type node struct {
	kind     kind
	javaType string   // of an expression
	text     []string // around the children; nil in a list
	children []*node
}

// hole marks, in a template, where the next child goes. Templates hold no such
// character otherwise.
const hole = "#"

// classToken stands for the name of the program's class in all texts.
const classToken = "@P"

// build makes a node from a template with one hole per child. A wrong number of
// holes is a mistake in this package, and panics.
func build(kind kind, javaType, template string, children []*node) *node {
	text := strings.Split(template, hole)
	if len(text) != len(children)+1 {
		panic(fmt.Sprintf("template %q has %d holes for %d children", template, len(text)-1, len(children)))
	}
	return &node{kind: kind, javaType: javaType, text: text, children: children}
}

// expr makes an expression of a Java type.
func expr(javaType, template string, children ...*node) *node {
	return build(expression, javaType, template, children)
}

// stmt makes a statement.
func stmt(template string, children ...*node) *node { return build(statement, "", template, children) }

// keep makes a node that the reducer leaves alone.
func keep(template string, children ...*node) *node { return build(fixed, "", template, children) }

// lines makes a list.
func lines(children ...*node) *node { return &node{kind: list, children: children} }

// block puts a list into braces.
func block(children *node) *node { return keep("{\n#\n}", children) }

// write appends the text of the tree.
func (n *node) write(out *strings.Builder) {
	for i, child := range n.children {
		if n.kind != list {
			out.WriteString(n.text[i])
		}
		child.write(out)
		if n.kind == list {
			out.WriteByte('\n')
		}
	}
	if n.kind != list {
		out.WriteString(n.text[len(n.children)])
	}
}

// size is the length of the node's text, about.
func (n *node) size() int {
	size := 0
	for _, text := range n.text {
		size += len(text)
	}
	for _, child := range n.children {
		size += child.size() + 1
	}
	return size
}

// source renders a tree as the Java source of a class: indented by its braces.
func (n *node) source(class string) string {
	var text strings.Builder
	n.write(&text)
	var out strings.Builder
	depth := 0
	for _, line := range strings.Split(strings.ReplaceAll(text.String(), classToken, class), "\n") {
		if line == "" {
			continue
		}
		opened, closed := strings.Count(line, "{"), strings.Count(line, "}")
		indent := depth
		if strings.HasPrefix(line, "}") {
			indent--
		}
		out.WriteString(strings.Repeat("    ", max(indent, 0)))
		out.WriteString(line)
		out.WriteByte('\n')
		depth += opened - closed
	}
	return out.String()
}

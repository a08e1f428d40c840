package analysis

import (
	"slices"

	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// WrittenLines are the lines of a class that a file declares, but for the line of a class that spells out no constructor: the compiler has put one
// there, whose call of super() nobody wrote, and "class X {" is nothing that can be executed. Initial values of fields, which are executed by the same constructor, stand below it. The other
// tools' formats have all lines, as JaCoCo has.
func WrittenLines(c *profiles.ClassCoverage, file *sources.File) []profiles.LineCoverage {
	parts := make([][]profiles.LineCoverage, 0, len(c.Methods))
	for i := range c.Methods {
		m := &c.Methods[i]
		lines := m.Lines
		if m.Name == "<init>" && !spellsOut(file, c.Class, m.Descriptor) {
			first := m.FirstLine()
			lines = slices.DeleteFunc(slices.Clone(lines), func(l profiles.LineCoverage) bool { return l.Line == first })
		}
		parts = append(parts, lines)
	}
	return profiles.MergeLines(parts...)
}

// spellsOut tells whether a file has the text of a class's constructor.
func spellsOut(file *sources.File, class, descriptor string) bool {
	return slices.ContainsFunc(file.Methods, func(m sources.Method) bool {
		return m.Class == class && m.Name == "<init>" && m.Descriptor == descriptor && !m.Initializer
	})
}

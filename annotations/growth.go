package annotations

import (
	"hotlens/profiles/analysis"
	"hotlens/profiles/growth"
	"hotlens/profiles/numbers"
)

// SizedRun is a run of a program with an input of a size.
type SizedRun struct {
	Size uint64
	Run  *analysis.Analysis
}

// Growth is how a method grows with the size of the input.
type Growth struct {
	Bytecodes growth.Fit // those of the method, with all that it calls
	Calls     growth.Fit // of the method; without a law where none could be found
	From, To  uint64     // the sizes that were run
}

// GrowthOf finds how the methods of runs at several sizes, in ascending order, grow. Those without a law are not there.
func GrowthOf(runs []SizedRun) map[analysis.Reference]Growth {
	found := map[analysis.Reference]Growth{}
	if len(runs) == 0 {
		return found
	}
	last := runs[len(runs)-1].Run
	for i := range last.Methods {
		reference := last.Reference(i)
		if last.Find(reference) != i || last.Methods[i].Contexts == 0 {
			continue
		}
		var bytecodes, calls []growth.Point
		for _, r := range runs {
			if method := r.Run.Find(reference); method >= 0 {
				m := &r.Run.Methods[method]
				bytecodes = append(bytecodes, growth.Point{Size: r.Size, Count: m.Inclusive.Bytecodes})
				calls = append(calls, growth.Point{Size: r.Size, Count: m.Exclusive.Calls})
			}
		}
		if fit, ok := growth.Of(bytecodes); ok {
			g := Growth{Bytecodes: fit, From: runs[0].Size, To: runs[len(runs)-1].Size}
			g.Calls, _ = growth.Of(calls)
			found[reference] = g
		}
	}
	return found
}

// constantLaw is the law of what does not grow.
const constantLaw = "1"

// growthWords say, in a lens, how a method grows: "grows as n log n ± 0.4%"; "" where that is not known.
func (v View) growthWords(method int) string {
	g, known := v.Growth[v.Run.Reference(method)]
	switch {
	case !known:
		return ""
	case g.Bytecodes.Law == constantLaw:
		return "does not grow"
	}
	return "grows as " + g.Bytecodes.String()
}

// growthSentence says, in a hover, how a method grows.
func (v View) growthSentence(method int) string {
	g, known := v.Growth[v.Run.Reference(method)]
	if !known {
		return ""
	}
	text := "From n = " + numbers.Grouped(g.From) + " to " + numbers.Grouped(g.To) + " the bytecodes with callees "
	if g.Bytecodes.Law == constantLaw {
		text += "do not grow"
	} else {
		text += "grow as " + g.Bytecodes.String()
	}
	switch g.Calls.Law {
	case "":
	case constantLaw:
		text += ", the number of calls does not"
	default:
		text += ", the calls as " + g.Calls.String()
	}
	return text
}

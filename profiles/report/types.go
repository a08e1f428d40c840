package report

import (
	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
)

// writeTypes writes the classes whose objects take the most bytes, with the user's method that most of one class's bytes
// are allocated below.
func (r *report) writeTypes() {
	types := r.analysis.Types(nil)
	if len(types) == 0 {
		return
	}
	total := r.analysis.Total.AllocatedBytes
	shown := types[:min(len(types), r.rows(maxTypes))]
	for len(shown) > 0 && numbers.Share(shown[len(shown)-1].Bytes, total) < r.options.MinShare {
		shown = shown[:len(shown)-1]
	}
	objectCells, classCells := len("objects"), len("class")
	for _, t := range shown {
		objectCells = max(objectCells, len(numbers.Grouped(t.Objects)))
		classCells = max(classCells, cells(clean(names.SimpleClass(t.Class))))
	}
	const byteCells = 9 // as in writeAllocations
	room := r.width - byteCells - percentCells - cells(r.tableBar(0)) - 2 - objectCells - 2 - 2
	classCells = min(classCells, room/2)
	r.heading("Allocated types", "share of "+numbers.Bytes(total)+", "+numbers.Count(uint64(len(types)), "type"))
	r.line(r.paint(dim, padLeft("bytes", byteCells)+"  share"+r.tableBar(0)+"  "+padLeft("objects", objectCells)+
		"  "+padRight("class", classCells)+"  most of it below"))
	for _, t := range shown {
		share := numbers.Share(t.Bytes, total)
		r.line(
			padLeft(numbers.Bytes(t.Bytes), byteCells), r.percent(share), r.tableBar(share),
			"  ", padLeft(numbers.Grouped(t.Objects), objectCells),
			"  ", padRight(fitMiddle(clean(names.SimpleClass(t.Class)), classCells), classCells),
			"  ", r.paint(dim, shortName(r.names[r.ownMethod(t.Context)], room-classCells)),
		)
	}
}

// ownMethod is the innermost method of the user's that encloses a context; its own method if there is none.
func (r *report) ownMethod(context int) int {
	for c := context; c >= 0; c = int(r.profile.Contexts[c].Parent) {
		if method := r.analysis.MethodOf(c); r.isApp(method) {
			return method
		}
	}
	return r.analysis.MethodOf(context)
}

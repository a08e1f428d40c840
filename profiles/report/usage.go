package report

import "hotlens/profiles/numbers"

// writeUsage writes how the program uses native methods and the library, if that is asked for.
func (r *report) writeUsage() {
	if !r.options.Tables || !r.profile.Counted() {
		return
	}
	u := r.analysis.Usage()
	r.heading("Native methods and the library", "")
	const nameCells, numberCells = len("application → application"), 15
	row := func(style style, name string, n, whole uint64) {
		r.line(r.paint(style, "  "+padRight(name, nameCells)+padLeft(numbers.Grouped(n), numberCells)), r.percent(numbers.Share(n, whole)))
	}
	r.line(r.paint(dim, "  "+padRight("", nameCells)+padLeft("calls", numberCells)+"  share"))
	between := u.Between[0][0] + u.Between[0][1] + u.Between[1][0] + u.Between[1][1]
	row(plain, "application → application", u.Between[0][0], between)
	row(plain, "application → library", u.Between[0][1], between)
	row(plain, "library → application", u.Between[1][0], between)
	row(plain, "library → library", u.Between[1][1], between)
	row(plain, "of native methods", u.NativeCalls, u.Calls)
	row(plain, "contexts of these", u.NativeContexts, u.Contexts)
}

package report

import (
	"cmp"
	"fmt"
	"slices"

	"hotlens/profiles/numbers"
)

// writeAllocations writes the methods that allocate the most bytes themselves,
// with the call that most of it goes back to.
func (r *report) writeAllocations() {
	total := r.analysis.Total.AllocatedBytes
	var methods []int
	for m := range r.analysis.Methods {
		bytes := r.analysis.Methods[m].Exclusive.AllocatedBytes
		if bytes > 0 && numbers.Share(bytes, total) >= r.options.MinShare {
			methods = append(methods, m)
		}
	}
	slices.SortStableFunc(methods, func(a, b int) int {
		return cmp.Compare(r.analysis.Methods[b].Exclusive.AllocatedBytes, r.analysis.Methods[a].Exclusive.AllocatedBytes)
	})
	methods = methods[:min(len(methods), r.rows(maxAllocations))]
	if len(methods) == 0 {
		return
	}
	objectCells, nameCells := len("objects"), len("made in")
	for _, m := range methods {
		objectCells = max(objectCells, len(numbers.Grouped(r.analysis.Methods[m].Exclusive.Allocations)))
		nameCells = max(nameCells, cells(r.names[m]))
	}
	const byteCells = 9 // two blanks and the longest form of numbers.Bytes, "1.23 MB"
	room := r.width - byteCells - percentCells - cells(r.tableBar(0)) - 2 - objectCells - 2 - 2
	nameCells = min(nameCells, room/2)
	hottestCaller := r.hottestAllocatingCallers()
	r.heading("Allocation", "share of "+numbers.Bytes(total))
	r.line(r.paint(dim, padLeft("bytes", byteCells)+"  share"+r.tableBar(0)+"  "+padLeft("objects", objectCells)+
		"  "+padRight("made in", nameCells)+"   mostly for"))
	for _, m := range methods {
		cost := r.analysis.Methods[m].Exclusive
		share := numbers.Share(cost.AllocatedBytes, total)
		style := plain
		if !r.isApp(m) {
			style = dim
		}
		caller := ""
		if c, ok := hottestCaller[m]; ok {
			called := &r.profile.Contexts[c.context]
			method := r.analysis.MethodOf(int(called.Parent))
			place := ", " + r.place(method, int(called.Line))
			left := room - nameCells - percentCells
			if cells(r.names[method]+place) > left && called.Line >= 0 {
				place = fmt.Sprintf(", line %d", called.Line) // the class's name says most of what the file's does
			}
			caller = padLeft(numbers.Percent(numbers.Share(c.bytes, cost.AllocatedBytes)), percentCells-2) + "  " +
				fitMiddle(shortName(r.names[method], max(left-cells(place), left/2))+place, left)
		}
		r.line(
			padLeft(numbers.Bytes(cost.AllocatedBytes), byteCells),
			r.percent(share), r.tableBar(share),
			"  ", padLeft(numbers.Grouped(cost.Allocations), objectCells),
			"  ", r.paint(style, padRight(shortName(r.names[m], nameCells), nameCells)),
			"  ", r.paint(dim, caller),
		)
	}
}

// allocatingCaller is the call site that a method allocates most for.
type allocatingCaller struct {
	context int    // one that was called there
	bytes   uint64 // allocated by the method in all contexts below the site
}

// hottestAllocatingCallers finds for every method the call site in the user's
// code that made it allocate the most bytes: what the user can change. Where
// only library code calls the method, it is the site of the call itself. Entry
// methods have none.
func (r *report) hottestAllocatingCallers() map[int]allocatingCaller {
	type site struct{ allocator, caller, bci int }
	sums := map[site]*allocatingCaller{}
	contexts := r.profile.Contexts
	calledByApp := make([]int, len(contexts)) // the innermost context on the path that app code called, or -1
	for i := range contexts {
		c := &contexts[i]
		switch {
		case c.Parent < 0:
			calledByApp[i] = -1
		case r.isOwn(int(contexts[c.Parent].Method)):
			calledByApp[i] = i
		default:
			calledByApp[i] = calledByApp[c.Parent]
		}
		if c.Parent < 0 || c.AllocatedBytes == 0 {
			continue
		}
		called := calledByApp[i]
		if called < 0 {
			called = i
		}
		key := site{r.analysis.MethodOf(i), r.analysis.MethodOf(int(contexts[called].Parent)), int(contexts[called].BCI)}
		sum := sums[key]
		if sum == nil {
			sum = &allocatingCaller{context: called}
			sums[key] = sum
		}
		sum.bytes += c.AllocatedBytes
	}
	hottest := map[int]allocatingCaller{}
	for key, sum := range sums {
		best, ok := hottest[key.allocator]
		if !ok || sum.bytes > best.bytes || sum.bytes == best.bytes && sum.context < best.context {
			hottest[key.allocator] = *sum
		}
	}
	return hottest
}

package affected

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"hotlens/profiles"
)

// This file chooses tests, and packs them into runs.

// The words for why tests run.
const (
	reasonChanged = "was changed"
	reasonFailed  = "failed last time"
)

// unspeakable are characters of names, which other languages and frameworks give tests, that patterns cannot have.
const unspeakable = " \t\r\n,+(*?"

// unknownWall is how long tests of a class may take of which that is not known: about what one of commons-codec or commons-lang takes.
const unknownWall = 200 * time.Millisecond

// statusUnknown is that of a test which was to run, and a limit has kept from it.
const statusUnknown profiles.TestStatus = ""

// chooseTests are the tests of a class that a change can reach.
func (r *Record) chooseTests(changed []string) []Choice {
	if slices.Contains(changed, r.Source) {
		return []Choice{{Record: r, Reason: reasonChanged, Wall: r.wallOfTests(), Failed: r.Failed, strength: itself}}
	}
	source := slices.ContainsFunc(changed, func(file string) bool { return strings.HasSuffix(file, ".java") })
	best := func(t *Test) (c Choice, does bool) {
		c.Record, c.Wall, c.Failed, c.strength = r, t.Wall, t.Failed(), unknown+1
		for _, file := range changed {
			reason, how, reaches := r.affects(file)
			if method := t.Reached[file]; method != "" {
				reason, how, reaches = "reached "+method+" last time", executes, true
			}
			if reaches && how < c.strength {
				c.Reason, c.strength, does = reason, how, true
			}
		}
		if !does && source && c.Failed {
			c.Reason, c.strength, does = reasonFailed, unknown, true
		}
		return c, does
	}
	if len(r.Tests) == 0 { // its framework may know of some
		c, does := best(&Test{Wall: unknownWall})
		if !does {
			return nil
		}
		if r.Never {
			c.Reason = "was never run before, and " + c.Reason
		}
		return []Choice{c}
	}
	var chosen []Choice
	for _, name := range slices.Sorted(maps.Keys(r.Tests)) {
		if c, does := best(r.Tests[name]); does {
			c.Test = name
			chosen = append(chosen, c)
		}
	}
	return chosen
}

// Others are the tests that are known and are not among some choices, with a reason.
func (x *Index) Others(chosen []Choice, reason string) []Choice {
	type test struct {
		of   *Record
		name string
	}
	taken := map[test]bool{}
	for i := range chosen {
		taken[test{chosen[i].Record, chosen[i].Test}] = true
	}
	var others []Choice
	for _, r := range x.Records() {
		if !r.IsTests() || taken[test{r, ""}] {
			continue
		}
		for name, t := range r.Tests {
			if !taken[test{r, name}] {
				others = append(others, Choice{Record: r, Test: name, Reason: reason, Wall: t.Wall, Failed: t.Failed(), strength: unknown})
			}
		}
	}
	slices.SortFunc(others, inOrder)
	return others
}

// Describe says what choices are called together, and why they run, a predicate: "WordsTest.counts" "reached Words.parse last time", or "5 tests", plural, and
// "reached Words.parse last time (3), failed last time (2)".
func Describe(choices []Choice) (name, reason string, plural bool) {
	if len(choices) == 1 {
		return choices[0].Title(), choices[0].Reason, false
	}
	count := map[string]int{}
	var reasons []string
	classes := map[*Record]bool{}
	for i := range choices {
		c := &choices[i]
		if count[c.Reason]++; count[c.Reason] == 1 {
			reasons = append(reasons, c.Reason)
		}
		classes[c.Record] = true
	}
	name = fmt.Sprintf("%d tests", len(choices))
	if len(classes) == 1 {
		name += " of " + choices[0].Name()
	}
	for i, text := range reasons {
		if i == maxReasons {
			return name, reason + " and so on", true
		}
		if i > 0 {
			reason += ", "
		}
		reason += ofSeveral(text)
		if len(reasons) > 1 {
			reason += fmt.Sprintf(" (%d)", count[text])
		}
	}
	return name, reason, true
}

// maxReasons is how many reasons for one run are told.
const maxReasons = 3

// ofSeveral is a predicate in the plural.
func ofSeveral(reason string) string {
	for one, several := range map[string]string{"is ": "are ", "was ": "were ", "reads ": "read ", "lists ": "list "} {
		if rest, ok := strings.CutPrefix(reason, one); ok {
			return several + strings.Replace(rest, ", and is ", ", and are ", 1)
		}
	}
	return reason
}

// wallOfTests is how long all tests of a class take.
func (r *Record) wallOfTests() (sum time.Duration) {
	for _, t := range r.Tests {
		sum += t.Wall
	}
	if len(r.Tests) == 0 {
		sum = unknownWall
	}
	return sum
}

// split are the class, a binary name with slashes, and the method of a test.
func (r *Record) split(test string) (class, method string) {
	class = strings.ReplaceAll(r.Main, ".", "/")
	if nested, inner, ok := strings.Cut(test, "#"); ok {
		return class + "$" + nested, inner
	}
	return class, test
}

// testKey is what Record.Tests have a test by.
func testKey(class, method string) string {
	if nested := strings.TrimPrefix(class[len(profiles.Outermost(class)):], "$"); nested != "" {
		return nested + "#" + method
	}
	return method
}

// Tests are the tests of a choice, by the binary names of their classes, with slashes, and their methods; none for a program. A class without a method stands for
// all tests of it that are not known.
func (c *Choice) EachTest(visit func(class, method string)) {
	switch {
	case !c.IsTests():
	case c.Test != "":
		visit(c.split(c.Test))
	default:
		visit(strings.ReplaceAll(c.Main, ".", "/"), "")
		for test := range c.Tests {
			visit(c.split(test))
		}
	}
}

// Title is what people call what was chosen: "Main 10", "WordsTest", "WordsTest.counts".
func (c *Choice) Title() string {
	if c.Test == "" {
		return c.Name()
	}
	class, method := c.split(c.Test)
	return strings.ReplaceAll(class[strings.LastIndexByte(class, '/')+1:], "$", ".") + "." + method
}

// Patterns name the tests of some choices to the engine (tests.Parse), in their order, each class once: "shop.WordsTest#counts+parses", or "shop.WordsTest" if that is all that
// is known of the class, so that new ones run as well.
func Patterns(choices []Choice) []string {
	var classes []string
	methods := map[string][]string{}
	whole := map[string]bool{}
	wanted := map[*Record]int{}
	for i := range choices {
		c := &choices[i]
		if c.Test != "" {
			wanted[c.Record]++
		}
		if c.Test == "" || wanted[c.Record] == len(c.Tests) || strings.ContainsAny(c.Test, unspeakable) {
			whole[c.Main] = true
		}
		class, method := c.Main, ""
		if c.Test != "" {
			class, method = c.split(c.Test)
			class = strings.ReplaceAll(class, "/", ".")
		}
		if !slices.Contains(classes, class) {
			classes = append(classes, class)
		}
		methods[class] = append(methods[class], method)
	}
	var patterns []string
	for _, class := range classes {
		switch outermost := profiles.Outermost(class); {
		case !whole[outermost]:
			slices.Sort(methods[class])
			patterns = append(patterns, class+"#"+strings.Join(methods[class], "+"))
		case !slices.Contains(patterns, outermost):
			patterns = append(patterns, outermost)
		}
	}
	slices.Sort(patterns) // the same tests are the same target, whichever of them failed last
	return patterns
}

// Pack packs choices into runs, in their order: each program has one of its own, and tests of a set share one, the first for as long as
// atFirst at most, and others for as long as later. A test that did not end last time has a run of its own, behind all others.
func Pack(choices []Choice, atFirst, later time.Duration) [][]Choice {
	var runs, last [][]Choice
	open := map[string]int{} // the run with room, by the set
	took := map[int]time.Duration{}
	for _, c := range choices {
		switch {
		case c.hangs():
			last = append(last, []Choice{c})
			continue
		case !c.IsTests():
			runs = append(runs, []Choice{c})
			continue
		}
		at, known := open[c.Set]
		most := later
		if at == 0 {
			most = atFirst
		}
		if !known || took[at]+c.Wall > most {
			at = len(runs)
			open[c.Set] = at
			runs = append(runs, nil)
		}
		runs[at] = append(runs[at], c)
		took[at] += c.Wall
	}
	return append(runs, last...)
}

// Remaining are those of some chosen tests of which a run, that a limit has ended, has brought no result. Those of a class that was chosen as a whole are those that are known of it.
func Remaining(chosen []Choice, results []profiles.Test) []Choice {
	type test struct{ class, method string }
	told := map[test]bool{}
	for i := range results {
		told[test{results[i].Class, results[i].Method}] = true
	}
	var remaining []Choice
	add := func(c Choice, name string) {
		class, method := c.split(name)
		if !told[test{class, method}] {
			c.Test = name
			if t := c.Tests[name]; t != nil {
				c.Wall, c.Failed = t.Wall, t.Failed()
			}
			remaining = append(remaining, c)
		}
	}
	for _, c := range chosen {
		if c.Test != "" {
			add(c, c.Test)
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(c.Tests)) {
			add(c, name)
		}
	}
	return remaining
}

// hangs tells whether a test has started and not ended.
func (c *Choice) hangs() bool {
	t := c.Tests[c.Test]
	return t != nil && t.Status == profiles.TestUnfinished
}

// after completes what a run says of the tests of a class by what was known of the others before.
func (r *Record) after(before *Record) *Record {
	if !r.IsTests() || r.asked == nil && !r.stopped {
		return r
	}
	merged := *r
	merged.Tests = maps.Clone(r.Tests)
	for name, t := range before.Tests {
		unknown := merged.Tests[name] == nil || merged.Tests[name].Status == statusUnknown
		if unknown && (r.stopped || !r.asked[name]) { // else there is no such test any more
			merged.Tests[name] = t
		}
	}
	merged.Files = maps.Clone(r.Files)
	for file, method := range before.Files {
		if method != "" && merged.Files[file] == "" {
			merged.Files[file] = method
		}
	}
	merged.Reads = slices.Compact(slices.Sorted(slices.Values(slices.Concat(r.Reads, before.Reads))))
	merged.MoreReads = r.MoreReads || before.MoreReads
	merged.bound()
	merged.ReadState = stateOf(merged.Reads, r.Time)
	merged.Failed = slices.ContainsFunc(slices.Collect(maps.Values(merged.Tests)), (*Test).Failed)
	return &merged
}

// bound drops what is more than is kept.
func (r *Record) bound() {
	if len(r.Reads) > MaxFiles {
		r.Reads, r.MoreReads = r.Reads[:MaxFiles], true
	}
	r.Partial = r.Partial || len(r.Files) > MaxFiles
}

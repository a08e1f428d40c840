package hotspot

import (
	"bufio"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"

	"hotlens/profiles/lazyregexp"
)

// Decision is what a compiler of HotSpot decided about a call.
type Decision struct {
	Caller, Callee string // class and method, as in "java.util.List.add": without descriptor
	BCI            int    // in the caller
	Tier           int    // of the compilation: 1 to 3 is C1, 4 is C2
	Depth          int    // calls between the compiled method and the caller
	Inlined        bool   // or an intrinsic
	Reason         string // in HotSpot's words
}

var (
	// A compilation: time, number, five attributes, tier, method, size. What follows the size tells of its end, as in "made not entrant".
	taskLine = lazyregexp.New(`^ *\d+ +\d+ [ %][ s][ !][ b][ n] +([0-4]) +(\S+)(?: @ -?\d+)? \(\d+ bytes\) *$`)
	// A call, in a tree below its compilation, or below none of this thread: attributes, bytecode index, method, size, decision.
	callLine = lazyregexp.New(`^[ s!m]*@ (-?\d+) +(\S+) \((?:\d+ bytes|not loaded)\) +(.*?) *$`)
	// What the receivers were, below a call.
	typeLine = lazyregexp.New(`^ *\\-> (TypeProfile .*?) *$`)
)

// treeColumn is where the calls of the compiled method itself stand, and depthColumns how much further in what they call
// stands (CompileTask::print_inlining_inner).
const (
	treeColumn   = 30
	depthColumns = 2
)

// maxDepth bounds the trees: HotSpot's own bound is MaxInlineLevel, 15, and as many for method handles.
const maxDepth = 128

// Parse reads the log that -XX:+PrintCompilation and -XX:+PrintInlining make with -XX:+LogVMOutput. Compilers work at the same
// time; the log says of each piece which thread wrote it, and a thread's trees belong to its compilation before. What it does not
// understand it passes over.
func Parse(r io.Reader) ([]Decision, error) {
	lines := bufio.NewScanner(r)
	const longest = 1 << 20 // bytes of a line; class paths stand in one
	lines.Buffer(make([]byte, 0, 64<<10), longest)
	threads := map[string]*thread{}
	current := &thread{}
	var decisions []Decision
	for lines.Scan() {
		line := lines.Text()
		if strings.HasPrefix(line, "<") {
			if writer, ok := writerOf(line); ok {
				if current = threads[writer]; current == nil {
					current = &thread{}
					threads[writer] = current
				}
			}
			continue
		}
		line = html.UnescapeString(line)
		if m := taskLine().FindStringSubmatch(line); m != nil {
			tier, _ := strconv.Atoi(m[1])
			*current = thread{tier: tier, path: []string{method(m[2])}, last: -1}
			continue
		}
		if m := typeLine().FindStringSubmatch(line); m != nil && current.last >= 0 && current.last < len(decisions) {
			decisions[current.last].Reason += ", " + m[1]
			continue
		}
		m := callLine().FindStringSubmatch(line)
		if m == nil || current.path == nil {
			continue
		}
		depth := (strings.IndexByte(line, '@') - treeColumn) / depthColumns
		if depth < 0 || depth >= min(len(current.path), maxDepth) {
			continue
		}
		bci, err := strconv.Atoi(m[1])
		if err != nil {
			continue
		}
		d := Decision{Caller: current.path[depth], Callee: method(m[2]), BCI: bci, Tier: current.tier, Depth: depth, Reason: m[3]}
		d.Inlined = inlines(d.Reason)
		current.path = append(current.path[:depth+1], d.Callee)
		current.last = len(decisions)
		decisions = append(decisions, d)
	}
	if err := lines.Err(); err != nil {
		return decisions, fmt.Errorf("the JVM's log: %w", err)
	}
	return decisions, nil
}

// thread is what a thread of the JVM writes about.
type thread struct {
	tier int
	path []string // the compiled method, and what is inlined down to the last call; nil before the first
	last int      // the last decision, -1 for none
}

// writerOf reads "<writer thread='123'/>".
func writerOf(line string) (id string, ok bool) {
	var writer struct {
		XMLName xml.Name `xml:"writer"`
		Thread  string   `xml:"thread,attr"`
	}
	if xml.Unmarshal([]byte(line), &writer) != nil {
		return "", false
	}
	return writer.Thread, true
}

// method writes "java.util.List::add" with a point.
func method(name string) string {
	return strings.ReplaceAll(strings.Replace(name, "::", ".", 1), "/", ".")
}

// inlines tells whether HotSpot's words say that a call is inlined, or replaced by an intrinsic.
func inlines(reason string) bool {
	for _, start := range []string{"inline", "force inline", "accessor", "intrinsic", "(intrinsic)"} {
		if strings.HasPrefix(reason, start) {
			return true
		}
	}
	return false
}

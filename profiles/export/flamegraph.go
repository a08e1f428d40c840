package export

import (
	_ "embed"
	"encoding/json"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"hotlens/profiles"
	"hotlens/profiles/comparison"
	"hotlens/profiles/names"
	"hotlens/profiles/numbers"
)

// The parts of the page. The library is built by flamegraph/build.sh.
var (
	//go:embed flamegraph/page.html
	flamegraphPage string
	//go:embed flamegraph/page.css
	flamegraphStyle string
	//go:embed flamegraph/page.js
	flamegraphScript string
	//go:embed flamegraph/library/d3-flame-graph.js
	flamegraphLibrary string
	//go:embed flamegraph/library/LICENSES
	flamegraphLicences string
)

var flamegraphTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("page").Parse(flamegraphPage)) })

// The bounds of a flame graph. A browser lays out some twenty thousand frames without a
// pause that one notices; a row for each of five hundred nested calls is ten screens.
const (
	maxFlamegraphNodes = 20_000
	maxFlamegraphDepth = 500
)

// restName is the name of the frames that stand for those which were left out.
const restName = "[other]"

// flamegraph writes one HTML file, which needs no other and no network: a flame graph by
// d3-flame-graph, between whose metrics one can switch, and whose colours say what has changed if there is a run to
// compare with. Nodes with the smallest shares,
// by the metric in which theirs is largest, are left out where there are too many; a
// frame in their parent stands for them, says how many they are, and has what they have.
func flamegraph(w io.Writer, p *profiles.Profile, o Options) error {
	t := newTree(p, framesOf(p, o, false), metricsFirst(p, o.Metric), treeOptions{})
	standsFor := t.prune(maxFlamegraphNodes, maxFlamegraphDepth)
	page := flamegraphData{Program: p.Target.Main, Values: make([][]uint64, len(t.metrics))}
	for i, m := range t.metrics {
		page.Metrics = append(page.Metrics, flamegraphMetric{string(m), m.Unit(), m == profiles.MetricCost})
		page.Values[i] = t.inclusive(t.self[i])
	}
	for i := range t.list {
		f := &t.list[i]
		shown := flamegraphFrame{Name: f.name, Path: f.path, Line: f.line, Kind: string(f.origin)}
		if f.method != nil {
			shown.Name, shown.Short = names.Readable(f.method), names.Short(f.method)
		}
		page.Frames = append(page.Frames, shown)
	}
	threads := int32(len(page.Frames))
	for _, name := range t.threads {
		page.Frames = append(page.Frames, flamegraphFrame{Name: name, Kind: "thread"})
	}
	page.Parents = t.parent
	for i, at := range t.at {
		if t.isThread(int32(i)) {
			page.NodeFrames = append(page.NodeFrames, threads+at)
		} else {
			page.NodeFrames = append(page.NodeFrames, t.places[at].frame)
		}
		if t.isRest(int32(i)) {
			page.Rest = append(page.Rest, [2]int{i, standsFor[i]})
		}
	}
	var err error
	if page.Base, err = flamegraphBaseOf(t, p, o); err != nil {
		return err
	}
	data, err := json.Marshal(page) // which escapes what would end the element
	if err != nil {
		return err
	}
	return flamegraphTemplate().Execute(w, struct {
		Program, Facts        string
		Style                 template.CSS
		Library, Script, Data template.JS
		Licences              string
	}{
		p.Target.Main, flamegraphFacts(p), template.CSS(flamegraphStyle),
		template.JS(flamegraphLibrary), template.JS(flamegraphScript), template.JS(data), flamegraphLicences,
	})
}

// flamegraphFacts says in a line what was run.
func flamegraphFacts(p *profiles.Profile) string {
	facts := []string{}
	if len(p.Target.Arguments) > 0 {
		facts = append(facts, "arguments "+strings.Join(p.Target.Arguments, " "))
	}
	if p.Target.JDK != "" {
		facts = append(facts, "JDK "+p.Target.JDK)
	}
	facts = append(facts, numbers.Count(uint64(len(p.Contexts)), "context"))
	if p.Totals.Folded > 0 {
		facts = append(facts, numbers.Grouped(p.Totals.Folded)+" more folded")
	}
	if !p.Complete {
		facts = append(facts, "stopped before its end")
	}
	return strings.Join(facts, " · ")
}

// flamegraphData is what page.js reads. Nodes are known by their index; parents stand
// before their children, and -1 is the parent of threads.
type flamegraphData struct {
	Program    string             `json:"program"`
	Metrics    []flamegraphMetric `json:"metrics"` // the chosen one first
	Frames     []flamegraphFrame  `json:"frames"`
	Parents    []int32            `json:"parents"`    // by node
	NodeFrames []int32            `json:"nodeFrames"` // by node
	Values     [][]uint64         `json:"values"`     // by metric and node, with callees
	Rest       [][2]int           `json:"rest"`       // nodes that stand for others, and for how many
	Base       *flamegraphBase    `json:"base,omitempty"`
}

// flamegraphBase is the run that is compared with.
type flamegraphBase struct {
	Name   string     `json:"name"`   // "last run"
	Totals []uint64   `json:"totals"` // by metric
	Values [][]uint64 `json:"values"` // by metric and node, with callees; null where that run has not measured the metric
}

// flamegraphBaseOf places the amounts of the run to compare with on the nodes, nil for no such run. What only that run has done is part
// of what has called it, as far as that is there.
func flamegraphBaseOf(t *tree, p *profiles.Profile, o Options) (*flamegraphBase, error) {
	if o.Compared == nil {
		return nil, nil
	}
	c, err := comparison.New(o.Compared, p)
	if err != nil {
		return nil, err
	}
	nodes := make([]int32, len(c.Contexts))
	for i := range c.Contexts {
		switch context := &c.Contexts[i]; {
		case context.Head >= 0:
			nodes[i] = t.nodeOf[context.Head]
		case context.Parent >= 0:
			nodes[i] = nodes[context.Parent]
		default:
			nodes[i] = -1 // a thread that is not there any more
		}
	}
	base := &flamegraphBase{Name: o.ComparedName, Totals: make([]uint64, len(t.metrics)), Values: make([][]uint64, len(t.metrics))}
	for m, metric := range t.metrics {
		if !slices.Contains(c.Metrics, metric) {
			continue
		}
		self := make([]uint64, len(t.parent))
		for i, node := range nodes {
			amount := c.Contexts[i].Exclusive.Base.By(metric)
			base.Totals[m] += amount
			if node >= 0 {
				self[node] += amount
			}
		}
		base.Values[m] = t.inclusive(self)
	}
	return base, nil
}

// flamegraphMetric is a metric with its unit; modelled ones are estimates.
type flamegraphMetric struct {
	Name     string `json:"name"`
	Unit     string `json:"unit"`
	Modelled bool   `json:"modelled,omitempty"`
}

// flamegraphFrame is a frame. Kind is a method's origin, "thread", or "" for what stands
// for others.
type flamegraphFrame struct {
	Name  string `json:"name"`
	Short string `json:"short,omitempty"` // the name on a frame; none: Name
	Path  string `json:"path,omitempty"`
	Line  int    `json:"line,omitempty"`
	Kind  string `json:"kind"`
}

// prune folds the nodes with the smallest shares so that at most so many are left beside
// the new ones, and those that are too deep. It returns, by node, how many it stands for.
func (t *tree) prune(most, depth int) []int {
	shares := make([]float64, len(t.parent))
	for metric := range t.self {
		sums := t.inclusive(t.self[metric])
		var whole uint64
		for _, amount := range t.self[metric] {
			whole += amount
		}
		for i, sum := range sums {
			shares[i] = max(shares[i], numbers.Share(sum, whole))
		}
	}
	least, ties := 0.0, len(shares) // what has less is left out, and of what has as much all but so many
	if len(shares) > most {
		sorted := slices.Clone(shares)
		slices.Sort(sorted)
		least = sorted[len(sorted)-most]
		first, _ := slices.BinarySearch(sorted, math.Nextafter(least, 2))
		ties = most - (len(sorted) - first)
	}
	depths := t.depths()
	return t.fold(restName, func(node int32) bool {
		switch {
		case int(depths[node]) > depth || shares[node] < least:
			return false
		case shares[node] == least:
			ties--
			return ties >= 0
		}
		return true
	})
}

package annotations

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
)

// CallGraph is a method with the executed edges of the call graph at it: those that led to it, and those from it.
type CallGraph struct {
	Title   string            `json:"title"`
	Summary string            `json:"summary"` // what the method had of the run
	Metric  profiles.Metric   `json:"metric"`  // what shares and figures are by
	Metrics []profiles.Metric `json:"metrics"` // what they could be by
	Callers []CallSite        `json:"callers"` // one target each, which is the caller; those with the largest share first
	Callees []CallSite        `json:"callees"` // those with the largest share first
	// Left out of Callers and Callees, as there are so many.
	MoreCallers int `json:"moreCallers"`
	MoreCallees int `json:"moreCallees"`
}

// CallSite is a place that calls, with the methods at the other ends of its edges.
type CallSite struct {
	Name    string       `json:"name"` // of what is called, as the source has it; "" where that is not known
	Line    int          `json:"line"` // from 1; 0 when unknown
	Calls   uint64       `json:"calls"`
	Targets []CallTarget `json:"targets"` // most calls first
	// Possible is how many methods the site could call by the hierarchy of the loaded classes, and Instantiated how many of them by those
	// that have had objects; 0 where that was not asked for.
	Possible     int `json:"possible"`
	Instantiated int `json:"instantiated"`
	// Unseen names some of those that it has not called, where that was asked for: those of classes that have had objects first.
	Unseen     []string  `json:"unseen,omitempty"`
	MoreUnseen int       `json:"moreUnseen,omitempty"` // how many there are besides
	Place      *Location `json:"-"`                    // nil where there is no source, or it was edited
}

// CallTarget is an edge's other end.
type CallTarget struct {
	Method      analysis.Reference `json:"method"`
	Name        string             `json:"name"`
	Origin      string             `json:"origin"`    // "app", "library" or "vm"
	Calls       uint64             `json:"calls"`     // by the edge
	CallShare   float64            `json:"callShare"` // of the site's calls, from 0 to 1; of a caller's, of those of the method
	Share       float64            `json:"share"`     // that the edge's calls have of the run, with all they call, from 0 to 1
	Figure      string             `json:"figure"`    // the same with its unit: "≈ 12 ms"
	Inlining    string             `json:"inlining,omitempty"`
	Declaration *Location          `json:"-"` // nil where there is no source, or it was edited
}

// CallGraphOf returns the call graph at a method, nil if the run has not called it. Lambda proxies are passed over.
func CallGraphOf(r *analysis.Analysis, method analysis.Reference, locate Locate) *CallGraph {
	m := r.Find(method)
	if m < 0 {
		return nil
	}
	callers, callees := callEdges{run: r}, callEdges{run: r}
	for _, c := range r.ContextsOf(m) {
		if caller, entered := r.Caller(int(c)); caller >= 0 {
			callers.add(r.MethodOf(caller), r.SiteOf(entered), c)
		}
		r.Below(c, func(child int32) (deeper bool) {
			called := r.MethodOf(int(child))
			if r.IsProxy(called) {
				return true
			}
			entered := child
			for parent := r.Profile.Contexts[entered].Parent; parent != c; parent = r.Profile.Contexts[entered].Parent {
				entered = parent
			}
			callees.add(called, r.SiteOf(int(entered)), child)
			return false
		})
	}
	graph := &CallGraph{Title: r.Names[m], Summary: r.Phrase(m), Metric: r.Metric, Metrics: r.Profile.Measured()}
	graph.Callers, graph.MoreCallers = bounded(callers.sites(locate, false))
	graph.Callees, graph.MoreCallees = bounded(callees.sites(locate, true))
	for i := range graph.Callers {
		for j := range graph.Callers[i].Targets {
			t := &graph.Callers[i].Targets[j]
			t.CallShare = numbers.Share(t.Calls, r.Methods[m].Exclusive.Calls)
		}
	}
	return graph
}

// graphUnseen is how many methods are named that a site could have called and has not.
const graphUnseen = 8

func bounded(sites []CallSite) (first []CallSite, more int) {
	shown := min(len(sites), hierarchyLimit)
	return sites[:shown], len(sites) - shown
}

// callEdges collects edges.
type callEdges struct {
	run   *analysis.Analysis
	list  []*callEdge
	index map[callEdgeKey]*callEdge
}

type callEdgeKey struct {
	method int // at the other end
	site   *analysis.Site
}

type callEdge struct {
	callEdgeKey
	calls    uint64
	contexts []int32 // of the callee
}

func (e *callEdges) add(method int, site *analysis.Site, callee int32) {
	if e.index == nil {
		e.index = map[callEdgeKey]*callEdge{}
	}
	key := callEdgeKey{method, site}
	edge := e.index[key]
	if edge == nil {
		edge = &callEdge{callEdgeKey: key}
		e.index[key] = edge
		e.list = append(e.list, edge)
	}
	edge.calls += e.run.Profile.Contexts[callee].Calls
	edge.contexts = append(edge.contexts, callee)
}

// sites describes the edges by their sites: edges of one site together, or each on its own.
func (e *callEdges) sites(locate Locate, together bool) []CallSite {
	type weighed struct {
		CallSite
		weight uint64
	}
	sites, of := []*weighed{}, map[*analysis.Site]*weighed{}
	for _, edge := range e.list {
		inclusive := e.run.InclusiveOf(edge.contexts)
		target := CallTarget{
			Method: e.run.Reference(edge.method), Name: e.run.Names[edge.method], Origin: string(e.run.Profile.Methods[edge.method].Origin),
			Calls: edge.calls, Share: e.run.Share(inclusive), Figure: e.run.Figure(inclusive),
		}
		if declared := e.run.Methods[e.run.Behind(edge.method)].Declared; declared != nil {
			target.Declaration = place(locate, declared.File.Path, declared.Source.NameRange)
		}
		site := of[edge.site]
		if site == nil || !together {
			site = &weighed{CallSite: CallSite{Line: callLine(edge.site)}}
			if s := edge.site; s != nil {
				site.Possible, site.Instantiated = s.Possible, s.Instantiated
				if together {
					site.Unseen, site.MoreUnseen = s.UnseenTargets(graphUnseen)
				}
				if s.Call != nil {
					site.Name, site.Place = s.Call.Name, place(locate, s.Caller.File.Path, s.Call.NameRange)
				}
			}
			of[edge.site] = site
			sites = append(sites, site)
		}
		if together && edge.site != nil {
			for _, t := range edge.site.Targets {
				if e.run.Behind(t.Callee) == edge.method && t.Decision != nil {
					target.Inlining = strings.TrimSuffix(string(t.Decision.Decision)+": "+t.Decision.Reason, ": ")
				}
			}
		}
		site.Calls += edge.calls
		site.weight += inclusive.By(e.run.Metric)
		site.Targets = append(site.Targets, target)
	}
	slices.SortStableFunc(sites, func(a, b *weighed) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(b.Calls, a.Calls))
	})
	result := []CallSite{}
	for _, site := range sites {
		slices.SortStableFunc(site.Targets, func(a, b CallTarget) int { return cmp.Compare(b.Calls, a.Calls) })
		for i := range site.Targets {
			site.Targets[i].CallShare = numbers.Share(site.Targets[i].Calls, site.Calls)
		}
		result = append(result, site.CallSite)
	}
	return result
}

// Text is the graph as a document, for editors that show nothing else. Places stand behind the edges as "path:line", which editors follow.
func (g *CallGraph) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n\nCalled from\n", g.Title, g.Summary)
	var rows []callRow
	for _, site := range g.Callers {
		for _, t := range site.Targets {
			rows = append(rows, t.row("  ", site.Place))
		}
	}
	writeRows(&b, rows, g.MoreCallers, "  nothing in this program: it is where a thread begins\n")
	b.WriteString("\nCalls\n")
	rows = nil
	for _, site := range g.Callees {
		if len(site.Targets) == 1 && site.Possible < 2 {
			rows = append(rows, site.Targets[0].row("  ", site.Place))
			continue
		}
		rows = append(rows, callRow{calls: site.Calls, name: "  " + site.heading(), place: site.Place})
		for _, t := range site.Targets {
			rows = append(rows, t.row("    ", t.Declaration))
		}
		for _, name := range site.Unseen {
			rows = append(rows, callRow{name: "    " + name, notes: "possible, not called"})
		}
		if site.MoreUnseen > 0 {
			rows = append(rows, callRow{name: "    " + numbers.Grouped(uint64(site.MoreUnseen)) + " more", notes: "possible, not called"})
		}
	}
	writeRows(&b, rows, g.MoreCallees, "  nothing\n")
	return b.String()
}

// heading says of a site with several targets how many it has, and how many it could have.
func (s *CallSite) heading() string {
	name := cmp.Or(s.Name, "a call")
	seen := numbers.Grouped(uint64(len(s.Targets))) + " seen"
	if s.Possible > 1 {
		seen = numbers.Grouped(uint64(s.Possible)) + " possible, " + seen
	}
	return name + ", targets: " + seen
}

// callRow is a line of the text.
type callRow struct {
	calls uint64
	share string // "" for none
	name  string
	notes string
	place *Location
}

func (t *CallTarget) row(indent string, place *Location) callRow {
	return callRow{calls: t.Calls, share: numbers.Percent(t.Share), name: indent + t.Name, notes: t.Inlining, place: place}
}

// writeRows writes the lines with their columns aligned.
func writeRows(b *strings.Builder, rows []callRow, more int, nothing string) {
	if len(rows) == 0 {
		b.WriteString(nothing)
		return
	}
	calls, shares, names := 0, 0, 0
	for _, r := range rows {
		calls, shares, names = max(calls, len(numbers.Grouped(r.calls))), max(shares, len(r.share)), max(names, len([]rune(r.name)))
	}
	for _, r := range rows {
		line := fmt.Sprintf("  %*s × %*s %-*s", calls, numbers.Grouped(r.calls), shares, r.share, names, r.name)
		if r.notes != "" {
			line += "  (" + r.notes + ")"
		}
		if r.place != nil {
			line += fmt.Sprintf("  %s:%d", r.place.Path, r.place.Range.Start.Line+1)
		}
		b.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	if more > 0 {
		fmt.Fprintf(b, "  and %s more\n", numbers.Count(uint64(more), "edge"))
	}
}

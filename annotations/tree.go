package annotations

import (
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/names"
	"hotlens/profiles/sources"
)

// Step leads from a node of a tree of calls to one of its branches: the method there, and the call. It means the same in the next run.
type Step struct {
	Method analysis.Reference `json:"method"`
	BCI    int                `json:"bci"` // of the call in the caller's bytecode, -1 for none
}

// Branches are the nodes of one level of a tree of calls; see analysis.Branch.
type Branches struct {
	Title   string            `json:"title"`   // the method that the tree is about, or the program
	Summary string            `json:"summary"` // what that had of the run: "4,400 calls · ≈ 7 ms, 14% of run"
	Metric  profiles.Metric   `json:"metric"`  // what shares and figures are by
	Metrics []profiles.Metric `json:"metrics"` // what they could be by
	Nodes   []Node            `json:"nodes"`   // hottest first
	Total   int               `json:"total"`   // of the nodes on this level
}

// Node is a branch as the editor shows it.
type Node struct {
	Step       Step    `json:"step"`
	Name       string  `json:"name"`
	Origin     string  `json:"origin"` // "app", "library" or "vm"
	Calls      uint64  `json:"calls"`
	Share      float64 `json:"share"`          // of the run by the metric, from 0 to 1
	Figure     string  `json:"figure"`         // the same with its unit: "≈ 12 ms"
	Self       string  `json:"self,omitempty"` // of callees: without what they call
	Expandable bool    `json:"expandable"`
	Line       int     `json:"line"` // of the call in the caller's file, from 1; 0 when unknown
	// Call is where the call stands, Declaration where the method does; nil where there is no source, or it was edited.
	Call        *Location `json:"-"`
	Declaration *Location `json:"-"`
}

// Location is a place in the current text of a file.
type Location struct {
	Path  string
	Range sources.Range
}

// CalleesTree returns nodes of the tree of callees of a method, or with a method without a name of the run: those that steps lead to,
// from the root on; at most limit, from offset on. It returns nil if the run has not called the method, or nothing by these steps.
func CalleesTree(r *analysis.Analysis, method analysis.Reference, steps []Step, offset, limit int, locate Locate) *Branches {
	t := tree{run: r, locate: locate, children: r.CalleesOf, expandable: r.HasCallees, self: true}
	return t.level(method, steps, offset, limit)
}

// CallersTree is like CalleesTree for the tree of callers. The run itself has none.
func CallersTree(r *analysis.Analysis, method analysis.Reference, steps []Step, offset, limit int, locate Locate) *Branches {
	t := tree{run: r, locate: locate, children: r.CallersOf, expandable: r.HasCallers}
	return t.level(method, steps, offset, limit)
}

type tree struct {
	run        *analysis.Analysis
	locate     Locate
	children   func(*analysis.Branch) []analysis.Branch
	expandable func(*analysis.Branch) bool
	self       bool // nodes say what they have without callees
}

func (t tree) level(method analysis.Reference, steps []Step, offset, limit int) *Branches {
	level := &Branches{Metric: t.run.Metric, Metrics: t.run.Metrics, Nodes: []Node{}}
	var branches []analysis.Branch
	if method.Name == "" {
		level.Title, level.Summary = t.run.Profile.Target.Main, t.run.Figure(t.run.Total)
		if t.self {
			branches = t.run.Entries()
		}
	} else {
		m := t.run.Find(method)
		if m < 0 {
			return nil
		}
		root := t.run.Root(m)
		level.Title, level.Summary = t.run.Names[m], t.run.Phrase(m)
		branches = t.children(&root)
	}
	for _, step := range steps {
		found := false
		for i := range branches {
			if b := &branches[i]; b.BCI == step.BCI && t.run.Reference(b.Method) == step.Method {
				branches, found = t.children(b), true
				break
			}
		}
		if !found {
			return nil
		}
	}
	level.Total = len(branches)
	for i := min(offset, len(branches)); i < min(offset+limit, len(branches)); i++ {
		level.Nodes = append(level.Nodes, t.node(&branches[i]))
	}
	return level
}

func (t tree) node(b *analysis.Branch) Node {
	r := t.run
	n := Node{
		Step: Step{r.Reference(b.Method), b.BCI}, Name: r.Names[b.Method], Origin: string(r.Profile.Methods[b.Method].Origin),
		Calls: b.Calls, Share: r.Share(b.Inclusive), Figure: r.Figure(b.Inclusive), Expandable: t.expandable(b), Line: callLine(b.Site),
	}
	if t.self {
		n.Self = r.Figure(b.Exclusive)
	}
	if b.Site != nil && b.Site.Call != nil {
		n.Call = place(t.locate, b.Site.Caller.File.Path, b.Site.Call.NameRange)
	}
	if declared := r.Methods[r.Behind(b.Method)].Declared; declared != nil {
		n.Declaration = place(t.locate, declared.File.Path, declared.Source.NameRange)
	}
	return n
}

// place is where a range of a compiled file stands now, nil if that is not known.
func place(locate Locate, path string, compiled sources.Range) *Location {
	at, untouched := locate(path, compiled)
	if !untouched {
		return nil
	}
	return &Location{Path: path, Range: at}
}

// MethodAt returns the method whose declaration holds a position, the innermost one that is no lambda, and its name. It reports false
// where there is none, or where it was edited since the run.
func MethodAt(v View, at sources.Position) (method analysis.Reference, name string, ok bool) {
	file := v.file()
	if file == nil {
		return method, "", false
	}
	var innermost sources.Range
	for _, d := range file.Declarations {
		if !d.Declares() || d.Source.Lambda || d.Source.Name == "" || d.Source.Name == "<clinit>" {
			continue
		}
		whole, untouched := v.Anchors.Range(d.Source.Range)
		if !untouched || !contains(whole, at) || ok && !before(innermost.Start, whole.Start) {
			continue
		}
		innermost, ok = whole, true
		method = analysis.Reference{Class: d.Source.Class, Name: d.Source.Name, Descriptor: d.Source.Descriptor}
		name = names.SimpleClass(d.Source.Class) + "." + d.Source.Name
		if d.Source.Name == "<init>" {
			name = "new " + names.SimpleClass(d.Source.Class)
		}
	}
	return method, name, ok
}

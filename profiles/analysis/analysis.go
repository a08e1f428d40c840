// Package analysis says once, for the text report and for the editor, what a profile
// means: the names of its methods, what each of them cost with and without its
// callees, its call sites with their targets, and its hottest contexts.
//
// Without the source index of the compilation a call site is one instruction; with
// it, it is one call expression, and methods know their declarations.
//
// Invariant: an Analysis only reads its profile, tells the same ever after New,
// and can be used by several goroutines. No share is over 1: where a method or a call
// site recurs within itself, its inclusive cost counts the outermost occurrence only.
package analysis

import (
	"fmt"
	"slices"

	"github.com/sourcegraph/conc"

	"hotlens/profiles"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

// Analysis is a profile with what can be derived from it. Slices belong to it.
// Methods are known by their index in the profile, contexts likewise.
type Analysis struct {
	Profile *profiles.Profile
	Index   *sources.Index    // nil: there is none
	Metric  profiles.Metric   // what shares are of, and what is hotter than another
	Metrics []profiles.Metric // those that the profile has: it would have to be asked for them context by context
	Total   Amounts           // the sum of all contexts
	Methods []Method          // by method; see Method
	Names   []string          // by method
	Sites   []Site            // by caller, then bytecode index
	Files   []File            // of the index
	Main    string            // absolute path of the source file of the main class, which tells it from others of that name; "" if that is not known

	Concatenations []Concatenation // by method and line

	same     []int             // by method: see Method
	byName   map[Reference]int // methods; of the same ones the first
	behind   map[int]int       // by method of a lambda proxy: see calleesOfProxies
	rootOf   []int32           // by context: its tree's root; nil: no tests have run
	siteOf   []int32           // by context: the site that it was called from, or -1
	order    []int32           // all contexts in preorder
	end      []int32           // by context: the place in order behind its last descendant
	links    *links            // found on demand
	demanded *demanded
	chosen   profiles.Metric // where no other is wanted

	phrases *phrases // kept of Phrase
}

// New analyses p, with the source index of the compilation that it ran, nil for none.
// It takes time and space linear in the number of contexts. The error says what makes
// the profile invalid.
func New(p *profiles.Profile, index *sources.Index) (*Analysis, error) {
	outline, err := NewOutline(p, index, nil)
	if err != nil {
		return nil, err
	}
	return outline.Analyse(), nil
}

// Outline is the part of an analysis that needs no costs, which may be found out meanwhile.
type Outline struct {
	analysis *Analysis
	folded   *Condensed // without what is summed up by a metric; nil: nobody wants it
}

// NewOutline is the first part of New, and, if own is not nil, of Condense.
func NewOutline(p *profiles.Profile, index *sources.Index, own Own) (*Outline, error) {
	if err := p.Validate(); err != nil {
		return nil, fmt.Errorf("analysing a profile: %w", err)
	}
	a := &Analysis{Profile: p, Index: index, links: &links{}, phrases: &phrases{}, Main: index.Declaring(p.Target.Main)}
	var tasks conc.WaitGroup // what takes time for a million contexts, and nothing of each other
	tasks.Go(a.numberPreorder)
	tasks.Go(func() { a.siteOf = a.edgesOfContexts() })
	a.numberMethods()
	o := &Outline{analysis: a}
	var folding conc.WaitGroup // which takes as long as all else
	if own != nil {
		folding.Go(func() { o.folded = a.fold(own) })
	}
	a.placeMethods()
	a.nameMethods()
	tasks.Wait()
	a.listSites()
	a.findRoots()
	folding.Wait()
	return o, nil
}

// Analyse is the rest of New, for the outline's profile with its costs. The outline is of no use afterwards.
func (o *Outline) Analyse() *Analysis {
	a := o.analysis
	a.Metrics, a.chosen = a.Profile.Measured(), a.Profile.Choose("")
	a.Metric = a.chosen
	var tasks conc.WaitGroup
	tasks.Go(a.sumMethods)
	a.sumInclusive()
	a.sumConcatenations()
	tasks.Wait()
	a.demanded = newDemanded(a)
	return a
}

// By is the same analysis by the wanted metric if its profile knows it, else by the one that
// Profile.Choose chooses. It copies nothing that takes time.
func (a *Analysis) By(wanted profiles.Metric) *Analysis {
	by := *a
	by.Metric = a.chosen
	if a.Has(wanted) || wanted == profiles.MetricWait && wanted.Known(a.Profile) {
		by.Metric = wanted
	}
	return &by
}

// Same tells whether two analyses, nil or not, are the same one by the same metric.
func (a *Analysis) Same(other *Analysis) bool {
	if a == nil || other == nil {
		return a == other
	}
	return a.links == other.links && a.Metric == other.Metric // each has links of its own
}

// Has tells whether the profile has a metric.
func (a *Analysis) Has(metric profiles.Metric) bool { return slices.Contains(a.Metrics, metric) }

// Share is the share, from 0 to 1, that amounts have of the run's, by the chosen metric.
func (a *Analysis) Share(of Amounts) float64 { return a.ShareOf(of.By(a.Metric)) }

// ShareOf is Share of an amount of the analysis' metric.
func (a *Analysis) ShareOf(amount uint64) float64 {
	return numbers.Share(amount, a.Total.By(a.Metric))
}

// CallShare is the share, from 0 to 1, that a number of calls has of the run's.
func (a *Analysis) CallShare(calls uint64) float64 { return numbers.Share(calls, a.Total.Calls) }

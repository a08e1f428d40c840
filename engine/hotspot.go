package engine

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/engine/hotspot"
	"hotlens/engine/project"
	"hotlens/profiles"
	methodnames "hotlens/profiles/names"
)

// HotSpot runs the program on the user's own JVM, unsandboxed and without input, and adds to the profile what its compilers
// decided about the call sites that the profile has. Its output is dropped.
func (p *Plan) HotSpot(ctx context.Context, profile *profiles.Profile) error {
	if limit := p.config.Limits.Timeout; limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	decisions, err := hotspot.Run(ctx, filepath.Join(p.jdk.Home, "bin", "java"), p.javaArguments())
	if err != nil {
		return err
	}
	profile.HotSpot = hotSpotRows(profile, decisions)
	return nil
}

// javaArguments are the options of java that the configuration stands for, its main class and the program's arguments.
func (p *Plan) javaArguments() []string {
	c := &p.config
	var all []string
	option := func(name string, values []string, separator string) {
		if len(values) > 0 {
			all = append(all, name, strings.Join(values, separator))
		}
	}
	each := func(name string, values []string) {
		for _, value := range values {
			all = append(all, name, value)
		}
	}
	if c.Release.Preview {
		all = append(all, project.PreviewOption)
	}
	list := string(filepath.ListSeparator)
	option("-cp", c.ClassPath, list)
	option("--module-path", c.Modules.Path, list)
	option("--upgrade-module-path", c.Modules.Upgrade, list)
	option("--add-modules", c.Modules.Add, ",")
	option("--limit-modules", c.Modules.Limit, ",")
	each("--add-opens", concat(c.Modules.Opens, toUnnamed(p.program.Opens)))
	each("--add-exports", concat(c.Modules.Exports, toUnnamed(p.program.Exports)))
	each("--add-reads", c.Modules.Reads)
	for _, patch := range c.Modules.Patches {
		option("--patch-module", []string{patch.Module + "=" + strings.Join(patch.Path, list)}, "")
	}
	each("--enable-native-access", c.Modules.Native)
	for _, property := range c.Properties {
		if !strings.HasPrefix(property[0], "sun.java.") { // the launcher's own
			all = append(all, "-D"+property[0]+"="+property[1])
		}
	}
	for _, assertion := range c.Assertions {
		all = append(all, "-"+assertion)
	}
	main := strings.ReplaceAll(p.program.MainClass, "/", ".")
	if c.Modules.Main != "" {
		all = append(all, "-m")
		main = strings.TrimSuffix(c.Modules.Main+"/"+main, "/")
	}
	return slices.Concat(all, []string{main}, p.program.Arguments)
}

// hotSpotRows finds the decisions' call sites among those of the profile. HotSpot names no descriptors, so that of overloads that
// call the same at the same place one stands for all. Of several decisions those of the highest tier that has compiled the site
// count, and of these about one callee the one with the fewest calls around it, then the last.
func hotSpotRows(p *profiles.Profile, decisions []hotspot.Decision) []profiles.HotSpot {
	type site struct {
		caller string
		bci    int
	}
	sites := map[site]*profiles.Edge{}
	for i := range p.Edges {
		e := &p.Edges[i]
		at := site{hotSpotName(&p.Methods[e.Caller]), e.BCI}
		if e.Explicit() && sites[at] == nil {
			sites[at] = e
		}
	}
	type call struct {
		site
		callee string
	}
	best := map[call]*hotspot.Decision{}
	tier := map[site]int{} // the highest that has compiled a call
	for i := range decisions {
		d := &decisions[i]
		key := call{site{d.Caller, d.BCI}, d.Callee}
		if b := best[key]; sites[key.site] != nil && (b == nil || d.Tier > b.Tier || d.Tier == b.Tier && d.Depth <= b.Depth) {
			best[key] = d
			tier[key.site] = max(tier[key.site], d.Tier)
		}
	}
	rows := []profiles.HotSpot{}
	for key, d := range best {
		if d.Tier < tier[key.site] {
			continue
		}
		e := sites[key.site]
		rows = append(rows, profiles.HotSpot{Caller: e.Caller, BCI: e.BCI, Line: e.Line, Callee: d.Callee, Inlined: d.Inlined, Reason: d.Reason, Tier: d.Tier})
	}
	slices.SortFunc(rows, func(a, b profiles.HotSpot) int {
		return cmp.Or(cmp.Compare(a.Caller, b.Caller), cmp.Compare(a.BCI, b.BCI), cmp.Compare(a.Callee, b.Callee))
	})
	return rows
}

// hotSpotName is a method as HotSpot's log names it.
func hotSpotName(m *profiles.Method) string {
	name, _, _ := strings.Cut(methodnames.Qualified(m), "(")
	return name
}

// toUnnamed says on the command line what a jar's manifest says of packages.
func toUnnamed(packages []string) (options []string) {
	for _, name := range packages {
		options = append(options, name+"=ALL-UNNAMED")
	}
	return options
}

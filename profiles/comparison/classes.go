package comparison

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/analysis"
)

// This file matches anonymous and local classes: javac numbers those of a class through, so one that is new gives all behind it other names.

// numberedClass is an anonymous class, or a local one.
type numberedClass struct {
	name    string // binary
	outer   string // the class that it is numbered in
	local   string // its own name behind the number, "" for an anonymous class
	number  int
	around  string // the methods that make objects of it: mostly the one that it stands in
	methods string // its own ones, of those that have been executed
	calls   string // what these call elsewhere
}

// numbered splits a class's name at the number that javac has given it. It reports false for classes that have none.
func numbered(class string) (c numberedClass, ok bool) {
	at := strings.LastIndexByte(class, '$')
	if at <= 0 || class[at-1] == '$' { // the latter is the VM's
		return c, false
	}
	c.local = strings.TrimLeft(class[at+1:], "0123456789")
	number, err := strconv.Atoi(strings.TrimSuffix(class[at+1:], c.local))
	if err != nil {
		return c, false
	}
	c.name, c.outer, c.number = class, class[:at], number
	return c, true
}

// renaming has the names that classes of the head have in the base.
type renaming map[string]string

// class is a class's name, with that of the class around it renamed, if one is.
func (r renaming) class(name string) string {
	for end := len(name); end > 0; end = strings.LastIndexByte(name[:end], '$') {
		if to, ok := r[name[:end]]; ok {
			return to + name[end:]
		}
	}
	return name
}

// reference is the reference to a method by the base's names.
func (r renaming) reference(of analysis.Reference) analysis.Reference {
	of = stable(of)
	if len(r) == 0 {
		return of
	}
	of.Class = r.class(of.Class)
	var descriptor strings.Builder
	rest := of.Descriptor
	for {
		before, behind, found := strings.Cut(rest, "L")
		descriptor.WriteString(before)
		if !found {
			break
		}
		var class string
		class, rest, _ = strings.Cut(behind, ";")
		fmt.Fprintf(&descriptor, "L%s;", r.class(class))
	}
	of.Descriptor = descriptor.String()
	return of
}

// renamedClasses pairs the numbered classes of the program itself: those that stand in the same methods, have the same methods and call the same ones, in order; of
// the rest those of which less is the same. New ones get a name that no class has.
func renamedClasses(base, head *analysis.Analysis) renaming {
	renamed := renaming{}
	before, after := map[string][]numberedClass{}, map[string][]numberedClass{}
	for _, c := range numberedClasses(base) {
		before[c.outer+" "+c.local] = append(before[c.outer+" "+c.local], c)
	}
	var order []string // outer classes come before those in them
	for _, c := range numberedClasses(head) {
		key := c.outer + " " + c.local
		if after[key] == nil {
			order = append(order, key)
		}
		after[key] = append(after[key], c)
	}
	for _, key := range order {
		outer, local, _ := strings.Cut(key, " ")
		known := before[renamed.class(outer)+" "+local]
		pair := match(known, after[key], func(c *numberedClass) int { return c.number },
			func(c *numberedClass) string { return c.around + "\n" + c.methods + "\n" + c.calls },
			func(c *numberedClass) string { return c.around + "\n" + c.methods },
			func(c *numberedClass) string { return c.around },
		)
		for i := range pair { // where nothing tells who makes objects, as the profile began later, the number has to do
			if at := slices.IndexFunc(known, func(b numberedClass) bool { return b.number == after[key][i].number }); pair[i] < 0 && at >= 0 && !slices.Contains(pair, at) &&
				(known[at].around == "" || after[key][i].around == "") {
				pair[i] = at
			}
		}
		for i, at := range pair {
			if c := &after[key][i]; at < 0 {
				renamed[c.name] = c.name + " (new)"
			} else if known[at].name != c.name {
				renamed[c.name] = known[at].name
			}
		}
	}
	return renamed
}

// numberedClasses lists the numbered classes of the program itself, outer ones first, by number.
func numberedClasses(of *analysis.Analysis) []numberedClass {
	type parts struct{ around, methods, calls map[string]bool }
	found := map[string]*parts{}
	for i := range of.Profile.Methods {
		class := of.Profile.Methods[i].Class
		if _, ok := numbered(class); !ok || of.Profile.Methods[i].Origin != profiles.OriginApp || of.IsProxy(i) {
			continue
		}
		if found[class] == nil {
			found[class] = &parts{map[string]bool{}, map[string]bool{}, map[string]bool{}}
		}
		found[class].methods[of.Profile.Methods[i].Name+withoutNumbers(of.Profile.Methods[i].Descriptor)] = true
	}
	for i := range of.Profile.Edges {
		e := &of.Profile.Edges[i]
		caller, callee := &of.Profile.Methods[e.Caller], &of.Profile.Methods[e.Callee]
		if caller.Class == callee.Class {
			continue
		}
		if p := found[callee.Class]; p != nil && callee.Name == "<init>" {
			p.around[where(of.Reference(e.Caller))] = true
		}
		if p := found[caller.Class]; p != nil {
			p.calls[where(of.Reference(e.Callee))] = true
		}
	}
	var list []numberedClass
	for name, p := range found {
		c, _ := numbered(name)
		text := func(set map[string]bool) string { return strings.Join(slices.Sorted(maps.Keys(set)), " ") }
		c.around, c.methods, c.calls = text(p.around), text(p.methods), text(p.calls)
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b numberedClass) int {
		return cmp.Or(cmp.Compare(strings.Count(a.name, "$"), strings.Count(b.name, "$")), cmp.Compare(a.number, b.number), cmp.Compare(a.name, b.name))
	})
	return list
}

// where is a method as far as that does not depend on numbers.
func where(r analysis.Reference) string {
	r = withoutLambdaNumber(stable(r))
	return withoutNumbers(r.Class) + "." + r.Name + withoutNumbers(r.Descriptor)
}

// withoutNumbers leaves out of the names of classes the numbers that follow a dollar sign.
func withoutNumbers(names string) string {
	parts := strings.Split(names, "$")
	for i := range parts {
		if i > 0 {
			parts[i] = strings.TrimLeft(parts[i], "0123456789")
		}
	}
	return strings.Join(parts, "$")
}

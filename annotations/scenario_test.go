package annotations

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"hotlens/annotations/javatext"
	"hotlens/profiles"
	"hotlens/profiles/analysis"
	"hotlens/profiles/numbers"
	"hotlens/profiles/sources"
)

var update = flag.Bool("update", false, "write what the scenarios show into their want sections")

// TestScenarios shows each archive of testdata as an editor would: the current
// text with lenses on lines of their own above it and hints in brackets inside
// it, then the answers to what the ask section asks. The sections are
//
//	Demo.java  the text that was compiled
//	index      methods and, below each, its calls; snippets mark the name with «»
//	profile    the calling context tree: "@bci Class.method(descriptor) calls=N own=N [cost=N] [wait=N] [bytes=N] [time=N]", children indented;
//	           then decisions: "inlining CALLER BCI CALLEE DECISION [REASON]", and what call
//	           sites could call by the class hierarchy: "possible CALLER BCI METHODS INSTANTIATED", "unseen CALLER BCI CLASS NAME DESCRIPTOR",
//	           what HotSpot decided: "hotspot CALLER BCI CALLEE TIER REASON", inlined if the reason says so,
//	           and the objects of a method, in its first context: "type METHOD CLASS OBJECTS BYTES";
//	           and the strings that + has made on a line of it: "joined METHOD LINE STRINGS BYTES COST";
//	           what an instruction has passed, as in a JSON profile: "passed CALLER BCI JSON"
//	previous   the profile of the run before
//	outcome    how the program ended, a line each: "exit N", "running" if it has not, "wall DURATION", "limit KIND MESSAGE", "uncaught EXCEPTION[: MESSAGE]",
//	           "thread NAME", "cause EXCEPTION[: MESSAGE]" and "at Class.method File LINE" of what the line before began, "lines N",
//	           "stopped", with "at" as above; "waits THREAD", with "for JSON" of the other fields of a profiles.Waiting and "at" as above;
//	           "print TEXT" adds a line to its output
//	growth     profiles of runs at several sizes, each below a line "size N"
//	edit       replacements since the run, "old" => "new"
//	settings   key=value
//	ask        hover, hierarchy, calls, values, incoming, outgoing, graph, contexts, hottest, output or errors, one a line
//	want       what is to be seen
func TestScenarios(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no scenarios: %v", err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			s := newScenario(t, archive)
			got := s.show()
			if *update {
				setSection(archive, "want", got)
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(s.sections["want"], got); diff != "" {
				t.Errorf("shown (-want +got):\n%s", diff)
			}
		})
	}
}

func setSection(archive *txtar.Archive, name, content string) {
	for i := range archive.Files {
		if archive.Files[i].Name == name {
			archive.Files[i].Data = []byte(content)
			return
		}
	}
	archive.Files = append(archive.Files, txtar.File{Name: name, Data: []byte(content)})
}

const scenarioPath = "/work/Demo.java"

type scenario struct {
	t        *testing.T
	sections map[string]string
	compiled string
	view     View
}

func newScenario(t *testing.T, archive *txtar.Archive) *scenario {
	s := &scenario{t: t, sections: map[string]string{}}
	for _, f := range archive.Files {
		s.sections[f.Name] = string(f.Data)
	}
	s.view = View{Path: scenarioPath, Settings: DefaultSettings(), PreviousName: "last run"}
	s.compiled = s.sections["Demo.java"]
	s.readSettings()
	s.readOutcome()

	compiled := javatext.Parse(javatext.NewText(s.compiled))
	current := s.compiled
	for line := range nonEmptyLines(s.sections["edit"]) {
		before, after, found := strings.Cut(line, " => ")
		old, replacement := s.unquote(before), s.unquote(after)
		if !found || !strings.Contains(current, old) {
			t.Fatalf("edit %q does not apply", line)
		}
		current = strings.Replace(current, old, replacement, 1)
	}
	s.view.Current = javatext.Parse(javatext.NewText(current))
	if s.sections["profile"] != "" {
		index := s.readIndex(compiled)
		s.view.Run = s.analyse("profile", index).By(s.view.Settings.Metric)
		if s.sections["previous"] != "" {
			s.view.Previous = s.analyse("previous", index)
		}
		s.view.Growth = GrowthOf(s.readGrowth(index))
		if s.view.Notice.Kind != TextUnknown {
			s.view.Anchors = javatext.NewAnchors(compiled, s.view.Current)
		}
	}
	return s
}

func nonEmptyLines(text string) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\n")
			if strings.TrimSpace(line) != "" && !yield(line) {
				return
			}
		}
	}
}

func (s *scenario) unquote(text string) string {
	unquoted, err := strconv.Unquote(strings.TrimSpace(text))
	if err != nil {
		s.t.Fatalf("%s: %v", text, err)
	}
	return unquoted
}

var noticeKinds = map[string]NoticeKind{
	"notTrusted": NotTrusted, "notRunYet": NotRunYet, "compileError": CompileError, "noTarget": NoTarget,
	"failed": RunFailed, "textUnknown": TextUnknown,
}

func (s *scenario) readSettings() {
	for line := range nonEmptyLines(s.sections["settings"]) {
		key, value, _ := strings.Cut(line, "=")
		settings, notice := &s.view.Settings, &s.view.Notice
		switch key {
		case "minShare":
			share, err := strconv.ParseFloat(value, 64)
			if err != nil {
				s.t.Fatal(err)
			}
			settings.MinShare = share
		case "minChange":
			change, err := strconv.ParseFloat(value, 64)
			if err != nil {
				s.t.Fatal(err)
			}
			settings.MinChange = change
		case "since":
			s.view.PreviousName, s.view.Since = "commit", value
		case "metric":
			settings.Metric = profiles.Metric(value)
		case "neverCalled":
			settings.NeverCalled = value == "true"
		case "lenses":
			settings.Lenses = value == "true"
		case "hints":
			settings.Hints = value == "true"
		case "hovers":
			settings.Hovers = value == "true"
		case "notice":
			notice.Kind = noticeKinds[value]
		case "message":
			notice.Message = value
		case "line":
			notice.Line = s.number(value)
		case "lineEnds":
			s.compiled = strings.ReplaceAll(s.compiled, "\n", s.unquote(value))
		default:
			s.t.Fatalf("unknown setting %q", line)
		}
	}
}

// readGrowth reads the section growth.
func (s *scenario) readGrowth(index *sources.Index) []SizedRun {
	var runs []SizedRun
	for part := range strings.SplitSeq(s.sections["growth"], "size ") {
		size, profile, found := strings.Cut(part, "\n")
		if !found {
			continue
		}
		name := "growth " + size
		s.sections[name] = profile
		runs = append(runs, SizedRun{uint64(s.number(size)), s.analyse(name, index)})
	}
	return runs
}

// readOutcome reads the section outcome.
func (s *scenario) readOutcome() {
	var last *profiles.Exception
	var frames *[]profiles.Frame
	for line := range nonEmptyLines(s.sections["outcome"]) {
		if s.view.Outcome == nil {
			s.view.Outcome = &profiles.Outcome{Main: "Demo"}
		}
		o := s.view.Outcome
		key, value, _ := strings.Cut(strings.TrimSpace(line), " ")
		class, message, _ := strings.Cut(value, ": ")
		var err error
		switch key {
		case "main":
			o.Main = value
		case "exit":
			o.ExitStatus = s.number(value)
		case "wall":
			o.Wall, err = time.ParseDuration(value)
		case "running":
			o.Running = true
		case "limit":
			kind, message, _ := strings.Cut(value, " ")
			o.Limit = &profiles.Limit{Kind: kind, Message: message}
		case "uncaught":
			o.Uncaught = append(o.Uncaught, profiles.Exception{Class: class, Message: message, Thread: "main"})
			last = &o.Uncaught[len(o.Uncaught)-1]
			frames = &last.Frames
		case "waits":
			o.Waiting = append(o.Waiting, profiles.Waiting{Thread: value})
			frames = &o.Waiting[len(o.Waiting)-1].Frames
		case "stopped":
			frames = &o.Stopped
		case "for":
			err = json.Unmarshal([]byte(value), &o.Waiting[len(o.Waiting)-1])
		case "thread":
			last.Thread = value
		case "cause":
			last.Cause = &profiles.Exception{Class: class, Message: message}
			last = last.Cause
			frames = &last.Frames
		case "explanation":
			last.Explanation = value
		case "at":
			f := strings.Fields(value)
			dot := strings.LastIndexByte(f[0], '.')
			*frames = append(*frames, profiles.Frame{Class: f[0][:dot], Method: f[0][dot+1:], File: f[1], Line: s.number(f[2])})
		case "no":
			o.NoInput = value == "input"
		case "lines":
			o.OutputLines = uint64(s.number(value))
		case "print":
			o.Output += strings.ReplaceAll(value, `\t`, "\t") + "\n"
			o.OutputLines++
		default:
			s.t.Fatalf("unknown outcome %q", line)
		}
		if err != nil {
			s.t.Fatal(err)
		}
	}
}

func (s *scenario) count(text string) uint64 { return uint64(s.number(text)) }

func (s *scenario) number(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		s.t.Fatal(err)
	}
	return n
}

// readIndex reads
//
//	method CLASS NAME DESCRIPTOR [lambda] [initializer] `snippet`
//	  call BCI[,COPY...] NAME `snippet`
//	  reference BCI CLASS NAME DESCRIPTOR `snippet`
//	types CLASS ...
//
// A method reaches from its snippet's start to the end of the block behind it;
// a lambda whose snippet holds no arrow's end reaches to the snippet's end.
func (s *scenario) readIndex(compiled *javatext.Document) *sources.Index {
	file := sources.File{Path: scenarioPath}
	var methodStart, methodEnd int
	for line := range nonEmptyLines(s.sections["index"]) {
		head, snippet, _ := strings.Cut(line, "`")
		snippet = strings.ReplaceAll(strings.TrimSuffix(strings.TrimSpace(snippet), "`"), `\n`, "\n")
		fields := strings.Fields(head)
		switch fields[0] {
		case "types":
			file.Types = fields[1:]
		case "method":
			start, end, name := s.find(snippet, 0, len(s.compiled))
			body := start
			if open, close, found := block(s.compiled, end); found {
				body, end = open, close
			}
			methodStart, methodEnd = start, end
			m := sources.Method{
				Class: fields[1], Name: fields[2], Descriptor: fields[3],
				Lambda: slices.Contains(fields, "lambda"), Initializer: slices.Contains(fields, "initializer"),
				NameRange: name, Range: compiled.Span(start, end), Body: compiled.Span(body, end),
			}
			if m.Name == "?" {
				m.Name = ""
			}
			file.Methods = append(file.Methods, m)
		case "call":
			start, end, name := s.find(snippet, methodStart, methodEnd)
			m := &file.Methods[len(file.Methods)-1]
			first, copies, _ := strings.Cut(fields[1], ",")
			call := sources.Call{Range: compiled.Span(start, end), NameRange: name, BCI: s.number(first), Name: fields[2]}
			for copied := range strings.SplitSeq(copies, ",") {
				if copied != "" {
					call.Copies = append(call.Copies, s.number(copied))
				}
			}
			m.Calls = append(m.Calls, call)
		case "reference":
			start, end, name := s.find(snippet, methodStart, methodEnd)
			m := &file.Methods[len(file.Methods)-1]
			m.Calls = append(m.Calls, sources.Call{
				Range: compiled.Span(start, end), NameRange: name, Ordinal: -1, BCI: s.number(fields[1]), Class: fields[2], Name: fields[3], Descriptor: fields[4],
			})
		}
	}
	return &sources.Index{Files: []sources.File{file}}
}

// block returns the byte offsets of the block that opens at the end of a snippet or
// next behind it. Braces in texts and comments are not told apart.
func block(text string, end int) (open, close int, found bool) {
	open = end - 1
	if text[open] != '{' {
		for open = end; open < len(text) && strings.ContainsRune(" \t\r\n", rune(text[open])); open++ {
		}
		if open == len(text) || text[open] != '{' {
			return 0, 0, false
		}
	}
	depth := 0
	for close = open; close < len(text); close++ {
		switch text[close] {
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return open, close + 1, true
			}
		}
	}
	return open, len(text), true
}

// find returns the byte offsets of a snippet and the range that it marks.
func (s *scenario) find(snippet string, from, to int) (start, end int, name sources.Range) {
	before, rest, _ := strings.Cut(snippet, "«")
	marked, after, found := strings.Cut(rest, "»")
	plain := before + marked + after
	at := strings.Index(s.compiled[from:to], plain)
	if !found || at < 0 {
		s.t.Fatalf("snippet %q not found", snippet)
	}
	start = from + at
	text := javatext.NewText(s.compiled)
	return start, start + len(plain), text.Span(start+len(before), start+len(before)+len(marked))
}

var contextLine = regexp.MustCompile(`^( *)(?:@(-?\d+) )?(\S+)\.([^.(\s]+)(\(\S*) calls=(\d+) own=(\d+)(?: cost=(\d+))?(?: wait=(\d+))?(?: bytes=(\d+))?(?: line=(\d+))?(?: kind=(\w+))?(?: time=(\d+))?$`)

func (s *scenario) analyse(section string, index *sources.Index) *analysis.Analysis {
	a, err := analysis.New(s.readProfile(section), index)
	if err != nil {
		s.t.Fatalf("%s: %v", section, err)
	}
	return a
}

func (s *scenario) readProfile(section string) *profiles.Profile {
	p := &profiles.Profile{Schema: profiles.Schema, Complete: true}
	ids := map[analysis.Reference]int{}
	method := func(class, name, descriptor string, line int) int {
		reference := analysis.Reference{Class: class, Name: name, Descriptor: descriptor}
		id, found := ids[reference]
		if !found {
			id = len(p.Methods)
			ids[reference] = id
			p.Methods = append(p.Methods, profiles.Method{ID: id, Class: class, Name: name, Descriptor: descriptor, Line: line})
		}
		return id
	}
	type edgeKey struct{ caller, bci, callee int }
	edges := map[edgeKey]int{}
	var stack []int // contexts by depth
	for line := range nonEmptyLines(s.sections[section]) {
		if rest, found := strings.CutPrefix(line, "limit "); found {
			p.Complete, p.Limits = false, []profiles.Limit{{Kind: "bytecodes", Message: rest}}
			continue
		}
		if rest, found := strings.CutPrefix(line, "inlining "); found {
			f := strings.SplitN(rest, " ", 5) // caller bci callee decision reason
			p.Inlining = append(p.Inlining, profiles.Inlining{
				Caller: s.methodID(p, f[0]), BCI: s.number(f[1]), Callee: s.methodID(p, f[2]),
				Decision: profiles.Decision(f[3]), Reason: strings.Join(f[4:], ""),
			})
			continue
		}
		if rest, found := strings.CutPrefix(line, "hotspot "); found {
			f := strings.SplitN(rest, " ", 5) // caller bci callee tier reason
			p.HotSpot = append(p.HotSpot, profiles.HotSpot{
				Caller: s.methodID(p, f[0]), BCI: s.number(f[1]), Callee: f[2], Tier: s.number(f[3]), Reason: f[4], Inlined: strings.HasPrefix(f[4], "inline"),
			})
			continue
		}
		if rest, found := strings.CutPrefix(line, "type "); found {
			f := strings.Fields(rest) // method class objects bytes
			id := s.methodID(p, f[0])
			context := slices.IndexFunc(p.Contexts, func(c profiles.Context) bool { return int(c.Method) == id })
			p.Types = append(p.Types, profiles.TypeCount{Context: context, Class: f[1], Objects: s.count(f[2]), Bytes: s.count(f[3])})
			continue
		}
		if rest, found := strings.CutPrefix(line, "joined "); found {
			f := strings.Fields(rest) // method line strings bytes cost
			p.Concatenations = append(p.Concatenations, profiles.Concatenation{
				Caller: s.methodID(p, f[0]), BCI: len(p.Concatenations), Line: s.number(f[1]), Operands: 1,
				Strings: s.count(f[2]), Bytes: s.count(f[3]), Cost: profiles.Measured(s.count(f[4])),
			})
			continue
		}
		if rest, found := strings.CutPrefix(line, "passed "); found {
			f := strings.SplitN(rest, " ", 3) // caller bci values
			v := profiles.CallValues{Caller: s.methodID(p, f[0]), BCI: s.number(f[1])}
			if err := json.Unmarshal([]byte(f[2]), &v); err != nil {
				s.t.Fatalf("%s: %v", line, err)
			}
			p.Values = append(p.Values, v)
			continue
		}
		if rest, found := strings.CutPrefix(line, "possible "); found {
			f := strings.Fields(rest) // caller bci methods instantiated
			possible, instantiated := s.number(f[2]), s.number(f[3])
			for i := range p.Edges {
				if e := &p.Edges[i]; e.Caller == s.methodID(p, f[0]) && e.BCI == s.number(f[1]) {
					e.Possible, e.Instantiated = &possible, &instantiated
				}
			}
			continue
		}
		if rest, found := strings.CutPrefix(line, "unseen "); found {
			f := strings.Fields(rest) // caller bci class name descriptor
			p.Unseen = append(p.Unseen, profiles.Unseen{Caller: s.methodID(p, f[0]), BCI: s.number(f[1]), Class: f[2], Name: f[3], Descriptor: f[4]})
			continue
		}
		m := contextLine.FindStringSubmatch(line)
		if m == nil {
			s.t.Fatalf("%s: cannot read %q", section, line)
		}
		depth := len(m[1]) / 2
		c := profiles.Context{ID: int32(len(p.Contexts)), Parent: -1, BCI: -1, Line: -1, Calls: uint64(s.number(m[6])), Bytecodes: uint64(s.number(m[7]))}
		sourceLine := -1
		if m[8] != "" {
			p.CostModel = "of this test"
			c.Cost = profiles.Measured(s.count(m[8]))
		}
		if m[9] != "" {
			p.Own(&c).WaitNanos = profiles.Measured(s.count(m[9]))
		}
		if m[10] != "" {
			c.Allocations, c.AllocatedBytes = 1, s.count(m[10])
		}
		if m[11] != "" {
			sourceLine = s.number(m[11])
		}
		if m[13] != "" {
			p.Profilers = []string{profiles.ProfilerTime}
			p.Own(&c).SelfNanos = profiles.Measured(s.count(m[13]))
			p.Own(&c).TotalNanos = p.Own(&c).SelfNanos
		}
		c.Method = int32(method(m[3], m[4], m[5], sourceLine))
		if depth > 0 {
			c.Parent, c.BCI = int32(stack[depth-1]), int32(s.number(m[2]))
			kind := profiles.EdgeStatic
			if m[12] != "" {
				kind = profiles.EdgeKind(m[12])
			}
			key := edgeKey{int(p.Contexts[c.Parent].Method), int(c.BCI), int(c.Method)}
			if _, found := edges[key]; !found {
				edges[key] = len(p.Edges)
				p.Edges = append(p.Edges, profiles.Edge{Caller: key.caller, BCI: key.bci, Line: sourceLine, Callee: key.callee, Kind: kind, FirstSeen: len(p.Edges)})
			}
			p.Edges[edges[key]].Calls += c.Calls
		}
		p.Totals.Calls += c.Calls
		p.Totals.Bytecodes += c.Bytecodes
		p.Contexts = append(p.Contexts, c)
		p.Totals.Contexts++
		stack = append(stack[:depth], int(c.ID))
	}
	return p
}

func (s *scenario) methodID(p *profiles.Profile, name string) int {
	i := slices.IndexFunc(p.Methods, func(m profiles.Method) bool { return m.Class+"."+m.Name+m.Descriptor == name })
	if i < 0 {
		s.t.Fatalf("method %s is not in the tree above", name)
	}
	return i
}

// show renders the view.
func (s *scenario) show() string {
	v := s.view
	text := v.Current.Text
	content := text.String()
	whole := sources.Range{End: text.Position(len(content))}
	lenses := map[int][]string{}
	for _, l := range Lenses(v) {
		column := strings.Repeat(" ", l.Range.Start.Character)
		title := l.Title
		if l.Command != "" {
			title += fmt.Sprintf("  {%s %s.%s%s}", l.Command, l.Method.Class, l.Method.Name, l.Method.Descriptor)
		}
		lenses[l.Range.Start.Line] = append(lenses[l.Range.Start.Line], column+"| "+title)
	}
	hints := Hints(v, whole)
	var b strings.Builder
	last := text.Position(len(content)).Line
	for i := range last + 1 {
		for _, lens := range lenses[i] {
			b.WriteString(lens + "\n")
		}
		at := text.Offset(sources.Position{Line: i})
		end := len(content)
		if i < last {
			end = text.Offset(sources.Position{Line: i + 1})
		}
		for _, h := range hints {
			if h.Position.Line == i {
				offset := text.Offset(h.Position)
				b.WriteString(content[at:offset] + "[" + h.Label + "]")
				at = offset
			}
		}
		b.WriteString(strings.TrimRight(content[at:end], "\r\n"))
		if i < last {
			b.WriteString("\n")
		}
	}
	for line := range nonEmptyLines(s.sections["ask"]) {
		fmt.Fprintf(&b, "\n=== %s\n%s", line, s.ask(line))
	}
	return b.String()
}

func (s *scenario) ask(question string) string {
	verb, rest, _ := strings.Cut(question, " ")
	locate := func(path string, r sources.Range) (sources.Range, bool) {
		if path != scenarioPath {
			return sources.Range{}, false
		}
		return s.view.Anchors.Range(r)
	}
	var b strings.Builder
	switch verb {
	case "hover", "hierarchy", "calls":
		before, after, _ := strings.Cut(strings.Trim(rest, "`"), "«")
		marked, after, _ := strings.Cut(after, "»")
		offset := strings.Index(s.view.Current.String(), before+marked+after)
		if offset < 0 {
			s.t.Fatalf("%q is not in the text", question)
		}
		at := s.view.Current.Position(offset + len(before))
		if verb == "calls" {
			places, err := CallsAt(&s.view.Run.Index.Files[0], s.view.Anchors.Range, at)
			if err != nil {
				return err.Error() + "\n"
			}
			b.WriteString(strings.Join(places, "\n") + "\n")
		} else if verb == "hierarchy" {
			for _, item := range PrepareHierarchy(s.view, locate, at) {
				fmt.Fprintf(&b, "%s (%s) %s\n", item.Name, item.Detail, s.quote(item.Selection))
			}
		} else if h := HoverAt(s.view, at); h != nil {
			b.WriteString(s.quote(h.Range) + "\n" + h.Markdown)
		} else {
			b.WriteString("nothing\n")
		}
	case "incoming", "outgoing":
		m := contextLine.FindStringSubmatch(rest + " calls=0 own=0")
		reference := analysis.Reference{Class: m[3], Name: m[4], Descriptor: m[5]}
		calls := IncomingCalls(s.view.Run, reference, locate)
		if verb == "outgoing" {
			calls = OutgoingCalls(s.view.Run, reference, locate)
		}
		for _, c := range calls {
			fmt.Fprintf(&b, "%s (%s) at", c.Item.Name, c.Item.Detail)
			for _, r := range c.Ranges {
				b.WriteString(" " + s.quote(r))
			}
			b.WriteString("\n")
		}
	case "contexts":
		m := contextLine.FindStringSubmatch(rest + " calls=0 own=0")
		for _, row := range Contexts(s.view.Run, analysis.Reference{Class: m[3], Name: m[4], Descriptor: m[5]}, 10) {
			fmt.Fprintf(&b, "%s: %d calls, %d bytecodes, %s\n", row.Path, row.Calls, row.Bytecodes, numbers.Percent(row.Share))
		}
	case "graph":
		m := contextLine.FindStringSubmatch(rest + " calls=0 own=0")
		b.WriteString(CallGraphOf(s.view.Run, analysis.Reference{Class: m[3], Name: m[4], Descriptor: m[5]}, locate).Text())
	case "hottest":
		for _, p := range Hottest(s.view.Run, locate, s.view.Settings.MinShare, 10) {
			fmt.Fprintf(&b, "%s: %s calls %s ×%d %s\n", s.quote(p.Range), p.Caller, p.Callees, p.Calls, numbers.Percent(p.Share))
		}
	case "values":
		b.WriteString(Values(s.view.Run))
	case "output":
		output := OutputOf(s.view.Outcome, s.view.Run.Index)
		b.WriteString(output.Text)
		text := javatext.NewText(output.Text)
		for _, l := range output.Links {
			link := output.Text[text.Offset(l.Range.Start):text.Offset(l.Range.End)]
			fmt.Fprintf(&b, "%d:%d %q to line %d of %s\n", l.Range.Start.Line+1, l.Range.Start.Character+1, link, l.Line, l.Path)
		}
	case "errors":
		locate := func(_ string, line int, within sources.Range) (sources.Range, bool) {
			return s.view.Anchors.LinePart(line-1, within)
		}
		o, index := s.view.Outcome, s.view.Run.Index
		for _, e := range slices.Concat(Exceptions(o.Uncaught, index, locate), Hang(o.Waiting, index, locate)) {
			fmt.Fprintf(&b, "%s: %s\n", s.quote(e.Range), e.Message)
			for _, r := range e.Related {
				fmt.Fprintf(&b, "  %s: %s\n", s.quote(r.Range), r.Message)
			}
		}
	default:
		s.t.Fatalf("unknown question %q", question)
	}
	return b.String()
}

func (s *scenario) quote(r sources.Range) string {
	text := s.view.Current.String()[s.view.Current.Offset(r.Start):s.view.Current.Offset(r.End)]
	return fmt.Sprintf("%d:%d %q", r.Start.Line+1, r.Start.Character+1, text)
}

package report_test

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// run builds the profile of a run, context by context.
type run struct {
	profile *profiles.Profile
	methods map[string]int
	edges   map[[3]int]int
}

func newRun() *run {
	return &run{
		profile: &profiles.Profile{
			Schema: profiles.Schema,
			Target: profiles.Target{Main: "geometry/Shapes", JDK: "17.0.15"},
			Clock:  "virtual", Tier: "auto", Complete: true,
		},
		methods: map[string]int{},
		edges:   map[[3]int]int{},
	}
}

// method declares a method as "class.name descriptor".
func (r *run) method(class, name, descriptor string, line int) int {
	key := class + "." + name + descriptor
	if id, known := r.methods[key]; known {
		return id
	}
	id := len(r.profile.Methods)
	r.methods[key] = id
	m := profiles.Method{ID: id, Class: class, Name: name, Descriptor: descriptor, Line: line, Origin: profiles.OriginApp}
	outer, _, _ := strings.Cut(class[strings.LastIndexByte(class, '/')+1:], "$")
	m.File = outer + ".java"
	if strings.HasPrefix(class, "java/") {
		m.Origin = profiles.OriginLibrary
	}
	r.profile.Methods = append(r.profile.Methods, m)
	return id
}

// root adds a thread with its entry.
func (r *run) root(thread string, method int, bytecodes uint64) int {
	r.profile.Threads = append(r.profile.Threads, profiles.Thread{ID: len(r.profile.Threads), Name: thread, Root: len(r.profile.Contexts)})
	return r.context(profiles.Context{Parent: -1, Method: int32(method), BCI: -1, Line: -1, Calls: 1, Bytecodes: bytecodes})
}

// call adds a context; the bytecode index of its call site is ten times the
// line plus the site's number on that line.
func (r *run) call(parent, line, site, method int, calls, bytecodes uint64) int {
	return r.context(profiles.Context{Parent: int32(parent), Method: int32(method), BCI: int32(10*line + site), Line: int32(line), Calls: calls, Bytecodes: bytecodes})
}

// allocates sets what a context allocated.
func (r *run) allocates(context int, objects, bytes uint64) {
	r.profile.Contexts[context].Allocations = objects
	r.profile.Contexts[context].AllocatedBytes = bytes
	r.profile.Totals.Allocations += objects
	r.profile.Totals.AllocatedBytes += bytes
}

func (r *run) context(c profiles.Context) int {
	p := r.profile
	c.ID = int32(len(p.Contexts))
	p.Contexts = append(p.Contexts, c)
	p.Totals.Contexts++
	p.Totals.Calls += c.Calls
	p.Totals.Bytecodes += c.Bytecodes
	if c.Parent >= 0 {
		key := [3]int{int(p.Contexts[c.Parent].Method), int(c.BCI), int(c.Method)}
		if _, known := r.edges[key]; !known {
			r.edges[key] = len(p.Edges)
			p.Edges = append(p.Edges, profiles.Edge{
				Caller: key[0], BCI: int(c.BCI), Line: int(c.Line), Callee: int(c.Method), Kind: profiles.EdgeVirtual, FirstSeen: len(p.Edges),
			})
		}
		p.Edges[r.edges[key]].Calls += c.Calls
	}
	return int(c.ID)
}

// shapes is a run of testdata/Shapes.java with everything in it that a report
// shows: several targets at a site, recursion, overloads, a lambda, a record's
// constructors, library code, a second thread.
func shapes() *profiles.Profile {
	const g = "geometry/Shapes"
	r := newRun()
	main := r.method(g, "main", "([Ljava/lang/String;)V", 63)
	newList := r.method("java/util/ArrayList", "<init>", "()V", 160)
	newSquare := r.method(g+"$Square", "<init>", "(D)V", 26)
	newCircle := r.method(g+"$Circle", "<init>", "(D)V", 19)
	newLabelled := r.method(g+"$Labelled", "<init>", "(Ljava/lang/String;Lgeometry/Shapes$Shape;)V", 33)
	newRecord := r.method("java/lang/Record", "<init>", "()V", 100)
	add := r.method("java/util/ArrayList", "add", "(Ljava/lang/Object;)Z", 466)
	grow := r.method("java/util/ArrayList", "grow", "()[Ljava/lang/Object;", 240)
	addTo := r.method("java/util/ArrayList", "add", "(Ljava/lang/Object;[Ljava/lang/Object;I)V", 455)
	copyOf := r.method("java/util/Arrays", "copyOf", "([Ljava/lang/Object;I)[Ljava/lang/Object;", 3481)
	sum := r.method(g, "sum", "(Ljava/util/List;)D", 43)
	r.method(g, "sum", "([D)D", 55)
	circleArea := r.method(g+"$Circle", "area", "()D", 22)
	squareArea := r.method(g+"$Square", "area", "()D", 29)
	labelledArea := r.method(g+"$Labelled", "area", "()D", 36)
	iterator := r.method("java/util/ArrayList", "iterator", "()Ljava/util/Iterator;", 960)
	next := r.method("java/util/ArrayList$Itr", "next", "()Ljava/lang/Object;", 970)
	hasNext := r.method("java/util/ArrayList$Itr", "hasNext", "()Z", 965)
	depth := r.method(g, "depth", "(I)I", 51)
	println := r.method("java/io/PrintStream", "println", "(D)V", 880)
	sort := r.method("java/util/ArrayList", "sort", "(Ljava/util/Comparator;)V", 1720)
	arraysSort := r.method("java/util/Arrays", "sort", "([Ljava/lang/Object;IILjava/util/Comparator;)V", 1200)
	timSort := r.method("java/util/TimSort", "sort", "([Ljava/lang/Object;IILjava/util/Comparator;[Ljava/lang/Object;II)V", 210)
	binarySort := r.method("java/util/TimSort", "binarySort", "([Ljava/lang/Object;IIILjava/util/Comparator;)V", 270)
	compare := r.method("java/util/Comparator", "lambda$comparingDouble$8dcf42fd$1", "(Ljava/util/function/ToDoubleFunction;Ljava/lang/Object;Ljava/lang/Object;)I", 520)
	sortKey := r.method(g, "lambda$main$0", "(Lgeometry/Shapes$Shape;)D", 69)
	thread := r.method("java/lang/Thread", "<init>", "(Ljava/lang/Runnable;Ljava/lang/String;)V", 400)
	start := r.method("java/lang/Thread", "start", "()V", 780)
	start0 := r.method("java/lang/Thread", "start0", "()V", -1)
	r.profile.Methods[start0].Native = true
	runThread := r.method("java/lang/Thread", "run", "()V", 830)
	runLambda := r.method(g, "lambda$main$1", "(Ljava/util/List;)V", 71)

	root := r.root("main", main, 180_060)
	r.allocates(root, 10_004, 160_080)
	r.call(root, 63, 0, newList, 1, 6)
	r.call(r.call(root, 65, 0, newSquare, 2_500, 12_500), 26, 0, newRecord, 2_500, 7_500)
	r.call(r.call(root, 65, 1, newCircle, 7_500, 37_500), 19, 0, newRecord, 7_500, 22_500)
	inner := r.call(root, 65, 2, add, 10_000, 140_000)
	r.call(root, 67, 0, newSquare, 1, 5)
	r.call(root, 67, 2, add, 1, 14)
	growing := r.call(r.call(inner, 466, 0, addTo, 10_000, 130_000), 455, 0, grow, 22, 400)
	r.allocates(r.call(growing, 240, 0, copyOf, 22, 900), 22, 123_456)
	r.call(r.call(root, 67, 1, newLabelled, 1, 8), 33, 0, newRecord, 1, 3)

	summing := func(parent, line, site int) {
		s := r.call(parent, line, site, sum, 1, 100_012)
		r.allocates(r.call(s, 44, 0, iterator, 1, 5), 1, 32)
		r.call(s, 44, 1, hasNext, 10_002, 80_016)
		r.call(s, 44, 2, next, 10_001, 210_021)
		r.call(s, 45, 0, circleArea, 7_500, 52_500)
		r.call(s, 45, 0, squareArea, 2_500, 15_000)
		r.call(r.call(s, 45, 0, labelledArea, 1, 3), 36, 0, squareArea, 1, 6)
	}
	summing(root, 68, 0)
	r.allocates(r.call(root, 68, 1, println, 2, 2_480), 9, 512)

	sorting := r.call(root, 69, 0, sort, 1, 14)
	comparing := r.call(r.call(r.call(r.call(sorting, 1720, 0, arraysSort, 1, 20), 1200, 0, timSort, 1, 60_300), 210, 0, binarySort, 312, 940_000), 270, 0, compare, 120_450, 963_600)
	for site := range 2 {
		key := r.call(comparing, 520, site, sortKey, 120_450, 361_350)
		r.call(key, 69, 2, circleArea, 90_337, 632_359)
		r.call(key, 69, 2, squareArea, 30_113, 180_678)
	}
	summing(root, 70, 0)
	level := r.call(root, 70, 1, depth, 1, 10)
	for range 60 {
		level = r.call(level, 51, 0, depth, 1, 10)
	}
	r.allocates(r.call(root, 71, 0, thread, 1, 210), 2, 96)
	r.call(r.call(root, 72, 0, start, 1, 30), 780, 0, start0, 1, 0)
	entry := r.root("counter", runThread, 8)
	r.profile.Edges = append(r.profile.Edges, profiles.Edge{
		Caller: start0, BCI: -1, Line: -1, Callee: runThread, Kind: profiles.EdgeThread, Calls: 1, FirstSeen: len(r.profile.Edges),
	})
	summing(r.call(entry, 830, 0, runLambda, 1, 3), 71, 0)
	return r.profile
}

// deep is a recursion of 300 levels through two methods with its work at the
// bottom, and at one side exit half way down.
func deep() *profiles.Profile {
	r := newRun()
	r.profile.Target.Main = "Deep"
	even, odd := r.method("Deep", "even", "(I)Z", 10), r.method("Deep", "odd", "(I)Z", 20)
	work, log := r.method("Deep", "work", "()V", 30), r.method("Deep", "log", "()V", 40)
	level := r.root("main", r.method("Deep", "main", "([Ljava/lang/String;)V", 3), 20)
	for i := range 300 {
		if i == 150 {
			r.call(level, 12, 0, log, 1, 40_000)
		}
		if i%2 == 0 {
			level = r.call(level, 21, 0, even, 1, 3)
		} else {
			level = r.call(level, 11, 0, odd, 1, 3)
		}
	}
	r.call(level, 22, 0, work, 7, 1_000_000)
	// What counts for the table is the few contexts that stand out.
	for i := range r.profile.Contexts {
		if c := &r.profile.Contexts[i]; c.Bytecodes == 3 {
			c.Bytecodes = 0
		}
	}
	r.profile.Totals.Bytecodes = 1_040_020
	return r.profile
}

// shapesSource is the text of testdata/Shapes.java.
func shapesSource(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "Shapes.java"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const shapesPath = "/src/geometry/Shapes.java"

// shapesIndex indexes the text as a compilation would. Declarations are found
// by their first words and end where their braces close.
func shapesIndex(t testing.TB, text string) *sources.Index {
	t.Helper()
	const g = "geometry/Shapes"
	hash := sha256.Sum256([]byte(text))
	file := sources.File{
		Path: shapesPath, Hash: hex.EncodeToString(hash[:]), Package: "geometry",
		Types: []string{g, g + "$Shape", g + "$Circle", g + "$Square", g + "$Labelled"}, Mains: []string{g},
	}
	at := func(offset int) sources.Position {
		before := text[:offset]
		return sources.Position{Line: strings.Count(before, "\n"), Character: offset - strings.LastIndexByte(before, '\n') - 1}
	}
	// find returns the place of the words behind those of an outer declaration.
	find := func(outer, words string) int {
		start := strings.Index(text, outer)
		offset := strings.Index(text[max(start, 0):], words)
		if start < 0 || offset < 0 {
			t.Fatalf("the text has no %q in %q", words, outer)
		}
		return start + offset
	}
	span := func(from, to int) sources.Range { return sources.Range{Start: at(from), End: at(to)} }
	declare := func(class, name, descriptor, outer, words string) {
		start := find(outer, words)
		m := sources.Method{Class: class, Name: name, Descriptor: descriptor}
		identifier := start + strings.LastIndexByte(words[:strings.IndexByte(words, '(')], ' ') + 1
		m.NameRange = span(identifier, identifier+len(name))
		end := start + len(words)
		if strings.HasSuffix(words, "{") {
			for depth := 1; depth > 0; end++ {
				switch text[end] {
				case '{':
					depth++
				case '}':
					depth--
				}
			}
			m.Body = span(start+len(words)-1, end)
		}
		m.Range = span(start, end)
		file.Methods = append(file.Methods, m)
	}
	lambda := func(name, descriptor, words, body string) {
		start := find(words, words)
		arrow := start + strings.Index(words, "->")
		end := find(words, body) + len(body)
		file.Methods = append(file.Methods, sources.Method{
			Class: g, Name: name, Descriptor: descriptor, Lambda: true,
			NameRange: span(arrow, arrow+2), Range: span(start, end), Body: span(end-len(body), end),
		})
	}
	declare(g+"$Shape", "area", "()D", "interface Shape", "double area();")
	declare(g+"$Shape", "label", "()Ljava/lang/String;", "interface Shape", "default String label() {")
	for _, record := range []string{"Circle", "Square", "Labelled"} {
		declare(g+"$"+record, "area", "()D", "record "+record, "@Override\n        public double area() {")
	}
	declare(g, "sum", "(Ljava/util/List;)D", "", "static double sum(List<Shape> shapes) {")
	declare(g, "depth", "(I)I", "", "static int depth(int n) {")
	declare(g, "sum", "([D)D", "", "static double sum(double[] areas) {")
	declare(g, "main", "([Ljava/lang/String;)V", "", "public static void main(String[] args) {")
	lambda("lambda$main$0", "(Lgeometry/Shapes$Shape;)D", "shape -> shape.area()", "shape.area()")
	lambda("lambda$main$1", "(Ljava/util/List;)V", "() -> sum(shapes)", "sum(shapes)")
	return &sources.Index{Files: []sources.File{file}}
}

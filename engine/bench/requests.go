package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"hotlens/profiles/lazyregexp"
)

// The program whose profile has a million contexts: layers of methods, each of which calls two of the next one, so that layer i
// is reached in 2^i contexts. It has ten thousand lines. All that is below ends in one of two methods, which are hot, and are so
// reached in a quarter of a million contexts each.
const (
	layers     = 19
	layerWidth = 59
	fileLines  = 10_000
	className  = "Layers"
	seed       = 14 // of the places that are asked about
)

// collectEvery is how many answers the editor's side keeps until it throws them away, between two requests: not while the server works for one.
const collectEvery = 10

// layered is the program's text.
func layered() string {
	var text strings.Builder
	line := func(format string, arguments ...any) { fmt.Fprintf(&text, format+"\n", arguments...) }
	line("class %s {", className)
	line("    public static void main(String[] arguments) {")
	line("        System.out.println(layer0method0(1));")
	line("    }")
	for layer := range layers {
		for method := range layerWidth {
			line("")
			line("    static int layer%dmethod%d(int number) {", layer, method)
			line("        int sum = number;")
			for branch := range 2 {
				if layer+1 < layers {
					line("        sum += layer%dmethod%d(number + %d);", layer+1, (2*method+branch)%layerWidth, branch)
				} else {
					line("        sum += last%d(number + %d);", branch, branch)
				}
			}
			line("        return sum;")
			line("    }")
		}
	}
	for branch := range 2 {
		line("")
		line("    static int last%d(int number) {", branch)
		line("        int sum = 0;")
		line("        for (int i = 0; i < 8; i++) sum += number ^ i;")
		line("        return sum;")
		line("    }")
	}
	for missing := fileLines - 1 - strings.Count(text.String(), "\n"); missing > 0; missing-- {
		line("    // What is written of a program takes room as well.")
	}
	line("}")
	return text.String()
}

// namesToAsk finds what can be asked about: the names of methods where they are declared, and where they are called.
var namesToAsk = lazyregexp.New(`(?:layer\d+method\d+|last\d)\(`)

// request asks for everything that is shown of a profile of a million contexts.
func (t *SaveTable) request(ctx context.Context, options *SaveOptions, _ *project) error {
	if options.Requests == 0 {
		return nil
	}
	folder, err := os.MkdirTemp("", "hotlens-bench-")
	if err != nil {
		return fmt.Errorf("making a temporary folder: %w", err)
	}
	defer os.RemoveAll(folder)
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return err
	}
	p := &project{folder: folder, files: []string{filepath.Join(folder, className+".java")}}
	if err := os.WriteFile(p.files[0], []byte(layered()), 0o600); err != nil {
		return err
	}
	e, d, err := p.session(ctx, options, map[string]any{"contexts": "all", "timeout": "0s", "maxBytecodes": 0})
	if err != nil {
		return err
	}
	defer e.kill()
	took, err := d.saveAs(ctx, "ok")
	if err != nil {
		return err
	}
	fmt.Fprintf(options.Progress, "%s, saved: %s\n", took.finished.Message, milliseconds(took.answered))
	asker := asker{document: d, random: rand.New(rand.NewPCG(seed, seed)), places: namesToAsk().FindAllStringIndex(d.text, -1)}
	for _, kind := range asker.kinds() {
		row := distribution{name: kind.name}
		for i := range options.Requests {
			if i%collectEvery == 0 {
				runtime.GC()
			}
			start, err := kind.prepare(ctx)
			if err == nil {
				err = kind.ask(ctx)
			}
			if err != nil {
				return err
			}
			// Until all of the answer is there: what reading it as JSON takes is the editor's affair.
			row.times = append(row.times, e.heard.last.Load().Sub(start))
		}
		t.requests = append(t.requests, row)
		fmt.Fprintf(options.Progress, "%s: %s\n", row.name, milliseconds(median(row.times)))
	}
	return e.close(ctx)
}

// asker asks about random places of a document.
type asker struct {
	*document
	random *rand.Rand
	places [][]int // offsets of names
	place  map[string]any
	item   json.RawMessage   // of the call hierarchy, at the place
	all    []json.RawMessage // hints, nil: not asked for yet
	hint   json.RawMessage
}

// question is a kind of request. What prepares it is not measured, from the time on that it returns.
type question struct {
	name    string
	prepare func(context.Context) (time.Time, error)
	ask     func(context.Context) error
}

// windowLines is how many lines an editor shows, of which it wants hints.
const windowLines = 60

func (a *asker) kinds() []question {
	document := map[string]any{"textDocument": a.identifier()}
	nothing := func(context.Context) (time.Time, error) { return time.Now(), nil }
	edited := func(ctx context.Context) (time.Time, error) { // types a space, and takes it back
		at := strings.Index(a.text, "int sum")
		start := time.Now()
		if a.text[at-9:at] == strings.Repeat(" ", 9) {
			return start, a.edit(ctx, at-1, at, "")
		}
		return start, a.edit(ctx, at, at, " ")
	}
	lenses := func(ctx context.Context) error { return a.call("textDocument/codeLens", document, nil)(ctx) }
	hints := func(first, last int) func(context.Context) error { return a.hints(first, last, nil) }
	window := func(ctx context.Context) error { return hints(0, windowLines)(ctx) }
	return []question{
		{"codeLens", nothing, lenses},
		{"inlayHint, of what is seen", nothing, window},
		{"inlayHint, of the whole file", nothing, hints(0, fileLines)},
		{"inlayHint/resolve", a.goToHint, func(ctx context.Context) error { return a.call("inlayHint/resolve", a.hint, nil)(ctx) }},
		{"hover", a.goTo, func(ctx context.Context) error { return a.at("textDocument/hover", nil)(ctx) }},
		{"prepareCallHierarchy", a.goTo, func(ctx context.Context) error { return a.at("textDocument/prepareCallHierarchy", nil)(ctx) }},
		{"incomingCalls", a.goToItem, func(ctx context.Context) error { return a.ofItem("callHierarchy/incomingCalls")(ctx) }},
		{"outgoingCalls", a.goToItem, func(ctx context.Context) error { return a.ofItem("callHierarchy/outgoingCalls")(ctx) }},
		{"codeLens, after a key", edited, lenses},
		{"inlayHint, of what is seen, after a key", edited, window},
	}
}

func (a *asker) call(method string, params, result any) func(context.Context) error {
	return func(ctx context.Context) error { return a.editor.call(ctx, method, params, result) }
}

// hints asks for the hints of some lines.
func (a *asker) hints(first, last int, result any) func(context.Context) error {
	return a.call("textDocument/inlayHint", map[string]any{"textDocument": a.identifier(), "range": map[string]any{
		"start": map[string]any{"line": first, "character": 0}, "end": map[string]any{"line": last, "character": 0},
	}}, result)
}

// goToHint goes to a hint.
func (a *asker) goToHint(ctx context.Context) (time.Time, error) {
	if a.all == nil {
		if err := a.hints(0, fileLines, &a.all)(ctx); err != nil {
			return time.Time{}, err
		}
		if len(a.all) == 0 {
			return time.Time{}, errors.New("textDocument/inlayHint: there are no hints in the file of a million contexts")
		}
	}
	a.hint = a.all[a.random.IntN(len(a.all))]
	return time.Now(), nil
}

// at asks about the place.
func (a *asker) at(method string, result any) func(context.Context) error {
	return a.call(method, map[string]any{"textDocument": a.identifier(), "position": a.place}, result)
}

func (a *asker) ofItem(method string) func(context.Context) error {
	return a.call(method, map[string]any{"item": a.item}, nil)
}

// goTo goes to a place: every other time one from the last ones in the text, which are in the most contexts.
func (a *asker) goTo(context.Context) (time.Time, error) {
	places := a.places
	if a.random.IntN(2) == 0 {
		places = places[len(places)-2*layerWidth:]
	}
	a.place = position(a.text, places[a.random.IntN(len(places))][0]+1)
	return time.Now(), nil
}

// goToItem goes to a place whose method has been executed.
func (a *asker) goToItem(ctx context.Context) (time.Time, error) {
	for {
		if _, err := a.goTo(ctx); err != nil {
			return time.Time{}, err
		}
		var items []json.RawMessage
		if err := a.at("textDocument/prepareCallHierarchy", &items)(ctx); err != nil {
			return time.Time{}, err
		}
		if len(items) > 0 {
			a.item = items[0]
			return time.Now(), nil
		}
	}
}

package export_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
	"hotlens/profiles/export"
)

// The tests of this file open exported profiles in the programs that they are for, and
// compare the totals that those show.

// needReaders leaves out a test in short mode. Otherwise "make test-all" has installed
// the readers, or the test fails.
func needReaders(t *testing.T) {
	if testing.Short() {
		t.Skip("real readers are left to make test-all")
	}
}

// output runs a program and returns its stdout. Its stderr is told only if it fails.
func output(t *testing.T, program string, arguments ...string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatalf("%v: run \"make test-all\", which installs it", err)
	}
	command := exec.CommandContext(t.Context(), path, arguments...)
	var stderr strings.Builder
	command.Stderr = &stderr
	text, err := command.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", program, arguments, err, stderr.String())
	}
	return string(text)
}

// save writes a file into a folder of the test's.
func save(t *testing.T, name string, content []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// unpacked returns a folder or file of the readers that .ci/get-readers.sh unpacks.
func unpacked(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("../../.tools/readers/node_modules", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v: run \"make test-all\", which unpacks it", err)
	}
	return path
}

// browse opens a page in Chromium without a window, and returns its document when
// nothing is left to do.
func browse(t *testing.T, url string) string {
	t.Helper()
	return output(t, "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--user-data-dir="+t.TempDir(), "--allow-file-access-from-files", "--window-size=1400,1400",
		"--virtual-time-budget=20000", "--dump-dom", url)
}

// pprofRow is a line of "go tool pprof -top": flat and cumulative, each with its unit and percentage.
var pprofRow = regexp.MustCompile(`^\s*(-?\d+)(?:ns|B)?\s+\S+\s+\S+\s+(-?\d+)(?:ns|B)?\s+\S+\s+(.+)$`)

func TestPprofReads(t *testing.T) {
	needReaders(t)
	var file string
	top := func(t *testing.T, arguments ...string) totals {
		sums := totals{inclusive: map[string]uint64{}}
		flags := []string{"tool", "pprof", "-top", "-nodecount=0", "-nodefraction=0", "-edgefraction=0"}
		for line := range strings.Lines(output(t, "go", append(append(flags, arguments...), file)...)) {
			if row := pprofRow.FindStringSubmatch(strings.TrimRight(line, "\n")); row != nil {
				sums.whole += parse(t, row[1])
				sums.inclusive[row[3]] += parse(t, row[2])
			}
		}
		return sums.nonzero()
	}
	var p *profiles.Profile
	for _, p = range []*profiles.Profile{late().Profile, shapes().withCost().Profile} {
		file = save(t, "shapes.pb.gz", written(t, "pprof", p, export.Options{Metric: profiles.MetricCalls}))
		for _, m := range p.Measured() {
			unit := map[string]string{"nanoseconds": "ns", "bytes": "B", "count": ""}[m.Unit()]
			want := totalsOf(p, m)
			// pprof sees the bridge method and the method that it calls as two.
			delete(want.inclusive, "geometry.Circle.clone()")
			got := top(t, "-sample_index="+string(m), "-unit="+unit)
			delete(got.inclusive, "geometry.Circle.clone()")
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(totals{})); diff != "" {
				t.Errorf("complete %t, %s: -want +got:\n%s", p.Complete, m, diff)
			}
		}
	}
	if same := top(t, "-diff_base="+file); same.whole != 0 || len(same.inclusive) != 0 {
		t.Errorf("the difference of a profile to itself is %v", same)
	}
	slower := shapes().withCost()
	slower.Contexts[1].Calls += 40
	base := file
	file = save(t, "slower.pb.gz", written(t, "pprof", slower.Profile, export.Options{Metric: profiles.MetricCalls}))
	more := totals{40, map[string]uint64{"geometry.Shapes.main(String[])": 40, "geometry.Circle.area(double)": 40}}
	if diff := cmp.Diff(more, top(t, "-diff_base="+base), cmp.AllowUnexported(totals{})); diff != "" {
		t.Errorf("with 40 more calls: -want +got:\n%s", diff)
	}
	var difference bytes.Buffer
	if err := export.WriteDifference(&difference, p, slower.Profile, export.Options{Metric: profiles.MetricCalls}); err != nil {
		t.Fatal(err)
	}
	file = save(t, "difference.pb.gz", difference.Bytes())
	if diff := cmp.Diff(more, top(t), cmp.AllowUnexported(totals{})); diff != "" {
		t.Errorf("the difference as one file: -want +got:\n%s", diff)
	}
	peek := output(t, "go", "tool", "pprof", "-peek", `StrictMath\.sqrt`, base)
	if !strings.Contains(peek, "Circle.area") || !strings.Contains(peek, "Fib.fib") {
		t.Errorf("-peek does not show the callers:\n%s", peek)
	}
	if threads := output(t, "go", "tool", "pprof", "-tags", base); !strings.Contains(threads, "thread") || !strings.Contains(threads, "main") {
		t.Errorf("-tags does not show the threads:\n%s", threads)
	}
}

func TestCallgrindAnnotateReads(t *testing.T) {
	needReaders(t)
	t.Run("whole", func(t *testing.T) { checkCallgrind(t, shapes().withCost().Profile) })
	t.Run("late", func(t *testing.T) { checkCallgrind(t, late().Profile) })
}

// checkCallgrind compares what callgrind_annotate shows of a profile with its totals.
func checkCallgrind(t *testing.T, p *profiles.Profile) {
	row := regexp.MustCompile(`^\s*([\d,]+)\s+\S+?:(.+)$`)
	for _, m := range p.Measured() {
		file := save(t, "callgrind.out.shapes", written(t, "callgrind", p, export.Options{Metric: m, Source: geometry}))
		got := totals{inclusive: map[string]uint64{}}
		text := output(t, "callgrind_annotate", "--inclusive=yes", "--auto=no", "--threshold=100", "--show-percs=no", "--show="+string(m), file)
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\n")
			if total, found := strings.CutSuffix(line, "  PROGRAM TOTALS"); found {
				got.whole = parse(t, strings.ReplaceAll(strings.TrimSpace(total), ",", ""))
			}
			if parts := row.FindStringSubmatch(line); parts != nil && !strings.HasPrefix(parts[2], "[") {
				got.inclusive[parts[2]] += parse(t, strings.ReplaceAll(parts[1], ",", ""))
			}
		}
		if diff := cmp.Diff(totalsOf(p, m), got.nonzero(), cmp.AllowUnexported(totals{})); diff != "" {
			t.Errorf("%s: -want +got:\n%s\n%s", m, diff, text)
		}
	}
}

// mainThread is the fixture's run without its other threads.
func mainThread() *profiles.Profile {
	p := shapes().withCost().Profile
	p.Contexts = p.Contexts[:p.Threads[1].Root]
	p.Threads = p.Threads[:1]
	p.Totals.Contexts = len(p.Contexts)
	return p
}

// TestSpeedscopeReads has speedscope import its own format and those of others: its table
// of methods has the totals. Its import of callgrind files estimates contexts that such
// files do not have, so that only the whole is compared.
func TestSpeedscopeReads(t *testing.T) {
	needReaders(t)
	app := filepath.Join(unpacked(t, "speedscope"), "dist", "release", "index.html")
	p := mainThread()
	want := totalsOf(p, profiles.MetricCalls)
	row := regexp.MustCompile(`([\d,.]+)(?:µs)? \(\d[^)]*%\)`)
	tag := regexp.MustCompile(`(<[^>]*>)+`)
	for name, file := range map[string]string{
		"speedscope": "shapes.speedscope.json", "cpuprofile": "shapes.cpuprofile", "pprof": "shapes.pb.gz",
		"collapsed": "shapes.collapsed", "callgrind": "callgrind.out.shapes",
	} {
		t.Run(name, func(t *testing.T) {
			profile := written(t, name, p, export.Options{Metric: profiles.MetricCalls})
			loader := save(t, "profile.js", fmt.Appendf(nil, "speedscope.loadFileFromBase64(%q, %q)", file, base64.StdEncoding.EncodeToString(profile)))
			var page string
			for range 3 { // on a busy machine Chromium's virtual time can be over before the table is drawn
				if page = browse(t, "file://"+app+"#view=sandwich&localProfilePath="+strings.TrimPrefix(loader, "/")); row.MatchString(page) {
					break
				}
			}
			texts := strings.Split(tag.ReplaceAllString(page, "\n"), "\n")
			got := totals{inclusive: map[string]uint64{}}
			for i := 0; i+2 < len(texts); i++ {
				total, self := row.FindStringSubmatch(texts[i]), row.FindStringSubmatch(texts[i+1])
				if total == nil || self == nil {
					continue
				}
				amount := func(text string) uint64 {
					return parse(t, strings.TrimSuffix(strings.ReplaceAll(text, ",", ""), ".00"))
				}
				got.whole += amount(self[1])
				if method := html.UnescapeString(texts[i+2]); !strings.HasPrefix(method, "[") {
					got.inclusive[method] = amount(total[1])
				}
			}
			if name == "callgrind" {
				got.inclusive = want.inclusive
			}
			if diff := cmp.Diff(want, got, cmp.AllowUnexported(totals{})); diff != "" {
				t.Errorf("-want +got:\n%s\n%s", diff, strings.Join(texts, "|"))
			}
		})
	}
}

// TestSpeedscopeSchema validates files by the schema that speedscope publishes.
func TestSpeedscopeSchema(t *testing.T) {
	needReaders(t)
	schema := filepath.Join(unpacked(t, "speedscope"), "dist", "release", "file-format-schema.json")
	const script = `
		const [ajv, schema, file] = process.argv.slice(1);
		const { readFileSync } = require("fs"), { Ajv } = require(ajv);
		const read = (name) => JSON.parse(readFileSync(name));
		const valid = new Ajv({ strict: false }).compile(read(schema));
		console.log(valid(read(file)) ? "valid" : JSON.stringify(valid.errors));`
	for _, m := range []profiles.Metric{profiles.MetricCost, profiles.MetricBytes, profiles.MetricCalls} {
		file := save(t, "shapes.speedscope.json", written(t, "speedscope", shapes().withCost().Profile, export.Options{Metric: m}))
		if got := strings.TrimSpace(output(t, "node", "-e", script, unpacked(t, "ajv"), schema, file)); got != "valid" {
			t.Errorf("%s: %s", m, got)
		}
	}
}

// TestFlamegraphInBrowser uses a page as people do, by mouse and keys.
func TestFlamegraphInBrowser(t *testing.T) {
	needReaders(t)
	const script = `<script>
		const seen = {};
		const $ = (selector) => document.querySelector(selector);
		const frames = () => [...document.querySelectorAll("g.frame")];
		const named = (name) => frames().find((frame) => frame.getAttribute("aria-label").startsWith(name));
		const press = (key, target) => (target || document.activeElement).dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
		const focus = () => document.activeElement.getAttribute("aria-label");
		addEventListener("error", (event) => { seen.error = event.message; });
		seen.metrics = [...$("#metric").options].map((option) => option.textContent);
		seen.roles = [...new Set(frames().map((frame) => frame.getAttribute("role")))];
		seen.tabStops = frames().filter((frame) => frame.tabIndex === 0).length;
		const words = $("#search");
		words.value = "FIB"; words.dispatchEvent(new Event("input"));
		seen.found = $("#found").textContent;
		seen.marked = document.querySelectorAll("g.frame.match").length;
		named("geometry.Circle.area(double):").dispatchEvent(new MouseEvent("click", { bubbles: true }));
		seen.clicked = focus();
		seen.place = $("#details .place").firstChild.textContent;
		seen.cells = [...document.querySelectorAll("#details tbody tr")].map((row) => [...row.cells].map((cell) => cell.textContent).join(" "));
		seen.zoomed = !$("#reset").disabled;
		press("ArrowUp"); seen.up = focus();
		press("Escape");
		seen.unzoomed = $("#reset").disabled;
		press("Home"); seen.home = focus();
		press("ArrowDown"); press("ArrowDown"); seen.down = focus();
		press("ArrowRight"); seen.right = focus();
		press("Enter"); seen.entered = !$("#reset").disabled;
		$("#metric").value = "2"; $("#metric").dispatchEvent(new Event("change"));
		seen.byCalls = named("geometry.Shapes:").getAttribute("aria-label");
		seen.stillZoomed = !$("#reset").disabled;
		press("/", document.body); seen.slash = document.activeElement.id;
		const result = document.createElement("pre");
		result.id = "seen";
		result.textContent = JSON.stringify(seen);
		document.body.append(result);
	</script>`
	page := written(t, "flamegraph", shapes().withCost().Profile, export.Options{Source: geometry, Base: "/home/user/work"})
	file := save(t, "shapes.html", append(page, script...))
	parts := regexp.MustCompile(`(?s)<pre id="seen">(.*?)</pre>`).FindStringSubmatch(browse(t, "file://"+file))
	if parts == nil {
		t.Fatal("the page's script did not come to its end")
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(html.UnescapeString(parts[1])), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"metrics":  []any{"cost · ≈ 6.86 µs", "bytecodes · 1,714", "calls · 56", "allocations · 168", "bytes · 4.03 kB"},
		"roles":    []any{"treeitem"},
		"tabStops": 1.0,
		// Of the frames below each other that were found, the outermost count: 1,224 ns and 4,000 ns.
		"found": "4 frames, 76% of cost", "marked": 4.0,
		"clicked": "geometry.Circle.area(double): 2.9% of cost, ≈ 200 ns, src/geometry/Circle.java:5",
		"place":   "src/geometry/Circle.java:5",
		"cells": []any{
			"cost ≈ 200 ns 2.9% ≈ 200 ns 2.9%", "bytecodes 50 2.9% 50 2.9%", "calls 10 18% 5 8.9%",
			"allocations 5 3.0% 5 3.0%", "bytes 120 B 3.0% 120 B 3.0%",
		},
		"zoomed":   true,
		"up":       "geometry.Shapes.main(String[]): 41% of cost, ≈ 2.79 µs, src/geometry/Shapes.java:10",
		"unzoomed": true,
		"home":     "geometry.Shapes: 100% of cost, ≈ 6.86 µs",
		"down":     "geometry.Worker.run(): 59% of cost, ≈ 4.04 µs, src/geometry/Worker.java:2",
		"right":    "geometry.Worker.run(): 0.3% of cost, ≈ 20 ns, src/geometry/Worker.java:2",
		"entered":  true, "byCalls": "geometry.Shapes: 100% of calls, 56", "stillZoomed": true,
		"slash": "search",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

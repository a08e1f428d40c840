package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"

	"go.lsp.dev/jsonrpc2"
)

// TestCallTree walks down from the run to a call, and up again from the method called there.
func TestCallTree(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.open(demoText)
		_, err := e.command("hotlens.tree", demoURI)
		expectError(t, err, requestFailed, "no run yet")
		e.engine.answer(profiled(demoText, 50))
		e.save()
		e.settle()
		e.edit(0, 0, 0, "\n") // places are those of the text as it is now

		main := `{"method":{"class":"Demo","name":"main","descriptor":"([Ljava/lang/String;)V"},"bci":-1}`
		twice := `{"method":{"class":"Demo","name":"twice","descriptor":"(I)I"},"bci":2}`
		at := func(line, from, to string) string {
			return `{"uri":"file:///work/Demo.java","range":{"start":{"line":` + line + `,"character":` + from + `},"end":{"line":` + line + `,"character":` + to + `}}}`
		}
		whole := `{"title":"Demo","summary":"100 bytecodes","metric":"bytecodes","metrics":["bytecodes","calls","allocations","bytes"],"total":1,"method":{"class":"","name":"","descriptor":""},"nodes":[`
		mainNode := `{"step":` + main + `,"name":"Demo.main","origin":"","calls":1,"share":1,"figure":"100 bytecodes","self":"50 bytecodes","expandable":true,"line":0,"declaration":` + at("6", "23", "27") + `}`
		twiceNode := `{"step":` + twice + `,"name":"Demo.twice","origin":"","calls":50,"share":0.5,"figure":"50 bytecodes","self":"50 bytecodes","expandable":false,"line":7,` +
			`"call":` + at("7", "8", "13") + `,"declaration":` + at("2", "15", "20") + `}`
		for _, test := range []struct{ name, request, want string }{
			{"run", `{}`, whole + mainNode + `]}`},
			{"behind the end", `{"offset": 1}`, whole + `]}`},
			{"main", `{"steps": [` + main + `]}`, whole + twiceNode + `]}`},
			{"place", `{"position": {"line": 2, "character": 17}, "direction": "callers"}`,
				`{"title":"Demo.twice","summary":"50 calls · 50% of bytecodes","metric":"bytecodes","metrics":["bytecodes","calls","allocations","bytes"],"total":1,` +
					`"method":{"class":"Demo","name":"twice","descriptor":"(I)I"},"nodes":[{"step":{"method":{"class":"Demo","name":"main",` +
					`"descriptor":"([Ljava/lang/String;)V"},"bci":2},"name":"Demo.main","origin":"","calls":50,"share":0.5,"figure":"50 bytecodes",` +
					`"expandable":false,"line":7,"call":` + at("7", "8", "13") + `,"declaration":` + at("6", "23", "27") + `}]}`},
		} {
			answer, err := e.command("hotlens.tree", demoURI, raw(test.request))
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
			expect(t, test.name, answer, test.want)
		}
		for _, test := range []struct {
			request string
			code    jsonrpc2.Code
			part    string
		}{
			{`{"direction": "sideways"}`, jsonrpc2.InvalidParams, `not "sideways"`},
			{`{"limit": 100000}`, jsonrpc2.InvalidParams, "a limit from 1 to 1000"},
			{`{"method": "Demo.twice"}`, jsonrpc2.InvalidParams, "cannot read argument 2: its method is to be an object, not a string"},
			{`{"method": {"name": 7}}`, jsonrpc2.InvalidParams, "cannot read argument 2: its method.name is to be a string, not a number"},
			{`{"offset": -1.5}`, jsonrpc2.InvalidParams, "cannot read argument 2: its offset is to be a whole number, not a number -1.5"},
			{`{"steps": {}}`, jsonrpc2.InvalidParams, "cannot read argument 2: its steps is to be an array, not an object"},
			{`7`, jsonrpc2.InvalidParams, "cannot read argument 2: it is to be an object, not a number"},
			{`{"steps": [` + twice + `]}`, requestFailed, "did not call this method in this way"},
			{`{"method": {"class": "Demo", "name": "thrice", "descriptor": "()V"}}`, requestFailed, "did not call this method"},
			{`{"position": {"line": 0, "character": 0}}`, requestFailed, "no method that was compiled"},
		} {
			_, err := e.command("hotlens.tree", demoURI, raw(test.request))
			expectError(t, err, test.code, test.part)
		}
	})
}

// TestCallGraph shows what called a method and what it called, as data and as a text.
func TestCallGraph(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(`{"window": {"showDocument": {"support": true}}}`, `{"trusted": true}`)
		e.open(demoText)
		_, err := e.command("hotlens.callGraph", demoURI)
		expectError(t, err, requestFailed, "no run yet")
		e.engine.answer(profiled(demoText, 50))
		e.save()
		e.settle()
		e.edit(0, 0, 0, "\n") // places are those of the text as it is now

		answer, err := e.command("hotlens.callGraph", demoURI, raw(`{"position": {"line": 2, "character": 17}}`))
		if err != nil {
			t.Fatal(err)
		}
		var graph struct{ Text, URI string }
		e.unmarshal(answer, &graph)
		expect(t, "text", graph.Text, "Demo.twice\n50 calls · 50% of bytecodes\n\nCalled from\n  50 × 50%   Demo.main  /work/Demo.java:8\n\nCalls\n  nothing\n")
		graphText, err := json.Marshal(graph.Text)
		if err != nil {
			t.Fatal(err)
		}
		at := func(line, from, to string) string {
			return `{"uri":"file:///work/Demo.java","range":{"start":{"line":` + line + `,"character":` + from + `},"end":{"line":` + line + `,"character":` + to + `}}}`
		}
		expect(t, "answer", answer, `{"title":"Demo.twice","summary":"50 calls · 50% of bytecodes","metric":"bytecodes","metrics":["bytecodes","calls","allocations","bytes"],`+
			`"moreCallers":0,"moreCallees":0,"method":{"class":"Demo","name":"twice","descriptor":"(I)I"},`+
			`"callers":[{"name":"twice","line":7,"calls":50,"possible":0,"instantiated":0,"targets":[{"method":{"class":"Demo","name":"main",`+
			`"descriptor":"([Ljava/lang/String;)V"},"name":"Demo.main","origin":"","calls":50,"callShare":1,"share":0.5,"figure":"50 bytecodes","declaration":`+at("6", "23", "27")+`}],`+
			`"place":`+at("7", "8", "13")+`}],"callees":[],"text":`+string(graphText)+`,"uri":"`+graph.URI+`"}`)
		synctest.Wait()
		expect(t, "shown", e.seen("window/showDocument"), []string{`{"uri":"` + graph.URI + `","takeFocus":true}`})

		if _, err := e.command("hotlens.callGraph", demoURI, raw(`{"position": {"line": 2, "character": 17}, "show": false}`)); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		expect(t, "shown again", len(e.seen("window/showDocument")), 0)
		_, err = e.command("hotlens.callGraph", demoURI, raw(`{"method": {"class": "Demo", "name": "thrice", "descriptor": "()V"}}`))
		expectError(t, err, requestFailed, "did not call this method")
	})
}

type raw string

func (r raw) MarshalJSON() ([]byte, error) { return []byte(r), nil }

// TestCodeAction offers to time the method at a place, and nothing where there is none.
func TestCodeAction(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.engine.answer(profiled(demoText, 50))
		e.open(demoText)
		ask := func(line int, only string) string {
			return e.request("textDocument/codeAction", raw(strings.NewReplacer("LINE", string(rune('0'+line)), "ONLY", only).Replace(
				`{"textDocument":{"uri":"file:///work/Demo.java"},"range":{"start":{"line":LINE,"character":16},"end":{"line":LINE,"character":16}},"context":{"diagnostics":[],"only":[ONLY]}}`)))
		}
		expect(t, "before a run", ask(1, ""), "[]")
		e.save()
		e.settle()
		method := `{"class":"Demo","name":"twice","descriptor":"(I)I"}`
		offer := func(title, command, argument string) string {
			title = `"title":"hotlens: ` + title + `"`
			return `{` + title + `,"kind":"source.hotlens","command":{` + title + `,"command":"` + command + `","arguments":["file:///work/Demo.java",` + argument + `]}}`
		}
		action := `[` + offer("show the call graph of Demo.twice", "hotlens.callGraph", `{"method":`+method+`}`) + `,` +
			offer("run, and time what Demo.twice calls", "hotlens.root", method) + `]`
		expect(t, "in twice", ask(1, ""), action)
		expect(t, "source actions", ask(1, `"source"`), action)
		expect(t, "refactorings", ask(1, `"refactor"`), "[]")
		atCall := e.request("textDocument/codeAction", raw(`{"textDocument":{"uri":"file:///work/Demo.java"},"range":{"start":{"line":6,"character":9},"end":{"line":6,"character":9}},"context":{"diagnostics":[]}}`))
		passed := offer("run, and say what Demo.twice is passed here", "hotlens.values", `{"line":6,"character":9}`)
		expect(t, "at a call", atCall, "["+passed+"]")
		expect(t, "outside methods", ask(0, ""), "[]")
	})
}

// TestView has the flame graph opened in the browser, and removes it with the session.
func TestView(t *testing.T) {
	var page string
	session(t, func(e *editor) {
		e.initialize(`{"window": {"showDocument": {"support": true}}}`, `{"trusted": true}`)
		_, err := e.command("hotlens.view")
		expectError(t, err, requestFailed, "no run yet")
		e.engine.answer(profiled(demoText, 50))
		e.open(demoText)
		e.save()
		e.settle()
		answer, err := e.command("hotlens.view", demoURI)
		if err != nil {
			t.Fatal(err)
		}
		var written struct{ Path, URI string }
		e.unmarshal(answer, &written)
		page = written.Path
		text, err := os.ReadFile(page)
		if err != nil || !strings.Contains(string(text), "<title>Demo") || filepath.Base(page) != "hotlens-Demo.html" {
			t.Errorf("%s: %v\n%.200s", page, err, text)
		}
		synctest.Wait()
		expect(t, "shown", e.seen("window/showDocument"), []string{`{"uri":"` + written.URI + `","external":true}`})
		// This editor's answer does not say that it has shown the page.
		expect(t, "messages", len(e.seen("window/showMessage")), 1)
	})
	if _, err := os.Stat(page); !os.IsNotExist(err) {
		t.Errorf("%s is still there: %v", page, err)
	}
}

package lsp

import (
	"context"
	"encoding/json"
	"os"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/sourcegraph/conc"
	"go.lsp.dev/jsonrpc2"

	"hotlens/engine"
	"hotlens/profiles"
)

// passed is the result of a run in which the call of twice was observed.
func passed(text string) *engine.Result {
	result := profiled(text, 50)
	result.Profile.Values = []profiles.CallValues{{
		Caller: 0, BCI: 2, Line: 7, Class: "Demo", Name: "twice", Descriptor: "(I)I", Calls: 50,
		Arguments: []profiles.ArgumentValues{{
			Type: "I", Values: &profiles.Distribution{Counts: []profiles.ValueCount{{Value: "21", Calls: 40}, {Value: "-1", Calls: 10}}, Min: "-1", Max: "21"},
		}},
	}}
	return result
}

// TestValues asks what a call passes: the answer comes when the program has ended, and stands in the hover until the next run.
func TestValues(t *testing.T) {
	session(t, func(e *editor) {
		shows := strings.Replace(everything, `"workDoneProgress": true`, `"workDoneProgress": true, "showDocument": {"support": true}`, 1)
		e.initialize(shows, `{"trusted": true}`)
		e.open(demoText)
		e.engine.answer(profiled(demoText, 25), profiled(demoText, 50), passed(demoText), profiled(demoText, 50))
		for range 2 {
			e.save()
			e.settle()
		}
		e.edit(0, 0, 0, "\n")
		e.engine.seen()
		got, err := e.command("hotlens.values", demoURI, map[string]int{"line": 7, "character": 10})
		if err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		request := e.engine.seen()[0]
		expect(t, "targets", request.Targets, []string(nil))
		expect(t, "hash", request.LastClassesHash, "")
		expect(t, "places", e.engine.places, []string{"Demo.main([Ljava/lang/String;)V@2"})
		var answer struct {
			Text, URI string
			Values    []profiles.CallValues
		}
		e.unmarshal(got, &answer)
		const phrase = "1: int: 21 ×40 (80%) · -1 ×10 (20%)"
		if !strings.Contains(answer.Text, "## `Demo.twice(int)`") || !strings.Contains(answer.Text, "### 1: int") {
			t.Errorf("the answer's text is %q", answer.Text)
		}
		expect(t, "values", answer.Values[0].Arguments[0].Values.Max, "21")
		file := strings.TrimPrefix(answer.URI, "file://")
		written, err := os.ReadFile(file)
		expect(t, "error", err, nil)
		expect(t, "file", string(written), answer.Text)
		expect(t, "shown", e.seen("window/showDocument"), []string{`{"uri":"` + answer.URI + `","takeFocus":true}`})
		hover := func() string { return e.request("textDocument/hover", position(7, 10)) }
		if !strings.Contains(hover(), phrase) {
			t.Errorf("the hover is %s", hover())
		}
		// The same run once more is compared with what the first one was compared with.
		expect(t, "lens", e.lenses()[0], "3: 50 calls · 50% of bytecodes · ▲ +100%")

		_, err = e.command("hotlens.values", demoURI, map[string]int{"line": 3, "character": 0}, map[string]bool{"show": false})
		expectError(t, err, requestFailed, "there is no call")
		synctest.Wait()
		expect(t, "lens after that", e.lenses()[0], "3: 50 calls · 50% of bytecodes · ▲ +100%")
		expect(t, "lenses of main after that", len(e.lenses()), 3)
		e.save()
		e.settle()
		if strings.Contains(hover(), phrase) {
			t.Errorf("after another run the hover is %s", hover())
		}
	})
}

// TestValuesRefused checks what is refused, and what is answered if a run is superseded.
func TestValuesRefused(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		e.open(demoText)
		_, err := e.command("hotlens.values", demoURI)
		expectError(t, err, jsonrpc2.InvalidParams, "the position of a call")
		_, err = e.command("hotlens.values", "file:///work/notes.txt", map[string]int{"line": 0, "character": 0})
		expectError(t, err, requestFailed, "not a Java source")
		e.engine.answers = append(e.engine.answers, func(ctx context.Context, _ func(string)) (*engine.Result, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		e.engine.answer(profiled(demoText, 50))
		answered := make(chan error, 1)
		var asking conc.WaitGroup
		defer asking.Wait()
		asking.Go(func() {
			_, err := e.command("hotlens.values", demoURI, map[string]int{"line": 6, "character": 8})
			answered <- err
		})
		synctest.Wait()
		e.save()
		e.settle()
		expectError(t, <-answered, requestFailed, "ended by a newer one")
		var failed struct{ Status string }
		if err := json.Unmarshal([]byte(e.seen("hotlens/runFinished")[0]), &failed); err != nil {
			t.Fatal(err)
		}
		expect(t, "status", failed.Status, statusCancelled)
	})
}

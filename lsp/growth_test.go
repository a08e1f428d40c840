package lsp

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"

	"hotlens/engine"
)

// TestGrowth has a program run at several sizes, and shows how it grows until the next run.
func TestGrowth(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true, "targets": ["Other", "Demo x 80 7"]}`)
		e.open(demoText)
		square := func(n uint64) *engine.Result { return profiled(demoText, n*n) }
		e.engine.answer(square(10), square(20), square(40), square(80), profiled(demoText, 50))
		answer, err := e.command("hotlens.growth", demoURI)
		expect(t, "answer", answer, `{"generation":1,"sizes":[10,20,40,80]}`)
		expect(t, "error", err, nil)
		e.settle()
		var targets []string
		for _, request := range e.engine.seen() {
			targets = append(targets, strings.Join(request.Targets, "; "))
			expect(t, "hash", request.LastClassesHash, "")
		}
		expect(t, "targets", targets, []string{"Demo x 10 7", "Demo x 20 7", "Demo x 40 7", "Demo x 80 7"})
		expect(t, "lens", e.lenses()[0], "2: 6,400 calls · 99% of bytecodes · grows as n²")
		expect(t, "finished", e.seen("hotlens/runFinished"), []string{`{"generation":1,"status":"ok","wallMillis":0,"message":"profiled Demo"}`})
		e.save()
		e.settle()
		expect(t, "lens after another run", e.lenses()[0], "2: 50 calls · 50% of bytecodes · ▼ -99%")
	})
}

// TestGrowthEndsEarly checks what is shown if a size does not run to its end, and what is refused.
func TestGrowthEndsEarly(t *testing.T) {
	session(t, func(e *editor) {
		e.initialize(everything, `{"trusted": true}`)
		_, err := e.command("hotlens.growth", demoURI)
		expectError(t, err, requestFailed, "there is no program to run")
		e.open(demoText)
		_, err = e.command("hotlens.growth", demoURI)
		expectError(t, err, requestFailed, "Demo has no number among its arguments")
		many := make([]int, 13)
		for i := range many {
			many[i] = i + 1
		}
		for _, sizes := range [][]int{{1, 2, 3}, {0, 1, 2, 3}, {5, 5, 5, 5}, many} {
			_, err = e.command("hotlens.growth", demoURI, map[string]any{"sizes": sizes})
			expectError(t, err, jsonrpc2.InvalidParams, "4 to 12 different sizes")
		}
		_, err = e.command("hotlens.growth", demoURI, map[string]any{"sizes": "all"})
		expectError(t, err, jsonrpc2.InvalidParams, "cannot read argument 2")

		slow := profiled(demoText, 50)
		slow.Status, slow.Message = engine.StatusLimit, "stopped after 2s"
		e.engine.answer(profiled(demoText, 5), slow)
		answer, err := e.command("hotlens.growth", demoURI, map[string]any{"sizes": []int{4, 2, 1, 3}})
		expect(t, "error", err, nil)
		var accepted struct{ Sizes []int }
		e.unmarshal(answer, &accepted)
		expect(t, "sizes", accepted.Sizes, []int{1, 2, 3, 4})
		e.settle()
		for i, request := range e.engine.seen() {
			expect(t, "target", request.Targets, []string{"Demo " + strconv.Itoa(i+1)})
		}
		var finished runFinished
		if err := json.Unmarshal([]byte(e.seen("hotlens/runFinished")[0]), &finished); err != nil {
			t.Fatal(err)
		}
		expect(t, "message", finished.Message, "size 2, 2 of 4: stopped after 2s")
		expect(t, "lens", e.lenses()[0], "2: 50 calls · 50% of bytecodes")
	})
}

package annotations

import (
	"fmt"
	"slices"
	"strings"

	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// Hang returns an error for each place of the index where threads of a program that hangs wait for ever, with the ways there, and with where those wait that
// have what they wait for. Threads that do the same at the same place are one error. One in no method of the index, such as an idle one of an executor, has
// none, and neither has one whose place was edited since.
func Hang(waiting []profiles.Waiting, index *sources.Index, locate LocateLine) []Error {
	type place struct {
		path string
		at   sources.Range
		what string // as Waiting.For, but of a lock
	}
	files := newClassFiles(index)
	at := map[place][]*profiles.Waiting{}
	var places []place
	var all []Error
	for i := range waiting {
		w := &waiting[i]
		stack := &profiles.Exception{Frames: w.Frames}
		file, frame, found := ownPlace(files, stack, locate)
		if file == nil {
			continue
		}
		p := place{path: file.Path, at: found}
		if w.Owner == "" {
			p.what = w.For()
		}
		if at[p] == nil {
			places = append(places, p)
			related := append(ownersOf(w, waiting, files, locate), relatedOf(stack, frame, files, locate)...)
			all = append(all, Error{Path: p.path, Range: p.at, Related: related[:min(maxRelated, len(related))]})
		}
		at[p] = append(at[p], w)
	}
	for i, p := range places {
		all[i].Message = hangMessage(at[p])
	}
	return all
}

// hangMessage says what threads wait for that wait at the same place for the same, or for locks.
func hangMessage(waiting []*profiles.Waiting) string {
	var threads []string
	what := waiting[0].For()
	for _, w := range waiting {
		threads = append(threads, w.Thread)
		if w.For() != what {
			what = "each for a lock that another one holds"
		}
	}
	return waitsWords(threads) + " here for ever, " + what
}

// WaitingText says of the threads of a program that hangs where they wait for what, as Throwable.printStackTrace would show it. Those that do the same are one.
func WaitingText(waiting []profiles.Waiting) string {
	var b strings.Builder
	var written []*profiles.Waiting
	for i := range waiting {
		w := &waiting[i]
		same := func(o *profiles.Waiting) bool { return o.For() == w.For() && slices.Equal(o.Frames, w.Frames) }
		if slices.ContainsFunc(written, same) {
			continue
		}
		written = append(written, w)
		var threads []string
		for j := range waiting[i:] {
			if o := &waiting[i+j]; same(o) {
				threads = append(threads, o.Thread)
			}
		}
		fmt.Fprintf(&b, "%s for ever, %s\n", waitsWords(threads), w.For())
		writeFrames(&b, w.Frames)
	}
	return b.String()
}

// waitsWords is the subject and the verb: "thread main waits", "threads a, b and 3 more wait".
func waitsWords(threads []string) string {
	if len(threads) == 1 {
		return "thread " + threads[0] + " waits"
	}
	return "threads " + profiles.Listed(threads) + " wait"
}

// ownersOf are where the thread waits that has the lock that w waits for, and where that one waits whose end w waits for.
func ownersOf(w *profiles.Waiting, waiting []profiles.Waiting, files classFiles, locate LocateLine) []Related {
	var related []Related
	for i := range waiting {
		o := &waiting[i]
		if o == w || o.Thread == "" || o.Thread != w.Owner && o.Thread != w.Joins {
			continue
		}
		if file, _, at := ownPlace(files, &profiles.Exception{Frames: o.Frames}, locate); file != nil {
			related = append(related, Related{Path: file.Path, Range: at, Message: "where thread " + o.Thread + " waits " + o.For()})
		}
	}
	return related
}

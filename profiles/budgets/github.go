package budgets

import (
	"fmt"
	"io"
	"strings"
)

// place is where what is said of a budget belongs: where the method is declared, or else
// to the budget, which stands in that file.
func (r *Result) place(budgets string) (file string, line int) {
	if r.File != "" && r.Line > 0 {
		return r.File, r.Line
	}
	return budgets, r.Budget.Line
}

// WriteGitHub writes what does not hold as annotations of a pull request, which GitHub
// Actions reads from a step's output (docs.github.com, "Workflow commands": error and
// warning), and a line that sums up. file is that of the budgets.
func WriteGitHub(w io.Writer, runs []Run, file string) error {
	var out strings.Builder
	for _, run := range runs {
		for i := range run.Results {
			r := &run.Results[i]
			if r.Outcome == Held {
				continue
			}
			path, line := r.place(file)
			fmt.Fprintf(&out, "::error file=%s,line=%d,title=%s::%s\n", property(path), line,
				property(title(r)), data(fmt.Sprintf("%s: %s (%s)", r.Budget.Name(), r.Sentence(), run.Target.Command())))
		}
		for _, note := range run.Notes {
			fmt.Fprintf(&out, "::warning file=%s,line=%d::%s\n", property(file), run.Target.Line, data(note))
		}
	}
	fmt.Fprintln(&out, Summary(runs))
	return written(w, out.String())
}

// title is the heading of what is said of a budget that does not hold.
func title(r *Result) string {
	switch r.Outcome {
	case Exceeded:
		return "Budget exceeded"
	case Absent:
		return "Budget of what is not there"
	}
	return "Budget not clear"
}

// data and property escape text as GitHub's workflow commands have it.
func data(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

func property(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(text))
}

// Summary is one sentence about all budgets.
func Summary(runs []Run) string {
	counts := Counts(runs)
	total := 0
	for _, n := range counts {
		total += n
	}
	if counts[Held] == total {
		return fmt.Sprintf("%s held.", are(total, "budget"))
	}
	text := fmt.Sprintf("%d of %s held", counts[Held], are(total, "budget"))
	for _, part := range []struct {
		n    int
		what string
	}{{counts[Exceeded], "exceeded"}, {counts[Absent], "of what is not there"}, {counts[Unclear], "not clear"}} {
		if part.n > 0 {
			text += fmt.Sprintf(", %d %s", part.n, part.what)
		}
	}
	return text + "."
}

// are writes "1 budget is", "3 budgets are".
func are(n int, what string) string {
	if n == 1 {
		return "1 " + what + " is"
	}
	return fmt.Sprintf("%d %ss are", n, what)
}

func written(w io.Writer, text string) error {
	if _, err := io.WriteString(w, text); err != nil {
		return fmt.Errorf("writing the results: %w", err)
	}
	return nil
}

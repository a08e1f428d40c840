package budgets

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"hotlens/profiles"
)

// maxAmount is the largest number that a budget may have: what is exact in every format
// that numbers are passed on in.
const maxAmount = 1 << 53

// Parse reads a file of budgets. Its errors name the line.
func Parse(text string) (*File, error) {
	f := &File{}
	for line := range strings.Lines(text) {
		f.lines = append(f.lines, line)
		if err := f.parseLine(len(f.lines), line); err != nil {
			return nil, fmt.Errorf("line %d: %w", len(f.lines), err)
		}
	}
	return f, nil
}

func (f *File) parseLine(number int, line string) error {
	line = withoutComment(line)
	keyword, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	rest = strings.TrimSpace(rest)
	switch keyword {
	case "":
		return nil
	case "jdk":
		return f.parseHeader(keyword, &f.JDK, &f.jdkLine, rest, number)
	case "cost-model":
		return f.parseHeader(keyword, &f.CostModel, &f.modelLine, rest, number)
	case "target":
		words, err := splitWords(rest)
		if err != nil {
			return err
		}
		if len(words) == 0 {
			return fmt.Errorf("a target is what would stand behind \"hotlens profile\", such as: target Demo.java 10")
		}
		f.Targets = append(f.Targets, Target{Line: number, Words: words})
		return nil
	}
	if len(f.Targets) == 0 {
		return fmt.Errorf("a budget stands behind the target that it is about; write one in front, such as: target Demo.java 10")
	}
	b, err := parseBudget(line)
	if err != nil {
		return err
	}
	b.Line = number
	t := &f.Targets[len(f.Targets)-1]
	t.Budgets = append(t.Budgets, b)
	return nil
}

// parseHeader reads a line about the whole file.
func (f *File) parseHeader(keyword string, value *string, line *int, rest string, number int) error {
	if *line != 0 || len(f.Targets) > 0 || rest == "" {
		return fmt.Errorf("%s stands once, in front of all targets, with its value behind it", keyword)
	}
	*value, *line = rest, number
	return nil
}

// withoutComment cuts a line in front of a "#" that stands at its start or behind a blank,
// and not in quotes.
func withoutComment(line string) string {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case c == '#' && !quoted && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t'):
			return line[:i]
		}
	}
	return line
}

// splitWords splits words at blanks. One in double quotes is a string as Go writes it.
func splitWords(text string) ([]string, error) {
	var words []string
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		if text[0] != '"' {
			end := strings.IndexFunc(text, unicode.IsSpace)
			if end < 0 {
				end = len(text)
			}
			words, text = append(words, text[:end]), text[end:]
			continue
		}
		quoted, err := strconv.QuotedPrefix(text)
		if err != nil {
			return nil, fmt.Errorf("the quotes of %s are not closed", text)
		}
		word, err := strconv.Unquote(quoted)
		if err != nil {
			return nil, fmt.Errorf("%s is no quoted word", quoted)
		}
		words, text = append(words, word), text[len(quoted):]
	}
	return words, nil
}

// joinWords is the inverse of splitWords.
func joinWords(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		quoted[i] = word
		if word == "" || strings.ContainsAny(word, "\"#\\") || strings.ContainsFunc(word, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
			quoted[i] = strconv.Quote(word)
		}
	}
	return strings.Join(quoted, " ")
}

// parseBudget reads "METRIC [of|within SUBJECT] <= NUMBER [UNIT] [+ TOLERANCE]".
func parseBudget(line string) (Budget, error) {
	const form = "a budget looks like: allocations of Parser.parse <= 12,004"
	at := strings.LastIndex(line, "<=")
	if at < 0 {
		return Budget{}, fmt.Errorf("it has no \"<=\"; %s", form)
	}
	name, rest, _ := strings.Cut(strings.TrimSpace(line[:at]), " ")
	metric, err := profiles.ParseMetric(name)
	if err != nil {
		return Budget{}, fmt.Errorf("%w; %s", err, form)
	}
	if metric == profiles.MetricTime {
		return Budget{}, fmt.Errorf("measured time is another in every run; give a budget of cost")
	}
	b := Budget{Metric: metric}
	if b.Subject, err = parseSubject(strings.TrimSpace(rest)); err != nil {
		return Budget{}, err
	}
	limit := line[at+len("<="):]
	number, tolerance, tolerant := strings.Cut(limit, "+")
	lead := len(number) - len(strings.TrimLeft(number, " \t"))
	b.number.from = at + len("<=") + lead
	b.number.to = b.number.from + len(strings.TrimSpace(number))
	if b.AtMost, err = parseAmount(strings.TrimSpace(number), metric); err != nil {
		return Budget{}, err
	}
	if tolerant {
		if b.Tolerance, err = parseTolerance(strings.TrimSpace(tolerance), metric); err != nil {
			return Budget{}, err
		}
	}
	return b, nil
}

func parseSubject(text string) (Subject, error) {
	if text == "" {
		return Subject{}, nil
	}
	preposition, rest, _ := strings.Cut(text, " ")
	if preposition != "of" && preposition != "within" {
		return Subject{}, fmt.Errorf("%q should be \"of\" or \"within\", with a method behind it", preposition)
	}
	s := Subject{Within: preposition == "within"}
	rest = strings.TrimSpace(rest)
	if own, found := strings.CutSuffix(rest, " itself"); found {
		s.Itself, rest = true, strings.TrimSpace(own)
	}
	caller, callee, isEdge := strings.Cut(rest, "->")
	s.Method, s.Callee = strings.TrimSpace(caller), strings.TrimSpace(callee)
	switch {
	case s.Method == "" || isEdge && s.Callee == "":
		return Subject{}, fmt.Errorf("behind %q stands a method such as Parser.parse, or a call such as Parser.parse -> Lexer.next", preposition)
	case strings.Contains(s.Callee, "->"):
		return Subject{}, fmt.Errorf("a call has one caller and one callee")
	case s.Itself && s.Within:
		return Subject{}, fmt.Errorf("\"within\" counts what is called, \"itself\" does not: give \"of ... itself\"")
	}
	for _, method := range []string{s.Method, s.Callee} {
		if method != "" {
			if _, err := parsePattern(method); err != nil {
				return Subject{}, err
			}
		}
	}
	return s, nil
}

// The units of the metrics, the first one for numbers without any.
var (
	timeUnits = []unit{{"ns", 1}, {"us", 1e3}, {"µs", 1e3}, {"ms", 1e6}, {"s", 1e9}}
	byteUnits = []unit{{"B", 1}, {"kB", 1e3}, {"MB", 1e6}, {"GB", 1e9}}
)

type unit struct {
	name string
	size float64
}

func unitsOf(metric profiles.Metric) []unit {
	switch {
	case isTime(metric):
		return timeUnits
	case metric == profiles.MetricBytes:
		return byteUnits
	}
	return []unit{{"", 1}}
}

// parseAmount reads "12,004", "1.2 ms", "16 kB": groups of digits are apart by commas or
// underscores.
func parseAmount(text string, metric profiles.Metric) (uint64, error) {
	digits := strings.TrimLeft(text, "0123456789.,_")
	number, name := text[:len(text)-len(digits)], strings.TrimSpace(digits)
	units := unitsOf(metric)
	size := units[0].size
	if name != "" {
		size = 0
		for _, u := range units {
			if u.name == name {
				size = u.size
			}
		}
	}
	if size == 0 {
		return 0, fmt.Errorf("%q is no unit of %s%s", name, metric, known(units))
	}
	value, err := strconv.ParseFloat(strings.NewReplacer(",", "", "_", "").Replace(number), 64)
	if err != nil || number == "" {
		return 0, fmt.Errorf("%q is not a number: give one such as 12,004%s", text, known(units))
	}
	value *= size
	if value > maxAmount || value != math.Trunc(value) && size == 1 {
		return 0, fmt.Errorf("%q is not a whole number up to %d", text, uint64(maxAmount))
	}
	return uint64(math.Round(value)), nil
}

// known lists units for a sentence.
func known(units []unit) string {
	if len(units) < 2 {
		return ""
	}
	var names []string
	for _, u := range units {
		names = append(names, u.name)
	}
	return " (" + strings.Join(names, ", ") + ")"
}

func parseTolerance(text string, metric profiles.Metric) (Tolerance, error) {
	number, isPercent := strings.CutSuffix(text, "%")
	if !isPercent {
		amount, err := parseAmount(text, metric)
		return Tolerance{Amount: amount}, err
	}
	percent, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || percent < 0 || math.IsInf(percent, 0) || math.IsNaN(percent) {
		return Tolerance{}, fmt.Errorf("%q is no tolerance: give one such as 5%%, or an amount", text)
	}
	return Tolerance{Percent: percent}, nil
}

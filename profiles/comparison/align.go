package comparison

// This file pairs two sequences of which one may have been edited.

// item is an element of a sequence: its place, which an edit in front of it changes, and
// what it is known by.
type item[L comparable] struct {
	place int
	label L
}

// pairs returns for every item of base the index of head's that corresponds to it, -1 for
// none. Items correspond that have the same place and label; but if more do when the
// labels are aligned in order, then the sequence has been edited, and those do, unless one
// stands where it stood behind one that does not: an edit moves all that follows.
func pairs[L comparable](base, head []item[L]) []int {
	inPlace, same := samePlaces(base, head)
	if same == len(base) || same == len(head) {
		return inPlace
	}
	aligned, more := align(base, head)
	if more > same && moved(base, head, aligned) {
		return aligned
	}
	return inPlace
}

// moved tells whether all pairs behind the first one that has moved have moved, too.
func moved[L comparable](base, head []item[L], pair []int) bool {
	behind := false
	for i, at := range pair {
		if at < 0 {
			continue
		}
		if base[i].place != head[at].place {
			behind = true
		} else if behind {
			return false
		}
	}
	return true
}

// samePlaces pairs what has the same place and label, and counts the pairs.
func samePlaces[L comparable](base, head []item[L]) (pair []int, count int) {
	places := make(map[item[L]]int, len(head))
	for i, h := range head {
		places[h] = i
	}
	pair = make([]int, len(base))
	for i, b := range base {
		at, found := places[b]
		if !found {
			pair[i] = -1
			continue
		}
		pair[i] = at
		count++
	}
	return pair, count
}

// maxAlignment bounds the work of an alignment, the product of the lengths of what differs:
// some ten milliseconds. Methods with more calls that differ are the compiled form of
// tables, and longer than any that people edit.
const maxAlignment = 1 << 22

// align pairs the items of a longest common subsequence of the labels, and counts them.
// Beyond maxAlignment it pairs common beginnings and ends only.
func align[L comparable](base, head []item[L]) (pair []int, count int) {
	pair = make([]int, len(base))
	for i := range pair {
		pair[i] = -1
	}
	start := 0
	for start < len(base) && start < len(head) && base[start].label == head[start].label {
		pair[start] = start
		start++
	}
	baseEnd, headEnd := len(base), len(head)
	for baseEnd > start && headEnd > start && base[baseEnd-1].label == head[headEnd-1].label {
		baseEnd--
		headEnd--
		pair[baseEnd] = headEnd
	}
	count = start + len(base) - baseEnd
	b, h := base[start:baseEnd], head[start:headEnd]
	if len(b) == 0 || len(h) == 0 || len(b)*len(h) > maxAlignment {
		return pair, count
	}
	// longest[i*width+j] is the length for what follows i and j (Wagner and Fischer's table).
	width := len(h) + 1
	longest := make([]int32, (len(b)+1)*width)
	for i := len(b) - 1; i >= 0; i-- {
		for j := len(h) - 1; j >= 0; j-- {
			if b[i].label == h[j].label {
				longest[i*width+j] = longest[(i+1)*width+j+1] + 1
			} else {
				longest[i*width+j] = max(longest[(i+1)*width+j], longest[i*width+j+1])
			}
		}
	}
	for i, j := 0, 0; i < len(b) && j < len(h); {
		switch {
		case b[i].label == h[j].label:
			pair[start+i] = start + j
			i, j, count = i+1, j+1, count+1
		case longest[(i+1)*width+j] >= longest[i*width+j+1]:
			i++
		default:
			j++
		}
	}
	return pair, count
}

package jpeg

import (
	"encoding/binary"
	"math/bits"
)

// encoder has the code words of a HuffmanTable, by value.
type encoder struct {
	words [256]uint16
	sizes [256]byte
}

func newEncoder(h *HuffmanTable) (*encoder, error) {
	words, sizes, err := h.codes()
	if err != nil {
		return nil, err
	}
	e := new(encoder)
	for i, word := range words {
		e.words[h.Values[i]], e.sizes[h.Values[i]] = word, sizes[i]
	}
	return e, nil
}

// segment begins a segment with a length that is not known yet; end makes up for it.
func (w *Writer) segment(marker byte) (end func()) {
	w.Out = append(w.Out, 0xFF, marker, 0, 0)
	start := len(w.Out) - 2
	return func() { binary.BigEndian.PutUint16(w.Out[start:], uint16(len(w.Out)-start)) }
}

// begin writes what comes before the scan: tables in the order in which components need them, and the headers.
func (w *Writer) begin() {
	wide := false
	var divisors [maxTables]bool
	for i := range w.components {
		table := w.components[i].table
		if w.writeDivisors(table, w.p.OmitDivisors || divisors[table]) {
			wide = true
		}
		divisors[table] = true
	}
	marker := byte(markerSOF0)
	if wide {
		marker = markerSOF1
	}
	end := w.segment(marker)
	w.Out = append(w.Out, 8, byte(w.p.Height>>8), byte(w.p.Height), byte(w.p.Width>>8), byte(w.p.Width), byte(len(w.components)))
	for _, c := range w.p.Components {
		w.Out = append(w.Out, c.ID, byte(c.Horizontal<<4|c.Vertical), byte(c.Divisors))
	}
	end()
	var codes [maxTables]bool
	for _, c := range w.components {
		if !w.p.OmitCodes && !codes[c.dcTable] {
			w.writeCodes(0, c.dcTable, w.p.DC[c.dcTable])
			w.writeCodes(1, c.acTable, w.p.AC[c.acTable])
		}
		codes[c.dcTable] = true
	}
	if w.p.Restart > 0 {
		end = w.segment(markerDRI)
		w.Out = binary.BigEndian.AppendUint16(w.Out, uint16(w.p.Restart))
		end()
	}
	end = w.segment(markerSOS)
	w.Out = append(w.Out, byte(len(w.components)))
	for _, c := range w.components {
		w.Out = append(w.Out, c.id, byte(c.dcTable<<4|c.acTable))
	}
	w.Out = append(w.Out, 0, blockSize-1, 0)
	end()
}

// writeDivisors writes a table, unless it is to be omitted, and reports whether it has numbers of more than a byte.
func (w *Writer) writeDivisors(index int, omit bool) (wide bool) {
	table := w.p.Divisors[index]
	for _, v := range table {
		wide = wide || v > 0xFF
	}
	if omit {
		return wide
	}
	end := w.segment(markerDQT)
	precision := 0
	if wide {
		precision = 1
	}
	w.Out = append(w.Out, byte(precision<<4|index))
	for _, place := range zigzag {
		if wide {
			w.Out = append(w.Out, byte(table[place]>>8))
		}
		w.Out = append(w.Out, byte(table[place]))
	}
	end()
	return wide
}

func (w *Writer) writeCodes(kind, index int, table *HuffmanTable) {
	end := w.segment(markerDHT)
	w.Out = append(w.Out, byte(kind<<4|index))
	w.Out = append(w.Out, table.Lengths[1:]...)
	w.Out = append(w.Out, table.Values...)
	end()
}

// Tables is a file that has only tables.
func Tables(divisors []*QuantisationTable, dc, ac []*HuffmanTable) []byte {
	w := &Writer{Out: []byte{0xFF, markerSOI}}
	for i, table := range divisors {
		w.p.Divisors[i] = table
		w.writeDivisors(i, false)
	}
	for i := range max(len(dc), len(ac)) {
		if i < len(dc) {
			w.writeCodes(0, i, dc[i])
		}
		if i < len(ac) {
			w.writeCodes(1, i, ac[i])
		}
	}
	return append(w.Out, 0xFF, markerEOI)
}

// put writes the lowest n bits of v, at most 16.
func (w *Writer) put(v uint32, n uint) {
	w.bits = w.bits<<n | uint64(v)&(1<<n-1)
	w.bitCount += n
	for w.bitCount >= 8 {
		w.bitCount -= 8
		b := byte(w.bits >> w.bitCount)
		w.Out = append(w.Out, b)
		if b == 0xFF {
			w.Out = append(w.Out, 0)
		}
	}
}

// pad fills the last byte with ones.
func (w *Writer) pad() {
	if w.bitCount > 0 {
		w.put(0xFF, 8-w.bitCount)
	}
}

// restart writes a restart marker, when it is time.
func (w *Writer) restart() {
	if w.p.Restart == 0 {
		return
	}
	if w.units == 0 {
		w.pad()
		w.Out = append(w.Out, 0xFF, markerRST0+w.restarts)
		w.restarts = (w.restarts + 1) & 7
		w.prediction = [maxComponents]int32{}
		w.units = w.p.Restart
	}
	w.units--
}

// end writes what comes behind the scan.
func (w *Writer) end() {
	w.pad()
	w.Out = append(w.Out, 0xFF, markerEOI)
}

// number writes a code, and the number that it says the length of.
func (w *Writer) number(e *encoder, zeros uint, v int32) {
	magnitude := uint32(max(v, -v))
	n := uint(bits.Len32(magnitude))
	symbol := zeros<<4 | n
	w.put(uint32(e.words[symbol]), uint(e.sizes[symbol]))
	if v < 0 {
		v--
	}
	w.put(uint32(v), n)
}

// block writes the coefficients of a block.
func (w *Writer) block(i int, c *component, block *[blockSize]int32) {
	dc, ac := w.codes[c.dcTable][0], w.codes[c.acTable][1]
	w.number(dc, 0, block[0]-w.prediction[i])
	w.prediction[i] = block[0]
	zeros := uint(0)
	for _, place := range zigzag[1:] {
		v := block[place]
		if v == 0 {
			zeros++
			continue
		}
		for ; zeros > 15; zeros -= 16 {
			w.put(uint32(ac.words[0xF0]), uint(ac.sizes[0xF0]))
		}
		w.number(ac, zeros, v)
		zeros = 0
	}
	if zeros > 0 {
		w.put(uint32(ac.words[0]), uint(ac.sizes[0]))
	}
}

package jpeg

// scan is one pass over some of the components.
type scan struct {
	r                 *Reader
	bits              bitReader
	components        []*component
	first, last       int // coefficients, in the order of the file
	high, low         uint
	prediction        [maxComponents]int32
	endOfBand         int // blocks that have no more coefficients in this band
	unitsUntilRestart int
}

// ReadImage reads the coefficients of the image whose header has been read, up to its end.
func (r *Reader) ReadImage() error {
	for i := range r.components {
		c := &r.components[i]
		c.coefficients = make([]int16, c.stride*c.allRows*blockSize)
	}
	scans := 0
	for {
		marker, content, err := r.segment()
		if err != nil {
			return err
		}
		switch {
		case marker == markerEOI:
			if scans == 0 {
				return errorf("Invalid JPEG file structure: missing SOS marker")
			}
			return nil
		case marker == markerSOS:
			s, err := r.newScan(content)
			if err != nil {
				return err
			}
			if err := s.read(); err != nil {
				return err
			}
			scans++
		default:
			if err := r.table(marker, content); err != nil {
				return err
			}
		}
	}
}

func (r *Reader) newScan(content []byte) (*scan, error) {
	if len(content) < 1 || len(content) != 4+2*int(content[0]) || content[0] < 1 || content[0] > maxComponents {
		return nil, errorf("Bogus marker length")
	}
	s := &scan{r: r, unitsUntilRestart: r.restart}
	for i := range int(content[0]) {
		spec := content[1+2*i:]
		var found *component
		for j := range r.components {
			if r.components[j].id == spec[0] {
				found = &r.components[j]
				break
			}
		}
		if found == nil {
			return nil, errorf("Invalid component ID %d in SOS", spec[0])
		}
		found.dcTable, found.acTable = int(spec[1]>>4), int(spec[1]&15)
		if found.dcTable >= maxTables || found.acTable >= maxTables {
			return nil, errorf("Huffman table 0x%02x was not defined", spec[1])
		}
		s.components = append(s.components, found)
	}
	tail := content[len(content)-3:]
	s.first, s.last, s.high, s.low = int(tail[0]), int(tail[1]), uint(tail[2]>>4), uint(tail[2]&15)
	if !r.header.Progressive {
		s.first, s.last, s.high, s.low = 0, blockSize-1, 0, 0
	}
	if s.first > s.last || s.last >= blockSize || s.low > 13 || s.first == 0 && s.last != 0 && r.header.Progressive ||
		s.first > 0 && len(s.components) != 1 {
		return nil, errorf("Invalid progressive parameters Ss=%d Se=%d Ah=%d Al=%d", s.first, s.last, s.high, s.low)
	}
	for _, c := range s.components {
		if s.first == 0 && s.high == 0 && r.dc[c.dcTable] == nil {
			return nil, errorf("Huffman table 0x%02x was not defined", c.dcTable)
		}
		if s.last > 0 && r.ac[c.acTable] == nil {
			return nil, errorf("Huffman table 0x%02x was not defined", c.acTable)
		}
	}
	s.bits = bitReader{data: r.data, at: r.at}
	return s, nil
}

// read reads all blocks of the scan, unit by unit if it has several components.
func (s *scan) read() error {
	rows, columns := s.r.unitRows, s.r.unitColumns
	single := len(s.components) == 1
	if single {
		rows, columns = s.components[0].rows, s.components[0].columns
	}
	for row := range rows {
		for column := range columns {
			s.restart()
			if s.bits.starved {
				continue // what is missing stays 0
			}
			if single {
				s.block(0, s.components[0], row, column)
				continue
			}
			for i, c := range s.components {
				for v := range c.v {
					for h := range c.h {
						s.block(i, c, row*c.v+v, column*c.h+h)
					}
				}
			}
		}
		if s.r.Progress != nil {
			s.r.Progress()
		}
	}
	s.r.at = s.bits.at
	s.r.broken = s.r.broken || s.bits.starved
	return nil
}

// restart begins anew after a marker, when it is time.
func (s *scan) restart() {
	if s.r.restart == 0 {
		return
	}
	if s.unitsUntilRestart > 0 {
		s.unitsUntilRestart--
		return
	}
	s.unitsUntilRestart = s.r.restart - 1
	data, at := s.bits.data, s.bits.at
	for at+1 < len(data) && (data[at] != 0xFF || data[at+1] == 0 || data[at+1] == 0xFF) {
		at++
	}
	if at+1 < len(data) && data[at+1] >= markerRST0 && data[at+1] <= markerRST7 {
		s.bits.at = at + 2
		s.bits.align()
	} else {
		s.bits.count, s.bits.padding, s.bits.starved = 0, 0, true
	}
	s.prediction = [maxComponents]int32{}
	s.endOfBand = 0
}

// block reads what the scan has of a block.
func (s *scan) block(i int, c *component, row, column int) {
	at := (row*c.stride + column) * blockSize
	b := c.coefficients[at : at+blockSize : at+blockSize]
	switch {
	case !s.r.header.Progressive:
		s.sequential(i, c, b)
	case s.first == 0 && s.high == 0:
		s.prediction[i] += s.difference(c)
		b[0] = int16(s.prediction[i] << s.low)
	case s.first == 0:
		if s.bits.take(1) != 0 {
			b[0] |= 1 << s.low
		}
	case s.high == 0:
		s.firstPass(c, b)
	default:
		s.refine(c, b)
	}
}

// difference reads by how much a first coefficient differs from the one before.
func (s *scan) difference(c *component) int32 {
	n := uint(s.r.dc[c.dcTable].next(&s.bits) & 15)
	return extended(s.bits.take(n), n)
}

func (s *scan) sequential(i int, c *component, b []int16) {
	s.prediction[i] += s.difference(c)
	b[0] = int16(s.prediction[i])
	codes := s.r.ac[c.acTable]
	for k := 1; k < blockSize; k++ {
		symbol := codes.next(&s.bits)
		zeros, n := int(symbol>>4), uint(symbol&15)
		if n == 0 {
			if zeros != 15 {
				break
			}
			k += 15
			continue
		}
		k += zeros
		v := extended(s.bits.take(n), n)
		if k < blockSize {
			b[zigzag[k]] = int16(v)
		}
	}
}

// firstPass reads the upper bits of a band of coefficients.
func (s *scan) firstPass(c *component, b []int16) {
	if s.endOfBand > 0 {
		s.endOfBand--
		return
	}
	codes := s.r.ac[c.acTable]
	for k := s.first; k <= s.last; k++ {
		symbol := codes.next(&s.bits)
		zeros, n := int(symbol>>4), uint(symbol&15)
		if n == 0 {
			if zeros != 15 {
				s.endOfBand = 1<<zeros - 1 + int(s.bits.take(uint(zeros)))
				return
			}
			k += 15
			continue
		}
		k += zeros
		v := extended(s.bits.take(n), n)
		if k < blockSize {
			b[zigzag[k]] = int16(v << s.low)
		}
	}
}

// refine reads one more bit of a band of coefficients.
func (s *scan) refine(c *component, b []int16) {
	one, minus := int16(1)<<s.low, int16(-1)<<s.low
	improve := func(k int) {
		v := &b[zigzag[k]]
		if s.bits.take(1) != 0 && *v&one == 0 {
			if *v >= 0 {
				*v += one
			} else {
				*v += minus
			}
		}
	}
	k := s.first
	if s.endOfBand == 0 {
		codes := s.r.ac[c.acTable]
		for ; k <= s.last; k++ {
			symbol := codes.next(&s.bits)
			zeros, n := int(symbol>>4), symbol&15
			value := int16(0)
			if n != 0 {
				value = minus
				if s.bits.take(1) != 0 {
					value = one
				}
			} else if zeros != 15 {
				s.endOfBand = 1<<zeros + int(s.bits.take(uint(zeros)))
				break
			}
			for ; k <= s.last; k++ {
				if b[zigzag[k]] != 0 {
					improve(k)
				} else if zeros--; zeros < 0 {
					break
				}
			}
			if value != 0 && k < blockSize {
				b[zigzag[k]] = value
			}
		}
	}
	if s.endOfBand > 0 {
		for ; k <= s.last; k++ {
			if b[zigzag[k]] != 0 {
				improve(k)
			}
		}
		s.endOfBand--
	}
}

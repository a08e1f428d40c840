package jpeg

// Component says how a component is written.
type Component struct {
	ID                   byte
	Horizontal, Vertical int // sampling factors, from 1 to 4
	Divisors             int // which of the tables
}

// Parameters say how an image is written: sequentially, in one scan.
type Parameters struct {
	Width, Height int
	From, To      ColorSpace // of the rows, and of what is written
	Components    []Component
	Divisors      [maxTables]*QuantisationTable
	DC, AC        [maxTables]*HuffmanTable
	OmitDivisors  bool // the reader has them
	OmitCodes     bool
	Restart       int // units between restart markers, or 0
}

// Writer makes a file of rows of pixels. What it has written so far is in Out, from where it may be taken.
type Writer struct {
	Out []byte

	p           Parameters
	components  []component
	converter   func(pixel []byte)
	codes       [maxTables][2]*encoder
	started     bool
	maxH, maxV  int
	unitColumns int
	rows        [][]byte // of the row of units that is being collected, for each component
	filled      int
	row         int
	bits        uint64
	bitCount    uint
	prediction  [maxComponents]int32
	units       int // until the next restart
	restarts    byte
}

// NewWriter begins a file. It reports parameters that no JPEG file can have.
func NewWriter(p Parameters) (*Writer, error) {
	if p.Width < 1 || p.Height < 1 || p.Width > 0xFFFF || p.Height > 0xFFFF {
		return nil, errorf("Maximum supported image dimension is %d pixels", 65500)
	}
	if len(p.Components) < 1 || len(p.Components) > maxComponents {
		return nil, errorf("Too many color components: %d, max %d", len(p.Components), maxComponents)
	}
	if n := p.From.components(); n != 0 && n != len(p.Components) {
		return nil, errorf("Bogus input colorspace")
	}
	if n := p.To.components(); n != 0 && n != len(p.Components) {
		return nil, errorf("Bogus JPEG colorspace")
	}
	w := &Writer{p: p, Out: []byte{0xFF, markerSOI}, units: p.Restart}
	var err error
	if w.converter, err = writeConversion(p.From, p.To); err != nil {
		return nil, err
	}
	for i, c := range p.Components {
		if c.Horizontal < 1 || c.Vertical < 1 || c.Horizontal > maxSampling || c.Vertical > maxSampling {
			return nil, errorf("Bogus sampling factors")
		}
		if c.Divisors < 0 || c.Divisors >= maxTables || p.Divisors[c.Divisors] == nil {
			return nil, errorf("Quantization table 0x%02x was not defined", c.Divisors)
		}
		set := 0
		if (p.To == YCbCr || p.To == YCCK) && (i == 1 || i == 2) {
			set = 1
		}
		if p.DC[set] == nil || p.AC[set] == nil {
			return nil, errorf("Huffman table 0x%02x was not defined", set)
		}
		for kind, table := range [2]*HuffmanTable{p.DC[set], p.AC[set]} {
			if w.codes[set][kind], err = newEncoder(table); err != nil {
				return nil, err
			}
		}
		w.components = append(w.components, component{id: c.ID, h: c.Horizontal, v: c.Vertical, table: c.Divisors, dcTable: set, acTable: set})
	}
	if len(w.components) == 1 {
		w.components[0].h, w.components[0].v = 1, 1 // as its blocks are coded one by one
	}
	w.maxH, w.maxV, w.unitColumns, _ = layout(p.Width, p.Height, w.components)
	for i := range w.components {
		if c := &w.components[i]; w.maxH%c.h != 0 || w.maxV%c.v != 0 {
			return nil, errorf("Fractional sampling not implemented yet")
		}
		w.rows = append(w.rows, make([]byte, w.unitColumns*w.maxH*blockSide*w.maxV*blockSide))
	}
	return w, nil
}

// writeConversion is what makes a pixel of a colour space one that is written, in its place.
func writeConversion(from, to ColorSpace) (func(pixel []byte), error) {
	switch {
	case from == to, from == YCbCr && to == Gray:
		return func([]byte) {}, nil
	case from == RGB && (to == YCbCr || to == Gray):
		return toYCbCr, nil
	case from == CMYK && to == YCCK:
		return func(pixel []byte) {
			for i := range 3 {
				pixel[i] = maxSample - pixel[i]
			}
			toYCbCr(pixel)
		}, nil
	}
	return nil, errorf("Unsupported color conversion request")
}

// toYCbCr converts from RGB, with 16 bits of fraction.
func toYCbCr(pixel []byte) {
	const half, middle = 1 << 15, centre<<16 + 1<<15 - 1
	r, g, b := int32(pixel[0]), int32(pixel[1]), int32(pixel[2])
	pixel[0] = byte((19595*r + 38470*g + 7471*b + half) >> 16)
	pixel[1] = byte((-11059*r - 21709*g + 32768*b + middle) >> 16)
	pixel[2] = byte((32768*r - 27439*g - 5329*b + middle) >> 16)
}

// stride is the distance between rows of pixels that are being collected.
func (w *Writer) stride() int { return w.unitColumns * w.maxH * blockSide }

// Add writes the next row of pixels, with all components of one after the other. It changes them.
func (w *Writer) Add(pixels []byte) {
	if !w.started {
		w.started = true
		w.begin()
	}
	n := len(pixels) / w.p.Width
	for x := range w.p.Width {
		pixel := pixels[x*n : x*n+n]
		w.converter(pixel)
		for i := range w.components {
			w.rows[i][w.filled*w.stride()+x] = pixel[i]
		}
	}
	for i := range w.components {
		line := w.rows[i][w.filled*w.stride() : (w.filled+1)*w.stride()]
		for x := w.p.Width; x < len(line); x++ {
			line[x] = line[w.p.Width-1]
		}
	}
	w.filled++
	w.row++
	if w.filled == w.maxV*blockSide || w.row == w.p.Height {
		w.flush()
	}
}

// flush writes the row of units that has been collected, of which the last may not be full.
func (w *Writer) flush() {
	stride, missing := w.stride(), w.filled%w.maxV
	for i := range w.rows { // up to whole samples, by the last row
		for y := w.filled; missing != 0 && y < w.filled-missing+w.maxV; y++ {
			copy(w.rows[i][y*stride:(y+1)*stride], w.rows[i][(y-1)*stride:y*stride])
		}
	}
	full := ceilDiv(w.filled, w.maxV) // rows of samples of a component with a factor of 1
	var planes []plane
	for i := range w.components {
		c := &w.components[i]
		p := w.downsampled(c, w.rows[i])
		for y := full * c.v; y < c.v*blockSide; y++ {
			copy(p.samples[y*p.stride:(y+1)*p.stride], p.samples[(y-1)*p.stride:y*p.stride])
		}
		planes = append(planes, p)
	}
	unitRow := (w.row - 1) / (w.maxV * blockSide)
	for column := range w.unitColumns {
		w.restart()
		w.unit(planes, unitRow, column)
	}
	w.filled = 0
	if w.row == w.p.Height {
		w.end()
	}
}

// downsampled makes the samples of a component of the rows that have been collected.
func (w *Writer) downsampled(c *component, in []byte) plane {
	h, v, from := w.maxH/c.h, w.maxV/c.v, w.stride()
	p := plane{stride: c.stride * blockSide}
	p.samples = make([]byte, p.stride*c.v*blockSide)
	for y := range ceilDiv(w.filled, w.maxV) * c.v {
		for x := range p.stride {
			sum := 0
			for dy := range v {
				for dx := range h {
					sum += int(in[(y*v+dy)*from+x*h+dx])
				}
			}
			// Halves are rounded down and up in turns, where there are two or four.
			bias := h * v / 2
			switch {
			case h == 2 && v == 1:
				bias = x & 1
			case h == 2 && v == 2:
				bias = 1 + x&1
			}
			p.samples[y*p.stride+x] = byte((sum + bias) / (h * v))
		}
	}
	return p
}

// unit writes the blocks of a unit. Of those outside of the image only the first coefficient is not 0: it is that of the block before.
func (w *Writer) unit(planes []plane, unitRow, unitColumn int) {
	for i := range w.components {
		c := &w.components[i]
		last := int32(0)
		for v := range c.v {
			for h := range c.h {
				var block [blockSize]int32
				row, column := unitRow*c.v+v, unitColumn*c.h+h
				if row < c.rows && column < c.columns {
					w.quantised(&block, &planes[i], v, column, w.p.Divisors[c.table])
					last = block[0]
				} else {
					block[0] = last
				}
				w.block(i, c, &block)
			}
		}
	}
}

// quantised computes the coefficients of a block of a plane.
func (w *Writer) quantised(block *[blockSize]int32, p *plane, row, column int, divisors *QuantisationTable) {
	for y := range blockSide {
		line := p.samples[(row*blockSide+y)*p.stride+column*blockSide:]
		for x := range blockSide {
			block[y*blockSide+x] = int32(line[x]) - centre
		}
	}
	transform(block)
	for i, v := range block {
		divisor := int32(divisors[i]) * blockSide
		if v < 0 {
			block[i] = -((-v + divisor/2) / divisor)
		} else {
			block[i] = (v + divisor/2) / divisor
		}
	}
}

package jpeg

import (
	"bytes"
	"encoding/binary"
)

// Header is what a file says of its image before the samples.
type Header struct {
	Width, Height int
	Space         ColorSpace // of the components
	Output        ColorSpace // that programs want by default
	Components    int
	Profile       []byte // the ICC profile, or nil
	Progressive   bool
}

// Reader reads the images of a stream. Tables stay from one image to the next.
type Reader struct {
	data   []byte
	at     int
	header Header

	divisors   [maxTables]*QuantisationTable
	dc, ac     [maxTables]*decoder
	restart    int // units between two restarts, or 0
	components []component
	maxH, maxV int
	unitColumns,
	unitRows int
	jfif, adobe, exif bool
	adobeTransform    byte
	profiles          map[byte][]byte
	broken            bool // there is less of the image than there should be

	// Progress is called after each row of units; nil: nothing is.
	Progress func()
}

// Feed gives the reader the rest of a stream, from the beginning of an image.
func (r *Reader) Feed(data []byte) { r.data, r.at = data, 0 }

// Left is how many bytes there are behind what has been read.
func (r *Reader) Left() int { return len(r.data) - r.at }

// Broken tells whether the image has ended before its time.
func (r *Reader) Broken() bool { return r.broken }

// SetDivisors and SetCodes set tables that the image does not bring itself.
func (r *Reader) SetDivisors(i int, table *QuantisationTable) { r.divisors[i&(maxTables-1)] = table }

// SetCodes sets a code for the first or the other coefficients.
func (r *Reader) SetCodes(ac bool, i int, table *HuffmanTable) error {
	d, err := newDecoder(table)
	if err != nil {
		return err
	}
	r.codes(ac)[i&(maxTables-1)] = d
	return nil
}

func (r *Reader) codes(ac bool) *[maxTables]*decoder {
	if ac {
		return &r.ac
	}
	return &r.dc
}

// ReadHeader reads up to the first scan. It returns nil for a stream that has only tables.
func (r *Reader) ReadHeader() (*Header, error) {
	if len(r.data)-r.at < 2 || r.data[r.at] != 0xFF || r.data[r.at+1] != markerSOI {
		if len(r.data)-r.at < 2 {
			return nil, errorf("Image format Error: the stream ends before the image begins")
		}
		return nil, errorf("Not a JPEG file: starts with 0x%02x 0x%02x", r.data[r.at], r.data[r.at+1])
	}
	r.at += 2
	progress := r.Progress
	*r = Reader{data: r.data, at: r.at, divisors: r.divisors, dc: r.dc, ac: r.ac, Progress: progress, profiles: map[byte][]byte{}}
	for {
		marker, segment, err := r.segment()
		if err != nil {
			return nil, err
		}
		switch marker {
		case markerEOI:
			if r.components == nil {
				return nil, nil
			}
			return nil, errorf("Invalid JPEG file structure: missing SOS marker")
		case markerSOS:
			if r.components == nil {
				return nil, errorf("Invalid JPEG file structure: SOS before SOF")
			}
			r.at -= len(segment) + 4 // for ReadImage
			r.header.Space, r.header.Output = r.spaces()
			r.header.Profile = r.profile()
			return &r.header, nil
		}
		if err := r.table(marker, segment); err != nil {
			return nil, err
		}
	}
}

// segment reads a marker and what belongs to it.
func (r *Reader) segment() (marker byte, content []byte, err error) {
	for {
		next := bytes.IndexByte(r.data[r.at:], 0xFF)
		if next < 0 {
			r.at = len(r.data)
			r.broken = true
			return markerEOI, nil, nil
		}
		for r.at += next; r.at < len(r.data) && r.data[r.at] == 0xFF; {
			r.at++
		}
		if r.at == len(r.data) {
			r.broken = true
			return markerEOI, nil, nil
		}
		marker = r.data[r.at]
		r.at++
		if marker != 0 {
			break
		}
	}
	if marker == markerEOI || marker == markerTEM || marker >= markerRST0 && marker <= markerSOI {
		return marker, nil, nil
	}
	if len(r.data)-r.at < 2 {
		r.at, r.broken = len(r.data), true
		return markerEOI, nil, nil
	}
	length := int(binary.BigEndian.Uint16(r.data[r.at:]))
	if length < 2 {
		return 0, nil, errorf("Bogus marker length")
	}
	if length > len(r.data)-r.at {
		r.at, r.broken = len(r.data), true
		return markerEOI, nil, nil
	}
	content = r.data[r.at+2 : r.at+length]
	r.at += length
	return marker, content, nil
}

// table takes in a segment that comes before a scan.
func (r *Reader) table(marker byte, content []byte) error {
	switch marker {
	case markerSOF0, markerSOF1, markerSOF2:
		r.header.Progressive = marker == markerSOF2
		return r.frame(content)
	case markerDQT:
		return r.readDivisors(content)
	case markerDHT:
		return r.readCodes(content)
	case markerDRI:
		if len(content) != 2 {
			return errorf("Bogus marker length")
		}
		r.restart = int(binary.BigEndian.Uint16(content))
	case markerAPP0:
		r.jfif = r.jfif || bytes.HasPrefix(content, []byte("JFIF\x00")) && len(content) >= 14
	case markerAPP1:
		r.exif = r.exif || bytes.HasPrefix(content, []byte("Exif\x00"))
	case markerAPP14:
		if bytes.HasPrefix(content, []byte("Adobe")) && len(content) >= 12 {
			r.adobe, r.adobeTransform = true, content[11]
		}
	case markerAPP2:
		const signature = "ICC_PROFILE\x00"
		if bytes.HasPrefix(content, []byte(signature)) && len(content) >= len(signature)+2 {
			r.profiles[content[len(signature)]] = content[len(signature)+2:]
		}
	default:
		if marker > markerSOF2 && marker <= markerSOF15 && marker != markerJPG && marker != markerDAC {
			return errorf("Unsupported JPEG process: SOF type 0x%02x", marker)
		}
	}
	return nil
}

// profile puts the parts of an ICC profile together.
func (r *Reader) profile() (all []byte) {
	for i := 1; i <= len(r.profiles); i++ {
		part, ok := r.profiles[byte(i)]
		if !ok {
			return nil
		}
		all = append(all, part...)
	}
	return all
}

func (r *Reader) frame(content []byte) error {
	const fixed, each = 6, 3
	if r.components != nil {
		return errorf("Invalid JPEG file structure: two SOF markers")
	}
	if len(content) < fixed || len(content) != fixed+each*int(content[5]) {
		return errorf("Bogus marker length")
	}
	if content[0] != 8 {
		return errorf("Unsupported JPEG data precision %d", content[0])
	}
	h := &r.header
	h.Height, h.Width = int(binary.BigEndian.Uint16(content[1:])), int(binary.BigEndian.Uint16(content[3:]))
	h.Components = int(content[5])
	if h.Height == 0 || h.Width == 0 || h.Components == 0 {
		return errorf("Empty JPEG image (DNL not supported)")
	}
	if h.Components > maxComponents {
		return errorf("Too many color components: %d, max %d", h.Components, maxComponents)
	}
	r.components = make([]component, h.Components)
	for i := range r.components {
		spec := content[fixed+each*i:]
		c := component{id: spec[0], h: int(spec[1] >> 4), v: int(spec[1] & 15), table: int(spec[2])}
		if c.h < 1 || c.v < 1 || c.h > maxSampling || c.v > maxSampling {
			return errorf("Bogus sampling factors")
		}
		r.components[i] = c
	}
	r.maxH, r.maxV, r.unitColumns, r.unitRows = layout(h.Width, h.Height, r.components)
	return nil
}

func (r *Reader) readDivisors(content []byte) error {
	for len(content) > 0 {
		index, size := content[0]&15, 1+int(content[0]>>4)
		content = content[1:]
		if index >= maxTables || size > 2 {
			return errorf("Bogus DQT index %d", index)
		}
		if len(content) < blockSize*size {
			return errorf("Bogus marker length")
		}
		table := new(QuantisationTable)
		for i, place := range zigzag {
			if size == 1 {
				table[place] = uint16(content[i])
			} else {
				table[place] = binary.BigEndian.Uint16(content[2*i:])
			}
		}
		r.divisors[index] = table
		content = content[blockSize*size:]
	}
	return nil
}

func (r *Reader) readCodes(content []byte) error {
	const fixed = 17
	for len(content) > 0 {
		if len(content) < fixed {
			return errorf("Bogus marker length")
		}
		var table HuffmanTable
		copy(table.Lengths[1:], content[1:fixed])
		count := 0
		for _, n := range table.Lengths {
			count += int(n)
		}
		if count > 256 || count > len(content)-fixed {
			return errTable
		}
		index := int(content[0] & 15)
		if index >= maxTables || content[0]>>4 > 1 {
			return errorf("Bogus DHT index %d", content[0])
		}
		table.Values = bytes.Clone(content[fixed : fixed+count])
		if err := r.SetCodes(content[0]>>4 == 1, index, &table); err != nil {
			return err
		}
		content = content[fixed+count:]
	}
	return nil
}

// spaces are what the components mean, by the rules of the IJG's library with those that JDKs add, and what programs get by default.
func (r *Reader) spaces() (own, output ColorSpace) {
	c := r.components
	switch len(c) {
	case 1:
		return Gray, Gray
	case 3:
		ids := [3]byte{c[0].id, c[1].id, c[2].id}
		alike := c[1].h == c[0].h && c[2].h == c[0].h && c[1].v == c[0].v && c[2].v == c[0].v
		switch {
		case r.jfif:
			if r.adobe && r.adobeTransform != 1 {
				return Unknown, Unknown
			}
		case r.adobe && r.adobeTransform == 0:
			return RGB, RGB
		case r.adobe && r.adobeTransform != 1:
			return Unknown, Unknown
		case r.adobe || ids == [3]byte{1, 2, 3}:
		case ids == [3]byte{'R', 'G', 'B'}, alike && !r.exif:
			return RGB, RGB
		}
		return YCbCr, RGB
	case 4:
		switch {
		case r.adobe && r.adobeTransform == 0, !r.adobe:
			if c[1].h > c[0].h && c[2].h > c[0].h || c[1].v > c[0].v && c[2].v > c[0].v {
				return YCCK, CMYK
			}
			return CMYK, CMYK
		case r.adobeTransform == 2:
			return YCCK, CMYK
		}
		return Unknown, Unknown
	}
	return Unknown, Unknown
}

// Memory is how many bytes it takes to read the image, about.
func (r *Reader) Memory() uint64 {
	blocks := 0
	for i := range r.components {
		blocks += r.components[i].stride * r.components[i].allRows
	}
	return uint64(blocks) * (2*blockSize + blockSize)
}

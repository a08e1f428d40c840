package jpeg

import (
	"bytes"
	"testing"
)

// flat is a table of equal divisors, and someCodes codes of 8 bits for all values that the tests need, as files may have them.
func flat(divisor uint16) *QuantisationTable {
	table := new(QuantisationTable)
	for i := range table {
		table[i] = divisor
	}
	return table
}

func someCodes() *HuffmanTable {
	table := new(HuffmanTable)
	table.Lengths[8] = 250
	for i := range 250 {
		table.Values = append(table.Values, byte(i))
	}
	return table
}

// written is a file with an image in which each pixel differs from its neighbours.
func written(t testing.TB, width, height int, to ColorSpace, sampling int, restart int) []byte {
	t.Helper()
	p := Parameters{Width: width, Height: height, From: RGB, To: to, Restart: restart}
	p.Divisors[0], p.DC[0], p.AC[0], p.DC[1], p.AC[1] = flat(1), someCodes(), someCodes(), someCodes(), someCodes()
	for i := range 3 {
		p.Components = append(p.Components, Component{ID: byte(i + 1), Horizontal: 1, Vertical: 1})
	}
	p.Components[0].Horizontal, p.Components[0].Vertical = sampling, sampling
	w, err := NewWriter(p)
	if err != nil {
		t.Fatal(err)
	}
	for y := range height {
		w.Add(pixels(width, y))
	}
	return w.Out
}

func pixels(width, y int) []byte {
	row := make([]byte, 3*width)
	for x := range width {
		row[3*x], row[3*x+1], row[3*x+2] = byte(40+3*x), byte(200-2*y), byte(90+x+y)
	}
	return row
}

// read gives the pixels of a file.
func read(data []byte, output ColorSpace) (rows [][]byte, header *Header, err error) {
	var r Reader
	r.Feed(data)
	if header, err = r.ReadHeader(); err != nil || header == nil {
		return nil, header, err
	}
	const most = 1 << 20 // pixels, of the images that the tests look at
	if header.Width*header.Height > most {
		return nil, header, nil
	}
	if err = r.ReadImage(); err != nil {
		return nil, header, err
	}
	image, err := r.Image(output)
	if err != nil {
		return nil, header, err
	}
	for y := range header.Height {
		row := make([]byte, header.Width*image.Components())
		image.Row(y, row)
		rows = append(rows, row)
	}
	return rows, header, nil
}

// TestThereAndBack reads what it has written: with divisors of 1 little gets lost.
func TestThereAndBack(t *testing.T) {
	for _, c := range []struct{ width, height, sampling, restart, tolerance int }{
		{1, 1, 1, 0, 4}, {8, 8, 1, 0, 4}, {17, 9, 1, 2, 4}, {33, 20, 2, 0, 6}, {16, 16, 2, 1, 6},
	} {
		rows, header, err := read(written(t, c.width, c.height, YCbCr, c.sampling, c.restart), RGB)
		if err != nil {
			t.Fatal(err)
		}
		if header.Width != c.width || header.Height != c.height || header.Space != YCbCr || header.Progressive {
			t.Errorf("header %+v", header)
		}
		for y, row := range rows {
			for i, want := range pixels(c.width, y) {
				if difference := int(row[i]) - int(want); difference > c.tolerance || difference < -c.tolerance {
					t.Fatalf("%+v: component %d of row %d is %d, want about %d", c, i, y, row[i], want)
				}
			}
		}
	}
}

// TestErrors reads what is no image, and one that has been cut off.
func TestErrors(t *testing.T) {
	file := written(t, 40, 40, YCbCr, 2, 0)
	if _, _, err := read(file[1:], RGB); err == nil {
		t.Error("a file without its first byte has been read")
	}
	if rows, _, err := read(file[:len(file)-40], RGB); err != nil || len(rows) != 40 {
		t.Errorf("a file without its end: %d rows, %v", len(rows), err)
	}
	if _, err := NewWriter(Parameters{Width: 1, Height: 1, From: RGB, To: YCbCr, Components: make([]Component, 4)}); err == nil {
		t.Error("a pixel of RGB with four components has been written")
	}
	var r Reader
	r.Feed(Tables([]*QuantisationTable{flat(7)}, []*HuffmanTable{someCodes()}, nil))
	if header, err := r.ReadHeader(); header != nil || err != nil || r.Left() != 0 || r.divisors[0][5] != 7 {
		t.Errorf("a file of tables: %v, %v", header, err)
	}
}

// FuzzRead reads wild files: nothing of them makes the reader panic.
func FuzzRead(f *testing.F) {
	f.Add(written(f, 17, 9, YCbCr, 2, 3))
	f.Add(bytes.Replace(written(f, 16, 8, RGB, 1, 0), []byte{0xFF, markerSOF0}, []byte{0xFF, markerSOF2}, 1))
	f.Fuzz(func(_ *testing.T, data []byte) {
		_, _, _ = read(data, RGB)
		_, _, _ = read(data, Unknown)
	})
}

//go:build unix

package natives

import (
	"math"

	"hotlens/vm/interpreter"
	"hotlens/vm/jpeg"
	"hotlens/vm/memory"
)

func init() { later(comSunImageioPluginsJpeg) }

// JPEG images for javax.imageio, which HotSpot leaves to libjavajpeg. What is written progressively or with codes of its own is refused.
func comSunImageioPluginsJpeg() {
	register("com/sun/imageio/plugins/jpeg/JPEGImageReader", table{
		"initReaderIDs(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;)V": nothing,
		"initJPEGImageReader()J": func(t *Thread, _ Args) uint64 { return keep(t, new(jpegReader), 0) },
		"setSource(J)V":          onReader(func(_ *Thread, r *jpegReader, _ Args) { r.decoder.Feed(nil) }),
		"readImageHeader(JZZ)Z":  readJPEGHeader,
		"setOutColorSpace(JI)V":  onReader(func(_ *Thread, r *jpegReader, a Args) { r.output = jpeg.ColorSpace(a.Int(3)) }),
		"readImage(IJ[BI[I[IIIIIII[Ljavax/imageio/plugins/jpeg/JPEGQTable;[Ljavax/imageio/plugins/jpeg/JPEGHuffmanTable;[Ljavax/imageio/plugins/jpeg/JPEGHuffmanTable;IIZ)Z": readJPEG,
		"clearNativeReadAbortFlag(J)V": onReader(func(_ *Thread, r *jpegReader, _ Args) { r.aborted = false }),
		"abortRead(J)V":                onReader(func(_ *Thread, r *jpegReader, _ Args) { r.aborted = true }),
		"resetLibraryState(J)V":        nothing,
		"resetReader(J)V":              onReader(func(_ *Thread, r *jpegReader, _ Args) { *r = jpegReader{} }),
		"disposeReader(J)V":            disposeJPEG,
	})
	register("com/sun/imageio/plugins/jpeg/JPEGImageWriter", table{
		"initWriterIDs(Ljava/lang/Class;Ljava/lang/Class;)V": nothing,
		"initJPEGImageWriter()J":                             func(t *Thread, _ Args) uint64 { return keep(t, new(jpegWriter), 0) },
		"setDest(J)V":                                        nothing,
		"writeImage(J[BIII[IIIIII[Ljavax/imageio/plugins/jpeg/JPEGQTable;Z[Ljavax/imageio/plugins/jpeg/JPEGHuffmanTable;[Ljavax/imageio/plugins/jpeg/JPEGHuffmanTable;ZZZI[I[I[I[I[IZI)Z": writeJPEG,
		"writeTables(J[Ljavax/imageio/plugins/jpeg/JPEGQTable;[Ljavax/imageio/plugins/jpeg/JPEGHuffmanTable;[Ljavax/imageio/plugins/jpeg/JPEGHuffmanTable;)V":                             writeJPEGTables,
		"abortWrite(J)V":    onWriter(func(w *jpegWriter) { w.aborted = true }),
		"resetWriter(J)V":   onWriter(func(w *jpegWriter) { w.aborted = false }),
		"disposeWriter(J)V": disposeJPEG,
	})
}

// imageException is what the natives throw for images that cannot be read or written.
const imageException = "javax/imageio/IIOException"

// jpegReader and jpegWriter are what the library's objects keep natively.
type jpegReader struct {
	decoder jpeg.Reader
	header  *jpeg.Header
	output  jpeg.ColorSpace
	aborted bool
}

type jpegWriter struct{ aborted bool }

func onReader(f func(t *Thread, r *jpegReader, a Args)) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		if r, ok := handleOf[*jpegReader](t, a.Long(1)); ok {
			f(t, r, a)
		}
		return 0
	}
}

func onWriter(f func(w *jpegWriter)) interpreter.NativeFunc {
	return func(t *Thread, a Args) uint64 {
		if w, ok := handleOf[*jpegWriter](t, a.Long(1)); ok {
			f(w)
		}
		return 0
	}
}

// disposeJPEG is disposeReader and disposeWriter, which are static.
func disposeJPEG(t *Thread, a Args) uint64 {
	drop(t, a.Long(0))
	return 0
}

// readJPEGHeader is JPEGImageReader.readImageHeader. It answers whether there are only tables.
func readJPEGHeader(t *Thread, a Args) uint64 {
	r, ok := handleOf[*jpegReader](t, a.Long(1))
	if !ok {
		return 0
	}
	reader := a.Ref(0)
	if a.Bool(3) || r.decoder.Left() == 0 {
		data, ok := restOfStream(t, reader, a.Long(1))
		if !ok {
			return 0
		}
		r.decoder.Feed(data)
	}
	header, err := r.decoder.ReadHeader()
	switch {
	case err != nil:
		t.Throw(imageException, err.Error())
		return 0
	case header == nil:
		pushBack(t, reader, r)
		return 1
	}
	r.header, r.output = header, header.Output
	var profile Ref
	if header.Profile != nil {
		if profile = t.Root(t.NewBytes(header.Profile)); t.Exception != 0 {
			return 0
		}
	}
	callVirtual(t, reader, "setImageData", "(IIIII[B)V", uint64(header.Width), uint64(header.Height),
		uint64(header.Space), uint64(header.Output), uint64(header.Components), uint64(profile))
	return 0
}

// restOfStream reads what a reader's stream still has.
func restOfStream(t *Thread, reader Ref, handle int64) (data []byte, ok bool) {
	const chunk = 64 << 10
	buffer := t.Root(t.NewBytes(make([]byte, chunk)))
	for t.Exception == 0 {
		n := int32(callVirtual(t, reader, "readInputData", "([BII)I", uint64(buffer), 0, chunk))
		if t.Exception != 0 {
			return nil, false
		}
		if n <= 0 {
			return data, true
		}
		resize(t, handle, uint64(len(data))+chunk)
		data = append(data, t.M.Bytes(buffer)[:min(n, chunk)]...)
	}
	return nil, false
}

// pushBack gives back to the stream what has been read of it and not needed.
func pushBack(t *Thread, reader Ref, r *jpegReader) {
	if left := r.decoder.Left(); left > 0 {
		callVirtual(t, reader, "pushBack", "(I)V", uint64(left))
	}
	r.decoder.Feed(nil)
}

// readJPEG is JPEGImageReader.readImage. It answers whether the program has aborted it.
func readJPEG(t *Thread, a Args) uint64 {
	r, ok := handleOf[*jpegReader](t, a.Long(2))
	if !ok {
		return 0
	}
	reader, buffer, bandNumbers := a.Ref(0), a.Ref(4), a.Ref(6)
	if buffer == 0 || bandNumbers == 0 {
		t.ThrowNull()
		return 0
	}
	bands := ints(t, bandNumbers)
	left, top, width, height := int(a.Int(8)), int(a.Int(9)), int(a.Int(10)), int(a.Int(11))
	stepX, stepY := int(a.Int(12)), int(a.Int(13))
	h := r.header
	if h == nil || int(a.Int(5)) != len(bands) || left < 0 || top < 0 || width < 1 || height < 1 || stepX < 1 || stepY < 1 ||
		left >= h.Width || top >= h.Height || width > h.Width || height > h.Height {
		t.Throw(imageException, "Invalid argument to native readImage")
		return 0
	}
	wantUpdates := a.Bool(19)
	r.decoder.Progress = yieldEvery(t, h.Width)
	if !setTables(t, &r.decoder, a.Ref(14), a.Ref(15), a.Ref(16)) {
		return 0
	}
	size := r.decoder.Memory()
	charge(t, size)
	defer t.M.Memory.Native.Release(size)
	if err := r.decoder.ReadImage(); err != nil {
		t.Throw(imageException, err.Error())
		return 0
	}
	image, err := r.decoder.Image(r.output)
	if err != nil {
		t.Throw(imageException, err.Error())
		return 0
	}
	components := image.Components()
	for _, band := range bands {
		if len(bands) != components || int(band) >= components || band < 0 {
			t.Throw(imageException, "Invalid argument to native readImage")
			return 0
		}
	}
	if wantUpdates {
		callVirtual(t, reader, "passStarted", "(I)V", 0)
	}
	line := make([]byte, h.Width*components)
	for y, target := top, 0; y < min(top+height, h.Height) && !r.aborted && t.Exception == 0; y, target = y+stepY, target+1 {
		image.Row(y, line)
		out, at := t.M.Bytes(buffer), 0
		for x := left; x < min(left+width, h.Width) && at+len(bands) <= len(out); x += stepX {
			for _, band := range bands {
				out[at] = line[x*components+int(band)]
				at++
			}
		}
		r.decoder.Progress()
		callVirtual(t, reader, "acceptPixels", "(IZ)V", uint64(target), boolean(h.Progressive))
	}
	if wantUpdates && t.Exception == 0 {
		callVirtual(t, reader, "passComplete", "()V")
	}
	if t.Exception == 0 {
		pushBack(t, reader, r)
	}
	return boolean(r.aborted)
}

// ints copies an int[].
func ints(t *Thread, array Ref) []int32 {
	values := make([]int32, t.M.Memory.U32(array+memory.ArrayLength))
	for i := range values {
		values[i] = t.M.Memory.I32(array + memory.ArrayBase + 4*memory.Address(i))
	}
	return values
}

// objects are the elements of an array of references, of which there are no more than JPEG files have tables; none for null.
func objects(t *Thread, array Ref) []Ref {
	const most = 4
	if array == 0 {
		return nil
	}
	refs := make([]Ref, min(t.M.Memory.U32(array+memory.ArrayLength), most))
	for i := range refs {
		refs[i] = t.M.Memory.U32(array + memory.ArrayBase + 4*memory.Address(i))
	}
	return refs
}

// divisorsOf reads JPEGQTables. It throws for null.
func divisorsOf(t *Thread, array Ref) (tables []*jpeg.QuantisationTable) {
	for _, object := range objects(t, array) {
		if object == 0 || refField(t, object, "qTable") == 0 {
			t.ThrowNull()
			return nil
		}
		table := new(jpeg.QuantisationTable)
		for i, v := range ints(t, refField(t, object, "qTable")) {
			if i < len(table) {
				table[i] = uint16(v)
			}
		}
		tables = append(tables, table)
	}
	return tables
}

// codesOf reads JPEGHuffmanTables. It throws for null.
func codesOf(t *Thread, array Ref) (tables []*jpeg.HuffmanTable) {
	shorts := func(array Ref) (values []byte) {
		for i := range t.M.Memory.U32(array + memory.ArrayLength) {
			values = append(values, byte(t.M.Memory.U16(array+memory.ArrayBase+2*i)))
		}
		return values
	}
	for _, object := range objects(t, array) {
		if object == 0 || refField(t, object, "lengths") == 0 || refField(t, object, "values") == 0 {
			t.ThrowNull()
			return nil
		}
		table := &jpeg.HuffmanTable{Values: shorts(refField(t, object, "values"))}
		copy(table.Lengths[1:], shorts(refField(t, object, "lengths")))
		tables = append(tables, table)
	}
	return tables
}

// setTables gives a decoder the tables that the program has for an image without them.
func setTables(t *Thread, decoder *jpeg.Reader, divisors, dc, ac Ref) bool {
	for i, table := range divisorsOf(t, divisors) {
		decoder.SetDivisors(i, table)
	}
	for kind, array := range []Ref{dc, ac} {
		for i, table := range codesOf(t, array) {
			if err := decoder.SetCodes(kind == 1, i, table); err != nil {
				t.Throw(imageException, err.Error())
			}
		}
	}
	return t.Exception == 0
}

// writeJPEG is JPEGImageWriter.writeImage. It answers whether the program has aborted it.
func writeJPEG(t *Thread, a Args) uint64 {
	handle, ok := handleOf[*jpegWriter](t, a.Long(1))
	if !ok {
		return 0
	}
	writer, buffer := a.Ref(0), a.Ref(3)
	bands, sizes := int(a.Int(6)), a.Ref(7)
	sourceWidth, width, height := int(a.Int(8)), int(a.Int(9)), int(a.Int(10))
	stepX, stepY := int(a.Int(11)), int(a.Int(12))
	identifiers, horizontal, vertical, selectors := a.Ref(22), a.Ref(23), a.Ref(24), a.Ref(25)
	for _, array := range []Ref{buffer, sizes, a.Ref(13), identifiers, horizontal, vertical, selectors} {
		if array == 0 {
			t.ThrowNull()
			return 0
		}
	}
	p := jpeg.Parameters{
		Width: width, Height: height, From: jpeg.ColorSpace(a.Int(4)), To: jpeg.ColorSpace(a.Int(5)),
		OmitDivisors: !a.Bool(14), OmitCodes: !a.Bool(17), Restart: int(a.Int(27)),
	}
	if !p.From.Valid() || !p.To.Valid() || bands < 1 || width < 0 || width > sourceWidth || height < 0 || stepX < 0 || stepY < 0 {
		t.Throw(imageException, "Invalid argument to native writeImage")
		return 0
	}
	if optimize, progressive := a.Bool(18), a.Bool(19); optimize || progressive {
		t.Throw("java/lang/UnsatisfiedLinkError", "hotlens writes JPEG images only sequentially and with the codes that it is given, "+
			"and not progressively or with optimised codes: it has no libjavajpeg")
		return 0
	}
	ids, hs, vs, tables := ints(t, identifiers), ints(t, horizontal), ints(t, vertical), ints(t, selectors)
	scales, ok := scalesOf(ints(t, sizes), bands)
	if !ok || min(len(ids), len(hs), len(vs), len(tables)) < bands {
		t.Throw(imageException, "Invalid Image")
		return 0
	}
	for i := range bands {
		p.Components = append(p.Components, jpeg.Component{
			ID: byte(ids[i]), Horizontal: int(hs[i]), Vertical: int(vs[i]), Divisors: int(tables[i]),
		})
	}
	copy(p.Divisors[:], divisorsOf(t, a.Ref(13)))
	copy(p.DC[:], codesOf(t, a.Ref(15)))
	copy(p.AC[:], codesOf(t, a.Ref(16)))
	if t.Exception != 0 {
		return 0
	}
	encoder, err := jpeg.NewWriter(p)
	if err != nil {
		t.Throw(imageException, err.Error())
		return 0
	}
	if a.Bool(26) {
		flushJPEG(t, writer, encoder)
		callVirtual(t, writer, "writeMetadata", "()V")
	}
	progress := yieldEvery(t, width*bands*16)
	line := make([]byte, width*bands)
	for y := range height {
		if t.Exception != 0 || handle.aborted {
			break
		}
		callVirtual(t, writer, "grabPixels", "(I)V", uint64(y*stepY))
		if t.Exception != 0 {
			break
		}
		in := t.M.Bytes(buffer)
		for x := range width {
			from := x * max(stepX, 1) * bands
			for i := range bands {
				if from+i < len(in) {
					line[x*bands+i] = scales[i][in[from+i]]
				}
			}
		}
		encoder.Add(line)
		flushJPEG(t, writer, encoder)
		progress()
	}
	return boolean(handle.aborted)
}

// scalesOf are tables that make components of up to 8 bits ones of 8.
func scalesOf(sizes []int32, bands int) (scales [][256]byte, ok bool) {
	if len(sizes) < bands {
		return nil, false
	}
	for _, size := range sizes[:bands] {
		if size < 1 || size > 8 {
			return nil, false
		}
		most := 1<<size - 1
		var scale [256]byte
		for i := range most + 1 {
			scale[i] = byte((i*math.MaxUint8 + most>>1) / most)
		}
		scales = append(scales, scale)
	}
	return scales, true
}

// flushJPEG gives the writer's stream what has been encoded.
func flushJPEG(t *Thread, writer Ref, encoder *jpeg.Writer) {
	if len(encoder.Out) == 0 || t.Exception != 0 {
		return
	}
	mark := t.RootMark()
	defer t.Release(mark)
	if bytes := t.Root(t.NewBytes(encoder.Out)); t.Exception == 0 {
		callVirtual(t, writer, "writeOutputData", "([BII)V", uint64(bytes), 0, uint64(len(encoder.Out)))
	}
	encoder.Out = encoder.Out[:0]
}

// writeJPEGTables is JPEGImageWriter.writeTables.
func writeJPEGTables(t *Thread, a Args) uint64 {
	if _, ok := handleOf[*jpegWriter](t, a.Long(1)); !ok {
		return 0
	}
	divisors, dc, ac := divisorsOf(t, a.Ref(3)), codesOf(t, a.Ref(4)), codesOf(t, a.Ref(5))
	if t.Exception != 0 {
		return 0
	}
	file := t.Root(t.NewBytes(jpeg.Tables(divisors, dc, ac)))
	if t.Exception == 0 {
		callVirtual(t, a.Ref(0), "writeOutputData", "([BII)V", uint64(file), 0, uint64(t.M.Memory.U32(file+memory.ArrayLength)))
	}
	return 0
}

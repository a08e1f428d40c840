//go:build unix

package natives

import (
	"math"
	"math/bits"
	"slices"

	"hotlens/vm/affine"
	"hotlens/vm/memory"
	"hotlens/vm/planes"
	"hotlens/vm/resampling"
)

// transformBufferedImage is ImagingLib.transformBI: between images of the same format, or of any into one with alpha.
func transformBufferedImage(t *Thread, a Args) uint64 {
	source, destination := a.Ref(0), a.Ref(1)
	if source == 0 || destination == 0 {
		t.ThrowNull()
		return 0
	}
	m, ok := mapOf(t, a.Ref(2))
	if !ok {
		return 0
	}
	from, to := intField(t, source, "imageType"), intField(t, destination, "imageType")
	switch {
	case from == to && from != customImage && from != byteIndexedImage:
		return transform(t, imageBands(t, destination), imageBands(t, source), m, resampling.Filter(a.Int(3)))
	case from == to && from == byteIndexedImage:
		bands := imageBands(t, destination)
		clearIndexed(t, destination, bands)
		return transform(t, bands, imageBands(t, source), m, resampling.Filter(a.Int(3)))
	case to == intArgbImage && imageFormats[from] != nil:
		expanded, size, ok := expand(t, source, imageFormats[from])
		if !ok {
			return 0
		}
		defer t.M.Memory.Native.Release(size)
		return transform(t, imageBands(t, destination), expanded, m, resampling.Filter(a.Int(3)))
	}
	return 0
}

// transformRaster is ImagingLib.transformRaster.
func transformRaster(t *Thread, a Args) uint64 {
	if a.Ref(0) == 0 || a.Ref(1) == 0 {
		t.ThrowNull()
		return 0
	}
	m, ok := mapOf(t, a.Ref(2))
	if !ok {
		return 0
	}
	return transform(t, byteBands(t, a.Ref(1)), byteBands(t, a.Ref(0)), m, resampling.Filter(a.Int(3)))
}

// transform draws bands into others by a map. It answers as the natives do.
func transform(t *Thread, destination, source []planes.Plane, m affine.Map, filter resampling.Filter) uint64 {
	if len(source) == 0 || len(source) != len(destination) || !filter.Valid() {
		return 0
	}
	const weighed = 16 // pixels, in the slowest filter
	progress := yieldEvery(t, weighed*len(source)*destination[0].Width)
	return boolean(affine.Apply(destination, source, m, filter, progress))
}

// mapOf reads the matrix of an AffineTransform from a double[] of its columns.
func mapOf(t *Thread, array Ref) (m affine.Map, ok bool) {
	const entries = 6
	if array == 0 {
		t.ThrowNull()
		return m, false
	}
	if t.M.Memory.U32(array+memory.ArrayLength) < entries {
		return m, false
	}
	at := func(i memory.Address) float64 {
		return math.Float64frombits(t.M.Memory.U64(array + memory.ArrayBase + 8*i))
	}
	return affine.Map{XX: at(0), YX: at(1), XY: at(2), YY: at(3), X: at(4), Y: at(5)}, true
}

// clearIndexed fills an image with a palette's transparent colour, or its first.
func clearIndexed(t *Thread, image Ref, bands []planes.Plane) {
	index := byte(max(intField(t, refField(t, image, "colorModel"), "transparent_index"), 0))
	for _, p := range bands {
		for y := range p.Height {
			for x := range p.Width {
				*p.At(x, y) = index
			}
		}
	}
}

// imageFormats are the formats of images that can be expanded.
var imageFormats = [byteIndexedImage + 1]*pixelFormat{
	intRgbImage: intRgb, intBgrImage: intBgr, threeByteBgrImage: threeByteBgr, fourByteAbgrImage: fourByteAbgr,
	ushort565Image: ushort565Rgb, ushort555Image: ushort555Rgb, byteGrayImage: byteGray, byteIndexedImage: byteIndexed,
}

// expand copies an image to planes as those of an image of ints with alpha, and charges for them.
func expand(t *Thread, image Ref, format *pixelFormat) (bands []planes.Plane, size uint64, ok bool) {
	s, ok := imageSurface(t, image, format)
	if !ok {
		return nil, 0, false
	}
	const pixelBytes = 4
	width, height := s.bounds.right, s.bounds.bottom
	size = uint64(pixelBytes * width * height)
	convert := expander(t, image, format)
	if t.Exception != 0 {
		return nil, 0, false
	}
	charge(t, size)
	data := make([]byte, size)
	for y := range height {
		first, inside := s.row(0, y, width)
		if !inside {
			t.M.Memory.Native.Release(size)
			return nil, 0, false
		}
		for x := range width {
			pixel := convert(s.format.load(t.M.Memory, first+memory.Address(x*s.step)))
			at := pixelBytes * (y*width + x)
			data[at], data[at+1], data[at+2], data[at+3] = byte(pixel), byte(pixel>>8), byte(pixel>>16), byte(pixel>>24)
		}
	}
	bands = make([]planes.Plane, pixelBytes)
	for i := range bands {
		bands[i] = planes.Plane{
			Width: int(width), Height: int(height), Step: pixelBytes, Stride: pixelBytes * int(width), Components: data[i:],
		}
	}
	return bands, size, true
}

// expander is what makes of a pixel that was read in a format one as libmlib_image gets it. It gets shades of grey as the image's
// colour model converts them, and of some formats the bytes in the wrong order, without the bits that these formats do not have.
func expander(t *Thread, image Ref, format *pixelFormat) func(uint32) uint32 {
	switch format {
	case byteGray:
		var shades [tableSize]uint32
		element := t.Root(t.NewBytes([]byte{0}))
		for i := range shades {
			if t.Exception != 0 {
				break
			}
			t.M.Memory.SetU8(element+memory.ArrayBase, uint8(i))
			shades[i] = uint32(callVirtual(t, refField(t, image, "colorModel"), "getRGB", "(Ljava/lang/Object;)I", uint64(element)))
		}
		return func(pixel uint32) uint32 { return shades[pixel&0xFF] }
	case intBgr:
		return bits.ReverseBytes32
	case ushort565Rgb:
		return func(pixel uint32) uint32 { return bits.ReverseBytes32(pixel & 0xFFF8FCF8) }
	case ushort555Rgb:
		return func(pixel uint32) uint32 { return bits.ReverseBytes32(pixel & 0xFFF8F8F8) }
	}
	return func(pixel uint32) uint32 { return pixel }
}

// tableSize is how many values a component of a byte has.
const tableSize = 256

// lookUpImage is ImagingLib.lookupByteBI, between images of the same packed format, or of bytes with as many components in each
// pixel. These keep their order in memory, whatever the components mean in the destination: so does libmlib_image.
func lookUpImage(t *Thread, a Args) uint64 {
	image, result := a.Ref(0), a.Ref(1)
	if image == 0 || result == 0 || a.Ref(2) == 0 {
		t.ThrowNull()
		return 0
	}
	format := intField(t, image, "imageType")
	var source, destination []planes.Plane
	colors := 3
	switch format {
	case intArgbImage, intArgbPreImage:
		if intField(t, result, "imageType") != format {
			return 0
		}
		source, destination = imageBands(t, image), imageBands(t, result)
		if len(source) == 4 && len(destination) == 4 { // from bytes of a little-endian int to the order of the tables
			for _, bands := range [][]planes.Plane{source, destination} {
				slices.Reverse(bands[:colors])
			}
		}
	case threeByteBgrImage, fourByteAbgrImage, fourByteAbgrPreImage:
		raster := refField(t, result, "raster")
		source, destination = byteBands(t, refField(t, image, "raster")), byteBands(t, raster)
		if !inSameOrder(t, refField(t, image, "raster"), raster, source, destination) {
			return 0
		}
	default:
		return 0
	}
	if len(source) == 0 || len(source) != len(destination) ||
		source[0].Width != destination[0].Width || source[0].Height != destination[0].Height {
		return 0
	}
	tables, ok := tablesOf(t, a.Ref(2), len(source), colors)
	if !ok {
		return 0
	}
	progress := yieldEvery(t, source[0].Width)
	for i := range source {
		for y := range source[i].Height {
			for x := range source[i].Width {
				value := *source[i].At(x, y)
				if tables[i] != nil {
					value = tables[i][value]
				}
				*destination[i].At(x, y) = value
			}
			progress()
		}
	}
	return 1
}

// tablesOf are the tables for so many components, of which the first are colours: nil where a component stays as it is.
func tablesOf(t *Thread, arrays Ref, components, colors int) (tables [][]byte, ok bool) {
	tables = make([][]byte, components)
	n := min(int(t.M.Memory.U32(arrays+memory.ArrayLength)), components)
	for i := range n {
		table := t.M.Memory.U32(arrays + memory.ArrayBase + memory.Address(4*i))
		if table == 0 || t.M.Memory.U32(table+memory.ArrayLength) < tableSize {
			return nil, false
		}
		tables[i] = t.M.Bytes(table)
	}
	if n == 1 {
		for i := range min(colors, components) {
			tables[i] = tables[0]
		}
	}
	return tables, n > 0
}

// inSameOrder arranges the bands of a destination so that each has the place in a pixel that the source's band of the same index has.
func inSameOrder(t *Thread, from, to Ref, source, destination []planes.Plane) bool {
	if len(source) != len(destination) || len(source) == 0 || source[0].Step != destination[0].Step {
		return false
	}
	place := func(raster Ref, band int) int32 {
		return int32(t.M.Memory.U32(refField(t, raster, "dataOffsets")+memory.ArrayBase+memory.Address(4*band))) % int32(source[0].Step)
	}
	original := slices.Clone(destination)
	for i := range source {
		found := -1
		for j := range original {
			if place(to, j) == place(from, i) {
				found = j
			}
		}
		if found < 0 {
			return false
		}
		destination[i] = original[found]
	}
	return true
}

//go:build unix

package natives

import (
	"hotlens/vm/compositing"
	"hotlens/vm/memory"
)

// pixelFormat is one in which native loops read pixels, and most also write them, as 0xAARRGGBB.
type pixelFormat struct {
	name       string // of a constant of sun.java2d.loops.SurfaceType
	data       string // the descriptor of the raster's array
	first      int    // the band whose component comes first in memory
	bytes      int64  // of a pixel
	multiplied bool   // colours are multiplied by alpha
	load       func(m *memory.Memory, at memory.Address) uint32
	store      func(m *memory.Memory, at memory.Address, pixel uint32)
}

const opaque = compositing.Opaque << 24

var (
	intArgb    = &pixelFormat{"IntArgb", "[I", 0, 4, false, (*memory.Memory).U32, (*memory.Memory).SetU32}
	intArgbPre = &pixelFormat{"IntArgbPre", "[I", 0, 4, true, (*memory.Memory).U32, (*memory.Memory).SetU32}
	intRgb     = &pixelFormat{"IntRgb", "[I", 0, 4, false,
		func(m *memory.Memory, at memory.Address) uint32 { return m.U32(at) | opaque },
		func(m *memory.Memory, at memory.Address, pixel uint32) { m.SetU32(at, pixel&^opaque) }}
	intBgr = &pixelFormat{"IntBgr", "[I", 0, 4, false,
		func(m *memory.Memory, at memory.Address) uint32 { return swapped(m.U32(at)) | opaque },
		func(m *memory.Memory, at memory.Address, pixel uint32) { m.SetU32(at, swapped(pixel)&^opaque) }}
	threeByteBgr = &pixelFormat{"ThreeByteBgr", "[B", 2, 3, false,
		func(m *memory.Memory, at memory.Address) uint32 { return loadBgr(m, at) | opaque },
		storeBgr}
	fourByteAbgr    = &pixelFormat{"FourByteAbgr", "[B", 3, 4, false, loadAbgr, storeAbgr}
	fourByteAbgrPre = &pixelFormat{"FourByteAbgrPre", "[B", 3, 4, true, loadAbgr, storeAbgr}
	ushort565Rgb    = &pixelFormat{"Ushort565Rgb", "[S", 0, 2, false,
		func(m *memory.Memory, at memory.Address) uint32 { return unpackedColor(uint32(m.U16(at)), 6) },
		func(m *memory.Memory, at memory.Address, pixel uint32) { m.SetU16(at, packedColor(pixel, 6)) }}
	ushort555Rgb = &pixelFormat{"Ushort555Rgb", "[S", 0, 2, false,
		func(m *memory.Memory, at memory.Address) uint32 { return unpackedColor(uint32(m.U16(at)), 5) },
		func(m *memory.Memory, at memory.Address, pixel uint32) { m.SetU16(at, packedColor(pixel, 5)) }}
	byteGray = &pixelFormat{"ByteGray", "[B", 0, 1, false,
		func(m *memory.Memory, at memory.Address) uint32 { return uint32(m.U8(at))*0x010101 | opaque },
		func(m *memory.Memory, at memory.Address, pixel uint32) { m.SetU8(at, uint8(pixel)) }}
	byteIndexed = &pixelFormat{"ByteIndexed", "[B", 0, 1, false, nil, nil} // surfaceOf knows the palette
	anyColor    = &pixelFormat{name: "AnyColor"}                           // no pixels, but the colour of a SunGraphics2D

	writtenFormats = []*pixelFormat{
		intArgb, intArgbPre, intRgb, intBgr, threeByteBgr, fourByteAbgr, fourByteAbgrPre, ushort565Rgb, ushort555Rgb, byteGray,
	}
	readFormats = append([]*pixelFormat{byteIndexed}, writtenFormats...)
)

// copied stores a pixel that is copied, and not blended, as it came out of an image: libawt leaves bits in the byte that
// two of the formats do not use.
func (f *pixelFormat) copied(m *memory.Memory, at memory.Address, pixel uint32) {
	switch f {
	case intRgb:
		m.SetU32(at, pixel)
	case intBgr:
		m.SetU32(at, pixel<<16|pixel&0xFF00|pixel>>16&0xFF)
	default:
		f.store(m, at, pixel)
	}
}

// grey is a pixel with its colour's luminance for each of its colours, which is what a grey image shows of it.
func grey(pixel uint32) uint32 {
	luminance := (77*(pixel>>16&0xFF) + 150*(pixel>>8&0xFF) + 29*(pixel&0xFF) + 128) / 256
	return pixel&opaque | luminance*0x010101
}

// swapped is a pixel with red and blue exchanged.
func swapped(pixel uint32) uint32 { return pixel&0xFF00FF00 | pixel>>16&0xFF | pixel&0xFF<<16 }

func loadBgr(m *memory.Memory, at memory.Address) uint32 {
	return uint32(m.U8(at)) | uint32(m.U8(at+1))<<8 | uint32(m.U8(at+2))<<16
}

func storeBgr(m *memory.Memory, at memory.Address, pixel uint32) {
	m.SetU8(at, uint8(pixel))
	m.SetU8(at+1, uint8(pixel>>8))
	m.SetU8(at+2, uint8(pixel>>16))
}

func loadAbgr(m *memory.Memory, at memory.Address) uint32 {
	return loadBgr(m, at+1) | uint32(m.U8(at))<<24
}

func storeAbgr(m *memory.Memory, at memory.Address, pixel uint32) {
	m.SetU8(at, uint8(pixel>>24))
	storeBgr(m, at+1, pixel)
}

// packedColor and unpackedColor convert to and from five bits for red and blue, and so many for green. The bits that are missing repeat the
// uppermost ones.
func packedColor(pixel uint32, green uint) uint16 {
	return uint16(pixel>>19&0x1F<<(5+green) | pixel>>8&0xFF>>(8-green)<<5 | pixel>>3&0x1F)
}

func unpackedColor(pixel uint32, green uint) uint32 {
	wide := func(v uint32, bits uint) uint32 { return v<<(8-bits) | v>>(2*bits-8) }
	return opaque | wide(pixel>>(5+green)&0x1F, 5)<<16 | wide(pixel>>5&(1<<green-1), green)<<8 | wide(pixel&0x1F, 5)
}

// surface is the pixels of a BufferedImage.
type surface struct {
	format *pixelFormat
	bounds rectangle
	array  memory.Address // of the first element
	bytes  int64          // of the array
	offset int64          // of the first pixel, in bytes
	step   int64          // from pixel to pixel
	stride int64          // from row to row
}

// surfacesOf is surfaceOf for both sides of a loop.
func surfacesOf(t *Thread, from Ref, read *pixelFormat, to Ref, written *pixelFormat) (source, destination surface, ok bool) {
	if source, ok = surfaceOf(t, from, read); ok {
		destination, ok = surfaceOf(t, to, written)
	}
	return source, destination, ok
}

// surfaceOf finds the pixels behind a SurfaceData, whose format the loop tells. It throws when there is no such image.
func surfaceOf(t *Thread, data Ref, format *pixelFormat) (surface, bool) {
	if data == 0 {
		t.ThrowNull()
		return surface{}, false
	}
	refuse := func() (surface, bool) {
		t.Throw("java/lang/InternalError", "not the surface of an image of "+format.name)
		return surface{}, false
	}
	image := fieldOf(t, data, "bufImg")
	if image == nil || t.M.Memory.U32(data+image.Offset) == 0 {
		return refuse()
	}
	s, ok := imageSurface(t, t.M.Memory.U32(data+image.Offset), format)
	if !ok {
		return refuse()
	}
	return s, true
}

// imageSurface finds the pixels of a BufferedImage, if it has them in a format.
func imageSurface(t *Thread, image Ref, format *pixelFormat) (s surface, ok bool) {
	raster := refField(t, image, "raster")
	if raster == 0 {
		return s, false
	}
	array := t.M.ClassOf(raster).LookupField("data", format.data)
	offsets := fieldOf(t, raster, "dataOffsets")
	if array == nil || offsets == nil {
		return s, false
	}
	pixels, firsts := t.M.Memory.U32(raster+array.Offset), t.M.Memory.U32(raster+offsets.Offset)
	if pixels == 0 || firsts == 0 || t.M.Memory.U32(firsts+memory.ArrayLength) <= uint32(format.first) {
		return s, false
	}
	if format == byteIndexed {
		palette, ok := paletteOf(t, image)
		if !ok {
			return s, false
		}
		indexed := *format
		indexed.load = func(m *memory.Memory, at memory.Address) uint32 { return palette[m.U8(at)] }
		format = &indexed
	}
	unit := int64(1) // of the array, in bytes
	switch format.data {
	case "[S":
		unit = 2
	case "[I":
		unit = 4
	}
	return surface{
		format: format,
		bounds: rectangle{0, 0, int64(intField(t, raster, "width")), int64(intField(t, raster, "height"))},
		array:  pixels + memory.ArrayBase,
		bytes:  unit * int64(t.M.Memory.U32(pixels+memory.ArrayLength)),
		offset: unit * int64(t.M.Memory.I32(firsts+memory.ArrayBase+4*memory.Address(format.first))),
		step:   unit * int64(intField(t, raster, "pixelStride")),
		stride: unit * int64(intField(t, raster, "scanlineStride")),
	}, true
}

// paletteOf is the palette of a BufferedImage.
func paletteOf(t *Thread, image Ref) (palette [256]uint32, ok bool) {
	model := refField(t, image, "colorModel")
	if model == 0 {
		return palette, false
	}
	colors := t.M.ClassOf(model).LookupField("rgb", "[I")
	if colors == nil || t.M.Memory.U32(model+colors.Offset) == 0 {
		return palette, false
	}
	array := t.M.Memory.U32(model + colors.Offset)
	for i := range min(uint32(len(palette)), t.M.Memory.U32(array+memory.ArrayLength)) {
		palette[i] = t.M.Memory.U32(array + memory.ArrayBase + 4*i)
	}
	return palette, true
}

// row is the address of the pixel at x and y, and whether n pixels from there lie
// within the array.
func (s *surface) row(x, y, n int64) (memory.Address, bool) {
	first := s.offset + y*s.stride + x*s.step
	last := first + (n-1)*s.step
	inside := min(first, last) >= 0 && max(first, last)+s.format.bytes <= s.bytes
	return s.array + memory.Address(first), inside
}

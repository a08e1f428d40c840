//go:build unix

package natives

import (
	"math"

	"hotlens/vm/convolution"
	"hotlens/vm/memory"
	"hotlens/vm/planes"
)

func init() { later(sunAwtImageImaginglib) }

// The filters of java.awt.image that HotSpot leaves to libmlib_image. A native that answers 0 cannot do what it is asked:
// the library then tries it in Java, or throws an ImagingOpException. Here they can do it for components of 8 bits.
func sunAwtImageImaginglib() {
	cannot := func(*Thread, Args) uint64 { return 0 }
	register("sun/awt/image/ImagingLib", table{
		"init()Z": func(*Thread, Args) uint64 { return 1 },
		"convolveBI(Ljava/awt/image/BufferedImage;Ljava/awt/image/BufferedImage;Ljava/awt/image/Kernel;I)I": convolveImage,
		"convolveRaster(Ljava/awt/image/Raster;Ljava/awt/image/Raster;Ljava/awt/image/Kernel;I)I":           convolveRaster,
		"transformBI(Ljava/awt/image/BufferedImage;Ljava/awt/image/BufferedImage;[DI)I":                     transformBufferedImage,
		"transformRaster(Ljava/awt/image/Raster;Ljava/awt/image/Raster;[DI)I":                               transformRaster,
		"lookupByteBI(Ljava/awt/image/BufferedImage;Ljava/awt/image/BufferedImage;[[B)I":                    lookUpImage,
		"lookupByteRaster(Ljava/awt/image/Raster;Ljava/awt/image/Raster;[[B)I":                              cannot,
	})
}

// convolveImage is ImagingLib.convolveBI, for images of the same format.
func convolveImage(t *Thread, a Args) uint64 {
	if a.Ref(0) == 0 || a.Ref(1) == 0 {
		t.ThrowNull()
		return 0
	}
	format := intField(t, a.Ref(0), "imageType")
	if format != intField(t, a.Ref(1), "imageType") {
		return 0
	}
	if format == customImage {
		return 0
	}
	return convolve(t, a, imageBands(t, a.Ref(0)), imageBands(t, a.Ref(1)))
}

// Numbers of java.awt.image.BufferedImage.TYPE_..., of which those up to the last but the first have a component in each byte of an int.
const (
	customImage = iota
	intRgbImage
	intArgbImage
	intArgbPreImage
	intBgrImage
	threeByteBgrImage
	fourByteAbgrImage
	fourByteAbgrPreImage
	ushort565Image
	ushort555Image
	byteGrayImage
	ushortGrayImage
	byteBinaryImage
	byteIndexedImage
)

// imageBands are the components of an image whose array is of bytes, or whose ints have one in each byte. They are nil for another one.
func imageBands(t *Thread, image Ref) []planes.Plane {
	raster := refField(t, image, "raster")
	if format := intField(t, image, "imageType"); format >= intRgbImage && format <= intBgrImage {
		return intBands(t, raster)
	}
	return byteBands(t, raster)
}

// convolveRaster is ImagingLib.convolveRaster.
func convolveRaster(t *Thread, a Args) uint64 {
	return convolve(t, a, byteBands(t, a.Ref(0)), byteBands(t, a.Ref(1)))
}

// yieldEvery makes what a filter calls after each row, of so many steps: after some millions the thread lets others run, or is ended.
func yieldEvery(t *Thread, steps int) (progress func()) {
	const slice = 1 << 22
	left := slice
	return func() {
		if left -= max(steps, 1); left <= 0 {
			left = slice
			t.Yield()
		}
	}
}

// convolve makes the bands of a destination from those of a source, with the kernel and the rule for edges of arguments.
func convolve(t *Thread, a Args, source, destination []planes.Plane) uint64 {
	if a.Ref(2) == 0 {
		t.ThrowNull()
		return 0
	}
	data := refField(t, a.Ref(2), "data")
	if data == 0 || len(source) == 0 || len(source) != len(destination) ||
		source[0].Width != destination[0].Width || source[0].Height != destination[0].Height {
		return 0
	}
	values := make([]float32, t.M.Memory.U32(data+memory.ArrayLength))
	for i := range values {
		values[i] = math.Float32frombits(t.M.Memory.U32(data + memory.ArrayBase + 4*memory.Address(i)))
	}
	kernel, ok := convolution.New(int(intField(t, a.Ref(2), "width")), int(intField(t, a.Ref(2), "height")), values)
	if !ok {
		return 0
	}
	const fillZero = 0 // ConvolveOp.EDGE_ZERO_FILL
	progress := yieldEvery(t, source[0].Width*kernel.Size())
	for band := range source {
		kernel.Apply(&destination[band], &source[band], a.Int(3) == fillZero, progress)
	}
	return 1
}

// byteBands are the components of a raster whose array is of bytes, or nil for another one.
func byteBands(t *Thread, raster Ref) []planes.Plane {
	array, offsets, ok := componentsOf(t, raster, "[B")
	if !ok {
		return nil
	}
	bands := make([]planes.Plane, min(t.M.Memory.U32(offsets+memory.ArrayLength), 4))
	for band := range bands {
		offset := int(t.M.Memory.I32(offsets + memory.ArrayBase + 4*memory.Address(band)))
		if bands[band], ok = bandOf(t, raster, t.M.Bytes(array), offset, 1); !ok {
			return nil
		}
	}
	return bands
}

// intBands are the bytes of a raster whose array is of ints, or nil for another one.
func intBands(t *Thread, raster Ref) []planes.Plane {
	array, offsets, ok := componentsOf(t, raster, "[I")
	if !ok || t.M.Memory.U32(offsets+memory.ArrayLength) == 0 {
		return nil
	}
	const size = 4
	components := t.M.Memory.Slice(array+memory.ArrayBase, size*int(t.M.Memory.U32(array+memory.ArrayLength)))
	bands := make([]planes.Plane, size)
	for band := range bands {
		offset := size*int(t.M.Memory.I32(offsets+memory.ArrayBase)) + band
		if bands[band], ok = bandOf(t, raster, components, offset, size); !ok {
			return nil
		}
	}
	return bands
}

// componentsOf finds the array of a raster, if its type is that, and the places where its bands begin.
func componentsOf(t *Thread, raster Ref, descriptor string) (array, offsets Ref, ok bool) {
	if raster == 0 {
		return 0, 0, false
	}
	data, firsts := t.M.ClassOf(raster).LookupField("data", descriptor), fieldOf(t, raster, "dataOffsets")
	if data == nil || firsts == nil || fieldOf(t, raster, "pixelStride") == nil {
		return 0, 0, false
	}
	array, offsets = t.M.Memory.U32(raster+data.Offset), t.M.Memory.U32(raster+firsts.Offset)
	return array, offsets, array != 0 && offsets != 0
}

// bandOf is one component of a raster's pixels, when all lie within its array.
func bandOf(t *Thread, raster Ref, components []byte, offset, unit int) (planes.Plane, bool) {
	p := planes.Plane{
		Width: int(intField(t, raster, "width")), Height: int(intField(t, raster, "height")),
		Step: unit * int(intField(t, raster, "pixelStride")), Stride: unit * int(intField(t, raster, "scanlineStride")),
	}
	if p.Width < 1 || p.Height < 1 || p.Step < 0 || p.Stride < 0 || offset < 0 ||
		offset+(p.Height-1)*p.Stride+(p.Width-1)*p.Step >= len(components) {
		return p, false
	}
	p.Components = components[offset:]
	return p, true
}

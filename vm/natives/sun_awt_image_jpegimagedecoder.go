//go:build unix

package natives

import (
	"errors"

	"hotlens/vm/jpeg"
	"hotlens/vm/memory"
)

func init() { later(sunAwtImageJpegimagedecoder) }

// JPEG images of java.awt.Toolkit and javax.swing.ImageIcon, which HotSpot leaves to libjavajpeg.
func sunAwtImageJpegimagedecoder() {
	register("sun/awt/image/JPEGImageDecoder", table{
		"initIDs(Ljava/lang/Class;)V":         nothing,
		"readImage(Ljava/io/InputStream;[B)V": readToolkitJPEG,
	})
}

// readToolkitJPEG is JPEGImageDecoder.readImage.
func readToolkitJPEG(t *Thread, a Args) uint64 {
	decoder, stream, buffer := a.Ref(0), a.Ref(1), a.Ref(2)
	if stream == 0 || buffer == 0 {
		t.ThrowNull()
		return 0
	}
	var charged uint64
	defer func() { t.M.Memory.Native.Release(charged) }()
	take := func(bytes uint64) {
		charge(t, bytes)
		charged += bytes
	}
	data := restOfInput(t, stream, buffer, take)
	if t.Exception != 0 {
		return 0
	}
	if err := sendJPEG(t, decoder, data, take); err != nil {
		t.Throw("sun/awt/image/ImageFormatException", err.Error())
	}
	return 0
}

// restOfInput reads what an InputStream still has, by an array of the program's. Take is told of the memory that it takes.
func restOfInput(t *Thread, stream, buffer Ref, take func(bytes uint64)) (data []byte) {
	length := t.M.Memory.U32(buffer + memory.ArrayLength)
	for {
		n := int32(callVirtual(t, stream, "read", "([BII)I", uint64(buffer), 0, uint64(length)))
		if t.Exception != 0 || n <= 0 {
			return data
		}
		take(uint64(n))
		data = append(data, t.M.Bytes(buffer)[:min(uint32(n), length)]...)
	}
}

// sendJPEG hands an image over to its decoder: what it is, and then its rows, of bytes if they are grey, else of ints, until the decoder wants no more.
func sendJPEG(t *Thread, decoder Ref, data []byte, take func(bytes uint64)) error {
	var r jpeg.Reader
	r.Feed(data)
	header, err := r.ReadHeader()
	switch {
	case err != nil:
		return err
	case header == nil:
		return errors.New("JPEG datastream contains no image")
	}
	output, grey := jpeg.RGB, header.Output == jpeg.Gray
	if grey {
		output = jpeg.Gray
	}
	wanted := callVirtual(t, decoder, "sendHeaderInfo", "(IIZZZ)Z", uint64(header.Width), uint64(header.Height), boolean(grey), 0, boolean(header.Progressive))
	if t.Exception != 0 || wanted == 0 {
		return nil
	}
	r.Progress = yieldEvery(t, header.Width)
	take(r.Memory())
	if err := r.ReadImage(); err != nil {
		return err
	}
	image, err := r.Image(output)
	if err != nil {
		return err
	}
	line := make([]byte, header.Width*image.Components())
	kind, descriptor := t.M.Known.ByteArray, "([BI)Z"
	if !grey {
		kind, descriptor = t.M.Known.IntArray, "([II)Z"
	}
	row := t.Root(t.NewArray(kind, int32(header.Width)))
	for y := 0; y < header.Height && t.Exception == 0; y++ {
		image.Row(y, line)
		if grey {
			copy(t.M.Bytes(row), line)
		} else {
			for x := range header.Width {
				pixel := line[3*x:]
				t.M.Memory.SetU32(row+memory.ArrayBase+4*memory.Address(x), uint32(pixel[0])<<16|uint32(pixel[1])<<8|uint32(pixel[2]))
			}
		}
		r.Progress()
		if callVirtual(t, decoder, "sendPixels", descriptor, uint64(row), uint64(y)) == 0 {
			break
		}
	}
	return nil
}

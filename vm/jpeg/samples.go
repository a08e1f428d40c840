package jpeg

// plane is the samples of a component, as many as its blocks have.
type plane struct {
	samples       []byte
	stride        int
	width, height int // of the samples that belong to the image
}

func (p *plane) row(y int) []byte {
	y = min(max(y, 0), p.height-1)
	return p.samples[y*p.stride : y*p.stride+p.width]
}

// Image is an image whose coefficients have been read, for the conversion to rows of pixels.
type Image struct {
	width, height int
	planes        []plane
	h, v          []int // how many pixels there are for a sample, in both directions
	convert       func(pixel []byte)
	rows          [maxComponents][]byte
}

// Image computes the samples of the image that ReadImage has read. Its pixels are in a colour space. It gives up memory that Memory
// counts for coefficients.
func (r *Reader) Image(output ColorSpace) (*Image, error) {
	own := r.header.Space
	convert, err := conversion(own, output)
	if err != nil {
		return nil, err
	}
	image := &Image{width: r.header.Width, height: r.header.Height, convert: convert}
	for i := range r.components {
		c := &r.components[i]
		if c.table >= maxTables || r.divisors[c.table] == nil {
			return nil, errorf("Quantization table 0x%02x was not defined", c.table)
		}
		if r.maxH%c.h != 0 || r.maxV%c.v != 0 {
			return nil, errorf("Fractional sampling not implemented yet")
		}
		p := plane{samples: make([]byte, c.stride*c.allRows*blockSize), stride: c.stride * blockSide, width: c.width, height: c.height}
		for row := range c.allRows {
			for column := range c.stride {
				at := (row*c.stride + column) * blockSize
				inverse(c.coefficients[at:at+blockSize], r.divisors[c.table], p.samples[row*blockSide*p.stride+column*blockSide:], p.stride)
			}
			if r.Progress != nil {
				r.Progress()
			}
		}
		c.coefficients = nil
		image.planes = append(image.planes, p)
		image.h, image.v = append(image.h, r.maxH/c.h), append(image.v, r.maxV/c.v)
		image.rows[i] = make([]byte, c.width*(r.maxH/c.h)+maxSampling)
		if output == Gray && own != Gray {
			break // the brightness is all
		}
	}
	return image, nil
}

// Components is how many components a pixel has.
func (i *Image) Components() int { return len(i.planes) }

// Row writes a row of pixels into out, their components one after the other.
func (i *Image) Row(y int, out []byte) {
	n := len(i.planes)
	for c := range i.planes {
		line := i.upsampled(c, y)
		for x := range i.width {
			out[x*n+c] = line[x]
		}
	}
	if i.convert != nil {
		for x := range i.width {
			i.convert(out[x*n : x*n+n])
		}
	}
}

// upsampled is a row of a component with a sample for each pixel. Where there is one for two of them it is weighed 3 to 1 with its
// neighbour.
func (i *Image) upsampled(c, y int) []byte {
	const smallest = 3 // columns that can be weighed
	p, h, v, out := &i.planes[c], i.h[c], i.v[c], i.rows[c]
	switch {
	case h == 1 && v == 1:
		return p.row(y)
	case h == 2 && v == 1 && p.width >= smallest:
		in := p.row(y)
		for x, sample := range in {
			here := 3 * int(sample)
			out[2*x] = byte((here + int(in[max(x-1, 0)]) + 1) >> 2)
			out[2*x+1] = byte((here + int(in[min(x+1, len(in)-1)]) + 2) >> 2)
		}
		out[0], out[2*len(in)-1] = in[0], in[len(in)-1]
		return out
	case h == 1 && v == 2:
		in, other, bias := p.row(y/2), p.row(y/2-1), 1
		if y%2 == 1 {
			other, bias = p.row(y/2+1), 2
		}
		for x, sample := range in {
			out[x] = byte((3*int(sample) + int(other[x]) + bias) >> 2)
		}
		return out
	case h == 2 && v == 2 && p.width >= smallest:
		in, other := p.row(y/2), p.row(y/2-1)
		if y%2 == 1 {
			other = p.row(y/2 + 1)
		}
		sum := func(x int) int { return 3*int(in[x]) + int(other[x]) }
		for x := range in {
			here := 3 * sum(x)
			out[2*x] = byte((here + sum(max(x-1, 0)) + 8) >> 4)
			out[2*x+1] = byte((here + sum(min(x+1, len(in)-1)) + 7) >> 4)
		}
		return out
	}
	in := p.row(y / v)
	for x := range out[:min(len(in)*h, len(out))] {
		out[x] = in[x/h]
	}
	return out
}

// conversion is what makes a pixel of a colour space one of another, in its place. It is nil where nothing is to be done.
func conversion(from, to ColorSpace) (func(pixel []byte), error) {
	switch {
	case from == to, to == Gray && from == YCbCr:
		return nil, nil
	case from == YCbCr && to == RGB:
		return toRGB, nil
	case from == YCCK && to == CMYK:
		return func(pixel []byte) {
			toRGB(pixel)
			for i := range 3 {
				pixel[i] = maxSample - pixel[i]
			}
		}, nil
	case from == RGB && to == Gray, to != Unknown:
		return nil, errorf("Unsupported color conversion request")
	}
	return nil, nil
}

// toRGB converts from YCbCr, with 16 bits of fraction.
func toRGB(pixel []byte) {
	const half = 1 << 15
	y, cb, cr := int32(pixel[0]), int32(pixel[1])-centre, int32(pixel[2])-centre
	pixel[0] = clamp(y + (91881*cr+half)>>16)
	pixel[1] = clamp(y + (-22554*cb-46802*cr+half)>>16)
	pixel[2] = clamp(y + (116130*cb+half)>>16)
}

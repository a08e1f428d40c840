// Package planes describes images of bytes by their components: what filters of images read and write.
package planes

// Plane is one component of each pixel of an image.
type Plane struct {
	Width, Height int
	Step, Stride  int // from pixel to pixel, and from row to row, in bytes
	Components    []byte
}

// At is the component of a pixel that lies within the image.
func (p *Plane) At(x, y int) *byte { return &p.Components[y*p.Stride+x*p.Step] }

// Nearest is the component at x and y, or of the nearest pixel of the image.
func (p *Plane) Nearest(x, y int) byte {
	return *p.At(min(max(x, 0), p.Width-1), min(max(y, 0), p.Height-1))
}

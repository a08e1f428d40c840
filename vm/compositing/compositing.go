// Package compositing blends pixels by the rules of Porter and Duff (Compositing
// Digital Images, 1984), with the roundings of the Java 2D library's own loops.
//
// Pixels are 0xAARRGGBB.
package compositing

// Rule is a rule of java.awt.AlphaComposite, with its numbers.
type Rule int32

// The rules: what is left of the source and of the destination.
const (
	Clear Rule = 1 + iota
	Src
	SrcOver
	DstOver
	SrcIn
	DstIn
	SrcOut
	DstOut
	Dst
	SrcAtop
	DstAtop
	Xor
)

// fraction is how a factor follows from the other pixel's alpha.
type fraction uint8

const (
	zero fraction = iota
	one
	alpha
	inverse // 1 - alpha
)

// factors are the fractions of source and destination, by rule.
var factors = [...]struct{ source, destination fraction }{
	Clear: {zero, zero}, Src: {one, zero}, Dst: {zero, one},
	SrcOver: {one, inverse}, DstOver: {inverse, one},
	SrcIn: {alpha, zero}, DstIn: {zero, alpha},
	SrcOut: {inverse, zero}, DstOut: {zero, inverse},
	SrcAtop: {alpha, inverse}, DstAtop: {inverse, alpha}, Xor: {inverse, inverse},
}

// Opaque is the largest alpha, coverage and component.
const Opaque = 0xFF

func (f fraction) of(other uint32) uint32 {
	switch f {
	case one:
		return Opaque
	case alpha:
		return other
	case inverse:
		return Opaque - other
	}
	return 0
}

// multiply is a*b/255, rounded, of numbers up to 255.
func multiply(a, b uint32) uint32 { return (a*b*2 + Opaque) / (2 * Opaque) }

// divide is a*255/b, rounded and at most 255. Like libawt's table of quotients it
// adds up a rounded 1/b in 8.24 fixed-point form, which decides ties.
func divide(a, b uint32) uint32 {
	if a >= b {
		return Opaque
	}
	const half = 1 << 23
	return (a*((Opaque<<24+b/2)/b) + half) >> 24
}

// Valid tells whether r is one of the rules.
func (r Rule) Valid() bool { return r >= Clear && r <= Xor }

// Form says which pixels have colours that are multiplied by alpha.
type Form uint8

// The forms: neither, one of the two, or both.
const (
	SourceMultiplied Form = 1 << iota
	DestinationMultiplied
	Straight Form = 0
)

// Blend composes a source pixel with a destination pixel. The composite's own alpha
// extra weakens the source, and coverage tells how much of the pixel is drawn at all;
// both go up to Opaque. The rule must be valid.
func (r Rule) Blend(form Form, source, destination, extra, coverage uint32) uint32 {
	if coverage == 0 {
		return destination
	}
	sourceAlpha, destinationAlpha := multiply(extra, source>>24), destination>>24
	sourcePart, destinationPart := factors[r].source.of(destinationAlpha), factors[r].destination.of(sourceAlpha)
	if coverage != Opaque {
		sourcePart = multiply(coverage, sourcePart)
		destinationPart = Opaque - coverage + multiply(coverage, destinationPart)
	}
	if sourcePart == 0 && destinationPart == Opaque {
		return destination
	}
	return form.add(source, multiply(sourcePart, sourceAlpha), multiply(sourcePart, extra), destination, destinationPart)
}

// Over composes a source pixel over a destination pixel. SrcOver.Blend does the same, but the library has a loop of its
// own for that rule, which rounds in another place when the coverage is not full.
func Over(form Form, source, destination, extra, coverage uint32) uint32 {
	extra = multiply(coverage, extra)
	alpha := multiply(extra, source>>24)
	if alpha == 0 {
		return destination
	}
	return form.add(source, alpha, extra, destination, Opaque-alpha)
}

// FillOver draws a colour over a destination pixel, as far as it is covered. The colour's parts are multiplied by its alpha.
// Unlike Over it also rounds where the colour is hardly to be seen.
func FillOver(form Form, color, destination, coverage uint32) uint32 {
	if coverage == 0 || color>>24 == 0 {
		return destination
	}
	alpha := multiply(coverage, color>>24)
	return (form | SourceMultiplied).add(color, alpha, coverage, destination, Opaque-alpha)
}

// Fill replaces a destination pixel by a colour, as far as it is covered. The colour's parts are multiplied by its alpha.
func Fill(form Form, color, destination, coverage uint32) uint32 {
	if coverage == 0 {
		return destination
	}
	return (form | SourceMultiplied).add(color, multiply(coverage, color>>24), coverage, destination, Opaque-coverage)
}

// add adds up the parts of two pixels. Alpha is what the source adds to the result's alpha, and sourcePart how much of its
// colour is added if that is multiplied by its alpha already.
func (f Form) add(source, alpha, sourcePart, destination, destinationPart uint32) uint32 {
	if f&SourceMultiplied == 0 {
		sourcePart = alpha
	}
	destinationAlpha := multiply(destinationPart, destination>>24)
	total := alpha + destinationAlpha
	if f&DestinationMultiplied == 0 {
		destinationPart = destinationAlpha
	}
	result := min(total, Opaque) << 24
	for shift := 0; shift < 24; shift += 8 {
		component := multiply(sourcePart, source>>shift&0xFF) + multiply(destinationPart, destination>>shift&0xFF)
		if f&DestinationMultiplied == 0 && total != 0 && total < Opaque {
			component = divide(component, total)
		}
		result |= min(component, Opaque) << shift
	}
	return result
}

// Multiplied is a pixel with its colours multiplied by its alpha.
func Multiplied(pixel uint32) uint32 {
	alpha := pixel >> 24
	return pixel&0xFF000000 | multiply(alpha, pixel>>16&0xFF)<<16 | multiply(alpha, pixel>>8&0xFF)<<8 | multiply(alpha, pixel&0xFF)
}

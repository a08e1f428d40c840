package cost

import "math"

// This file tells what G1 expects, by what it has seen: an average in which the latest sample has the most weight, and how far samples are from it, so as to be sure
// (Detlefs et al., Garbage-First Garbage Collection, ISMM 2004, section 3.2.1). Products are rounded before anything is added to them, so that it is the same on every machine.

const (
	// latest is the weight of the latest sample.
	latest = 0.3
	// confidence is how many standard deviations are added (G1ConfidencePercent).
	confidence = 0.5
	// fewSamples is how many samples do not tell how far they are from each other.
	fewSamples = 5
)

// average is of samples.
type average struct {
	samples        int
	mean, variance float64
}

// add adds a sample.
func (a *average) add(value float64) {
	if a.samples++; a.samples == 1 {
		a.mean = value
		return
	}
	difference := value - a.mean
	step := float64(latest * difference)
	a.mean += step
	a.variance = (1 - latest) * (a.variance + float64(difference*step))
}

// most is the most that is expected of the next one.
func (a *average) most() float64 {
	deviation := math.Sqrt(a.variance)
	if a.samples < fewSamples {
		deviation = max(deviation, a.mean*float64(fewSamples-a.samples)/2)
	}
	return a.mean + float64(confidence*deviation)
}

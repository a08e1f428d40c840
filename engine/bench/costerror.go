package bench

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Errors of a model, over shares of programs' phases in the programs' time.
type costErrors struct {
	mean    float64 // points: the mean difference of modelled and measured share
	p90     float64 // points
	within  float64 // share of the phases within six points
	worst   float64 // points: the mean of the programs' greatest difference
	hottest float64 // share of the programs whose hottest phase is named
}

// near is within how many points a share is called right.
const near = 6

// work is what a phase takes, measured and modelled, each in a unit of its own.
type work struct{ measured, modelled float64 }

// compareShares finds the errors over programs, each given by its phases.
func compareShares(programs [][]work) costErrors {
	var e costErrors
	var all []float64
	for _, program := range programs {
		var measured, modelled float64
		for _, w := range program {
			measured += w.measured
			modelled += w.modelled
		}
		worst, hottest, named := 0.0, 0, 0
		for i, w := range program {
			points := 100 * math.Abs(w.measured/measured-w.modelled/modelled)
			all = append(all, points)
			worst = max(worst, points)
			if w.measured > program[hottest].measured {
				hottest = i
			}
			if w.modelled > program[named].modelled {
				named = i
			}
			if points <= near {
				e.within++
			}
			e.mean += points
		}
		e.worst += worst
		if hottest == named {
			e.hottest++
		}
	}
	slices.Sort(all)
	e.p90 = all[len(all)*9/10]
	e.mean /= float64(len(all))
	e.within /= float64(len(all))
	e.worst /= float64(len(programs))
	e.hottest /= float64(len(programs))
	return e
}

// How random programs are made of phases: as many, of so many phases each, whose times are changed by factors of up to ten.
const (
	randomPrograms = 2000
	randomPhases   = 6
	mixedPhases    = 5
	heaviest       = 10
)

// recombine makes random programs of the phases, the same ones for the same number of phases. mixed says of how many phases each of theirs
// consists.
func recombine(phases []work, mixed int) [][]work {
	random := rand.New(rand.NewPCG(1, 2))
	programs := make([][]work, randomPrograms)
	for i := range programs {
		chosen := random.Perm(len(phases))
		for j := range randomPhases {
			weight := math.Pow(heaviest, random.Float64())
			var sum work
			for _, k := range chosen[j*mixed : (j+1)*mixed] {
				// Each takes as long as the others, but for the weight.
				scale := weight / phases[k].measured
				sum.measured += scale * phases[k].measured
				sum.modelled += scale * phases[k].modelled
			}
			programs[i] = append(programs[i], sum)
		}
	}
	return programs
}

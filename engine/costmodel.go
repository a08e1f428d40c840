package engine

import (
	"fmt"
	"os"

	"hotlens/profiles/cost"
)

// CostModel is the model that contexts' costs are by: the one in a file, where what the file lacks is as in
// hotlens' own, or that for "".
func CostModel(file string) (*cost.Model, error) {
	if file == "" {
		return cost.Default(), nil
	}
	text, err := os.Open(file)
	if err != nil {
		return nil, fmt.Errorf("the cost model: %w", err)
	}
	defer text.Close()
	model, err := cost.Read(text, cost.Default())
	if err != nil {
		return nil, fmt.Errorf("the cost model %s: %w", file, err)
	}
	return model, nil
}

//go:build !unix

package natives

import (
	"errors"

	"hotlens/vm/jimage"
)

// Coverage fails where the VM does not run.
func Coverage(*jimage.Image) ([]ModuleCoverage, error) {
	return nil, errors.New("native methods are implemented for Linux and macOS only")
}

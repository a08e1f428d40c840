package main

import (
	"os"
	"testing"

	"golang.org/x/tools/go/packages"
)

// platforms are what hotlens is built for besides the machine at hand.
var platforms = []struct{ system, processor string }{{"linux", "arm64"}, {"darwin", "arm64"}, {"windows", "amd64"}}

// TestPlatforms checks the types of all sources and tests as each platform has them. To compile them, and what they import, takes twenty times as long, and
// what go vet finds besides it finds on the machine at hand.
func TestPlatforms(t *testing.T) {
	if testing.Short() {
		t.Skip("make test-all checks the other platforms")
	}
	for _, platform := range platforms {
		t.Run(platform.system+"-"+platform.processor, func(t *testing.T) {
			found, err := packages.Load(&packages.Config{
				Context: t.Context(),
				Mode:    packages.LoadTypes | packages.NeedImports | packages.NeedDeps, // without export data, which would have to be compiled
				Dir:     "../..",
				Tests:   true,
				Env:     append(os.Environ(), "GOOS="+platform.system, "GOARCH="+platform.processor, "CGO_ENABLED=0"),
			}, "./...")
			if err != nil {
				t.Fatal(err)
			}
			checked := false
			for _, p := range found {
				for _, e := range p.Errors {
					t.Error(e)
				}
				checked = checked || p.PkgPath == "hotlens/cmd/hotlens" && p.Types.Scope().Len() > 0
			}
			if !checked {
				t.Error("hotlens/cmd/hotlens is not among what was checked")
			}
		})
	}
}

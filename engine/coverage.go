package engine

import (
	"fmt"
	"io"
	"strings"

	"hotlens/engine/jdk"
	"hotlens/vm/configuration"
	"hotlens/vm/jimage"
	"hotlens/vm/natives"
)

// Coverage says which native methods of a JDK the VM has, by module.
type Coverage struct {
	JDK     *jdk.JDK
	Modules []natives.ModuleCoverage
}

// NativeCoverage looks at all native methods of the JDK that the configuration names.
func NativeCoverage(config configuration.Run) (*Coverage, error) {
	j, err := jdk.Find(config.JDK)
	if err != nil {
		return nil, err
	}
	modules, err := nativesOf(j)
	if err != nil {
		return nil, err
	}
	return &Coverage{JDK: j, Modules: modules}, nil
}

func nativesOf(j *jdk.JDK) ([]natives.ModuleCoverage, error) {
	image, err := jimage.Open(j.Modules)
	if err != nil {
		return nil, fmt.Errorf("the JDK at %s: %w", j.Home, err)
	}
	defer image.Close()
	modules, err := natives.Coverage(image)
	if err != nil {
		return nil, fmt.Errorf("the JDK at %s: %w", j.Home, err)
	}
	return modules, nil
}

// Write writes the coverage for people: each class with its native methods, "+"
// before those that the VM has and "-" before the others, and a table of the
// modules at the end.
func (c *Coverage) Write(w io.Writer) error {
	var text strings.Builder
	for _, module := range c.Modules {
		for _, class := range module.Classes {
			fmt.Fprintf(&text, "%s/%s\n", module.Module, class.Class)
			for _, method := range class.Implemented {
				fmt.Fprintf(&text, "  + %s\n", method)
			}
			if class.Reason != "" {
				fmt.Fprintf(&text, "  not implemented: %s\n", class.Reason)
			}
			for _, method := range class.Missing {
				fmt.Fprintf(&text, "  - %s\n", method)
			}
		}
	}
	fmt.Fprintf(&text, "\nNative methods of JDK %s in %s:\n\n", c.JDK.Version, c.JDK.Home)
	fmt.Fprintf(&text, "%-24s %11s %7s\n", "module", "implemented", "missing")
	implemented, missing := 0, 0
	for _, module := range c.Modules {
		fmt.Fprintf(&text, "%-24s %11d %7d\n", module.Module, module.Implemented, module.Missing)
		implemented, missing = implemented+module.Implemented, missing+module.Missing
	}
	fmt.Fprintf(&text, "%-24s %11d %7d\n", "all", implemented, missing)
	_, err := io.WriteString(w, text.String())
	return err
}

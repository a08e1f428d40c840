package vm

import (
	"fmt"
	"strings"
)

// LoadError is a main class that could not be loaded.
type LoadError struct{ Class, Reason string }

func (e *LoadError) Error() string {
	return fmt.Sprintf("could not load the main class %s: %s", e.Class, e.Reason)
}

// Missing tells whether there is no such class. One that is there may fail to load, too.
func (e *LoadError) Missing() bool {
	exception, _, _ := strings.Cut(e.Reason, "\n") // and the stack
	return exception == "java.lang.ClassNotFoundException: "+e.Class
}

// NoMainError is a class without public static void main(String[]).
type NoMainError struct{ Class string }

func (e *NoMainError) Error() string {
	return fmt.Sprintf("class %s has no main method that can be started", e.Class)
}

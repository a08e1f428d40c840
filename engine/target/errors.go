package target

import "fmt"

// Reason is why the java launcher would not start a program.
type Reason int

// The reasons.
const (
	ClassNotFound Reason = iota // no such class on the class path
	BadClass                    // its class file cannot be loaded
	NoMain                      // it has no main method that can be called
	BadJar                      // the jar file is missing or damaged
	NoMainClass                 // the jar's manifest names no main class
)

// LaunchError is a program that the java launcher would not start: it prints
// Launcher to stderr and exits with 1. Message is one line that also says what to
// do.
type LaunchError struct {
	Reason   Reason
	Message  string
	Launcher string // the launcher's text, lines separated by "\n", without the last line's end
	Hint     string // what can be done about it that java's launcher does not know of; "" if nothing can
}

func (e *LaunchError) Error() string { return e.Message }

// definition is how a main method is declared, in the launcher's words.
const definition = "define the main method as:\n   public static void main(String[] args)"

func noMain(class string) *LaunchError {
	return &LaunchError{
		Reason:  NoMain,
		Message: fmt.Sprintf("class %s has no main method: declare public static void main(String[] args)", class),
		Launcher: fmt.Sprintf("Error: Main method not found in class %s, please %s\n"+
			"or a JavaFX application class must extend javafx.application.Application", class, definition),
	}
}

func mainNotStatic(class string) *LaunchError {
	return &LaunchError{
		Reason:   NoMain,
		Message:  fmt.Sprintf("the main method of class %s is not static: declare public static void main(String[] args)", class),
		Launcher: fmt.Sprintf("Error: Main method is not static in class %s, please %s", class, definition),
	}
}

func mainNotVoid(class string) *LaunchError {
	return &LaunchError{
		Reason:   NoMain,
		Message:  fmt.Sprintf("the main method of class %s returns a value: declare public static void main(String[] args)", class),
		Launcher: fmt.Sprintf("Error: Main method must return a value of type void in class %s, please \n%s", class, definition),
	}
}

// notLoaded is a class that the launcher could not load, because of an exception.
func notLoaded(reason Reason, class, message, exception string) *LaunchError {
	return &LaunchError{
		Reason:   reason,
		Message:  message,
		Launcher: fmt.Sprintf("Error: Could not find or load main class %s\nCaused by: java.lang.%s", class, exception),
	}
}

// linkage is a class file that the VM rejects.
func linkage(class, message, exception string) *LaunchError {
	return &LaunchError{
		Reason:   BadClass,
		Message:  message,
		Launcher: fmt.Sprintf("Error: LinkageError occurred while loading main class %s\n\tjava.lang.%s", class, exception),
	}
}

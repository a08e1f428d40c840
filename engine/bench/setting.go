package bench

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"strings"
)

// setting says what a table was measured on and how, in a line: without it the numbers say
// nothing.
func (o *SpeedOptions) setting() string {
	return fmt.Sprintf("%s, %d processors, %s/%s; JDK %s; heap %s; %d run(s) of each side, a budget of %v",
		processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, o.JDK.Version, heap, o.Runs, o.Budget)
}

// processor is the name of the processor, as far as the system tells it.
func processor() string {
	info, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return "unknown processor"
	}
	defer info.Close()
	for lines := bufio.NewScanner(info); lines.Scan(); {
		if key, value, found := strings.Cut(lines.Text(), ":"); found && strings.TrimSpace(key) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown processor"
}

//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"

	"hotlens/engine"
	"hotlens/vm/oracle"
)

// TestInput runs programs as the server does, without input, and looks whether it is told which of them have missed it.
func TestInput(t *testing.T) {
	oracle.Once(t)
	e, folder := newWaiter(t)
	file := filepath.Join(folder, "Reader.java")
	text := "public class Reader { public static void main(String[] a) throws Exception { if (a.length == 0) System.out.println(System.in.read()); } }"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		arguments []string
		output    string
		missed    bool
	}{{nil, "-1\n", true}, {[]string{"no"}, "", false}} {
		o := profileServed(t, e, file, test.arguments, 0, engine.Watch{}).Outcome
		if o.Output != test.output || o.NoInput != test.missed {
			t.Errorf("with %q it printed %q; has it missed input: %t", test.arguments, o.Output, o.NoInput)
		}
	}
}

package main

import (
	"testing"
	"time"

	"github.com/spf13/cobra"

	"hotlens/vm/configuration"
)

// TestGivenSizes tells the sizes that the user gives from those that hotlens has.
func TestGivenSizes(t *testing.T) {
	for _, test := range []struct {
		arguments   []string
		heap, stack bool
	}{
		{nil, false, false},
		{[]string{"--max-output", "1m"}, false, false},
		{[]string{"--heap", "512m"}, true, false},
		{[]string{"--stack", "1m"}, false, true},
	} {
		var flags targetFlags
		command := &cobra.Command{}
		flags.register(command, configuration.Profile())
		if err := command.ParseFlags(test.arguments); err != nil {
			t.Errorf("%q: %v", test.arguments, err)
		}
		if got := flags.config.Limits; got.HeapGiven != test.heap || got.StackGiven != test.stack {
			t.Errorf("%q: the heap is given: %t, the stack: %t, want %t and %t", test.arguments, got.HeapGiven, got.StackGiven, test.heap, test.stack)
		}
	}
}

// TestSuiteLimits profiles tests within the limits of a suite, but for those that the user gives, and programs within their own.
func TestSuiteLimits(t *testing.T) {
	for _, test := range []struct {
		arguments []string
		timeout   time.Duration
		bytecodes uint64
	}{
		{[]string{"Main.java"}, configuration.ProfileTimeout, configuration.ProfileBytecodes},
		{[]string{"--test", "*Test"}, configuration.SuiteTimeout, configuration.SuiteBytecodes},
		{[]string{"--test", "*Test", "--timeout", "1m"}, time.Minute, configuration.SuiteBytecodes},
		{[]string{"--max-bytecodes", "0", "--test", "*Test"}, configuration.SuiteTimeout, 0},
	} {
		var flags profileFlags
		command := &cobra.Command{}
		flags.targetFlags.register(command, configuration.Profile())
		if err := command.ParseFlags(test.arguments); err != nil {
			t.Errorf("%q: %v", test.arguments, err)
			continue
		}
		flags.allowSuite(command.Flags())
		if got := flags.config.Limits; got.Timeout != test.timeout || got.MaxBytecodes != test.bytecodes {
			t.Errorf("%q: stopped after %v and %d bytecodes, want %v and %d", test.arguments, got.Timeout, got.MaxBytecodes, test.timeout, test.bytecodes)
		}
	}
}

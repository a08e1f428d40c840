package generator

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"hotlens/vm/classfile"
)

// neverEmitted are the opcodes that javac 17 does not put into such programs: nop,
// swap, jsr, ret, goto_w, jsr_w.
var neverEmitted = map[byte]bool{0: true, 95: true, 168: true, 169: true, 200: true, 201: true}

// lastOpcode is jsr_w, the last opcode that class files may have.
const lastOpcode = 201

// expectedExceptions must be thrown and caught by some of the fixed programs.
var expectedExceptions = []string{
	"java.lang.ArithmeticException", "java.lang.ArrayIndexOutOfBoundsException", "java.lang.ArrayStoreException",
	"java.lang.ClassCastException", "java.lang.NegativeArraySizeException", "java.lang.NullPointerException",
	"java.lang.ExceptionInInitializerError", "java.lang.NoClassDefFoundError", "java.lang.IllegalMonitorStateException",
	"java.lang.NumberFormatException", "java.lang.IllegalArgumentException", "java.lang.IndexOutOfBoundsException",
	"java.lang.StringIndexOutOfBoundsException", "P$Unchecked", "P$Special", "P$Checked",
}

const (
	// minComplete is the share of sections that must run to their end: a generator
	// whose sections mostly fail at once tests little.
	minComplete = 0.8
	// minChecksums is the share of programs that must print their checksum.
	minChecksums = 0.99
)

// coverage is what random programs have exercised.
type coverage struct {
	opcodes              [256]int
	exceptions           map[string]int
	started, done, ended int // sections called and completed, checksums printed
}

func newCoverage() *coverage { return &coverage{exceptions: map[string]int{}} }

// thrown is a line by which a program notes an exception.
var thrown = regexp.MustCompile(`(?m)^(?:thrown )?((?:java\.|P\d+)[\w.$]*): `)

// add takes the opcodes of a batch's classes and the outputs of its programs.
func (c *coverage) add(t testing.TB, b *batch, outputs map[string]string) {
	t.Helper()
	for _, name := range b.names {
		c.started += strings.Count(b.programs[name].Source(name), "static void section")
		c.done += len(sectionDone.FindAllString(outputs[name], -1))
		c.ended += strings.Count(outputs[name], "\nchecksum ")
		for _, match := range thrown.FindAllStringSubmatch(outputs[name], -1) {
			c.exceptions[programName.ReplaceAllString(match[1], "P")]++
		}
	}
	err := filepath.WalkDir(b.classes, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		class, err := classfile.Parse(data)
		if err != nil {
			return err
		}
		for _, m := range class.Methods {
			if m.Code != nil {
				c.count(m.Code.Bytes)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

var (
	sectionDone = regexp.MustCompile(`(?m)^section\d+ done$`)
	programName = regexp.MustCompile(`^P\d+`)
)

// count counts the opcodes of a method.
func (c *coverage) count(code []byte) {
	for at := 0; at < len(code); at += instructionLength(code, at) {
		c.opcodes[code[at]]++
	}
}

// instructionLength is the length of the instruction at an index (JVMS chapter 6).
func instructionLength(code []byte, at int) int {
	word := func(i int) int { return int(int32(binary.BigEndian.Uint32(code[i:]))) }
	aligned := at&^3 + 4
	switch op := code[at]; {
	case op == 170: // tableswitch
		return aligned + 12 + 4*(word(aligned+8)-word(aligned+4)+1) - at
	case op == 171: // lookupswitch
		return aligned + 8 + 8*word(aligned+4) - at
	case op == 196 && code[at+1] == 132: // wide iinc
		return 6
	case op == 185, op == 186, op == 200, op == 201:
		return 5
	case op == 196, op == 197:
		return 4
	case op == 17, op == 19, op == 20, op == 132, op >= 153 && op <= 168, op >= 178 && op <= 184,
		op == 187, op == 189, op == 192, op == 193, op == 198, op == 199:
		return 3
	case op == 16, op == 18, op >= 21 && op <= 25, op >= 54 && op <= 58, op == 169, op == 188:
		return 2
	}
	return 1
}

// check demands that the fixed programs exercise what they are there for.
func (c *coverage) check(t *testing.T, programs int) {
	var missing []string
	for op := range lastOpcode + 1 {
		if c.opcodes[op] == 0 && !neverEmitted[byte(op)] {
			missing = append(missing, fmt.Sprintf("%#x", op))
		}
	}
	if len(missing) > 0 {
		t.Errorf("no program has the opcodes %s", strings.Join(missing, " "))
	}
	for _, name := range expectedExceptions {
		if c.exceptions[name] == 0 {
			t.Errorf("no program notes %s", name)
		}
	}
	if share := float64(c.done) / float64(c.started); share < minComplete {
		t.Errorf("only %.0f%% of the sections run to their end", 100*share)
	}
	if share := float64(c.ended) / float64(programs); share < minChecksums {
		t.Errorf("only %.0f%% of the programs print their checksum", 100*share)
	}
	t.Logf("%d of %d sections complete, %d of %d programs; exceptions: %v", c.done, c.started, c.ended, programs, c.exceptions)
}

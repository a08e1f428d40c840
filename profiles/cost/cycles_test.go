package cost_test

import (
	"strings"
	"testing"

	"hotlens/profiles/cost"
	"hotlens/profiles/instructions"
)

// jop is a part of the table of the Java Optimized Processor.
const jop = `# by bytecode; r, w, b as there
opcode,cycles
aconst_null iconst_m1 iconst_0..5,1
ldc,7+r
ldc2_w,17+max(r-2)+max(r-1)
iload_0..3,1
isub iadd,1
imul,35
if_icmp* ifeq goto,4
iastore,9+2*r+w
ireturn freturn areturn,23+max(r-3)+max(b-10)
invokestatic,74+r+max(r-3)+max(r-2)+max(b-37)
getfield,17+2*r
fadd..dneg ladd,java
`

func opcode(t *testing.T, mnemonic string) byte {
	t.Helper()
	for op, m := range instructions.Mnemonics {
		if m == mnemonic {
			return byte(op)
		}
	}
	t.Fatalf("no instruction %s", mnemonic)
	return 0
}

func TestCycles(t *testing.T) {
	for _, test := range []struct {
		more     string // rows
		mnemonic string
		bytes    int // of the method that is entered
		fixed    uint64
		entering uint64
	}{
		{"", "iconst_m1", 0, 1, 0},
		{"", "iconst_5", 0, 1, 0},
		{"", "lconst_0", 0, 150, 0}, // not named
		{"", "ldc", 0, 8, 0},
		{"r,3", "ldc", 0, 10, 0},
		{"", "ldc2_w", 0, 17, 0},
		{"r,3", "ldc2_w", 0, 20, 0},
		{"", "isub", 0, 1, 0}, // the range names it as well, below
		{"", "dmul", 0, 150, 0},
		{"java,2*60", "dmul", 0, 120, 0},
		{"", "if_icmpne", 0, 4, 0},
		{"", "iastore", 0, 12, 0},
		// b is 6 + (n + 1) * 2, and n is bytes in words, rounded up.
		{"", "ireturn", 0, 0, 23},
		{"", "ireturn", 9, 0, 23 + 6 + 8 - 10},
		{"", "invokestatic", 400, 0, 75 + 6 + 202 - 37},
		{"c,1", "invokestatic", 400, 0, 75 + 6 + 303 - 37},
		{"b,4", "invokestatic", 400, 75, 0}, // always in the cache
		{"", "wide", 0, 0, 0},
	} {
		c, err := cost.ReadCycles(strings.NewReader(jop + test.more))
		if err != nil {
			t.Fatal(err)
		}
		op := opcode(t, test.mnemonic)
		if fixed, entering := c.Fixed(op), c.Entering(op, test.bytes); fixed != test.fixed || entering != test.entering {
			t.Errorf("%s with %q takes %d, and %d for a method of %d bytes; want %d, %d", test.mnemonic, test.more, fixed, entering, test.bytes, test.fixed, test.entering)
		}
	}
}

func TestCyclesErrors(t *testing.T) {
	for _, test := range []struct{ table, want string }{
		{"nop,1\niadd", "line 2: wrong number of fields"},
		{"nop,1\n# more\nadd,2", `line 3: "add" is no mnemonic and no parameter`},
		{"iadd isub iadd,2", "line 1: iadd stands twice"},
		{"nop,1+", "line 1: the cycles \"1+\": a number or a name is missing"},
		{"nop,(1", "a closing parenthesis is missing"},
		{"nop,1)", `")" is not expected`},
		{"nop,99999999999999", "the number 99999999999999 is too large"},
		{"nop,q", `the cycles of nop need "q", which is no parameter`},
		{"nop,b", "nop enters no method and returns to none"},
		{"b,r\nr,w", "the parameter b needs r, which needs others"},
		{"b,b", "the parameter b needs b"},
		{"b,z", `the parameter b needs "z", which is none`},
		{",1", "line 1: there is no mnemonic"},
		{"nop," + strings.Repeat("(", 2000), "is too long"},
	} {
		if _, err := cost.ReadCycles(strings.NewReader(test.table)); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%.40q: error is %v, want %q", test.table, err, test.want)
		}
	}
}

func FuzzReadCycles(f *testing.F) {
	f.Add(jop)
	f.Add("iadd,1*2*3-4\nb,n*n\nreturn,b*b*b*b*b*b*b*b")
	f.Add("*,max(max(r)-1000000000000)*-1")
	f.Add("a..z,1\n[*,2\n")
	f.Fuzz(func(t *testing.T, table string) {
		c, err := cost.ReadCycles(strings.NewReader(table))
		if err != nil {
			return
		}
		for op := range 256 {
			if c.Fixed(byte(op)) > 0 && c.Entering(byte(op), 65535) > 0 {
				t.Errorf("opcode %d counts twice", op)
			}
		}
		c.Native()
	})
}

package javac

import "testing"

func TestInstructionLength(t *testing.T) {
	tableSwitch := []byte{0, 0xaa, 0, 0, 0, 0, 0, 9, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3}
	lookupSwitch := []byte{0xab, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 6}
	for name, test := range map[string]struct {
		code        []byte
		bci, length int // 0: malformed
	}{
		"nop":                     {[]byte{0x00}, 0, 1},
		"bipush":                  {[]byte{0x10, 1}, 0, 2},
		"sipush, cut off":         {[]byte{0x11, 1}, 0, 0},
		"iinc":                    {[]byte{0x84, 1, 2}, 0, 3},
		"wide iload":              {[]byte{0xc4, 0x15, 1, 2, 0, 0}, 0, 4},
		"wide iinc":               {[]byte{0xc4, 0x84, 1, 2, 0, 0}, 0, 6},
		"wide, cut off":           {[]byte{0xc4}, 0, 0},
		"tableswitch, low -1":     {tableSwitch, 1, 27},
		"tableswitch, cut off":    {tableSwitch[:27], 1, 0},
		"tableswitch, high < low": {append([]byte{0xaa, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 1}, make([]byte, 40)...), 0, 0},
		"lookupswitch":            {lookupSwitch, 0, 20},
		"lookupswitch, cut off":   {lookupSwitch[:11], 0, 0},
		"lookupswitch, negative":  {[]byte{0xab, 0, 0, 0, 0, 0, 0, 9, 0xff, 0xff, 0xff, 0xfe}, 0, 0},
		"invokevirtual":           {[]byte{0xb6, 0, 1, 0, 0}, 0, 3},
		"invokeinterface":         {[]byte{0xb9, 0, 1, 1, 0}, 0, 5},
		"multianewarray":          {[]byte{0xc5, 0, 1, 2, 0}, 0, 4},
		"goto_w":                  {[]byte{0xc8, 0, 0, 0, 1}, 0, 5},
		"no opcode":               {[]byte{0xca}, 0, 0},
	} {
		length, err := instructionLength(test.code, test.bci)
		if length != test.length || (err != nil) != (test.length == 0) {
			t.Errorf("%s: got %d, %v, want %d", name, length, err, test.length)
		}
	}
}

package classfile

import "unsafe"

// Modified UTF-8 (JVMS 4.4.7): the character 0 takes two bytes, and characters
// beyond the basic plane are two surrogates of three bytes each.

// IsASCII says whether s holds only the bytes 1 to 0x7F, in which case s is the
// same in modified UTF-8, UTF-8 and Latin-1.
func IsASCII(s string) bool {
	// Eight bytes at a time: a byte outside 1..0x7F has its top bit set either
	// itself or after subtracting one.
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	for len(s) >= 8 {
		p := unsafe.StringData(s)
		word := *(*uint64)(unsafe.Pointer(p))
		if (word|(word-ones))&tops != 0 {
			return false
		}
		s = s[8:]
	}
	for i := range len(s) {
		if s[i]-1 >= 0x7F {
			return false
		}
	}
	return true
}

// DecodeUtf8 returns the UTF-16 code units of a string in modified UTF-8. A
// byte that starts no well-formed sequence stands for itself, as in HotSpot;
// strings from a parsed constant pool have none.
func DecodeUtf8(s string) []uint16 {
	units := make([]uint16, 0, len(s))
	for i := 0; i < len(s); {
		unit, size := decodeUnit(s[i:])
		if size == 0 {
			unit, size = uint16(s[i]), 1
		}
		units = append(units, unit)
		i += size
	}
	return units
}

// decodeUnit decodes the sequence at the start of s, which is not empty. The
// size is 0 if it is malformed; overlong forms are let through.
func decodeUnit(s string) (unit uint16, size int) {
	b := s[0]
	switch {
	case b < 0x80:
		return uint16(b), 1
	case b>>5 == 0b110 && len(s) >= 2 && s[1]>>6 == 0b10:
		return uint16(b&0x1F)<<6 | uint16(s[1]&0x3F), 2
	case b>>4 == 0b1110 && len(s) >= 3 && s[1]>>6 == 0b10 && s[2]>>6 == 0b10:
		return uint16(b&0x0F)<<12 | uint16(s[1]&0x3F)<<6 | uint16(s[2]&0x3F), 3
	}
	return 0, 0
}

// EncodeUtf8 returns UTF-16 code units as a string in modified UTF-8.
func EncodeUtf8(units []uint16) string {
	encoded := make([]byte, 0, len(units)+len(units)/2)
	for _, u := range units {
		switch {
		case u != 0 && u < 0x80:
			encoded = append(encoded, byte(u))
		case u < 0x800:
			encoded = append(encoded, 0xC0|byte(u>>6), 0x80|byte(u&0x3F))
		default:
			encoded = append(encoded, 0xE0|byte(u>>12), 0x80|byte(u>>6&0x3F), 0x80|byte(u&0x3F))
		}
	}
	return unsafe.String(unsafe.SliceData(encoded), len(encoded))
}

// legalUtf8 says whether s is well-formed modified UTF-8. Class files before
// version 48 may hold overlong forms.
func legalUtf8(s string, major uint16) bool {
	if IsASCII(s) {
		return true
	}
	for i := 0; i < len(s); {
		unit, size := decodeUnit(s[i:])
		switch {
		case size == 0, size == 1 && unit == 0:
			return false
		case major < 48:
		case size == 2 && unit != 0 && unit < 0x80, size == 3 && unit < 0x800:
			return false
		}
		i += size
	}
	return true
}

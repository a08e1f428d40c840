package configuration

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// sizeUnits are the suffixes of sizes as java's -Xmx has them: binary multiples.
var sizeUnits = map[byte]uint{'k': 10, 'm': 20, 'g': 30, 't': 40}

// ParseSize reads a number of bytes as java's -Xmx does: 65536, 64k, 512m, 1g.
func ParseSize(text string) (uint64, error) {
	invalid := fmt.Errorf("%q is not a size: give a number of bytes with k, m or g behind it, such as 512m", text)
	digits, shift := strings.ToLower(text), uint(0)
	if digits == "" {
		return 0, invalid
	}
	if unit, ok := sizeUnits[digits[len(digits)-1]]; ok {
		digits, shift = digits[:len(digits)-1], unit
	}
	if strings.Trim(digits, "0123456789") != "" {
		return 0, invalid
	}
	number, err := strconv.ParseUint(digits, 10, 64)
	if err != nil || number > math.MaxUint64>>shift {
		return 0, invalid
	}
	return number << shift, nil
}

// ParseContexts reads Limits.MaxContexts: a number from 1 on, or "all".
func ParseContexts(text string) (int, error) {
	if text == AllContexts {
		return 0, nil
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 {
		return 0, fmt.Errorf("%q is not a number of contexts: give one from 1 on, or %s", text, AllContexts)
	}
	return number, nil
}

// FormatContexts is the inverse of ParseContexts.
func FormatContexts(most int) string {
	if most == 0 {
		return AllContexts
	}
	return strconv.Itoa(most)
}

// AllContexts is what stands for no bound of the contexts.
const AllContexts = "all"

// FormatSize is the inverse of ParseSize, with the largest unit that fits.
func FormatSize(bytes uint64) string {
	for _, unit := range "gmk" {
		shift := sizeUnits[byte(unit)]
		if bytes != 0 && bytes%(1<<shift) == 0 {
			return fmt.Sprintf("%d%c", bytes>>shift, unit)
		}
	}
	return strconv.FormatUint(bytes, 10)
}

package sources

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
)

// This file is about the texts of source files, which need not be in UTF-8 on the disk: editors tell them as characters, and with line ends of their own.

// endsOfLines makes the ends of lines (JLS 3.4) those that HashText takes.
var endsOfLines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// HashText identifies a text: the SHA-256 of its UTF-8 with "\n" at the end of lines, in lower-case hexadecimal. Editors make all line ends of a file the same when they open it.
func HashText(text string) string {
	if strings.IndexByte(text, '\r') >= 0 {
		text = endsOfLines.Replace(text)
	}
	sum := sha256.New()
	part := make([]byte, min(len(text), hashPart))
	for len(text) > 0 {
		n := copy(part, text)
		sum.Write(part[:n]) // never fails
		text = text[n:]
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// hashPart is how many bytes are hashed at once: a text is hashed with each key that is pressed, and not copied for it.
const hashPart = 8 << 10

// Text is the HashText of the text that was compiled.
func (f *File) Text() string { return cmp.Or(f.TextHash, f.Hash) }

// IsText tells whether a text is the one that was compiled.
func (f *File) IsText(text string) bool { return HashText(text) == f.Text() }

// Decode is the text that bytes mean in the file's encoding.
func (f *File) Decode(content []byte) (string, error) { return Decode(content, f.Encoding) }

// Decode is the text that bytes mean in an encoding, which has one of the names that IANA has registered, as Java's charsets have; "" is UTF-8. The error says that the encoding is not known here.
func Decode(content []byte, encoding string) (string, error) {
	switch strings.ToUpper(encoding) {
	case "", "UTF-8", "US-ASCII":
		return string(content), nil
	case "UTF-16": // without a mark of its order the first byte is the high one (RFC 2781, 4.3), as it is for Java
		text, err := unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewDecoder().Bytes(content)
		return string(text), err
	}
	known, err := ianaindex.IANA.Encoding(encoding)
	if err != nil || known == nil {
		return "", fmt.Errorf("texts in the encoding %s cannot be read", encoding)
	}
	text, err := known.NewDecoder().Bytes(content)
	return string(text), err
}

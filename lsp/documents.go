package lsp

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"hotlens/annotations/javatext"
	"hotlens/engine/project"
	"hotlens/profiles/sources"
)

// document is a text that is open in the editor. What is computed from the text
// is computed when it is first asked for.
type document struct {
	uri    protocol.DocumentURI // as the editor writes it
	text   javatext.Text
	saved  string // as of the last save, or of opening
	opened int    // as which of the session

	hashed   string             // the hash of text, "": not yet
	parsed   *javatext.Document // of text, nil: not yet
	before   *javatext.Document // the last one that was parsed, nil for none
	anchors  *javatext.Anchors  // of parsed, nil: not yet
	anchored *javatext.Document // the compiled text that anchors belongs to
}

func (d *document) setText(text javatext.Text) {
	if d.parsed != nil {
		d.before = d.parsed
	}
	d.text, d.hashed = text, ""
	d.parsed, d.anchors, d.anchored = nil, nil, nil
}

func (d *document) parse() *javatext.Document {
	switch {
	case d.parsed != nil:
	case d.before != nil:
		d.parsed, d.before = d.before.Reparse(d.text), nil
	default:
		d.parsed = javatext.Parse(d.text)
	}
	return d.parsed
}

// hash identifies the document's text.
func (d *document) hash() string {
	if d.hashed == "" {
		d.hashed = sources.HashText(d.text.String())
	}
	return d.hashed
}

// is tells whether the document has the text that a file was compiled with, which is asked at each key. Where that
// text is at hand, comparing takes a tenth of the time that the hash takes.
func (d *document) is(file sources.File, compiled *javatext.Document) bool {
	if compiled != nil && d.hashed == "" {
		return d.text.Is(compiled.Text)
	}
	return d.hash() == file.Text()
}

// anchorsTo relates a compiled text, which may be nil, to the document's.
func (d *document) anchorsTo(compiled *javatext.Document) *javatext.Anchors {
	if compiled == nil {
		return nil
	}
	if d.anchors == nil || d.anchored != compiled {
		d.anchors, d.anchored = javatext.NewAnchors(compiled, d.parse()), compiled
	}
	return d.anchors
}

// compiledText finds the text that a compilation read, by its hash: what the
// editor has saved or holds, else the file. It returns nil if neither is it
// any more. The caller holds s.mu.
func (s *server) compiledText(file sources.File) *javatext.Document {
	if d := s.documents[file.Path]; d != nil {
		if d.hash() == file.Text() {
			return d.parse()
		}
		if file.IsText(d.saved) {
			return javatext.Parse(javatext.NewText(d.saved))
		}
	}
	text, ok := textOnDisk(file)
	if !ok {
		return nil
	}
	return javatext.Parse(javatext.NewText(text))
}

// textOnDisk is the text of a file, if it is still the one that was compiled.
func textOnDisk(file sources.File) (string, bool) {
	content, err := os.ReadFile(file.Path)
	if err != nil {
		return "", false
	}
	text, err := file.Decode(content)
	return text, err == nil && file.IsText(text)
}

// uriOf is the URI of a path: the editor's own, if the file is open there, as
// editors compare URIs by their characters. The caller holds s.mu.
func (s *server) uriOf(path string) protocol.DocumentURI {
	if d := s.documents[path]; d != nil {
		return d.uri
	}
	return uri.File(path)
}

// pathOf returns the path of a file URI, and false for any other URI.
func pathOf(u protocol.DocumentURI) (string, bool) {
	parsed, err := url.ParseRequestURI(string(u))
	if err != nil || parsed.Scheme != uri.FileScheme || parsed.Path == "" {
		return "", false
	}
	return u.Filename(), true
}

// isJava tells whether a path is that of a Java source.
func isJava(path string) bool { return strings.HasSuffix(path, ".java") }

// isShown tells whether a path is that of a source in a language of which there may be something to show.
func isShown(path string) bool { return isJava(path) || project.Languages[filepath.Ext(path)] != "" }

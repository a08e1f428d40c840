package report

import "hotlens/profiles/sources"

// IndexedSources finds sources through an index: every class that the index
// knows is in one of its files, and read gives the text of a file by its path.
// Files that cannot be read have no source.
func IndexedSources(index *sources.Index, read func(path string) ([]byte, error)) SourceFunc {
	files := index.PathsByClass()
	encodings := map[string]string{} // by path
	for i := range index.Files {
		encodings[index.Files[i].Path] = index.Files[i].Encoding
	}
	texts := map[string]*string{} // by path, nil where it cannot be read
	return func(class, _ string) (string, string, bool) {
		file, ok := files[class]
		if !ok {
			return "", "", false
		}
		text, known := texts[file]
		if !known {
			if bytes, err := read(file); err == nil {
				if content, err := sources.Decode(bytes, encodings[file]); err == nil {
					text = &content
				}
			}
			texts[file] = text
		}
		if text == nil {
			return "", "", false
		}
		return file, *text, true
	}
}

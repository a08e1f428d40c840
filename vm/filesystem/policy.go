package filesystem

import "time"

// This file is what a run says about files, on each platform: a configuration is made, sent
// and kept also where no View can be had.

// Policy says what a program may touch. Paths are absolute. Each permits a file, or a
// folder with everything below it.
type Policy struct {
	Unrestricted bool     // as the user may; the rest is then without effect
	Read, Write  []string // what may be written may also be read
	// Never is not permitted even below a permitted folder.
	Never []string
	// Temporary is the program's own folder, which it may write to; "" for none.
	Temporary string
	// Overlays are folders, whether or not they are there, that the program may change as only it sees them: what it changes is kept in Temporary. What it may not read
	// stays so, and what it may write is the host's. None of them lies in another one.
	Overlays []string
	// Built are folders within overlays that a build would have made. To the program they are as if it just had.
	Built []Built
	// Date is what the copies that are made for that have for their times; those of the originals if it is zero.
	Date time.Time
	// Names are other paths of the host's folders, for the program. The fields above are in
	// the host's.
	Names Names
}

// Built is a folder of what a build makes, and copies together from others; of entries with the same name the first counts, and folders are merged. Where the folder is there, what it has besides is seen, too,
// but for files of classes, which may be old.
type Built struct {
	Folder string
	From   []Part
	Except []string // names of entries that do not belong to it
}

// Part is a folder that a built one has entries of. One that the program may not read is left out.
type Part struct {
	Folder string
	// Classes says which of its files of classes count.
	Classes Classes
	// Without leaves out its other files, and the folders that only have such.
	Without bool
}

// Classes are files of classes, told apart by the roots of the sources that have a file which is called like the outermost class. The zero value are all of them.
type Classes struct {
	None  bool
	Of    []string // the roots of the sources
	NotOf []string // all others
	// Rest says that also those count whose source is in none of them, as nobody has written it, or as it is in a file that is called otherwise: in packages of Of, and in those that
	// PackagesNotOf do not have.
	Rest          bool
	PackagesNotOf []string
}

// Sources are folders of sources, by their packages, with the folder that their classes are compiled into. All are absolute paths of the host.
type Sources struct {
	Classes string   `json:"classes"`
	Roots   []string `json:"roots"`
}

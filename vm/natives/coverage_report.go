package natives

// ModuleCoverage says which native methods of a module of the JDK run here.
type ModuleCoverage struct {
	Module      string
	Classes     []ClassCoverage // those that have native methods, sorted by name
	Implemented int
	Missing     int
}

// ClassCoverage says which native methods of a class run here: names with
// descriptors, in the order of the class file.
type ClassCoverage struct {
	Class       string // binary name with dots
	Implemented []string
	Missing     []string
	Reason      string // why methods are missing; "" if none are, or if nobody has said why
}

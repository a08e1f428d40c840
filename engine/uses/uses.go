// Package uses follows relations between source files: which use which, and the like.
package uses

// Closure are some files and what relations lead to from them, at most so many; which ones are left out if there are more depends on the order of the relations.
func Closure(files []string, most int, relations ...map[string][]string) map[string]bool {
	reached := map[string]bool{}
	todo := append([]string(nil), files...)
	for len(todo) > 0 {
		file := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if reached[file] || len(reached) >= most {
			continue
		}
		reached[file] = true
		for _, relation := range relations {
			todo = append(todo, relation[file]...)
		}
	}
	return reached
}

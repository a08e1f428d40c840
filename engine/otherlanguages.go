package engine

import (
	"hotlens/engine/javac"
	"hotlens/engine/languages"
	"hotlens/engine/project"
	"hotlens/engine/target"
	"hotlens/profiles"
	"hotlens/profiles/sources"
)

// This file takes part of what a project has in other languages than Java.

// otherClasses is the folder with the classes that a project's own build has made of other languages; "" for none.
func otherClasses(build *project.Build) (string, error) {
	cache, err := privateFolder("others")
	if err != nil {
		return "", err
	}
	return languages.Classes(build, cache)
}

// compilation is how a target is compiled: where there is code in other languages, with all Java sources of the project, as the compiler does not see what that uses.
func compilation(found *target.Target) javac.Request {
	request := *found.Compile
	if found.Others == "" {
		return request
	}
	request.Files = concat(request.Files, project.Sources(found.Project.SourcePath, request.Files))
	return request
}

// withOthers is an index with where methods of other languages stand that have run, and what is to be told of them.
func withOthers(index *sources.Index, profile *profiles.Profile, found *target.Target) (*sources.Index, []string) {
	if index == nil || profile == nil || found == nil || found.Others == "" {
		return index, nil
	}
	files, notes := languages.Index(profile, found.Project.OtherSources(), found.Others)
	return &sources.Index{Files: concat(index.Files, files)}, notes
}

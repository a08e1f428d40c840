package javac

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// This file takes apart what is compiled one after the other: the modules of a program.

// Part is what is compiled by itself, against what other parts before it have been compiled to.
type Part struct {
	Folder     string   // in the output folder: where its classes go
	SourcePath []string // what is below it belongs to the part
	// Description is the module-info.java of the module that the part is; "": it is none.
	Description string
	Patches     string // the module that the part is added to, as tests are, which reads the class path then; "": none
	ClassPath   []string
	ModulePath  []string
	// OnClassPath and OnModulePath are the Folders of the parts that stand in front of these.
	OnClassPath, OnModulePath []string
	Options                   []string // further options of javac
	Release                   string
}

// inModule tells whether the part's classes are in a named module.
func (p *Part) inModule() bool { return p.Description != "" || p.Patches != "" }

// parts are those that a request has: all of it is one if it has none.
func (r *Request) parts() []Part {
	if len(r.Parts) > 0 {
		return r.Parts
	}
	return []Part{{SourcePath: r.SourcePath, ClassPath: r.ClassPath, ModulePath: r.ModulePath, Options: r.Options, Release: r.Release}}
}

// partOf is the part that a file belongs to, by the innermost of the source folders; nil for none.
func (r *Request) partOf(file string) *Part {
	parts := r.parts()
	if len(r.Parts) == 0 {
		return &parts[0]
	}
	var found *Part
	longest := -1
	for i := range parts {
		for _, root := range parts[i].SourcePath {
			if len(root) > longest && strings.HasPrefix(file, strings.TrimSuffix(root, string(filepath.Separator))+string(filepath.Separator)) {
				found, longest = &parts[i], len(root)
			}
		}
	}
	return found
}

// HasFile tells whether a file is one of those that the request can compile: of those below the source folders of its parts, if it has any.
func (r *Request) HasFile(file string) bool { return r.partOf(file) != nil }

// isOf tells whether a file belongs to a part.
func (r *Request) isOf(part *Part, file string) bool {
	if len(r.Parts) == 0 {
		return true
	}
	found := r.partOf(file)
	return found != nil && found.Folder == part.Folder
}

// filesOf are those of some files that belong to a part.
func (r *Request) filesOf(part *Part, files []string) []string {
	return slices.DeleteFunc(slices.Clone(files), func(file string) bool { return !r.isOf(part, file) })
}

// descriptions are those that a file depends on: that of the module which it is in, of which the description itself depends on those of others.
func (r *Request) descriptions(file string) (files []string) {
	if len(r.Parts) == 0 {
		return nil
	}
	part := r.partOf(file)
	if part == nil {
		return nil
	}
	if part.Description != "" && part.Description != file {
		return []string{part.Description}
	}
	for i := range r.Parts {
		if r.Parts[i].Description != "" && slices.Contains(part.OnModulePath, r.Parts[i].Folder) {
			files = append(files, r.Parts[i].Description)
		}
	}
	return files
}

// of is the request for some files of a part, where the classes of all parts are below a folder.
func (r *Request) of(part *Part, output string, files []string) Request {
	at := func(folders []string) (paths []string) {
		for _, folder := range folders {
			paths = append(paths, filepath.Join(output, folder))
		}
		return paths
	}
	one := *r
	one.Parts, one.part, one.written = nil, part, output
	one.Files, one.OutputDir = files, filepath.Join(output, part.Folder)
	if part.Description != "" && !slices.Contains(files, part.Description) {
		one.Files = slices.Concat(files, []string{part.Description}) // else the part is no module
	}
	one.SourcePath, one.Options, one.Release = part.SourcePath, part.Options, part.Release
	one.ClassPath = slices.Concat(at(part.OnClassPath), part.ClassPath)
	one.ModulePath = slices.Concat(at(part.OnModulePath), part.ModulePath)
	if part.Patches != "" {
		one.Options = slices.Concat(part.Options, []string{
			"--patch-module", part.Patches + "=" + strings.Join(part.SourcePath, string(filepath.ListSeparator)), "--add-reads", part.Patches + "=ALL-UNNAMED",
		})
	}
	return one
}

// compileParts compiles everything, one part after the other.
func (s *Service) compileParts(ctx context.Context, request Request) (*response, error) {
	if len(request.Parts) == 0 {
		return s.exchange(ctx, request)
	}
	all := &response{OK: true}
	for i := range request.Parts {
		part := &request.Parts[i]
		files := request.filesOf(part, request.Files)
		if len(files) == 0 {
			continue
		}
		answer, err := s.exchange(ctx, request.of(part, request.OutputDir, files))
		if err != nil {
			return nil, err
		}
		all.OK = answer.OK
		all.WireDiagnostics = append(all.WireDiagnostics, answer.WireDiagnostics...)
		if !answer.OK {
			return all, nil
		}
		all.Files = append(all.Files, answer.Files...)
		for _, class := range answer.Classes {
			all.Classes = append(all.Classes, path.Join(part.Folder, class))
		}
	}
	return all, nil
}

package engine

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"hotlens/engine/javac"
	"hotlens/engine/physicalmemory"
	"hotlens/engine/project"
	"hotlens/engine/resources"
	"hotlens/vm/configuration"
	"hotlens/vm/filesystem"
)

// This file says what tests see of the project that they are of: the folder that they run in, and what the build would have put into the output folders.

// configure makes of a configuration one for tests: what the build tools tell the JVM of theirs. Where they may not use the network they have one of their own, as many
// start a server and ask it something; and what they change in the module's folder only they see, as many write to its output folder, or beside it. Many also read
// there what the build tool has copied, which nobody may have called yet.
func (r *testRun) configure(config configuration.Run) configuration.Run {
	config = forTests(config, r.set.testing, physicalmemory.DefaultHeap())
	config.Policy.OwnNetwork = true
	config.Policy.Overlays = r.overlaid()
	config.Policy.Read = concat(config.Policy.Read, config.Policy.Overlays)
	var asBuilt []string
	if config.Policy.Built, asBuilt = r.built(); r.showsBuilt(&config.Policy) {
		parts := r.parts()
		config.ClassPath = concat(asBuilt, slices.DeleteFunc(slices.Clone(config.ClassPath), func(entry string) bool { return slices.Contains(parts, entry) }))
	}
	if r.set.folder != config.Directory {
		config.WorkingFolder = r.set.folder
	}
	told := [][2]string{{"basedir", config.Names.ToProgram(r.set.build.Module.Folder)}}
	if r.set.build.Model.Origin == project.Maven {
		told = append(told, [2]string{"surefire.test.class.path", r.surefirePath(&config)})
	}
	config.Properties = concat(told, config.Properties)
	return config
}

// surefirePath is the class path as Surefire tells it to tests that start Java with it: what is theirs, without what runs them.
func (r *testRun) surefirePath(config *configuration.Run) string {
	theirs := slices.DeleteFunc(slices.Clone(config.ClassPath), func(entry string) bool { return entry == r.runner || slices.Contains(r.found.Added, entry) })
	return strings.Join(config.Names.AllToProgram(theirs), string(filepath.ListSeparator))
}

// directory is the folder that the tests belong to: that of their module, which the one that they run in mostly is, or lies in. Else it is the latter.
func (r *testRun) directory() string {
	if module := r.set.build.Module.Folder; project.Within(module, r.set.folder) {
		return module
	}
	return r.set.folder
}

// overlaid are the folder that the tests run in, that of their module and those of the modules that it needs, but for what lies in another one.
func (r *testRun) overlaid() (all []string) {
	folders := []string{r.set.build.Module.Folder, r.directory()}
	for _, part := range r.set.build.Sets {
		folders = append(folders, part.Module.Folder)
	}
	for _, folder := range folders {
		if !slices.ContainsFunc(all, func(above string) bool { return project.Within(above, folder) }) {
			all = append(slices.DeleteFunc(all, func(below string) bool { return project.Within(folder, below) }), folder)
		}
	}
	return all
}

// built are the output folders of the source sets that are compiled, with what a build would have put into them, as they follow each other on the class path. Of the folder that has the classes of all source sets
// each has those whose source is in it, and the main ones also those whose source is nowhere. What else is there, resources that are not as they are in the project, is in the folders of the module's tests, if it has any.
func (r *testRun) built() (all []filesystem.Built, classPath []string) {
	own := r.set.build.Module
	tested := slices.ContainsFunc(r.set.build.Sets, func(part project.Part) bool { return part.Module == own && part.Set.Name != project.MainSet })
	for _, part := range r.set.build.Sets {
		classes := filesystem.Part{Folder: r.target.FolderOf(part.Set)}
		if len(r.target.Modules.Patches) == 0 {
			classes.Without = part.Module != own || tested && part.Set.Name == project.MainSet
			classes.Classes = filesystem.Classes{Of: part.Set.Roots(), Rest: part.Set.Name == project.MainSet}
			classes.Classes.None = len(classes.Classes.Of) == 0
			for _, other := range r.set.build.Sets {
				if roots := other.Set.Roots(); other.Set != part.Set {
					classes.Classes.NotOf = append(classes.Classes.NotOf, roots...)
					if other.Set.Name == project.MainSet {
						classes.Classes.PackagesNotOf = append(classes.Classes.PackagesNotOf, roots...)
					}
				}
			}
		}
		resourced := []filesystem.Part{}
		for _, found := range part.Set.Resources {
			if found.AsIs() { // the others are where the classes are
				resourced = append(resourced, filesystem.Part{Folder: found.Folder})
			}
		}
		for i, folder := range part.Set.Outputs {
			from := concat([]filesystem.Part{classes}, resourced)
			if last := len(part.Set.Outputs) - 1; last > 0 && i < last { // Gradle has one folder for resources, behind those for classes
				from = from[:1]
			} else if last > 0 {
				from[0] = filesystem.Part{Folder: classes.Folder, Classes: filesystem.Classes{None: true}, Without: classes.Without}
			}
			all = append(all, filesystem.Built{Folder: folder, From: from, Except: []string{javac.Manifest, resources.Manifest}})
			classPath = append(classPath, folder)
		}
	}
	return all, classPath
}

// parts are the folders that the output folders are made of.
func (r *testRun) parts() []string {
	folders := []string{r.target.Compile.OutputDir}
	for _, part := range r.set.build.Sets {
		for _, found := range part.Set.Resources {
			if found.AsIs() {
				folders = append(folders, found.Folder)
			}
		}
	}
	return folders
}

// showsBuilt tells whether the program, by a policy, finds its classes and resources in the modules' output folders, as with the build tool: tests look for other files from there. What the user lets it write is
// the user's own, and has what a build has put there.
func (r *testRun) showsBuilt(policy *configuration.Policy) bool {
	module := r.set.build.Module
	if policy.Unrestricted || runtime.GOOS == "windows" || len(r.target.Modules.Patches)+len(r.target.Modules.Path) > 0 {
		return false
	}
	main := false
	for _, part := range r.set.build.Sets {
		main = main || part.Module == module && part.Set.Name == project.MainSet
		for _, folder := range part.Set.Outputs {
			if slices.ContainsFunc(policy.Write, func(written string) bool { return project.Within(written, folder) || project.Within(folder, written) }) || !project.Within(part.Module.Folder, folder) || folder == part.Module.Folder {
				return false
			}
			for at := folder; at != part.Module.Folder; at = filepath.Dir(at) {
				if info, err := os.Lstat(at); err == nil && !info.IsDir() {
					return false // a link to elsewhere
				}
			}
		}
		if len(part.Set.Outputs) == 0 {
			return false
		}
	}
	return main
}

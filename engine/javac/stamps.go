package javac

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hotlens/vm/classpath"
)

// This file notices what has changed on the disk without reading it all.

const sourceSuffix = ".java"

// settled is how old a file must be for its time and size to stand for its content: within the resolution of the times of common file systems,
// of which FAT's is the coarsest, it could be written a second time unnoticed.
const settled = 2 * time.Second

// stamp is what a file looked like from outside when it was read. The zero stamp is no file's.
type stamp struct {
	info    os.FileInfo
	settled bool
}

// stampOf looks at a file that is about to be read.
func stampOf(path string) (stamp, error) {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}, err
	}
	return stamp{info, time.Since(info.ModTime()) > settled}, nil
}

// holds tells whether the file that looks like now has the content that it had at the time of the stamp.
func (s stamp) holds(now stamp) bool {
	return s.settled && os.SameFile(s.info, now.info) && s.info.Size() == now.info.Size() && s.info.ModTime().Equal(now.info.ModTime())
}

// listing is what a folder has of sources and resources.
type listing struct {
	stamp     stamp    // of the folder, whose time changes when a file comes or goes
	sources   set      // the names of the Java files
	annotated string   // identifies the content of package-info.java; "" for none
	others    []string // the names of the other files, but for class files and jars
	folders   []string // the names of the folders, but for those of tools, which begin with a dot
}

const (
	packageInfo = "package-info.java"
	moduleInfo  = "module-info.java"
)

// list looks into a folder, unless it looks as it did before. A folder that is not there is an empty one.
func list(folder string, before listing) (listing, error) {
	now, err := stampOf(folder)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return listing{}, nil
	case err != nil:
		return listing{}, fmt.Errorf("looking for sources: %w", err)
	case !now.info.IsDir():
		return listing{}, nil
	}
	after := listing{stamp: now, sources: before.sources, others: before.others, folders: before.folders}
	if !before.stamp.settled || !before.stamp.holds(now) {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return listing{}, fmt.Errorf("looking for sources: %w", err)
		}
		after.sources, after.others, after.folders = set{}, nil, nil
		for _, entry := range entries {
			switch name := entry.Name(); {
			case strings.HasSuffix(name, sourceSuffix):
				after.sources[name] = true
			case entry.IsDir() && !strings.HasPrefix(name, "."):
				after.folders = append(after.folders, name)
			case entry.Type().IsRegular() && !strings.HasSuffix(name, ".class") && !strings.HasSuffix(name, ".jar"):
				after.others = append(after.others, name)
			}
		}
	}
	if after.sources[packageInfo] {
		text, err := os.ReadFile(filepath.Join(folder, packageInfo))
		if err != nil {
			return listing{}, fmt.Errorf("looking for sources: %w", err)
		}
		after.annotated = hashOf(text)
	}
	return after, nil
}

// hashOf is how sources.File names the content of a file.
func hashOf(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// librariesOf identifies the content of a class path: the sizes and times of its jars, and of the class files in its folders. What manifests add counts as
// far as the compiler may read it, in a workspace of these source roots: a manifest that names the disk must not have it searched.
func librariesOf(classPath, roots []string) (string, error) {
	libraries, err := classpath.Resolve(classPath)
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	add := func(path string, info fs.FileInfo) {
		fmt.Fprintf(hash, "%q %d %d\n", path, info.Size(), info.ModTime().UnixNano())
	}
	seen := set{}
	for _, path := range slices.Concat(classPath, readable(libraries, roots)) { // the one has what is missing, too
		if path = filepath.Clean(path); seen[path] {
			continue
		}
		seen[path] = true
		info, err := os.Stat(path)
		switch {
		case err != nil:
			fmt.Fprintf(hash, "%q is missing\n", path)
			continue
		case !info.IsDir():
			add(path, info)
			continue
		}
		err = filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(file, ".class") {
				return nil // javac does not see it either
			}
			if info, err := entry.Info(); err == nil {
				add(file, info)
			}
			return nil
		})
		if err != nil {
			return "", fmt.Errorf("looking into the class path: %w", err)
		}
	}
	return string(hash.Sum(nil)), nil
}

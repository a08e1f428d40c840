package target

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"hotlens/vm/classfile"
	"hotlens/vm/release"
)

// search is an expanded class path, and what the JDK that it is for understands.
type search struct {
	path    []string
	release release.Release
}

// checkMain checks that the class, with dots, can be found and has a main method
// that the launcher would call: one of its own or an inherited one.
func (s search) checkMain(class string) error {
	// Like Class.getMethod, which the launcher uses: public methods, superclasses
	// after the class itself. What a superclass of the JDK has is no main.
	seen := map[string]bool{}
	for name := class; ; {
		parsed, err := s.load(name, class)
		if err != nil {
			return err
		}
		if parsed == nil || seen[name] {
			if name == class {
				return s.notFound(class)
			}
			return noMain(class)
		}
		seen[name] = true
		if s.release.InstanceMain {
			found, err := s.hasAnyMain(parsed, class)
			if err != nil || found {
				return err
			}
			name = strings.ReplaceAll(parsed.Super, "/", ".")
			continue
		}
		for _, m := range parsed.Methods {
			if m.Name != "main" || m.Flags&classfile.AccPublic == 0 || !strings.HasPrefix(m.Descriptor, "([Ljava/lang/String;)") {
				continue
			}
			switch {
			case m.Flags&classfile.AccStatic == 0:
				return mainNotStatic(name)
			case !strings.HasSuffix(m.Descriptor, ")V"):
				return mainNotVoid(name)
			}
			return nil
		}
		name = strings.ReplaceAll(parsed.Super, "/", ".")
	}
}

// hasAnyMain tells whether a class declares a main method since JDK 25, or inherits one of an interface. The main class is for errors.
func (s search) hasAnyMain(parsed *classfile.Class, main string) (bool, error) {
	if slices.ContainsFunc(parsed.Methods, s.isAnyMain) {
		return true, nil
	}
	for _, name := range parsed.Interfaces {
		inherited, err := s.load(strings.ReplaceAll(name, "/", "."), main)
		if err != nil || inherited == nil {
			return false, err
		}
		inherited.Methods = slices.DeleteFunc(inherited.Methods, func(m classfile.Member) bool { return m.Flags&classfile.AccStatic != 0 })
		if found, err := s.hasAnyMain(inherited, main); err != nil || found {
			return found, err
		}
	}
	return false, nil
}

// isAnyMain tells whether a method is a main method since JDK 25 (JEP 512). Whether there is a constructor
// for one that is not static, only the launcher's own code looks, and as long as this is a preview, which result it has.
func (s search) isAnyMain(m classfile.Member) bool {
	parameters, result, _ := strings.Cut(m.Descriptor, ")")
	return m.Name == "main" && m.Flags&classfile.AccPrivate == 0 && (parameters == "([Ljava/lang/String;" || parameters == "(") &&
		(result == "V" || s.release.PreviewsMain())
}

func (s search) notFound(class string) error {
	places := strings.Join(s.path, ", ")
	if places == "" {
		places = "an empty class path"
	}
	return notLoaded(ClassNotFound, class, fmt.Sprintf("there is no class %s in %s: check the name and -cp", class, places),
		"ClassNotFoundException: "+class)
}

// load reads a class, nil if it is not there. Errors speak of the main class that
// it is or inherits from.
func (s search) load(class, main string) (*classfile.Class, error) {
	name := strings.ReplaceAll(class, ".", "/")
	content, place, err := s.find(name + classSuffix)
	if err != nil {
		return nil, fmt.Errorf("looking for class %s: %w", class, err)
	}
	if content == nil {
		return nil, nil
	}
	parsed, err := classfile.ParseWith(content, classfile.Options{Name: name, Newest: s.release.ClassFileMajor(), Preview: s.release.Preview})
	var version *classfile.UnsupportedVersionError
	var format *classfile.FormatError
	switch {
	case errors.As(err, &version):
		message := fmt.Sprintf("class %s in %s: %v: compile it with --release %d", class, place, err, s.release.Feature)
		if s.release.Feature < release.Newest().Feature {
			message += ", or choose a newer JDK with --jdk (setting hotlens.jdk)"
		}
		return nil, linkage(main, message, "UnsupportedClassVersionError: "+err.Error())
	case errors.As(err, &format):
		return nil, linkage(main, fmt.Sprintf("class %s in %s is damaged: %v: compile it again", class, place, err), "ClassFormatError: "+format.Message)
	case err != nil:
		return nil, fmt.Errorf("class %s in %s: %w", class, place, err)
	case parsed.Name != name && caseInsensitive && strings.EqualFold(parsed.Name, name):
		return nil, nil
	case parsed.Name != name:
		return nil, notLoaded(BadClass, main,
			fmt.Sprintf("the class file of %s in %s holds class %s: check the name and -cp", class, place, strings.ReplaceAll(parsed.Name, "/", ".")),
			fmt.Sprintf("NoClassDefFoundError: %s (wrong name: %s)", name, parsed.Name))
	}
	return parsed, nil
}

// find returns the first entry of the class path that has a file, and the file's
// content; nil if none has. Entries that are not there, that are no jars or that
// cannot be read are passed over, as java does.
func (s search) find(name string) (content []byte, place string, err error) {
	for _, entry := range s.path {
		info, err := os.Stat(entry)
		if err != nil {
			continue
		}
		if info.IsDir() {
			if content, err := os.ReadFile(filepath.Join(entry, filepath.FromSlash(name))); err == nil {
				return content, entry, nil
			}
			continue
		}
		if content, err := readEntry(entry, name); content != nil || err != nil {
			return content, entry, err
		}
	}
	return nil, "", nil
}

// maxEntryBytes bounds what is read of a jar's entry: more than any class file
// that javac writes or any manifest, less than what a zip bomb unpacks to.
const maxEntryBytes = 64 << 20

// readEntry reads a file of a jar, nil if the jar has none or is none.
func readEntry(jar, name string) ([]byte, error) {
	archive, err := zip.OpenReader(jar)
	if err != nil {
		return nil, nil
	}
	defer archive.Close()
	return readArchived(&archive.Reader, jar, name)
}

func readArchived(archive *zip.Reader, jar, name string) ([]byte, error) {
	for _, file := range archive.File {
		if file.Name != name {
			continue
		}
		reader, err := file.Open()
		if err != nil {
			return nil, fmt.Errorf("%s in %s is damaged: %w", name, jar, err)
		}
		defer reader.Close()
		content, err := io.ReadAll(io.LimitReader(reader, maxEntryBytes))
		if err != nil {
			return nil, fmt.Errorf("%s in %s is damaged: %w", name, jar, err)
		}
		return content, nil
	}
	return nil, nil
}

package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"hotlens/vm/oracle"
)

// These tests want a profile not to depend on where it is made.

// surroundings are a place to profile a program at: below root, a clone of the project, and
// what a shell brings with it.
type surroundings struct {
	project  string   // the folder, below root
	mode     string   // of the clone's files, for chmod
	umask    string   // of the shell
	date     string   // of the clone's files, for touch
	settings []string // of the environment
	nobody   bool     // the user is another one, where the tests may do that
}

// hereAndThere are two surroundings in which everything is different.
func hereAndThere(root string) [2]surroundings {
	return [2]surroundings{
		{project: "p", mode: "0644", umask: "022", date: "2020-01-02T03:04:05"},
		{
			project: "some/folder/that/lies/much deeper/project", mode: "0600", umask: "077", date: "2011-10-09T08:07:06.5",
			settings: []string{
				"LANG=de_DE.UTF-8", "LC_ALL=C", "TZ=Asia/Tokyo", "HOME=" + root, "TMPDIR=" + root, "XDG_CACHE_HOME=" + filepath.Join(root, "another cache"),
				"EDITOR=vi", "TERM=dumb", "COLUMNS=40", "USER=nobody", "HOTLENS_CODE_CACHE=" + filepath.Join(root, "code"), "HOTLENS_TEST=something", "GOMAXPROCS=1",
			},
			nobody: true,
		},
	}
}

// profileAt makes a clone of the files in surroundings, and profiles a program there. It returns
// the file and what the program printed.
func (s *surroundings) profileAt(t *testing.T, tools oracle.Tools, root string, files map[string]string, arguments ...string) (profile, output string) {
	t.Helper()
	project := filepath.Join(root, s.project)
	when, err := time.Parse("2006-01-02T15:04:05.999", s.date)
	if err != nil {
		t.Fatal(err)
	}
	mode := os.FileMode(0o644)
	if s.mode == "0600" {
		mode = 0o600
	}
	for name, text := range files {
		path := filepath.Join(project, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(project, "..", "profile.json")
	words := append([]string{"-c", "umask " + s.umask + `; exec "$@"`, "sh"}, s.become(t, root, tools.Hotlens)...)
	words = append(words, "profile", "--tier", *oracle.Tier, "--format", "json", "-o", file)
	run := oracle.Run(t, oracle.Command{Program: "/bin/sh", Folder: project, Settings: s.settings, Arguments: append(words, arguments...)})
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; the end of stderr:\n%s", err, oracle.LastLines(run.Stderr, 10))
	}
	return string(content), run.Stdout
}

// nobodysNumber is the user and the group that own nothing, on Linux.
const nobodysNumber = 65534

// become is the command that runs hotlens as the user of these surroundings, to whom it gives all below root. Only the
// superuser can run it as somebody else.
func (s *surroundings) become(t *testing.T, root, hotlens string) []string {
	t.Helper()
	setpriv, err := exec.LookPath("setpriv")
	if !s.nobody || os.Geteuid() != 0 || err != nil {
		return []string{hotlens}
	}
	// The folders for temporary files are their makers' alone, also that with hotlens in it.
	mine := filepath.Join(root, "hotlens")
	program, err := os.ReadFile(hotlens)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(mine, program, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Dir(root), 0o711); err != nil {
		t.Fatal(err)
	}
	if err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Lchown(path, nobodysNumber, nobodysNumber)
	}); err != nil {
		t.Fatal(err)
	}
	number := strconv.Itoa(nobodysNumber)
	return []string{setpriv, "--reuid", number, "--regid", number, "--clear-groups", mine}
}

// compareAnywhere profiles a program here and there.
func compareAnywhere(t *testing.T, tools oracle.Tools, files map[string]string, arguments ...string) {
	t.Helper()
	root := t.TempDir()
	both := hereAndThere(root)
	here, said := both[0].profileAt(t, tools, root, files, arguments...)
	there, saidThere := both[1].profileAt(t, tools, root, files, arguments...)
	if said != saidThere {
		t.Errorf("the program prints something else:\n%s", oracle.FirstDifference(said, saidThere))
	}
	if here != there {
		t.Errorf("the profile differs:\n%s", oracle.FirstDifference(here, there))
	}
	if strings.Contains(said+here, root) {
		t.Errorf("the program sees %s", root)
	}
}

// TestAnywhere profiles a program that looks at all that it sees of where it runs, in folders of
// different depth, with other times and modes of their files, by shells with other
// environments and by two users: the same file, byte by byte. The program prints the same, too.
func TestAnywhere(t *testing.T) {
	oracle.Once(t)
	tools := oracle.FindTools(t)
	source, err := os.ReadFile("../../vm/testdata/sandbox/Surroundings.java")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{"src/Surroundings.java": string(source), "data/a.txt": "a", "data/b.txt": "b", "src/data/a.txt": "another a"}
	compareAnywhere(t, tools, files, "src/Surroundings.java")
}

// anywhereShare is the share that TestProgramsAnywhere takes of the programs whose names begin
// with a word of anywherePrograms: they look at files, texts and dates.
const anywhereShare = 8

var anywherePrograms = regexp.MustCompile("^(File|Nio|Zip|Sys|Log|Text|Time)")

// TestProgramsAnywhere does so with programs that were not written for it.
func TestProgramsAnywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("TestAnywhere looks at more")
	}
	const programs = "../../vm/testdata/programs"
	tools := oracle.FindTools(t)
	sources, err := filepath.Glob(programs + "/*.java")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, source := range sources {
		name := strings.TrimSuffix(filepath.Base(source), ".java")
		if anywherePrograms.MatchString(name) && oracle.Chosen(name, anywhereShare) {
			names = append(names, name)
		}
	}
	classes := oracle.CompilePrograms(t, tools, programs, names...)
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{}
			all, err := filepath.Glob(classes + "/" + name + "*.class")
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range all {
				content, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				files["classes/"+filepath.Base(file)] = string(content)
			}
			compareAnywhere(t, tools, files, "--max-bytecodes", "100000000", "-cp", "classes", name)
		})
	}
}

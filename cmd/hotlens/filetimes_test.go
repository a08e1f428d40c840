package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hotlens/vm/oracle"
)

// These tests look at what programs under the virtual clock, which stands at a fixed date when they begin, are told of the times of files.

// TestFileTimes has a program ask for the times of files that it changes in each way, with each clock and in each kind of folder, and wants the answers that java gives: they
// agree with its clock. The files' real times stay the system's.
func TestFileTimes(t *testing.T) {
	if testing.Short() {
		compareFileTimes(t, oracle.FindTools(t))
		return
	}
	for _, jdk := range oracle.JDKs(t) {
		t.Run(jdk.Name(), func(t *testing.T) { compareFileTimes(t, oracle.ToolsOf(t, jdk)) })
	}
}

func compareFileTimes(t *testing.T, tools oracle.Tools) {
	classes := oracle.CompilePrograms(t, tools, "../../vm/testdata/programs", "FileTimes")
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	before := filepath.Join(folder, "before")
	if err := os.WriteFile(before, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	real := func() time.Time {
		info, err := os.Stat(folder)
		if err != nil {
			t.Fatal(err)
		}
		return info.ModTime()
	}
	program := func(folder string) []string { return []string{"-cp", classes, "FileTimes", folder, before} }
	want := oracle.Run(t, oracle.Command{Program: tools.Java, Arguments: append([]string{"-Xshare:auto", "-XX:TieredStopAtLevel=1"}, program(folder)...)})
	if want.Status != "0" {
		t.Fatalf("java: %s", want.Stderr)
	}
	start := real()
	for _, test := range []struct{ name, flags, folder string }{
		{"as the user", "run --clock virtual", folder},
		{"where the sandbox permits it", "profile --allow-write " + folder, folder},
		{"in the sandbox's own folder", "profile", ""},
		{"at another date", "profile --date 2191-02-03", ""},
		{"by the wall clock", "profile --clock wall", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			flags := append(strings.Fields(test.flags), "--tier", *oracle.Tier, "--allow-read", folder)
			if flags[0] == "profile" {
				flags = append(flags, "-o", filepath.Join(t.TempDir(), "profile.json"), "--format", "json")
			}
			got := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Arguments: append(flags, program(test.folder)...), Settings: tools.Settings})
			if got.Stdout != want.Stdout {
				t.Errorf("stdout differs from java's:\n%s\nthe end of stderr:\n%s", oracle.FirstDifference(want.Stdout, got.Stdout), oracle.LastLines(got.Stderr, 10))
			}
			if test.folder != "" && !real().After(start) {
				t.Errorf("the folder has the real time %v", real())
			}
		})
	}
}

// timesProgram says exactly which times it sees, of a file that was there, of one that it writes, and of their folder.
const timesProgram = `
import java.nio.file.*;

public class Times {
    static void show(Path path) throws Exception {
        System.out.println(Files.readAttributes(path, "unix:lastModifiedTime,lastAccessTime,creationTime,ctime") + " " + path.toFile().lastModified());
    }

    public static void main(String[] args) throws Exception {
        Path folder = Paths.get(args[0]), input = folder.resolve("input.txt"), output = folder.resolve("output.txt");
        show(folder);
        show(input);
        Files.copy(input, output, StandardCopyOption.REPLACE_EXISTING);
        show(output);
        input.toFile().setReadable(false);
        show(input);
        Files.write(input, new byte[100]);
        Files.readString(input);
        show(input);
        show(folder);
        System.out.println(Files.getLastModifiedTime(output).compareTo(Files.getLastModifiedTime(input)));
    }
}
`

// TestFileTimesAnyDay profiles a program in a folder that it may write to, with files of one day and of another, and after it has been run there before: the profile and what the program
// prints are the same.
func TestFileTimesAnyDay(t *testing.T) {
	tools := oracle.FindTools(t)
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	data, input := filepath.Join(folder, "data"), filepath.Join(folder, "data", "input.txt")
	for path, text := range map[string]string{filepath.Join(folder, "Times.java"): timesProgram, input: "input", filepath.Join(data, "output.txt"): ""} {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var first, firstSaid string
	for i, age := range []time.Duration{0, 30 * 24 * time.Hour, 365 * 24 * time.Hour} {
		date := time.Now().Add(-age)
		for _, path := range []string{input, data} {
			if err := os.Chtimes(path, date, date); err != nil {
				t.Fatal(err)
			}
		}
		file := filepath.Join(t.TempDir(), "profile.json")
		run := oracle.Run(t, oracle.Command{Program: tools.Hotlens, Folder: folder, Arguments: []string{
			"profile", "--tier", *oracle.Tier, "--format", "json", "-o", file, "--allow-write", data, "Times.java", data,
		}})
		profile, err := os.ReadFile(file)
		if err != nil || run.Status != "0" {
			t.Fatalf("%v; the end of stderr:\n%s", err, oracle.LastLines(run.Stderr, 10))
		}
		if i == 0 {
			first, firstSaid = string(profile), run.Stdout
			continue
		}
		if run.Stdout != firstSaid {
			t.Errorf("with files that are %v old, the program prints something else:\n%s", age, oracle.FirstDifference(firstSaid, run.Stdout))
		}
		if string(profile) != first {
			t.Errorf("with files that are %v old, the profile differs:\n%s", age, oracle.FirstDifference(first, string(profile)))
		}
	}
}

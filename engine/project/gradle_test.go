package project

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// twoProjects is a build of Gradle with a library and an application.
const twoProjects = `
-- settings.gradle --
include 'lib', 'app'
-- build.gradle --
subprojects {
    apply plugin: 'java'
    repositories { maven { url 'file://` + repository + `' } }
}
-- lib/build.gradle --
apply plugin: 'java-library'
dependencies { api 'org.apache.commons:commons-lang3:debian' }
test { useTestNG { suites 'suite.xml' } }
sourceSets { extra }
configurations { journal }
dependencies { journal 'commons-io:commons-io:debian' }
task second(type: Test) {
    classpath = sourceSets.extra.output + classpath + configurations.journal + files('conf')
    workingDir 'work'; systemProperty 'size', '2'; jvmArgs '-Dmode=second'; environment 'STAGE', 'two'; exclude '**/Slow*'
    useJUnit { includeCategories 'lib.Fast'; excludeCategories 'lib.Slow' }
    filter { includeTestsMatching '*SecondTest.long*' }
}
task third(type: Test) { classpath -= files(classpath.find { it.name.startsWith('commons-lang3') }) }
task qualities { dependsOn third }
check.dependsOn second, qualities
-- lib/src/main/java/lib/Lib.java --
package lib; public class Lib { }
-- app/build.gradle --
compileJava.options.encoding = 'ISO-8859-1'
compileJava.options.compilerArgs << '-parameters'
sourceCompatibility = '11'
sourceSets { checks { java.srcDir 'checks' }; main.java.exclude 'app/old/**' }
compileJava.exclude '**/Draft.java'
dependencies {
    compile project(':lib')
    checksCompile sourceSets.main.output
    testCompile 'no.where:thing:1'
}
test { systemProperty 'color', 'red'; jvmArgs '-Xmx64m'; include '**/*Check.class' }
task allSlow(type: Test)
task checkSlow(type: Test) { include '**/*Slow.class' }
check.dependsOn checkSlow
-- app/src/main/java/app/Main.java --
package app; public class Main { }
-- app/src/test/java/app/MainCheck.java --
package app; class MainCheck { }
-- app/checks/app/Checks.java --
package app; class Checks { }
`

// TestHeapOfGradle has versions of Gradle give tests a heap, where the build does not.
func TestHeapOfGradle(t *testing.T) {
	for _, test := range []struct{ gradle, arguments, want string }{
		{"4.4.1", "-Da=b", "-Da=b"}, {"5.0", "-Da=b", "-Da=b -Xmx512m"}, {"8.10-rc-1", "", "-Xmx512m"}, {"8.5", "-Xmx2g -Da=b", "-Xmx2g -Da=b"}, {"", "", ""},
	} {
		tests := gradleTest{Arguments: strings.Fields(test.arguments)}
		if got := strings.Join(tests.jvmArguments(test.gradle), " "); got != test.want {
			t.Errorf("Gradle %s tells the JVM %q, want %q", test.gradle, got, test.want)
		}
	}
}

// TestGradle reads a build of two projects of which nothing has been built, and then has it broken. Gradle's daemon would outlive the test, so there is none.
func TestGradle(t *testing.T) {
	needTool(t, "gradle")
	t.Setenv("GRADLE_USER_HOME", t.TempDir())
	if err := os.WriteFile(filepath.Join(gradleHome(), "gradle.properties"), []byte("org.gradle.daemon=false\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	folder := unpack(t, twoProjects)
	projects := New(t.TempDir())
	m := model(t, projects, filepath.Join(folder, "app", "src", "main", "java", "app", "Main.java"))
	if m.Problem != "" || !strings.HasPrefix(m.Tool, "Gradle ") || m.Folder != folder {
		t.Fatalf("%s in %s, %s", m.Tool, m.Folder, m.Problem)
	}
	jar := relative(t, folder, []string{filepath.Join(repository, library)})
	for file, want := range map[string][]any{
		"app/src/test/java/app/MainCheck.java": {":app test", []string{"app/src/test/java", "app/src/main/java", "lib/src/main/java"}, jar, jar},
		"app/checks/app/Checks.java":           {":app checks", []string{"app/checks", "app/src/main/java", "lib/src/main/java"}, jar, []string{}},
		"lib/src/main/java/lib/Lib.java":       {":lib main", []string{"lib/src/main/java"}, jar, jar},
	} {
		set, sources, compile, run := built(t, m, folder, file)
		expect(t, "how "+file+" is built", []any{set, sources, compile, run}, want)
	}
	app := m.Module(":app")
	expect(t, "what is missing", app.Missing, []string{"no.where:thing:1"})
	expect(t, "what is compiled", [][]string{app.Set(MainSet).Includes, app.Set(MainSet).Excludes, app.Set(TestSet).Excludes}, [][]string{{}, {"app/old/**", "**/Draft.java"}, {}})
	expect(t, "what the compiler is told", app.Set(MainSet).Compiler, Compiler{Source: "11", Target: "11", Encoding: "ISO-8859-1", Arguments: []string{"-parameters"}, Processors: app.Set(MainSet).Compiler.Processors})
	if len(app.Testing) != 2 {
		t.Fatalf("%d tasks run tests, want 2: %+v", len(app.Testing), app.Testing)
	}
	slow := app.Testing[1]
	expect(t, "what a check runs besides", []any{slow.Name, slow.Set, slow.Includes}, []any{"checkSlow", TestSet, []string{"**/*Slow.class"}})
	expect(t, "how tests are run", app.Testing[:1], []Testing{{
		Set: TestSet, Folder: filepath.Join(folder, "app"), Properties: map[string]string{"color": "red"}, Environment: map[string]string{}, Arguments: []string{"-Xmx64m"},
		Assertions: true, Includes: []string{"**/*Check.class"}, Excludes: []string{}, Names: []string{}, ExcludedNames: []string{}, Framework: "JUnit",
	}})
	lib := m.Module(":lib")
	var paths, names []any
	for i := range lib.Testing {
		build := m.BuildTests(lib, lib.Set(TestSet), &lib.Testing[i])
		var sets []string
		for _, part := range build.Sets {
			sets = append(sets, part.Set.Name)
		}
		names = append(names, lib.Testing[i].Name)
		paths = append(paths, sets, relative(t, folder, build.RunPath))
	}
	io := relative(t, folder, []string{filepath.Join(repository, "commons-io", "commons-io", "debian", "commons-io-debian.jar")})[0]
	expect(t, "the tasks that run tests", names, []any{"", "second", "third"})
	expect(t, "their class paths", paths, []any{
		[]string{"test", "main"}, jar, []string{"test", "extra", "main"}, []string{jar[0], io, "lib/conf"}, []string{"test", "main"}, []string{},
	})
	second := lib.Testing[1]
	expect(t, "how the second is run", []any{second.Folder, second.Properties, second.Arguments, second.Environment, second.Excludes, second.Groups, second.ExcludedGroups, second.Names}, []any{
		filepath.Join(folder, "lib", "work"), map[string]string{"size": "2", "mode": "second"}, []string{}, map[string]string{"STAGE": "two"}, []string{"**/Slow*"}, "lib.Fast", "lib.Slow", []string{"*SecondTest.long*"},
	})
	expect(t, "the suites of tests", lib.Testing[0].Suites, []string{"suite.xml"})

	if err := os.WriteFile(filepath.Join(folder, "app", "build.gradle"), []byte("nonsense {\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	m = model(t, projects, folder)
	if !strings.Contains(m.Problem, "Could not compile build file '"+filepath.Join(folder, "app", "build.gradle")) || !m.Stale || len(m.Modules) != 3 {
		t.Errorf("a script with a mistake: %d modules, stale %t, problem %q", len(m.Modules), m.Stale, m.Problem)
	}
}

// TestGradleWithoutJava has a Gradle find no Java code in a build that has some, as one does that is too old for its scripts: what they say themselves is gone by.
func TestGradleWithoutJava(t *testing.T) {
	needTool(t, "gradle")
	t.Setenv("GRADLE_USER_HOME", t.TempDir())
	if err := os.WriteFile(filepath.Join(gradleHome(), "gradle.properties"), []byte("org.gradle.daemon=false\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	folder := unpack(t, `
-- settings.gradle --
/* include(":app") */ println 'include(":app")'
-- app/src/main/java/app/Main.java --
package app; public class Main { }
-- app/src/test/java/app/MainTest.java --
package app; class MainTest { }
-- gradle/wrapper/gradle-wrapper.properties --
distributionUrl=https\://services.gradle.org/distributions/gradle-9.0-bin.zip
`)
	m := model(t, New(""), folder)
	if !strings.Contains(m.Problem, " finds no Java code in the project in "+folder+"; that is not the Gradle of the project's wrapper, which calling gradlew once installs") || m.Stale {
		t.Errorf("the problem is %q", m.Problem)
	}
	set, sources, _, _ := built(t, m, folder, "app/src/test/java/app/MainTest.java")
	expect(t, "how the tests are built", []any{set, sources}, []any{":app test", []string{"app/src/test/java", "app/src/main/java"}})
}

func TestGradleComplaint(t *testing.T) {
	expect(t, "a complaint", gradleComplaint("openjdk version \"17\"\nFAILURE: Build failed with an exception.\n\n* Where:\nBuild file 'b' line: 2\n\n* What went wrong:\nA problem occurred.\n> No such\n  property\n\n* Try:\nRun with --info\n"),
		"A problem occurred. > No such property")
	expect(t, "of several things", gradleComplaint(`* What went wrong:
A problem occurred configuring root project 'shop'.
> Could not resolve all files for configuration ':classpath'.
   > Could not resolve org.one:one:1.
     Required by:
         project :
      > No cached version of org.one:one:1 available for offline mode.
      > No cached version of org.one:one:1 available for offline mode.
   > Could not resolve org.two:two:2.
     Required by:
         project :

* Try:
`), "A problem occurred configuring root project 'shop'. > Could not resolve all files for configuration ':classpath'. > Could not resolve org.one:one:1. Required by: project : > No cached version of org.one:one:1 available for offline mode. …")
}

// TestInstalled finds what wrappers have unpacked.
func TestInstalled(t *testing.T) {
	folder := unpack(t, `
-- gradle.properties --
distributionBase=GRADLE_USER_HOME
distributionUrl=https\://services.gradle.org/distributions/gradle-8.5-bin.zip
-- maven.properties --
distributionUrl=https://repo.maven.apache.org/maven2/org/apache/maven/apache-maven/3.9.6/apache-maven-3.9.6-bin.zip
-- other.properties --
distributionUrl=https\://services.gradle.org/distributions/gradle-9.0-all.zip
-- evil.properties --
distributionUrl=file:/x/..
-- dists/gradle-8.5-bin/5t9huq95ubn472n8rpzujfbqh/gradle-8.5/bin/gradle --
-- dists/apache-maven-3.9.6/a53741d1/bin/mvn --
`)
	for file, want := range map[string]string{
		"gradle": "dists/gradle-8.5-bin/5t9huq95ubn472n8rpzujfbqh/gradle-8.5/bin/gradle", "maven": "dists/apache-maven-3.9.6/a53741d1/bin/mvn", "other": "", "evil": "", "nowhere": "",
	} {
		program := map[bool]string{true: "bin/mvn", false: "bin/gradle"}[file == "maven"]
		if want != "" {
			want = filepath.Join(folder, filepath.FromSlash(want))
		}
		expect(t, file, installed(filepath.Join(folder, file+".properties"), filepath.Join(folder, "dists"), program), want)
	}
}

// TestClassPathOfTasks has tasks run tests on a class path with other entries, or in another order, than that of their source set.
func TestClassPathOfTasks(t *testing.T) {
	main, extra := Entry{Module: "m", Set: MainSet}, Entry{Module: "m", Set: "extra"}
	a, b, c, d := Entry{Path: "/a"}, Entry{Path: "/b"}, Entry{Path: "/c"}, Entry{Path: "/d"}
	own := []Entry{main, a, b}
	for _, test := range []struct {
		other, before, behind []Entry
		without               []string
	}{
		{other: []Entry{main, a, b}},
		{other: []Entry{c, main, a, b, d, extra}, before: []Entry{c}, behind: []Entry{d, extra}},
		{other: []Entry{main, b}, without: []string{"/a"}},
		{other: []Entry{main, b, a}, behind: []Entry{main, b, a}, without: []string{"/a", "/b"}},
		{other: []Entry{main, a, c, b}, behind: []Entry{main, a, c, b}, without: []string{"/a", "/b"}},
		{other: []Entry{c, d}, behind: []Entry{c, d}, without: []string{"/a", "/b"}},
		{other: []Entry{}, without: []string{"/a", "/b"}},
	} {
		var testing Testing
		testing.instead(own, test.other)
		if !slices.Equal(testing.Before, test.before) || !slices.Equal(testing.Behind, test.behind) || !slices.Equal(testing.Without, test.without) {
			t.Errorf("%v in place of %v: before %v, behind %v, without %v; want %v, %v, %v", test.other, own, testing.Before, testing.Behind, testing.Without, test.before, test.behind, test.without)
		}
	}
}

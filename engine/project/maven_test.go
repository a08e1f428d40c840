package project

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// repository is Debian's repository of Maven, and library the path in it of what Maven itself needs.
const (
	repository = "/usr/share/maven-repo"
	library    = "org/apache/commons/commons-lang3/debian/commons-lang3-debian.jar"
)

// twoModules is a build of Maven with a library and an application, which uses the library's tests as well.
const twoModules = `
-- .mvn/maven.config --
-Dmaven.repo.local=` + repository + `
-Dcolor=blue
-DexcludedGroups=slow
-- pom.xml --
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId><artifactId>parent</artifactId><version>1</version><packaging>pom</packaging>
  <modules><module>lib</module><module>app</module></modules>
  <properties><maven.compiler.release>11</maven.compiler.release><project.build.sourceEncoding>ISO-8859-1</project.build.sourceEncoding></properties>
</project>
-- lib/pom.xml --
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <parent><groupId>shop</groupId><artifactId>parent</artifactId><version>1</version></parent>
  <artifactId>lib</artifactId>
  <dependencies><dependency><groupId>org.apache.commons</groupId><artifactId>commons-lang3</artifactId><version>debian</version></dependency></dependencies>
  <build><plugins>
    <plugin><artifactId>maven-resources-plugin</artifactId><configuration><useDefaultDelimiters>false</useDefaultDelimiters><delimiters><delimiter>@</delimiter></delimiters>
      <nonFilteredFileExtensions><nonFilteredFileExtension>dat</nonFilteredFileExtension></nonFilteredFileExtensions></configuration></plugin>
    <plugin><groupId>org.antlr</groupId><artifactId>antlr4-maven-plugin</artifactId><version>4</version><executions><execution><goals><goal>antlr4</goal></goals></execution></executions></plugin></plugins>
    <filters><filter>filters/${color}.properties</filter></filters><resources><resource><directory>data</directory><filtering>true</filtering><targetPath>shop</targetPath><includes><include>*.txt</include></includes></resource></resources></build>
</project>
-- lib/src/main/java/shop/Stock.java --
package shop; public class Stock { }
-- app/pom.xml --
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
  <parent><groupId>shop</groupId><artifactId>parent</artifactId><version>1</version></parent>
  <artifactId>app</artifactId>
  <dependencies>
    <dependency><groupId>shop</groupId><artifactId>lib</artifactId><version>1</version></dependency>
    <dependency><groupId>shop</groupId><artifactId>lib</artifactId><version>1</version><type>test-jar</type><scope>test</scope></dependency>
    <dependency><groupId>shop</groupId><artifactId>nowhere</artifactId><version>9</version></dependency>
  </dependencies>
  <build><plugins>
    <plugin><groupId>org.codehaus.mojo</groupId><artifactId>build-helper-maven-plugin</artifactId><version>3</version><executions><execution><goals><goal>add-test-resource</goal></goals>
      <configuration><resources><resource><directory>golden</directory><targetPath>expected</targetPath><excludes><exclude>*.bak</exclude></excludes></resource></resources></configuration></execution></executions></plugin>
    <plugin><artifactId>maven-compiler-plugin</artifactId><configuration><compilerArgs><arg>-parameters</arg><arg>-Xplugin:Evil</arg></compilerArgs>
      <excludes><exclude>shop/old/**</exclude></excludes><testIncludes><testInclude>**/*Check.java</testInclude></testIncludes></configuration></plugin>
    <plugin><artifactId>maven-surefire-plugin</artifactId><version>3.0.0</version><configuration><useModulePath>false</useModulePath><argLine>@{argLine} -Xmx64m "-Dname=a b"</argLine>
      <systemPropertyVariables><color>red</color><size>1</size></systemPropertyVariables>
      <suiteXmlFiles><suiteXmlFile>src/test/suite.xml</suiteXmlFile></suiteXmlFiles>
      <properties><configurationParameters>lifecycle = per_class</configurationParameters></properties>
      <additionalClasspathElements><additionalClasspathElement>extra</additionalClasspathElement></additionalClasspathElements>
      <classpathDependencyExcludes><classpathDependencyExclude>org.apache.commons:*3</classpathDependencyExclude></classpathDependencyExcludes><includes><include>**/*Check.java</include></includes></configuration>
      <executions><execution><id>off</id><phase>none</phase><goals><goal>test</goal></goals></execution>
        <execution><id>late</id><phase>package</phase><goals><goal>test</goal></goals></execution>
        <execution><id>slow</id><goals><goal>test</goal></goals><configuration><includes><include>*Slow</include></includes>
          <additionalClasspathElements><additionalClasspathElement>extra</additionalClasspathElement><additionalClasspathElement>slow</additionalClasspathElement></additionalClasspathElements><systemPropertyVariables><size>2</size></systemPropertyVariables></configuration></execution></executions></plugin>
    <plugin><artifactId>maven-failsafe-plugin</artifactId><version>3.2.0</version><executions><execution><id>it</id><goals><goal>integration-test</goal><goal>verify</goal></goals></execution></executions></plugin>
  </plugins></build>
</project>
-- app/src/main/java/shop/Main.java --
package shop; public class Main { }
-- app/src/test/java/shop/MainCheck.java --
package shop; class MainCheck { }
`

// needTool ends a test where a build tool is missing that .ci/tools.sh installs. Build tools are called in the full tests only: each call takes seconds.
func needTool(t *testing.T, name string) {
	t.Helper()
	if testing.Short() {
		t.Skip("build tools are called in the full tests")
	}
	if _, err := exec.LookPath(name); err != nil {
		t.Fatalf("there is no %s on the PATH: run .ci/tools.sh %s", name, name)
	}
}

// TestMaven reads a build of two modules of which nothing has been built, and then has it broken and repaired.
func TestMaven(t *testing.T) {
	needTool(t, "mvn")
	folder := unpack(t, twoModules)
	projects := New(t.TempDir())
	main := filepath.Join(folder, "app", "src", "main", "java", "shop", "Main.java")
	m := model(t, projects, main)
	if m.Problem != "" || !strings.HasPrefix(m.Tool, "Maven 3") {
		t.Fatalf("%s, %s", m.Tool, m.Problem)
	}
	jar := relative(t, folder, []string{filepath.Join(repository, library)})[0]
	set, sources, compile, run := built(t, m, folder, "app/src/test/java/shop/MainCheck.java")
	expect(t, "how the tests are built", []any{set, sources, compile, run},
		[]any{"shop:app:jar:1 test", []string{"app/src/test/java", "app/src/main/java", "lib/src/main/java"}, []string{jar}, []string{jar}})
	app := m.Module("shop:app:jar:1")
	expect(t, "what is missing", app.Missing, []string{"shop:nowhere:jar:9"})
	expect(t, "what the compiler is told", app.Set(MainSet).Compiler, Compiler{Release: "11", Encoding: "ISO-8859-1", Arguments: []string{"-parameters"}, Processors: []string{}})
	expect(t, "what is compiled", [][]string{app.Set(MainSet).Includes, app.Set(MainSet).Excludes, app.Set(TestSet).Includes, app.Set(TestSet).Excludes},
		[][]string{{}, {"shop/old/**"}, {"**/*Check.java"}, {}})
	expect(t, "what is on the class path of the tests", app.Set(TestSet).Compile, []Entry{
		{Module: "shop:app:jar:1", Set: MainSet}, {Module: "shop:lib:jar:1", Set: MainSet}, {Path: filepath.Join(repository, library)}, {Module: "shop:lib:jar:1", Set: TestSet},
	})
	var paths [][]string
	for i := range app.Testing {
		paths = append(paths, relative(t, folder, m.BuildTests(app, app.Set(TestSet), &app.Testing[i]).RunPath))
	}
	expect(t, "what is on it when they run", paths, [][]string{{"app/extra"}, {"app/extra", "app/slow"}, {"app/extra"}, {jar}})
	lib := m.Module("shop:lib:jar:1")
	expect(t, "what generates sources", []bool{lib.Set(MainSet).Generates, app.Set(MainSet).Generates, m.Build(app, app.Set(MainSet)).Ungenerated()}, []bool{true, false, true})
	testing := app.Testing[0]
	expect(t, "how tests are run", []any{testing.Arguments, testing.Properties, testing.Includes, testing.ExcludedGroups, testing.Suites, testing.Assertions, testing.OnClassPath}, []any{
		[]string{"-Xmx64m", "-Dname=a b"},
		map[string]string{"color": "blue", "size": "1", "lifecycle": "per_class", "localRepository": repository, "maven.repo.local": repository, "excludedGroups": "slow"},
		[]string{"**/*Check.java"}, "slow", []string{"src/test/suite.xml"}, true, true,
	})
	var executions []string
	for _, t := range app.Testing {
		executions = append(executions, fmt.Sprintf("%s %t %v %s", t.Name, t.Integration, t.Includes, t.Properties["size"]))
	}
	expect(t, "what runs tests", executions, []string{" false [**/*Check.java] 1", "slow false [*Slow] 2", "late false [**/*Check.java] 1", "failsafe-it true [**/IT*.java **/*IT.java **/*ITCase.java] "})
	expect(t, "tests of a Surefire that is older than modules", lib.Testing[0].OnClassPath, true)
	expect(t, "tests of a Surefire that has only those modules take part that are required", []bool{app.Testing[0].OnlyRequired, app.Testing[3].OnlyRequired}, []bool{true, false})
	filter := lib.Set(MainSet).Resources[0].Filter
	if filter == nil {
		t.Fatal("nothing is known of what stands for names in resources")
	}
	expect(t, "what stands for names in them", []any{filter.Values["maven.compiler.release"], filter.Values["color"], filter.Values["project.artifactId"], filter.Values["pom.version"], filter.Dollar, filter.At, filter.Except[6:], relative(t, folder, filter.Files)},
		[]any{"11", "blue", "lib", "1", false, true, []string{"dat"}, []string{"lib/filters/blue.properties"}})
	lib.Set(MainSet).Resources[0].Filter = nil
	expect(t, "resources", lib.Set(MainSet).Resources, []Resources{
		{Folder: filepath.Join(folder, "lib", "data"), Target: "shop", Includes: []string{"*.txt"}, Excludes: []string{}, Filtered: true},
	})
	expect(t, "resources that the build helper adds", app.Set(TestSet).Resources[1:], []Resources{
		{Folder: filepath.Join(folder, "app", "golden"), Target: "expected", Includes: []string{}, Excludes: []string{"*.bak"}},
	})

	pom := filepath.Join(folder, "app", "pom.xml")
	good, err := os.ReadFile(pom)
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct {
		name, text, problem string
		modules             int
		at                  Place
	}{
		{"an element that is not closed", strings.Replace(string(good), "</dependency>", "", 1), "Non-parseable POM " + pom, 3, Place{pom, 6}},
		{"a parent that is nowhere", strings.Replace(string(good), "<artifactId>parent", "<relativePath/><artifactId>elsewhere", 1), "Non-resolvable parent POM for shop:app:1", 3, Place{pom, 2}},
		{"as it was", string(good), "", 3, Place{}},
	} {
		if err := os.WriteFile(pom, []byte(step.text), 0o644); err != nil {
			t.Fatal(err)
		}
		m := model(t, projects, main)
		if !strings.Contains(m.Problem, step.problem) || (m.Problem == "") != (step.problem == "") || m.Stale != (step.problem != "") || len(m.Modules) != step.modules {
			t.Errorf("%s: %d modules, stale %t, problem %q", step.name, len(m.Modules), m.Stale, m.Problem)
		}
		expect(t, "where it is, "+step.name, m.ProblemAt, step.at)
		if !slices.Contains(m.BuildFiles, pom) || slices.ContainsFunc(m.BuildFiles, func(path string) bool { return !Within(m.Folder, path) }) {
			t.Errorf("%s: built by %v", step.name, m.BuildFiles)
		}
	}
}

// TestReactorPoms follows POMs from one to the other.
func TestReactorPoms(t *testing.T) {
	folder := unpack(t, twoModules+`
-- app/inner/pom.xml --
<project><parent><relativePath>../../elsewhere/pom.xml</relativePath></parent></project>
-- elsewhere/pom.xml --
<project><modules><module>../app/inner</module></modules><profiles><profile><modules><module>../elsewhere</module></modules></profile></profiles></project>
-- alone/pom.xml --
<?xml version="1.0" encoding="ISO-8859-1"?><project><name>caf\xe9</name></project>
`)
	all := func(string) bool { return true }
	for at, want := range map[string]string{"app": ".", "lib": ".", ".": ".", "app/inner": "elsewhere", "alone": "alone"} {
		root := mavenRoot(filepath.Join(folder, at, pomFile), all)
		expect(t, "the root of "+at, relative(t, folder, []string{root}), []string{want})
	}
	expect(t, "the root where nothing above may be read", mavenRoot(filepath.Join(folder, "app", pomFile), func(path string) bool { return strings.Contains(path, "app") }), filepath.Join(folder, "app"))
	expect(t, "all POMs", relative(t, folder, reactorPoms(folder)), []string{"pom.xml", "lib/pom.xml", "app/pom.xml"})
	expect(t, "all POMs of a circle", relative(t, folder, reactorPoms(filepath.Join(folder, "elsewhere"))), []string{"elsewhere/pom.xml", "app/inner/pom.xml"})
}

func TestMavenComplaint(t *testing.T) {
	for output, want := range map[string]string{
		"[ERROR] [ERROR] Some problems were encountered while processing the POMs:\n[FATAL] Non-resolvable parent POM for a:b:1: x @ line 3\n @ \n[ERROR] The build could not read 1 project -> [Help 1]\n[ERROR] ": "Non-resolvable parent POM for a:b:1: x @ line 3",
		"Error: JAVA_HOME is not defined correctly.\n  We cannot execute nowhere/bin/java\n":                                                                                                                        "  We cannot execute nowhere/bin/java",
		"[ERROR] Unresolveable build extension: a:b:1 has not been downloaded from it before. @\n[ERROR] Unknown packaging: bundle @ line 7, column 3\n":                                                            "Unresolveable build extension: a:b:1 has not been downloaded from it before.",
		"": "it ends without a word",
	} {
		expect(t, output, mavenComplaint(output), want)
	}
}

func TestArguments(t *testing.T) {
	expect(t, "a line", splitArguments(` -ea @{argLine}  -Da="x y" '' -Dq='"' `), []string{"-ea", "-Da=x y", "", `-Dq="`})
	expect(t, "arguments of javac", permittedArguments([]string{"-Werror", "-parameters", "--add-exports", "a/b=c", "-J-Xmx1g", "--add-modules=x", "-Akey=value", "-Xplugin:P", "--enable-preview", "--add-reads"}),
		[]string{"-parameters", "--add-exports", "a/b=c", "--add-modules=x", "-Akey=value", "--enable-preview"})
}

func TestOmittedSources(t *testing.T) {
	set := SourceSet{Sources: []string{"/p/java"}, Generated: []string{"/p/made"}, Includes: []string{"a/**"}, Excludes: []string{"**/Draft.java"}}
	files := []string{"/p/java/a/A.java", "/p/made/a/B.java", "/p/java/a/Draft.java", "/p/java/b/C.java", "/elsewhere/D.java"}
	expect(t, "what is compiled", set.Compiled(files), []string{"/p/java/a/A.java", "/p/made/a/B.java", "/elsewhere/D.java"})
	set.Includes, set.Excludes = nil, nil
	expect(t, "what is compiled where all is", set.Compiled(files), files)
}

func TestMatchPath(t *testing.T) {
	for pattern, names := range map[string][2][]string{ // those that match, and those that do not
		"**/*Test.java": {{"ATest.java", "a/b/ATest.java"}, {"a/Test.jav", "ATest.java/b"}},
		"a/":            {{"a/b", "a/b/c"}, {"b/a/c"}},
		"**/a/**/b.txt": {{"a/b.txt", "x/a/y/z/b.txt"}, {"a/b.txt/c", "xa/b.txt"}},
		"*.[x]":         {{"a.[x]"}, {"a.x", "d/a.[x]"}},
		"?.txt":         {{"a.txt"}, {"ab.txt"}},
		"**":            {{"a", "a/b"}, nil},
	} {
		for i, list := range names {
			for _, name := range list {
				if MatchPath(pattern, name) != (i == 0) {
					t.Errorf("%s matches %s: %t", pattern, name, i != 0)
				}
			}
		}
	}
}

// TestNoModelOfMaven reads what only another extension than ours can have written.
func TestNoModelOfMaven(t *testing.T) {
	for text, want := range map[string]string{
		`{"modules": 1}`: "what Maven has written is no model: json:",
		`{"modules": [{"name": "shop", "folder": "/shop", "packaging": "jar"}]}`: "what Maven has written is no model: the module shop does not say how its tests are run",
	} {
		if _, err := decodeMaven("/shop", []byte(text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

// TestClassPathOfExecutions has each execution of Surefire leave out other dependencies, and add other folders.
func TestClassPathOfExecutions(t *testing.T) {
	m, err := decodeMaven("/shop", []byte(`{"modules": [{"name": "shop", "folder": "/shop", "packaging": "jar", "sources": ["/shop/src"], "testSources": ["/shop/test"],
		"dependencies": [
			{"name": "org.slf4j:slf4j-simple:jar:2", "scope": "runtime", "file": "/repository/simple.jar"},
			{"name": "org.slf4j:slf4j-jdk14:jar:2", "scope": "test", "file": "/repository/jdk14.jar"}, {"name": "shop:lib:jar:1", "scope": "compile", "module": "lib"}],
		"testing": [
			{"name": "", "withoutDependencies": ["org.slf4j:slf4j-s*", "shop:lib"], "classPath": ["conf", " /etc/shop/ "]},
			{"name": "second", "withoutScope": "test", "scanned": ["shop:lib", "org.slf4j:*-simple:jar"]}, {"name": "third", "classPath": ["/repository/jdk14.jar", "late"]}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	module := &m.Modules[0]
	set := module.Set(TestSet)
	expect(t, "the dependencies whose tests run", [][]Entry{module.Testing[0].Scanned, module.Testing[1].Scanned}, [][]Entry{nil, {{Path: "/repository/simple.jar"}, {Module: "lib", Set: MainSet}}})
	simple, jdk14 := "/repository/simple.jar", "/repository/jdk14.jar"
	expect(t, "the class path of the set", m.Build(module, set).RunPath, []string{simple, jdk14})
	expect(t, "that of tests of which nothing is said", m.BuildTests(module, set, nil).RunPath, []string{simple, jdk14})
	for i, want := range [][]string{{jdk14, "/shop/conf", "/etc/shop"}, nil, {simple, jdk14, "/shop/late"}} {
		build := m.BuildTests(module, set, &module.Testing[i])
		expect(t, "that of execution "+module.Testing[i].Name, build.RunPath, want)
		expect(t, "what it is compiled with", build.CompilePath, []string{simple, jdk14})
	}
}

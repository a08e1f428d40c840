package software

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"hotlens/vm/oracle"
)

// application is a program that people install, with what a user would do with it.
// Its commands run one after the other in a copy of testdata/applications/NAME.
type application struct {
	name     string
	commands []command
	// vary matches what may differ in the output: durations, dates.
	vary *regexp.Regexp
}

// command is a call of an application. In classPath, options and arguments
// "jar:NAME" stands for the path of a jar, and "root:PATH" for a path in the folder
// of all Debian packages.
type command struct {
	classPath []string
	options   []string
	main      string
	arguments []string
	input     string   // text on its stdin
	makes     []string // files of which both VMs must make the same bytes
}

// jars makes a class path of jars.
func jars(names ...string) []string {
	var path []string
	for _, name := range names {
		path = append(path, "jar:"+name+".jar")
	}
	return path
}

const headless = "-Djava.awt.headless=true"

var (
	groovy  = append(jars("antlr", "asm", "asm-tree", "asm-util", "asm-analysis", "commons-cli"), "jar:groovy.jar", "root:groovy/lib/groovy-json.jar", "root:groovy/lib/groovy-xml.jar")
	clojure = append(jars("clojure-1.11", "spec.alpha", "core.specs.alpha"), ".")
	formats = jars("fop", "fop-core", "fop-events", "fop-util", "batik-all", "xmlgraphics-commons", "commons-io", "commons-logging", "avalon-framework", "xml-apis-ext", "fontbox")
	scala   = jars("scala-compiler", "scala-library", "scala-reflect")
	aspects = jars("aspectjtools", "aspectjrt")
)

var applications = []application{
	{
		name: "Ant",
		vary: regexp.MustCompile(`Total time: .*|Time elapsed: [0-9.]+`),
		commands: []command{{
			classPath: jars("ant-launcher", "ant", "ant-junit", "ant-junit4", "junit4", "hamcrest-core"),
			options:   []string{"-Dant.home=root:ant", "-Dant.library.dir=src"},
			main:      "org.apache.tools.ant.launch.Launcher",
			arguments: []string{"-Djunit=jar:junit4.jar:jar:hamcrest-core.jar"},
			makes:     []string{"build/classes/demo/Shapes.class", "build/src.zip", "build/out.txt"},
		}},
	},
	{
		name: "Maven",
		vary: regexp.MustCompile(`Total time: .*|Finished at: .*`),
		commands: []command{{
			classPath: []string{"root:maven/boot/plexus-classworlds-2.x.jar"},
			options: []string{"-Dclassworlds.conf=root:maven/bin/m2.conf", "-Dmaven.home=root:maven", "-Duser.home=home",
				"-Dmaven.multiModuleProjectDirectory=."},
			main:      "org.codehaus.plexus.classworlds.launcher.Launcher",
			arguments: []string{"-B", "-o", "-e", "validate", "no-such-phase"},
		}},
	},
	{
		name: "Groovy",
		commands: []command{
			{classPath: groovy, main: "groovy.ui.GroovyMain", arguments: []string{"features.groovy"}},
			{classPath: groovy, main: "org.codehaus.groovy.tools.FileSystemCompiler", arguments: []string{"features.groovy"}, makes: []string{"P.class"}},
		},
	},
	{
		name: "Clojure",
		vary: regexp.MustCompile(`clojure-\d+\.edn`),
		commands: []command{
			{classPath: clojure, options: []string{"-Dclojure.main.report=stderr"}, main: "clojure.main", arguments: []string{"features.clj"}},
			{classPath: clojure, options: []string{"-Dclojure.compile.path=."}, main: "clojure.lang.Compile", arguments: []string{"hello"}},
			{classPath: clojure, main: "hello", arguments: []string{"a", "b"}},
			{classPath: clojure, main: "clojure.main", arguments: []string{"-r"}, input: "(+ 1 2)\n(map inc [1 2])\n(/ 1 0)\n(doc map)\n"},
		},
	},
	{
		name: "Jython",
		commands: []command{{
			classPath: jars("jython", "jnr-posix", "jnr-constants", "jnr-ffi", "jffi", "antlr3-runtime", "asm", "asm-commons", "guava", "commons-compress"),
			options:   []string{"-Dpython.cachedir.skip=true", "-Dpython.home=root:jython"},
			main:      "org.python.util.jython", arguments: []string{"features.py"},
		}},
	},
	{
		name: "Scala",
		commands: []command{
			{classPath: scala, options: []string{"-Dscala.usejavacp=true"}, main: "scala.tools.nsc.Main", arguments: []string{"-d", ".", "features.scala"}, makes: []string{"A.class", "A$.class"}},
			{classPath: append([]string{"."}, scala...), main: "A"},
		},
	},
	{
		name: "AspectJ",
		commands: []command{
			{classPath: aspects, main: "org.aspectj.tools.ajc.Main", arguments: []string{"-1.8", "-cp", "jar:aspectjrt.jar", "-d", "out", "M.java", "L.aj"}},
			{classPath: append([]string{"out"}, aspects...), main: "M"},
		},
	},
	{
		name: "Closure",
		commands: []command{
			{
				classPath: jars("closure-compiler", "args4j", "guava", "json", "protobuf", "jsr305", "js"),
				main:      "com.google.javascript.jscomp.CommandLineRunner",
				arguments: []string{"--compilation_level", "ADVANCED_OPTIMIZATIONS", "--js", "program.js"},
			},
			{classPath: jars("yuicompressor", "js", "jargs"), main: "com.yahoo.platform.yui.compressor.YUICompressor", arguments: []string{"-v", "style.css"}},
		},
	},
	{
		name: "Formatting",
		commands: []command{
			{classPath: formats, main: "org.apache.fop.cli.Main", arguments: []string{"-q", "-fo", "page.fo", "-txt", "page.txt"}, makes: []string{"page.txt"}},
			{classPath: formats, main: "org.apache.fop.cli.Main", arguments: []string{"-q", "-fo", "page.fo", "-at", "page.xml"}, makes: []string{"page.xml"}},
			{classPath: formats, main: "org.apache.fop.cli.Main", arguments: []string{"-q", "-fo", "page.fo", "-pdf", "page.pdf"}},
			{classPath: jars("pdfbox2", "pdfbox2-tools", "fontbox2", "commons-logging"), main: "org.apache.pdfbox.tools.PDFBox", arguments: []string{"ExtractText", "-console", "page.pdf"}},
			{classPath: formats, options: []string{headless}, main: "org.apache.batik.apps.rasterizer.Main", arguments: []string{"-scriptSecurityOff", "drawing.svg"}, makes: []string{"drawing.png"}},
		},
	},
	{
		name: "Parsers",
		vary: regexp.MustCompile(`[0-9.]+ ?(ms|sec)|\d\d:\d\d:\d\d|on \d+/\d+/\d+`),
		commands: []command{
			{classPath: jars("javacc"), main: "javacc", arguments: []string{"Calc.jj"}, makes: []string{"Calc.java", "CalcTokenManager.java"}},
			{classPath: jars("cup"), main: "java_cup.Main", arguments: []string{"-dump", "-parser", "P", "p.cup"}},
			{classPath: jars("jflex", "cup", "cup_runtime"), main: "jflex.Main", arguments: []string{"-v", "--dump", "l.flex"}},
		},
	},
	{
		name: "Transforms",
		commands: []command{
			{classPath: jars("Saxon-HE"), main: "net.sf.saxon.Transform", arguments: []string{"-s:a.xml", "-xsl:a.xsl"}},
			{classPath: jars("Saxon-HE"), main: "net.sf.saxon.Query", arguments: []string{`-qs:for $b in doc("a.xml")//book order by number($b/@price) return <r>{$b/title/text(), upper-case($b/author)}</r>`}},
			{classPath: jars("xalan2", "xercesImpl", "serializer"), main: "org.apache.xalan.xslt.Process", arguments: []string{"-IN", "a.xml", "-XSL", "names.xsl", "-TEXT"}},
			{classPath: jars("jing", "isorelax", "xercesImpl", "xml-resolver"), main: "com.thaiopensource.relaxng.util.Driver", arguments: []string{"-c", "a.rnc", "a.xml"}},
			{classPath: jars("jing", "isorelax", "xercesImpl", "xml-resolver"), main: "com.thaiopensource.relaxng.util.Driver", arguments: []string{"a.xsd", "a.xml"}},
		},
	},
	{
		name: "Eclipse",
		commands: []command{
			{classPath: jars("eclipse-jdt-core"), main: "org.eclipse.jdt.internal.compiler.batch.Main", arguments: []string{"-proc:none", "-17", "-d", "out", "src"}, makes: []string{"out/demo/Shapes.class"}},
			{classPath: jars("eclipse-jdt-core"), main: "org.eclipse.jdt.internal.compiler.batch.Main", arguments: []string{"-proc:none", "-17", "-d", "out", "-warn:all", "B.java"}},
		},
	},
	{
		name: "ProGuard",
		commands: []command{{
			classPath: jars("proguard"), main: "proguard.ProGuard", arguments: []string{"-injars", "jar:jargs.jar", "@shrink.pro"},
		}},
	},
	{
		name: "Scripts",
		commands: []command{
			{classPath: jars("bsh"), main: "bsh.Interpreter", arguments: []string{"features.bsh"}},
			{classPath: jars("js"), main: "org.mozilla.javascript.tools.shell.Main", arguments: []string{"-version", "200", "features.js"}},
			{classPath: jars("js"), main: "org.mozilla.javascript.tools.shell.Main", arguments: []string{"-version", "200", "-opt", "-1", "features.js"}},
		},
	},
	{
		name: "TestNG",
		vary: regexp.MustCompile(`\d+ ms`),
		commands: []command{{
			classPath: append([]string{"."}, jars("testng", "jcommander", "bsh")...),
			main:      "org.testng.TestNG", arguments: []string{"-usedefaultlisteners", "false", "-verbose", "2", "-testclass", "Suite"},
		}},
	},
	{
		name:     "Derby",
		commands: []command{{classPath: append([]string{"."}, jars("derby")...), options: []string{"-Dderby.stream.error.file=log"}, main: "Embedded"}},
	},
}

// TestApplications runs whole applications on both VMs: they must print the same, end
// with the same status and make the same files.
func TestApplications(t *testing.T) {
	name := func(a application) string { return a.name }
	runApplications(t, oracle.FindTools(t), oracle.SampleOf(t, applicationsShare, applications, name))
}

// runApplications runs some applications on the JDK of the tools.
func runApplications(t *testing.T, tools oracle.Tools, some []application) {
	t.Helper()
	for _, a := range some {
		t.Run(a.name, func(t *testing.T) {
			oracle.Once(t)
			t.Parallel()
			slots <- struct{}{}
			defer func() { <-slots }()
			runApplication(t, tools, a)
		})
	}
}

// runApplication runs the commands of an application on hotlens and, unless it is known what java answers to them, on java, each VM in its own
// copy of the application's folder.
func runApplication(t *testing.T, tools oracle.Tools, a application) {
	folder, got := a.runAll(t, tools, tools.Hotlens, "run", "--tier", *oracle.Tier, "--heap", heap, "-Xss4m")
	answers, q := oracle.ReadAnswers(t, answersFile), a.question(t, tools)
	if answers.Known(t, q, a.answer(t, tools, folder, got)) {
		return
	}
	onJava, want := a.runAll(t, tools, tools.Java, append(slices.Clip(javaOptions), "-Xss4m")...)
	answers.Note(t, q, a.answer(t, tools, onJava, want))
	for i, c := range a.commands {
		label, want, got := c.main+" "+strings.Join(c.arguments, " "), want[i], got[i]
		if got.Status != want.Status {
			t.Errorf("%s: exit status %s, java has %s", label, got.Status, want.Status)
		}
		if got.Stdout != want.Stdout {
			t.Errorf("%s: stdout differs from java's:\n%s", label, oracle.FirstDifference(want.Stdout, got.Stdout))
		}
		if got.Stderr != want.Stderr {
			t.Errorf("%s: stderr differs from java's:\n%s", label, oracle.FirstDifference(want.Stderr, got.Stderr))
		}
		if want.Status == "0" && want.Stdout == "" && len(c.makes) == 0 && want.Stderr == "" && !a.chained(c) {
			t.Errorf("%s: it does nothing that is compared", label)
		}
		for _, file := range c.makes {
			compareFiles(t, label, filepath.Join(onJava, file), filepath.Join(folder, file))
		}
	}
}

// runAll runs all commands with a program and its options, in a folder that it returns.
func (a application) runAll(t *testing.T, tools oracle.Tools, program string, options ...string) (string, []oracle.Result) {
	t.Helper()
	folder := newFolder(t, filepath.Join("testdata", "applications", a.name))
	compileSuite(t, tools, a, folder)
	var results []oracle.Result
	for _, c := range a.commands {
		results = append(results, a.run(t, tools, folder, c, program, options...))
	}
	return folder, results
}

// question is all that the answers of java to the application may depend on, but for the folder of the packages.
func (a application) question(t *testing.T, tools oracle.Tools) oracle.Question {
	t.Helper()
	q := oracle.Question{Name: "application/" + a.name, JDK: tools.JDK, Files: oracle.ProgramFiles(t, filepath.Join("testdata", "applications"), a.name), Texts: slices.Clip(javaOptions)}
	for _, c := range a.commands {
		for _, text := range slices.Concat(c.classPath, c.options, []string{c.main}, c.arguments, []string{c.input}, c.makes) {
			q.Texts = append(q.Texts, text)
			for _, match := range placeholder.FindAllString(text, -1) {
				file := expanded(t, []string{match})[0]
				if entry, err := os.Stat(file); err == nil && entry.Mode().IsRegular() && !slices.Contains(q.Files, file) {
					q.Files = append(q.Files, file)
				}
			}
		}
	}
	return q
}

// answer is all that is compared of the commands' results, as one.
func (a application) answer(t *testing.T, tools oracle.Tools, folder string, results []oracle.Result) oracle.Result {
	t.Helper()
	var statuses []string
	var said strings.Builder
	for i, c := range a.commands {
		statuses = append(statuses, results[i].Status)
		fmt.Fprintf(&said, "%q %q\n", anywhere(t, tools, results[i].Stdout), anywhere(t, tools, results[i].Stderr))
		for _, file := range c.makes {
			made, err := os.ReadFile(filepath.Join(folder, file))
			fmt.Fprintf(&said, "%s %t %q\n", file, err == nil, anywhere(t, tools, string(made)))
		}
	}
	return oracle.Result{Status: strings.Join(statuses, " "), Stdout: said.String()}
}

// chained tells whether another command follows, which uses what c makes.
func (a application) chained(c command) bool {
	last := a.commands[len(a.commands)-1]
	return last.main != c.main || strings.Join(last.arguments, " ") != strings.Join(c.arguments, " ")
}

// newFolder is a copy of a folder, which goes with t.
func newFolder(t *testing.T, source string) string {
	folder := t.TempDir()
	if err := os.CopyFS(folder, os.DirFS(source)); err != nil {
		t.Fatal(err)
	}
	return folder
}

// compileSuite compiles the Java files at the top of an application's folder that has
// the current folder first in its class path.
func compileSuite(t *testing.T, tools oracle.Tools, a application, folder string) {
	t.Helper()
	first := a.commands[0].classPath
	if first[0] != "." {
		return
	}
	compile := oracle.Command{Program: tools.Javac, Folder: folder, Arguments: slices.Concat(oracle.QuickJavac, []string{"-proc:none", "-nowarn", "-cp", strings.Join(expanded(t, first), ":")})}
	sources, err := filepath.Glob(filepath.Join(folder, "*.java"))
	if err != nil {
		t.Fatal(err)
	}
	compile.Arguments = append(compile.Arguments, sources...)
	if result := oracle.Run(t, compile); result.Status != "0" {
		t.Fatalf("compiling: %s", result.Stderr)
	}
}

var placeholder = regexp.MustCompile(`(jar|root):([\w./-]+)`)

// expanded puts paths where the texts name jars and files of Debian packages.
func expanded(t *testing.T, texts []string) []string {
	var out []string
	for _, text := range texts {
		out = append(out, placeholder.ReplaceAllStringFunc(text, func(match string) string {
			kind, name, _ := strings.Cut(match, ":")
			if kind == "root" {
				return jar(t, filepath.Join("..", name))
			}
			return jar(t, name)
		}))
	}
	return out
}

// run runs a command of the application, and takes out of its output what may differ.
func (a application) run(t *testing.T, tools oracle.Tools, folder string, c command, program string, options ...string) oracle.Result {
	arguments := append(options, expanded(t, c.options)...)
	arguments = append(arguments, "-cp", strings.Join(expanded(t, c.classPath), ":"), c.main)
	arguments = append(arguments, expanded(t, c.arguments)...)
	input := filepath.Join(t.TempDir(), "input")
	if err := os.WriteFile(input, []byte(c.input), 0o644); err != nil {
		t.Fatal(err)
	}
	result := oracle.Run(t, oracle.Command{Program: program, Arguments: arguments, Folder: folder, Input: input, Settings: tools.Settings})
	for _, text := range []*string{&result.Stdout, &result.Stderr} {
		*text = strings.ReplaceAll(*text, folder, "FOLDER")
		if a.vary != nil {
			*text = a.vary.ReplaceAllString(*text, "VARIES")
		}
	}
	return result
}

// compareFiles demands that two files have the same bytes.
func compareFiles(t *testing.T, label, want, got string) {
	t.Helper()
	expected, err := os.ReadFile(want)
	if err != nil {
		t.Errorf("%s: on java: %v", label, err)
		return
	}
	found, err := os.ReadFile(got)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		t.Errorf("%s: %s was not made", label, filepath.Base(got))
	case err != nil:
		t.Error(err)
	case !bytes.Equal(found, expected):
		t.Errorf("%s: %s differs from java's: %d bytes, %d on java", label, filepath.Base(got), len(found), len(expected))
	}
}

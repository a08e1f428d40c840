package project

import (
	"path/filepath"
	"testing"
)

func TestEclipse(t *testing.T) {
	folder := unpack(t, `
-- app/.classpath --
<?xml version="1.0" encoding="UTF-8"?>
<classpath>
  <classpathentry kind="src" path="src"/>
  <classpathentry kind="src" output="bin-test" path="test"><attributes><attribute name="test" value="true"/></attributes></classpathentry>
  <classpathentry kind="con" path="org.eclipse.jdt.launching.JRE_CONTAINER/org.eclipse.jdt.internal.debug.ui.launcher.StandardVMType/JavaSE-17"/>
  <classpathentry kind="con" path="org.eclipse.jdt.junit.JUNIT_CONTAINER/5"/>
  <classpathentry combineaccessrules="false" kind="src" path="/lib"/>
  <classpathentry kind="src" path="/nowhere"/>
  <classpathentry kind="lib" path="jars/own.jar"/>
  <classpathentry kind="output" path="bin"/>
</classpath>
-- app/.settings/org.eclipse.jdt.core.prefs --
eclipse.preferences.version=1
org.eclipse.jdt.core.compiler.codegen.targetPlatform=11
org.eclipse.jdt.core.compiler.release=enabled
org.eclipse.jdt.core.compiler.source=11
-- app/.settings/org.eclipse.core.resources.prefs --
encoding/<project>=ISO-8859-1
-- app/src/a/Main.java --
package a; class Main { }
-- app/test/a/MainTest.java --
package a; class MainTest { }
-- app/jars/own.jar --
-- lib/.classpath --
<classpath><classpathentry kind="src" path="java"/><classpathentry kind="lib" path="/app/jars/shared.jar"/><classpathentry kind="src" path="/app"/></classpath>
-- lib/java/b/Lib.java --
package b; class Lib { }
-- app/jars/shared.jar --
-- made/.classpath --
<classpath><classpathentry kind="con" path="org.eclipse.m2e.MAVEN2_CLASSPATH_CONTAINER"/></classpath>
-- made/src/C.java --
class C { }
-- broken/.classpath --
<classpath><classpathentry
-- broken/D.java --
class D { }
`)
	projects := New(t.TempDir())
	m := model(t, projects, filepath.Join(folder, "app/src/a/Main.java"))
	set, sources, compile, run := built(t, m, folder, "app/test/a/MainTest.java")
	expect(t, "how tests are built", []any{m.Origin, set, sources, compile, run}, []any{Eclipse, "app test", []string{"app/test", "app/src", "lib/java"},
		[]string{"app/jars/own.jar", "app/jars/shared.jar"}, []string{"app/jars/own.jar", "app/jars/shared.jar"}})
	app := m.Module("app")
	expect(t, "what is missing", app.Missing, []string{"the library org.eclipse.jdt.junit.JUNIT_CONTAINER/5 of Eclipse", "the project nowhere"})
	expect(t, "what the compiler is told", app.Set(MainSet).Compiler, Compiler{Release: "11", Encoding: "ISO-8859-1", NoProcessors: true})
	expect(t, "where classes go", relative(t, folder, app.Set(TestSet).Outputs), []string{"app/bin-test"})

	if m := model(t, projects, filepath.Join(folder, "made/src/C.java")); m.Origin != Layout || m.Problem != "" {
		t.Errorf("files that a build tool has made: %s, %s", m.Origin, m.Problem)
	}
	if m := model(t, projects, filepath.Join(folder, "broken/D.java")); m.Origin != Layout || m.Problem == "" {
		t.Errorf("a broken file: %s, %s", m.Origin, m.Problem)
	}
}

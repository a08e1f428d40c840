package project

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// declaredByGradle is a build of Gradle's with scripts as people write them, in both languages.
const declaredByGradle = `
-- settings.gradle --
rootProject.name = 'shop'
include 'core', ":web:api", // 'gone',
    'app'
include('tools')
/* include 'gone' */
includeBuild 'gone'
project(':tools').projectDir = file('extras/tools')
-- build.gradle --
buildscript { dependencies { classpath 'no.where:plugin:1' } }
compile project(':app')
subprojects {
    apply plugin: 'java'
    dependencies { testImplementation 'no.where:everywhere:1' }
}
project(':app') {
    dependencies { runtimeOnly project(':tools') }
}
-- src/main/java/shop/Shop.java --
package shop; public class Shop { }
-- lib/all.jar --
-- core/build.gradle --
dependencies {
    api "no.where:thing:${version}", 'no.where:other:2@jar'
    implementation files('libs/core.jar')
    annotationProcessor project(':tools')
    if (version != null) { exclude group: 'no.where' }
    testImplementation(project(':web:api')) { transitive = false }
}
-- core/libs/core.jar --
-- core/libs/other-2.jar --
-- core/src/main/java/shop/Core.java --
package shop; public class Core { }
-- core/src/test/java/shop/CoreTest.java --
package shop; class CoreTest { }
-- web/api/build.gradle.kts --
dependencies {
    "optional"(
        project(":core")
    )
    // implementation(project(":app"))
}
-- web/api/src/main/java/shop/Api.java --
package shop; public class Api { }
-- extras/tools/tools.gradle --
dependencies { implementation project(path: ':core'), rootProject }
-- extras/tools/src/main/java/shop/Tool.java --
package shop; public class Tool { }
-- app/build.gradle --
dependencies {
    implementation projects.web.api, libs.some.thing
    testImplementation project(':core').sourceSets.test.output, project(path: ':web:api', configuration: 'tests')
}
-- app/src/main/java/shop/App.java --
package shop; class App { public static void main(String[] args) { } }
-- app/src/test/java/shop/AppTest.java --
package shop; class AppTest { }
-- app/src/integration/java/shop/Integration.java --
package shop; class Integration { }
`

// declaredByMaven is a build of Maven's, in which a POM has its group from the one above, and versions from properties, of which one is said nowhere.
const declaredByMaven = `
-- pom.xml --
<project><groupId>shop</groupId><artifactId>parent</artifactId><version>1</version><packaging>pom</packaging>
  <modules><module>core</module><module>app</module><module>odd</module></modules>
  <properties><here>${basedir}</here><where>no.where</where><everywhere.version>1</everywhere.version><other.version>1</other.version></properties>
  <dependencies><dependency><groupId>${where}</groupId><artifactId>everywhere</artifactId><version>${everywhere.version}</version><scope>test</scope></dependency></dependencies>
</project>
-- core/pom.xml --
<project><parent><groupId>shop</groupId><artifactId>parent</artifactId><version>1</version></parent><artifactId>core</artifactId>
  <properties><other.version>2</other.version></properties>
  <dependencies><dependency><groupId>no.where</groupId><artifactId>other</artifactId><version>${other.version}</version></dependency></dependencies>
</project>
-- core/libs/core.jar --
-- core/libs/other-2.jar --
-- core/src/main/java/shop/Core.java --
package shop; public class Core { }
-- core/src/test/java/shop/CoreTest.java --
package shop; class CoreTest { }
-- app/pom.xml --
<project><parent><groupId>shop</groupId><artifactId>parent</artifactId><version>1</version></parent><artifactId>app</artifactId>
  <dependencies>
    <dependency><groupId>elsewhere</groupId><artifactId>app</artifactId><version>${app.version}</version></dependency>
    <dependency><groupId>${project.groupId}</groupId><artifactId>core</artifactId><version>${project.version}</version></dependency>
    <dependency><groupId>shop</groupId><artifactId>core</artifactId><version>1</version><type>test-jar</type><scope>test</scope></dependency>
  </dependencies>
</project>
-- app/src/main/java/shop/App.java --
package shop; class App { public static void main(String[] args) { } }
-- app/src/test/java/shop/AppTest.java --
package shop; class AppTest { }
-- odd/pom.xml --
<project><parent><groupId>shop</groupId><artifactId>parent</artifactId><version>1</version></parent><artifactId>odd</artifactId>
  <build><sourceDirectory>${here}/java</sourceDirectory><testSourceDirectory>javatests</testSourceDirectory></build>
  <dependencies><dependency><groupId>shop</groupId><artifactId>core</artifactId></dependency></dependencies>
</project>
-- odd/java/shop/Odd.java --
package shop; public class Odd { }
-- odd/javatests/shop/OddTest.java --
package shop; class OddTest { }
`

// TestDeclared has builds whose build tool is not there: how their sources are built then, and what is said.
func TestDeclared(t *testing.T) {
	asked := request(t, "") // while there is a PATH to find the JDK by
	t.Setenv("PATH", t.TempDir())
	t.Setenv("GRADLE_USER_HOME", t.TempDir())
	core := []string{"core/libs/core.jar", "core/libs/other-2.jar"}
	everywhere, thing := "no.where:everywhere:1", "no.where:thing:${version}"
	type way struct{ sources, jars, missing []string }
	for _, build := range []struct {
		archive, problem string
		ways             map[string]way
	}{
		{declaredByGradle, "is Gradle's, and there is neither a gradle on the PATH", map[string]way{
			"core/src/main/java/shop/Core.java":         {[]string{"core/src/main/java"}, append(core, "lib/all.jar"), []string{thing, everywhere}},
			"core/src/test/java/shop/CoreTest.java":     {[]string{"core/src/test/java", "core/src/main/java", "web/api/src/main/java"}, append(core, "lib/all.jar"), []string{thing, everywhere}},
			"extras/tools/src/main/java/shop/Tool.java": {[]string{"extras/tools/src/main/java", "core/src/main/java", "src/main/java"}, append(core, "lib/all.jar"), []string{everywhere, thing}},
			"app/src/main/java/shop/App.java": {
				[]string{"app/src/main/java", "web/api/src/main/java", "extras/tools/src/main/java", "core/src/main/java", "src/main/java"}, append(core, "lib/all.jar"), []string{"libs.some.thing", everywhere, thing},
			},
			"app/src/test/java/shop/AppTest.java": {
				[]string{"app/src/test/java", "app/src/main/java", "web/api/src/main/java", "core/src/test/java", "extras/tools/src/main/java", "core/src/main/java", "src/main/java"},
				append(core, "lib/all.jar"), []string{"libs.some.thing", everywhere, thing},
			},
		}},
		{declaredByMaven, "is Maven's, and there is no mvn on the PATH", map[string]way{
			"core/src/test/java/shop/CoreTest.java": {[]string{"core/src/test/java", "core/src/main/java"}, core, []string{everywhere}},
			"app/src/main/java/shop/App.java":       {[]string{"app/src/main/java", "core/src/main/java"}, core, []string{"elsewhere:app:${app.version}", everywhere}},
			"app/src/test/java/shop/AppTest.java":   {[]string{"app/src/test/java", "app/src/main/java", "core/src/main/java", "core/src/test/java"}, core, []string{"elsewhere:app:${app.version}", everywhere}},
			"odd/java/shop/Odd.java":                {[]string{"odd/java", "core/src/main/java"}, core, []string{everywhere}},
			"odd/javatests/shop/OddTest.java":       {[]string{"odd/javatests", "odd/java", "core/src/main/java"}, core, []string{everywhere}},
		}},
	} {
		folder := unpack(t, build.archive)
		for file, want := range build.ways {
			asked.Path = filepath.Join(folder, filepath.FromSlash(file))
			m, err := New("").Model(t.Context(), asked)
			if err != nil {
				t.Fatal(err)
			}
			_, sources, compile, run := built(t, m, folder, file)
			module, set, _ := m.Locate(asked.Path)
			expect(t, file, []any{m.Folder, m.Origin, sources, compile, run, m.Build(module, set).Missing()}, []any{folder, Layout, want.sources, want.jars, want.jars, want.missing})
			if !strings.Contains(m.Problem, build.problem) || !strings.Contains(m.Advice, "-cp") {
				t.Errorf("%s: the problem %q and the advice %q", file, m.Problem, m.Advice)
			}
		}
		asked.Path = folder
		if m, err := New("").Model(t.Context(), asked); err != nil || len(m.Programs(folder).Mains) != 1 {
			t.Errorf("the programs of the build: %+v, %v", m, err)
		}
	}

	// What is not laid out as usual is what it is without a build.
	folder := unpack(t, declaredByGradle)
	asked.Path = filepath.Join(folder, "app", "src", "integration", "java", "shop", "Integration.java")
	m, err := New("").Model(t.Context(), asked)
	if err != nil {
		t.Fatal(err)
	}
	_, sources, _, _ := built(t, m, folder, "app/src/integration/java/shop/Integration.java")
	expect(t, "a file in another folder", sources, []string{"app/src/integration/java"})
}

// TestDeclaredLater has a project whose script comes to be after the settings that include it, and one whose script changes.
func TestDeclaredLater(t *testing.T) {
	asked := request(t, "")
	t.Setenv("PATH", t.TempDir())
	t.Setenv("GRADLE_USER_HOME", t.TempDir())
	folder := unpack(t, `
-- settings.gradle --
include 'app', 'core'
-- app/src/main/java/App.java --
class App { }
-- core/src/main/java/Core.java --
public class Core { }
`)
	projects, file := New(""), "app/src/main/java/App.java"
	asked.Path = filepath.Join(folder, filepath.FromSlash(file))
	for _, step := range []struct {
		script string
		want   []string
	}{
		{"", []string{"app/src/main/java"}},
		{"dependencies { api project(':core') }", []string{"app/src/main/java", "core/src/main/java"}},
		{"dependencies { }", []string{"app/src/main/java"}},
	} {
		if step.script != "" {
			if err := os.WriteFile(filepath.Join(folder, "app", "app.gradle"), []byte(step.script), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		m, err := projects.Model(t.Context(), asked)
		if err != nil {
			t.Fatal(err)
		}
		_, sources, _, _ := built(t, m, folder, file)
		expect(t, "with the script "+step.script, sources, step.want)
	}
}

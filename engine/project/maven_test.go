package project

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// twoModules is a build of Maven with a library and an application, which uses the library's tests as well.
const twoModules = `
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
  <build><resources><resource><directory>data</directory><filtering>true</filtering><targetPath>shop</targetPath><includes><include>*.txt</include></includes></resource></resources></build>
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
    <plugin><artifactId>maven-compiler-plugin</artifactId><configuration><compilerArgs><arg>-parameters</arg><arg>-Xplugin:Evil</arg></compilerArgs></configuration></plugin>
    <plugin><artifactId>maven-surefire-plugin</artifactId><configuration><argLine>@{argLine} -Xmx64m "-Dname=a b"</argLine>
      <systemPropertyVariables><color>red</color></systemPropertyVariables><includes><include>**/*Check.java</include></includes></configuration></plugin>
  </plugins></build>
</project>
-- app/src/main/java/shop/Main.java --
package shop; public class Main { }
-- app/src/test/java/shop/MainCheck.java --
package shop; class MainCheck { }
`

func TestMaven(t *testing.T) {
	if testing.Short() {
		t.Skip("Maven is called in the full tests")
	}
	if _, err := exec.LookPath("mvn"); err != nil {
		t.Fatal("there is no mvn on the PATH: run .ci/tools.sh maven")
	}
	folder := unpack(t, twoModules)
	projects := New(t.TempDir())
	m := model(t, projects, filepath.Join(folder, "app", "src", "main", "java", "shop", "Main.java"))
	if m.Problem != "" || !strings.HasPrefix(m.Tool, "Maven 3") {
		t.Fatalf("%s, %s", m.Tool, m.Problem)
	}
	set, sources, compile, run := built(t, m, folder, "app/src/test/java/shop/MainCheck.java")
	expect(t, "how the tests are built", []any{set, sources, compile, run},
		[]any{"shop:app:jar:1 test", []string{"app/src/test/java", "app/src/main/java", "lib/src/main/java"}, []string{}, []string{}})
}

package engine

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hotlens/engine/project"
)

// TestSurefireUnasked has a project of Maven's that Maven cannot be asked about run the tests that Surefire would: by what the POMs say, and by what it chooses itself where they say nothing.
func TestSurefireUnasked(t *testing.T) {
	const inherited = `<build><pluginManagement><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><configuration>
		<includes><include>**/*Spec.java</include><include>${more}</include></includes><excludes><exclude>**/Old*</exclude></excludes></configuration></plugin></plugins></pluginManagement></build>
		<properties><more>**/*Check.java</more></properties>`
	plugin := func(configuration string) string {
		return "<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-surefire-plugin</artifactId>" + configuration + "</plugin></plugins></build>"
	}
	for _, test := range []struct{ name, parent, module, want string }{
		{"nothing said", "", "", "WordsTest"},
		{"inherited", inherited, "", "WordsCheck WordsSpec"},
		{"over what is inherited", inherited, plugin("<configuration><includes><include>**/*IT.java</include></includes></configuration>"), "WordsIT"},
		{"of the execution", "", plugin("<configuration><includes><include>*Check</include></includes></configuration><executions><execution><id>default-test</id><configuration><includes><include>*Spec</include></includes></configuration></execution></executions>"), "OldSpec WordsSpec"},
		{"of another execution", "", plugin("<executions><execution><id>slow</id><configuration><includes><include>*Spec</include></includes></configuration></execution></executions>"), "WordsTest"},
		{"a property that only Maven knows", "", plugin("<configuration><includes><include>${tests}</include></includes></configuration>"), "WordsTest"},
		{"skipped", "<properties><skipTests>true</skipTests></properties>", "", ""},
		{"groups", "", plugin("<configuration><groups>fast</groups></configuration>"), "WordsTest of fast"},
		{"suites", "", plugin("<configuration><suiteXmlFiles><suiteXmlFile>${basedir}/suite.xml</suiteXmlFile></suiteXmlFiles></configuration>"), "Helper OldIT OldSpec WordsCheck WordsIT WordsSpec WordsTest in suite.xml"},
	} {
		folder := t.TempDir()
		files := map[string]string{
			"pom.xml":     "<project><groupId>g</groupId><artifactId>parent</artifactId><packaging>pom</packaging><modules><module>app</module></modules>" + test.parent + "</project>",
			"app/pom.xml": "<project><parent><groupId>g</groupId><artifactId>parent</artifactId></parent><artifactId>app</artifactId>" + test.module + "</project>",
		}
		for _, class := range []string{"WordsTest", "WordsIT", "WordsSpec", "WordsCheck", "OldSpec", "OldIT", "Helper"} {
			files["app/src/test/java/p/"+class+".java"] = "package p; class " + class + " { @Test void a() { } }"
		}
		for name, text := range files {
			path := filepath.Join(folder, filepath.FromSlash(name))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		model, err := project.New("").Model(t.Context(), project.Request{Path: folder, Within: folder})
		if err != nil {
			t.Fatal(err)
		}
		sets := testSets(model, folder)
		if len(sets) != 1 || model.Problem == "" {
			t.Fatalf("%s: %d source sets, and the problem %q", test.name, len(sets), model.Problem)
		}
		set := sets[0]
		classes := func(pattern string) (names []string) {
			for _, file := range set.files(patternsFor(t, pattern), set.choice) {
				names = append(names, strings.TrimSuffix(filepath.Base(file), ".java"))
			}
			return names
		}
		got := strings.Join(classes("*"), " ")
		if set.choice.Groups != "" {
			got += " of " + set.choice.Groups
		}
		if len(set.choice.Suites) > 0 {
			got += " in " + strings.Join(set.choice.Suites, " ")
		}
		if got != test.want {
			t.Errorf("%s: %q run, want %q", test.name, got, test.want)
		}
		if named := classes("p.Helper"); !slices.Equal(named, []string{"Helper"}) {
			t.Errorf("%s: of a class that is named %q run", test.name, named)
		}
	}
}

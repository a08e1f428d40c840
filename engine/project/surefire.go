package project

import (
	"encoding/xml"
	"slices"
	"strings"

	"hotlens/profiles/lazyregexp"
)

// This file has what Maven's plugins choose of the tests where nobody says which, and what a POM says of that to whoever cannot ask Maven.

// The classes that Surefire runs where nobody says which, and those that it leaves out (its documentation of "includes" and "excludes"), and those that Failsafe runs.
var (
	surefireIncludes = []string{"**/Test*.java", "**/*Test.java", "**/*Tests.java", "**/*TestCase.java"}
	failsafeIncludes = []string{"**/IT*.java", "**/*IT.java", "**/*ITCase.java"}
	surefireExcludes = []string{"**/*$*"}
)

// BySurefire is how Surefire, or Failsafe if these are integration tests, runs tests of which a POM says this.
func BySurefire(said Testing) Testing {
	if len(said.Includes) == 0 {
		said.Includes = surefireIncludes
		if said.Integration {
			said.Includes = failsafeIncludes
		}
	}
	if len(said.Excludes) == 0 {
		said.Excludes = surefireExcludes
	}
	return said
}

const surefirePlugin = "maven-surefire-plugin"

// pomPlugin is what a POM says of a plugin.
type pomPlugin struct {
	Artifact      string            `xml:"artifactId"`
	Configuration pomSurefire       `xml:"configuration"`
	Executions    []pomPluginAtTime `xml:"executions>execution"`
}

type pomPluginAtTime struct {
	ID            string      `xml:"id"`
	Configuration pomSurefire `xml:"configuration"`
}

// pomSurefire is what a POM tells Surefire of what to run. An element that is not there leaves it to others.
type pomSurefire struct {
	Includes       *pomList `xml:"includes"`
	Excludes       *pomList `xml:"excludes"`
	Suites         *pomList `xml:"suiteXmlFiles"`
	Groups         *string  `xml:"groups"`
	ExcludedGroups *string  `xml:"excludedGroups"`
	Skip           *string  `xml:"skip"`
	SkipTests      *string  `xml:"skipTests"`
}

// pomList are the texts of the elements in one, whatever these are called.
type pomList struct {
	Texts []string `xml:",any"`
}

// pomProperties are the properties of a POM by their names.
type pomProperties map[string]string

func (p *pomProperties) UnmarshalXML(decoder *xml.Decoder, start xml.StartElement) error {
	var all struct {
		Properties []struct {
			XMLName xml.Name
			Text    string `xml:",chardata"`
		} `xml:",any"`
	}
	err := decoder.DecodeElement(&all, &start)
	*p = pomProperties{}
	for _, property := range all.Properties {
		(*p)[property.XMLName.Local] = strings.TrimSpace(property.Text)
	}
	return err
}

// pomChain is a POM with those that it inherits from, the nearest first.
type pomChain []*pom

// testing is how Surefire runs the tests of the module, as far as its POMs' texts tell: what profiles say, which only Maven knows to be active, and other times that it runs some, are left out.
func (c pomChain) testing() Testing {
	t := Testing{Set: TestSet, Assertions: true}
	var said []pomSurefire // what counts more stands first
	for _, plugins := range []func(*pom) []pomPlugin{func(p *pom) []pomPlugin { return p.plugins() }, func(p *pom) []pomPlugin { return p.managed() }} {
		for _, p := range c {
			for _, plugin := range plugins(p) {
				if strings.TrimSpace(plugin.Artifact) != surefirePlugin {
					continue
				}
				for _, execution := range plugin.Executions {
					if strings.TrimSpace(execution.ID) == "default-test" {
						said = append(said, execution.Configuration)
					}
				}
				said = append(said, plugin.Configuration)
			}
		}
	}
	t.Includes = c.list(said, func(s *pomSurefire) *pomList { return s.Includes })
	t.Excludes = c.list(said, func(s *pomSurefire) *pomList { return s.Excludes })
	t.Suites = c.list(said, func(s *pomSurefire) *pomList { return s.Suites })
	t.Groups = c.text(said, "groups", func(s *pomSurefire) *string { return s.Groups })
	t.ExcludedGroups = c.text(said, "excludedGroups", func(s *pomSurefire) *string { return s.ExcludedGroups })
	t.Skip = c.text(said, "maven.test.skip", func(s *pomSurefire) *string { return s.Skip }) == "true" || c.text(said, "skipTests", func(s *pomSurefire) *string { return s.SkipTests }) == "true"
	return BySurefire(t)
}

// list are the texts of the first list that is said, but for those with a property that is not known.
func (c pomChain) list(said []pomSurefire, of func(*pomSurefire) *pomList) (texts []string) {
	for i := range said {
		list := of(&said[i])
		if list == nil {
			continue
		}
		for _, text := range list.Texts {
			if text, known := c.interpolate(text); known && text != "" {
				texts = append(texts, text)
			}
		}
		return texts
	}
	return nil
}

// text is the first text that is said, or else the property that stands for it; "" where neither is known.
func (c pomChain) text(said []pomSurefire, property string, of func(*pomSurefire) *string) string {
	expression := "${" + property + "}"
	for i := range said {
		if text := of(&said[i]); text != nil {
			expression = *text
			break
		}
	}
	text, _ := c.interpolate(expression)
	return text
}

// pomExpression is a property in a text of a POM. Paths in it begin in the module's folder, as they do without it.
var (
	pomExpression = lazyregexp.New(`\$\{([^}]*)\}`)
	pomFolder     = lazyregexp.New(`^\$\{(?:project\.)?basedir\}/`)
)

// maxNested is how deep properties may be nested in others.
const maxNested = 8

// interpolate puts the POMs' properties into a text. It reports false, with an empty text, where one is not known.
func (c pomChain) interpolate(text string) (string, bool) { return c.nested(text, maxNested) }

func (c pomChain) nested(text string, depth int) (string, bool) {
	known := depth > 0
	text = pomExpression().ReplaceAllStringFunc(pomFolder().ReplaceAllString(strings.TrimSpace(text), ""), func(expression string) (value string) {
		name := pomExpression().FindStringSubmatch(expression)[1]
		at := slices.IndexFunc(c, func(p *pom) bool { _, has := p.Properties[name]; return has })
		switch {
		case at >= 0 && known:
			value, known = c.nested(c[at].Properties[name], depth-1)
		case name == "basedir", name == "project.basedir":
			value = "."
		default:
			known = false
		}
		return value
	})
	if !known {
		return "", false
	}
	return text, true
}

func (p *pom) plugins() []pomPlugin {
	if p.Build == nil {
		return nil
	}
	return p.Build.Plugins
}

// managed are the plugins of which the POM says something in case that a module has them.
func (p *pom) managed() []pomPlugin {
	if p.Build == nil {
		return nil
	}
	return p.Build.Managed
}

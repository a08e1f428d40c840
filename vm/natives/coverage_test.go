//go:build unix

package natives

import (
	"testing"

	"hotlens/vm/jimage/jimagetest"
	"hotlens/vm/oracle"
)

// TestMissingNativesHaveReasons demands that whoever leaves out a native method
// says why, of every JDK.
func TestMissingNativesHaveReasons(t *testing.T) {
	for _, jdk := range oracle.JDKs(t) {
		t.Run(jdk.Name(), func(t *testing.T) { missingHaveReasons(t, jdk) })
	}
}

func missingHaveReasons(t *testing.T, jdk oracle.JDK) {
	image := jimagetest.LibraryOf(t, jdk.Home)
	modules, err := Coverage(image)
	if err != nil {
		t.Fatal(err)
	}
	if len(modules) == 0 || modules[0].Module != "java.base" || modules[0].Implemented == 0 {
		t.Fatalf("the coverage does not start with java.base: %v", modules)
	}
	for _, module := range modules {
		for _, class := range module.Classes {
			if len(class.Missing) > 0 && class.Reason == "" {
				t.Errorf("%s/%s lacks %v, and reasons does not say why", module.Module, class.Class, class.Missing)
			}
		}
	}
}

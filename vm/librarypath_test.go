//go:build unix

package vm

import (
	"strings"
	"testing"
)

func TestLibraryPath(t *testing.T) {
	const upstream = "/usr/java/packages/lib:/usr/lib64:/lib64:/lib:/usr/lib"
	if got := libraryPath("Eclipse Adoptium", []string{"PATH=/bin", "LD_LIBRARY_PATH="}); got != upstream {
		t.Errorf("OpenJDK's path is %s", got)
	}
	if got, want := libraryPath("", []string{"LD_LIBRARY_PATH=/a:/b"}), "/a:/b:"+upstream; got != want {
		t.Errorf("with LD_LIBRARY_PATH the path is %s, want %s", got, want)
	}
	for _, implementor := range []string{"Debian", "Ubuntu"} {
		if got := libraryPath(implementor, nil); !strings.HasSuffix(got, ":/usr/lib/jni:/lib:/usr/lib") {
			t.Errorf("%s's path is %s", implementor, got)
		}
	}
}

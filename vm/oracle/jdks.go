package oracle

import (
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"hotlens/vm/release"
)

// This file finds the JDKs that tests run on: the one at hand (JDKHome), and for some tests all that
// the VM supports.

// jdksVariable names the feature versions that tests of several JDKs try, such as "21 25"; not set,
// all that there are.
const jdksVariable = "HOTLENS_TEST_JDKS"

// JDK is one that programs are tried on.
type JDK struct {
	Home    string
	Release release.Release
}

// Name is the name of the tests that run on it.
func (j JDK) Name() string { return fmt.Sprint(j.Release.Feature) }

// Release is that of the JDK at hand.
func Release(t testing.TB) release.Release {
	t.Helper()
	return releaseIn(t, JDKHome(t))
}

func releaseIn(t testing.TB, home string) release.Release {
	t.Helper()
	values, err := release.File(home)
	if err != nil {
		t.Fatal(err)
	}
	found, supported := release.Of(release.FeatureOf(values[release.VersionKey]))
	if !supported {
		t.Fatalf("the JDK in %s is version %s: the tests need JDK %s", home, values[release.VersionKey], release.Names())
	}
	return found
}

// JDKs are those that the VM supports and that are there, the oldest first: the one at hand, and what
// "make tools" has unpacked into .tools. The test's log says which are missing.
func JDKs(t testing.TB) []JDK {
	t.Helper()
	chosen := strings.FieldsFunc(os.Getenv(jdksVariable), func(r rune) bool { return r == ' ' || r == ',' })
	atHand := JDK{Home: JDKHome(t), Release: Release(t)}
	var found []JDK
	for _, feature := range release.Features() {
		name := fmt.Sprint(feature)
		switch home := unpacked(t, name); {
		case len(chosen) > 0 && !slices.Contains(chosen, name):
		case feature == atHand.Release.Feature:
			found = append(found, atHand)
		case home != "":
			found = append(found, JDK{Home: home, Release: releaseIn(t, home)})
		default:
			t.Logf("JDK %s is not tried: it is not in .tools/jdk%s, and make tools could not unpack it", name, name)
		}
	}
	return found
}

// NewerJDKs are those of JDKs that are newer than the one at hand.
func NewerJDKs(t testing.TB) []JDK {
	t.Helper()
	atHand := Release(t)
	return slices.DeleteFunc(JDKs(t), func(j JDK) bool { return j.Release.Feature <= atHand.Feature })
}

// Sample chooses what a test tries on the JDK of the cases with these names, of which many are tried on the JDK at hand:
// one in share, others on each JDK. There is at least one.
func (j JDK) Sample(t testing.TB, share uint32, names []string) []string {
	t.Helper()
	some := slices.DeleteFunc(slices.Clone(names), func(name string) bool { return !Chosen(name+j.Name(), share) })
	if len(some) == 0 {
		some = names[:min(len(names), 1)]
	}
	t.Logf("on JDK %s, %d of %d: %v", j.Name(), len(some), len(names), some)
	return some
}

// InTurn chooses what a test tries on the JDK of the cases with these names: each is tried on one of the JDKs that are newer than the one at hand,
// on all of which the same is expected. Where there is only one of these, or JDKS names only one, it is all of them.
func (j JDK) InTurn(t testing.TB, names []string) []string {
	t.Helper()
	newer := NewerJDKs(t)
	turn := slices.IndexFunc(newer, func(other JDK) bool { return other.Release == j.Release })
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return crc32.ChecksumIEEE([]byte(name))%uint32(len(newer)) != uint32(turn)
	})
}

// AllJDKs reports whether these are all JDKs that the VM supports.
func AllJDKs(jdks []JDK) bool { return len(jdks) == len(release.Features()) }

// unpacked is the folder of a JDK that .ci/get-jdk.sh has unpacked, "" if there is none.
func unpacked(t testing.TB, name string) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			break
		}
		parent := filepath.Dir(folder)
		if parent == folder {
			t.Fatal("the tests run outside of the module")
		}
		folder = parent
	}
	home, err := filepath.EvalSymlinks(filepath.Join(folder, ".tools", "jdk"+name, "jdk"))
	if err != nil {
		return ""
	}
	return home
}

// ToolsOf are the programs of a JDK that tests start, and hotlens, which has to be told that JDK
// (Tools.Settings).
func ToolsOf(t testing.TB, j JDK) Tools {
	t.Helper()
	tools := FindTools(t)
	tools.JDK = j
	tools.Java, tools.Javac = filepath.Join(j.Home, "bin", "java"), filepath.Join(j.Home, "bin", "javac")
	tools.Settings = []string{"HOTLENS_JDK=" + j.Home}
	return tools
}

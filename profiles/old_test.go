package profiles_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"hotlens/profiles"
)

// TestOldProfiles reads what versions of hotlens before have written of testdata/old/Old.java, each file called by the day of its version. None is ever made
// anew. Who changes the format adds one of the version at hand.
func TestOldProfiles(t *testing.T) {
	files, err := filepath.Glob("testdata/old/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no profiles: %v", err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		p, err := profiles.Decode(bytes.NewReader(content))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		calls := map[string]uint64{}
		for _, c := range p.Contexts {
			if m := p.Methods[c.Method]; m.Class == "Old" || m.Name == "area" {
				calls[m.Class+"."+m.Name] += c.Calls
			}
		}
		want := map[string]uint64{"Old.main": 1, "Old.sum": 20, "Old$Square.area": 20, "Old$Strip.area": 20} // as the program says
		if diff := cmp.Diff(want, calls); diff != "" {
			t.Errorf("%s: calls (-want +got):\n%s", file, diff)
		}
		var again bytes.Buffer
		if err := profiles.Encode(&again, p); err != nil {
			t.Fatal(err)
		}
		same, err := profiles.Decode(&again)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(p, same); diff != "" {
			t.Errorf("%s is another profile when this version has written it:\n%s", file, diff)
		}
	}
}

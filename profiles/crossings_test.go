package profiles_test

import (
	"testing"

	"hotlens/profiles"
)

func TestCrossings(t *testing.T) {
	p := &profiles.Profile{
		Methods: []profiles.Method{
			{Origin: profiles.OriginApp}, {Origin: profiles.OriginLibrary}, {Origin: profiles.OriginVM}, {Origin: profiles.OriginApp, Native: true},
		},
		Contexts: []profiles.Context{
			{Parent: -1, Method: 0, Calls: 1},
			{Parent: 0, Method: 1, Calls: 2},
			{Parent: 1, Method: 2, Calls: 40},
			{Parent: 2, Method: 3, Calls: 300},
			{Parent: 0, Method: 0, Calls: 5000},
		},
	}
	want := profiles.Crossings{AppToApp: 5000, AppToLibrary: 2, LibraryToApp: 300, LibraryToLibrary: 40, Native: 300, All: 5343}
	if got := p.Crossings(); got != want {
		t.Errorf("the crossings are %+v, want %+v", got, want)
	}
}

package profiles_test

import (
	"reflect"
	"testing"

	"hotlens/profiles"
)

// TestContextsHaveNoPointers holds that Go's collector need not look into contexts, of which an editor's server keeps millions, and that each fits a line of the processor's cache.
func TestContextsHaveNoPointers(t *testing.T) {
	var check func(reflect.Type, string)
	check = func(of reflect.Type, name string) {
		switch of.Kind() {
		case reflect.Struct:
			for i := range of.NumField() {
				check(of.Field(i).Type, name+"."+of.Field(i).Name)
			}
		case reflect.Int32, reflect.Uint64:
		default:
			t.Errorf("%s is a %s", name, of)
		}
	}
	context := reflect.TypeFor[profiles.Context]()
	check(context, "Context")
	if context.Size() > 64 {
		t.Errorf("a context takes %d bytes", context.Size())
	}
}

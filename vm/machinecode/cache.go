package machinecode

import (
	"errors"
	"reflect"
	"unsafe"

	"github.com/tetratelabs/wazero"

	"hotlens/vm/codecache"
)

// compilationCache has wazero keep machine code in kept. wazero offers only a folder
// of its own for that, which does not do (see the guide), so this puts kept where
// wazero keeps that folder, behind an interface that kept implements, too.
func compilationCache(kept codecache.Store) (wazero.CompilationCache, error) {
	cache := wazero.NewCompilationCache()
	store := reflect.ValueOf(cache)
	if store.Kind() == reflect.Pointer && store.Elem().Kind() == reflect.Struct {
		store = store.Elem().FieldByName("fileCache")
	}
	value := reflect.ValueOf(kept)
	if !store.CanAddr() || store.Kind() != reflect.Interface || !value.Type().Implements(store.Type()) {
		return nil, errors.New("this version of wazero cannot be told where to keep machine code")
	}
	reflect.NewAt(store.Type(), unsafe.Pointer(store.UnsafeAddr())).Elem().Set(value)
	return cache, nil
}

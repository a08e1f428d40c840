package wazevo

import "github.com/tetratelabs/wazero/api"

// goFunctionOf is the function of a host module that code calls.
func goFunctionOf(index int, opaque uintptr) api.GoFunction {
	f := hostModuleGoFuncFromOpaque[any](index, opaque)
	if f, ok := f.(api.GoFunc); ok {
		return f
	}
	return f.(api.GoFunction)
}

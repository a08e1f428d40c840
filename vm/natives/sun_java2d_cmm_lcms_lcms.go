//go:build unix

package natives

import (
	"hotlens/vm/icc"
	"hotlens/vm/interpreter"
)

// disposeProfile is the "native function" of Disposer's records that forgets a
// profile's handle.
const disposeProfile = 1

func init() { later(sunJava2dCmmLcmsLcms) }

func sunJava2dCmmLcmsLcms() {
	// Colour profiles as data; there is no colour management: createNativeTransform
	// and colorConvert are missing. The natives' form differs between updates.
	register("sun/java2d/cmm/lcms/LCMS", table{
		"initLCMS(Ljava/lang/Class;Ljava/lang/Class;Ljava/lang/Class;)V": nothing,
		"loadProfileNative([BLjava/lang/Object;)J":                       loadProfile,
		"getProfileDataNative(J)[B": func(t *Thread, a Args) uint64 {
			p, ok := handleOf[*icc.Profile](t, a.Long(0))
			if !ok {
				return 0
			}
			charge(t, p.Size())
			defer t.M.Memory.Native.Release(p.Size())
			return uint64(t.NewBytes(p.Bytes()))
		},
		"getTagNative(JI)[B": func(t *Thread, a Args) uint64 {
			p, ok := handleOf[*icc.Profile](t, a.Long(0))
			if !ok {
				return 0
			}
			data := p.Tag(uint32(a.Int(2)))
			if data == nil {
				return 0
			}
			return uint64(t.NewBytes(data))
		},
		"setTagDataNative(JI[B)V": func(t *Thread, a Args) uint64 {
			p, ok := handleOf[*icc.Profile](t, a.Long(0))
			if !ok {
				return 0
			}
			if a.Ref(3) == 0 {
				t.Throw("java/lang/IllegalArgumentException", "Can not write tag data.")
				return 0
			}
			if p.SetTag(uint32(a.Int(2)), t.M.Bytes(a.Ref(3))) != nil {
				t.Throw("java/awt/color/CMMException", "Can not write tag data.")
			}
			resize(t, a.Long(0), p.Size())
			return 0
		},
	})
	register("sun/java2d/DefaultDisposerRecord", table{
		"invokeNativeDispose(JJ)V": func(t *Thread, a Args) uint64 {
			if a.Long(0) == disposeProfile {
				drop(t, a.Long(2))
			}
			return 0
		},
	})
}

// loadProfile is LCMS.loadProfileNative. The profile lives as long as the object
// that comes with it.
func loadProfile(t *Thread, a Args) uint64 {
	data, referent := a.Ref(0), a.Ref(1)
	if data == 0 {
		t.Throw("java/lang/IllegalArgumentException", "Invalid profile data")
		return 0
	}
	p, err := icc.Parse(t.M.Bytes(data), t.M.Release.KeepsSignatures)
	if err != nil {
		t.Throw("java/lang/IllegalArgumentException", "Invalid profile data")
		return 0
	}
	disposer := t.FindBootClass("sun/java2d/Disposer")
	if disposer == nil || !t.Initialize(disposer) {
		return 0
	}
	handle := keep(t, p, p.Size())
	t.Call(interpreter.Callback, disposer.Method("addRecord", "(Ljava/lang/Object;JJ)V"),
		interpreter.Value(referent), disposeProfile, handle)
	if t.Exception != 0 {
		return 0
	}
	return handle
}

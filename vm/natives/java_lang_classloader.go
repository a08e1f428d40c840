//go:build unix

package natives

import (
	"fmt"
	"path"
	"strings"

	"hotlens/vm/linking"
	"hotlens/vm/memory"
)

func init() { later(javaLangClassloader) }

func javaLangClassloader() {
	register("java/lang/ClassLoader", table{
		"registerNatives()V": nothing,
		"findLoadedClass0(Ljava/lang/String;)Ljava/lang/Class;": func(t *Thread, a Args) uint64 {
			if a.Ref(1) == 0 {
				return 0
			}
			c := t.M.LoaderOf(a.Ref(0)).Classes[strings.ReplaceAll(t.M.Text(a.Ref(1)), ".", "/")]
			if c == nil {
				return 0
			}
			return uint64(c.Mirror)
		},
		"findBootstrapClass(Ljava/lang/String;)Ljava/lang/Class;": func(t *Thread, a Args) uint64 {
			c := t.FindBootClass(strings.ReplaceAll(t.M.Text(a.Ref(0)), ".", "/"))
			if c == nil {
				return 0
			}
			return uint64(c.Mirror)
		},
		"defineClass1(Ljava/lang/ClassLoader;Ljava/lang/String;[BIILjava/security/ProtectionDomain;Ljava/lang/String;)Ljava/lang/Class;": notNull(func(t *Thread, a Args) uint64 {
			return defineClass(t, a.Ref(0), a.Ref(1), t.M.Bytes(a.Ref(2)), a.Int(3), a.Int(4), a.Ref(5), t.M.Text(a.Ref(6)))
		}, 2),
		"defineClass2(Ljava/lang/ClassLoader;Ljava/lang/String;Ljava/nio/ByteBuffer;IILjava/security/ProtectionDomain;Ljava/lang/String;)Ljava/lang/Class;": notNull(func(t *Thread, a Args) uint64 {
			buffer := a.Ref(2)
			f := t.M.ClassOf(buffer).LookupField("address", "J")
			base := t.M.Memory.U64(buffer + f.Offset)
			off, length := a.Int(3), a.Int(4)
			if off < 0 || length < 0 || !t.M.Memory.OffHeap.Contains(base+uint64(off), uint64(length)) {
				t.Throw("java/lang/ArrayIndexOutOfBoundsException", "")
				return 0
			}
			data := t.M.Memory.Slice(memory.Address(base)+uint32(off), int(length))
			return defineClass(t, a.Ref(0), a.Ref(1), data, 0, length, a.Ref(5), t.M.Text(a.Ref(6)))
		}, 2),
		"defineClass0(Ljava/lang/ClassLoader;Ljava/lang/Class;Ljava/lang/String;[BIILjava/security/ProtectionDomain;ZILjava/lang/Object;)Ljava/lang/Class;": notNull(defineHidden, 1, 3),
	})
	load := notNull(loadLibrary, 0)
	register("jdk/internal/loader/NativeLibraries", table{
		"findBuiltinLib(Ljava/lang/String;)Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			// The JDK's own libraries are part of the VM.
			name := strings.TrimSuffix(strings.TrimPrefix(t.M.Text(a.Ref(0)), "lib"), ".so")
			if builtinLibraries[name] {
				return uint64(t.NewString(name))
			}
			return 0
		},
		"load(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;ZZ)Z":  load,
		"load(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;ZZZ)Z": load,
		"unload(Ljava/lang/String;ZJ)V":  nothing,
		"unload(Ljava/lang/String;ZZJ)V": nothing,
		"findEntry0(Ljdk/internal/loader/NativeLibraries$NativeLibraryImpl;Ljava/lang/String;)J": constant(0),
	})
	// From JDK 21 on.
	register("jdk/internal/loader/NativeLibrary", table{"findEntry0(JLjava/lang/String;)J": constant(0)})
	register("jdk/internal/loader/RawNativeLibraries", table{
		"load0(Ljdk/internal/loader/RawNativeLibraries$RawNativeLibraryImpl;Ljava/lang/String;)Z": constant(0),
		"unload0(Ljava/lang/String;J)V": nothing,
	})
}

// loadLibrary is NativeLibraries.load: the JDK's own libraries are there already.
func loadLibrary(t *Thread, a Args) uint64 {
	impl, builtin := a.Ref(0), a.Bool(2)
	if !builtin {
		file := t.M.Text(a.Ref(1))
		text := file + ": hotlens does not load native libraries"
		if lost := withoutLibrary[path.Base(file)]; lost != "" {
			text += ", and without this one of the JDK it cannot " + lost
		}
		t.Throw("java/lang/UnsatisfiedLinkError", text)
		return 0
	}
	c := t.M.ClassOf(impl)
	t.M.Memory.SetU64(impl+c.Field("handle", "").Offset, 1)
	t.M.Memory.SetU32(impl+c.Field("jniVersion", "").Offset, 0x000A0000)
	return 1
}

// withoutLibrary says what programs cannot do without a library of the JDK.
var withoutLibrary = map[string]string{
	"libfontmanager.so": "draw text into images or measure it",
	"libjsound.so":      "play or record sound",
}

// builtinLibraries are the JDK's native libraries whose functions are
// implemented here.
var builtinLibraries = map[string]bool{"java": true, "net": true, "nio": true, "zip": true, "jimage": true, "management": true, "management_ext": true, "prefs": true, "extnet": true, "instrument": true, "verify": true, "syslookup": true, "rmi": true, "jaas": true, "management_agent": true, "awt": true, "lcms": true, "mlib_image": true, "javajpeg": true}

func defineClass(t *Thread, loader, name Ref, data []byte, offset, length int32, domain Ref, source string) uint64 {
	own, ok := ownBytes(t, data, offset, length)
	if !ok {
		return 0
	}
	c := t.DefineClass(t.M.LoaderOf(loader), own, linking.DefineOptions{
		Name: strings.ReplaceAll(t.M.Text(name), ".", "/"), ProtectionDomain: domain, Source: source,
	})
	if c == nil {
		return 0
	}
	return uint64(c.Mirror)
}

// ownBytes copies part of data, as a class keeps pointing into its bytes. It
// reports false with a pending exception if there is no such part.
func ownBytes(t *Thread, data []byte, offset, length int32) ([]byte, bool) {
	if offset < 0 || length < 0 || int(offset)+int(length) > len(data) {
		t.Throw("java/lang/ArrayIndexOutOfBoundsException", fmt.Sprintf("Array region %d..%d out of bounds for length %d", offset, int64(offset)+int64(length), len(data)))
		return nil, false
	}
	t.Work(int(length))
	return append([]byte(nil), data[offset:offset+length]...), true
}

// Flags of the hidden-class definition (java.lang.invoke.MethodHandleNatives).
const (
	hiddenNestMate = 1
	hiddenClass    = 2
	hiddenStrong   = 4
)

func defineHidden(t *Thread, a Args) uint64 {
	m := t.M
	lookup := m.ClassOfMirror(a.Ref(1))
	flags := a.Int(8)
	data, ok := ownBytes(t, m.Bytes(a.Ref(3)), a.Int(4), a.Int(5))
	if !ok {
		return 0
	}
	name := ""
	if a.Ref(2) != 0 {
		name = strings.ReplaceAll(m.Text(a.Ref(2)), ".", "/")
	}
	c := t.DefineClass(m.LoaderOf(a.Ref(0)), data, linking.DefineOptions{
		Name: name, ProtectionDomain: a.Ref(6), Hidden: flags&hiddenClass != 0, Strong: flags&hiddenStrong != 0, Host: lookup, NestMate: flags&hiddenNestMate != 0, ClassData: a.Ref(9),
	})
	if c == nil {
		return 0
	}
	if a.Bool(7) && !t.Initialize(c) || !t.Link(c) {
		return 0
	}
	return uint64(c.Mirror)
}

//go:build unix

package natives

import (
	"hotlens/vm/classes"
	"hotlens/vm/interpreter"
	"hotlens/vm/memory"
)

func init() { later(jdkInternalReflectAccessors) }

func jdkInternalReflectAccessors() {
	// JDK 21 has both the old accessors and the new ones.
	for _, class := range []string{"NativeMethodAccessorImpl", "DirectMethodHandleAccessor$NativeAccessor"} {
		register("jdk/internal/reflect/"+class, table{
			"invoke0(Ljava/lang/reflect/Method;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/Object;": notNull(invokeMethod, 0),
		})
	}
	for _, class := range []string{"NativeConstructorAccessorImpl", "DirectConstructorHandleAccessor$NativeAccessor"} {
		register("jdk/internal/reflect/"+class, table{
			"newInstance0(Ljava/lang/reflect/Constructor;[Ljava/lang/Object;)Ljava/lang/Object;": notNull(newInstance, 0),
		})
	}
}

// invokeMethod is what Method.invoke does after its access checks. Failures
// before the call are thrown as they are, those of the call in an
// InvocationTargetException.
func invokeMethod(t *Thread, a Args) uint64 {
	m := t.M
	resolved, receiver := methodOfReflection(t, a.Ref(0)), a.Ref(1)
	if resolved == nil {
		return 0
	}
	if !t.Initialize(resolved.Class) {
		return 0
	}
	selected := resolved
	var values []interpreter.Value
	if !resolved.Static() {
		if receiver == 0 {
			t.ThrowNull()
			return 0
		}
		if !m.ClassOf(receiver).IsSubclassOf(resolved.Class) {
			t.Throw("java/lang/IllegalArgumentException", "object is not an instance of declaring class")
			return 0
		}
		selected = m.SelectVirtual(m.ClassOf(receiver), resolved)
		values = append(values, interpreter.Value(receiver))
	}
	values, ok := appendArguments(t, a.Ref(0), resolved, a.Ref(2), values)
	if !ok {
		return 0
	}
	result := t.Call(interpreter.Reflective, selected, values...)
	if t.Exception != 0 {
		wrapTargetException(t)
		return 0
	}
	switch letter := resolved.Selector.Return; letter {
	case 'V':
		return 0
	case 'L':
		return result
	default:
		return uint64(t.Box(letter, narrowed(letter, result)))
	}
}

// newInstance is what Constructor.newInstance does after its access checks.
func newInstance(t *Thread, a Args) uint64 {
	constructor := methodOfReflection(t, a.Ref(0))
	if constructor == nil {
		return 0
	}
	c := constructor.Class
	if !t.Initialize(c) {
		return 0
	}
	if c.IsAbstract() || c.IsInterface() || c == t.M.Known.Class {
		t.Throw("java/lang/InstantiationException", c.ExternalName())
		return 0
	}
	object := t.NewObject(c)
	if t.Exception != 0 {
		return 0
	}
	values, ok := appendArguments(t, a.Ref(0), constructor, a.Ref(1), []interpreter.Value{interpreter.Value(object)})
	if !ok {
		return 0
	}
	if t.Call(interpreter.Reflective, constructor, values...); t.Exception != 0 {
		wrapTargetException(t)
		return 0
	}
	return uint64(object)
}

// appendArguments converts an Object[] to the parameters of a method:
// unboxing, widening, and class tests, with HotSpot's messages.
func appendArguments(t *Thread, executable Ref, method *classes.Method, array Ref, values []interpreter.Value) ([]interpreter.Value, bool) {
	m := t.M
	letters := method.Selector.Params
	count := 0
	if array != 0 {
		count = int(m.Memory.U32(array + memory.ArrayLength))
	}
	if count != len(letters) {
		t.Throw("java/lang/IllegalArgumentException", "wrong number of arguments")
		return nil, false
	}
	types := m.Memory.U32(executable + m.ClassOf(executable).Field("parameterTypes", "").Offset)
	for i, letter := range letters {
		argument := m.Memory.U32(array + memory.ArrayBase + 4*uint32(i))
		if letter != 'L' {
			v, ok := unboxTo(t, argument, letter)
			if !ok {
				return nil, false
			}
			values = append(values, v)
			continue
		}
		wanted := m.ClassOfMirror(m.Memory.U32(types + memory.ArrayBase + 4*uint32(i)))
		if argument != 0 && !m.ClassOf(argument).IsSubclassOf(wanted) {
			t.Throw("java/lang/IllegalArgumentException", typeMismatch)
			return nil, false
		}
		values = append(values, interpreter.Value(argument))
	}
	return values, true
}

// narrowed cuts an int result to the method's return type: bytecode may return
// any int from a method of type boolean, byte, char or short (JVMS 2.3.4).
func narrowed(letter byte, v interpreter.Value) interpreter.Value {
	switch letter {
	case 'Z':
		return v & 1
	case 'B':
		return signed(int32(int8(v)))
	case 'C':
		return uint64(uint16(v))
	case 'S':
		return signed(int32(int16(v)))
	}
	return v
}

// wrapTargetException puts what the target has thrown into an
// InvocationTargetException.
func wrapTargetException(t *Thread) {
	throwCausedBy(t, "java/lang/reflect/InvocationTargetException")
}

// throwCausedBy replaces the pending exception by one of the named boot class,
// which has a constructor for its cause.
func throwCausedBy(t *Thread, class string) {
	cause := t.Root(t.Exception)
	t.Exception = 0
	t.VMWork(func() {
		c := t.FindBootClass(class)
		if c == nil || !t.Initialize(c) {
			return
		}
		r := t.NewObject(c)
		if t.Exception != 0 {
			return
		}
		t.Call(interpreter.Callback, c.Method("<init>", "(Ljava/lang/Throwable;)V"), interpreter.Value(r), interpreter.Value(cause))
		if t.Exception == 0 {
			t.Exception = r
		}
	})
}

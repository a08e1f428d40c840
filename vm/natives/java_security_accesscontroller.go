//go:build unix

package natives

import "hotlens/vm/interpreter"

func init() { later(javaSecurityAccesscontroller) }

func javaSecurityAccesscontroller() {
	register("java/security/AccessController", table{
		"getStackAccessControlContext()Ljava/security/AccessControlContext;":     func(t *Thread, _ Args) uint64 { return uint64(stackContext(t)) },
		"getInheritedAccessControlContext()Ljava/security/AccessControlContext;": func(t *Thread, _ Args) uint64 { return uint64(inheritedContext(t)) },
		"ensureMaterializedForStackWalk(Ljava/lang/Object;)V":                    nothing,
		"getProtectionDomain(Ljava/lang/Class;)Ljava/security/ProtectionDomain;": func(t *Thread, a Args) uint64 {
			if a.Ref(0) == 0 {
				return 0
			}
			return uint64(t.M.ClassOfMirror(a.Ref(0)).ProtectionDomain)
		},
	})
}

// stackContext makes the AccessControlContext of the current thread's stack: the protection domains of its methods' classes down to the newest privileged
// frame, whose caller's is the last one, and the context that frame restricts itself to. It is 0 if nothing restricts the thread: the library takes that for
// all permissions.
func stackContext(t *Thread) Ref {
	var domains []Ref
	add := func(domain Ref) {
		if domain != 0 && (len(domains) == 0 || domains[len(domains)-1] != domain) {
			domains = append(domains, domain)
		}
	}
	privileged, restriction := false, Ref(0)
	t.Frames(func(f frame) bool {
		privileged = interpreter.Privileged(f.Method)
		if !privileged {
			add(f.Method.Class.ProtectionDomain)
			return true
		}
		restriction = t.LocalReference(f, 1)
		add(t.M.ClassOfMirror(t.LocalReference(f, 2)).ProtectionDomain)
		return false
	})
	if len(domains) == 0 && restriction == 0 && (privileged || inheritedContext(t) == 0) {
		return 0
	}
	return newContext(t, domains, privileged, restriction)
}

// inheritedContext is the AccessControlContext in which the current thread was made.
func inheritedContext(t *Thread) Ref {
	return t.M.Memory.U32(t.Object + t.M.Known.Thread.Field("inheritedAccessControlContext", "Ljava/security/AccessControlContext;").Offset)
}

// newContext makes an AccessControlContext with what the library's constructors leave to the VM. It returns 0 with a pending exception.
func newContext(t *Thread, domains []Ref, privileged bool, restriction Ref) Ref {
	t.Root(restriction)
	for _, d := range domains {
		t.Root(d)
	}
	class := t.FindBootClass("java/security/AccessControlContext")
	if class == nil || !t.Initialize(class) {
		return 0
	}
	array := Ref(0)
	if len(domains) > 0 {
		domain := t.FindBootClass("java/security/ProtectionDomain")
		if domain == nil {
			return 0
		}
		if array = t.NewRefArray(domain, domains); t.Exception != 0 {
			return 0
		}
	}
	context := t.NewObject(class)
	if t.Exception != 0 {
		return 0
	}
	memory := t.M.Memory
	memory.SetU32(context+class.Field("context", "[Ljava/security/ProtectionDomain;").Offset, array)
	memory.SetU32(context+class.Field("privilegedContext", "Ljava/security/AccessControlContext;").Offset, restriction)
	memory.SetU8(context+class.Field("isPrivileged", "Z").Offset, uint8(boolean(privileged)))
	memory.SetU8(context+class.Field("isAuthorized", "Z").Offset, 1)
	return context
}

//go:build unix

package natives

import (
	"maps"
	"slices"
	"strings"

	"hotlens/vm/classes"
	"hotlens/vm/linking"
)

func init() { later(javaLangModule) }

func javaLangModule() {
	register("java/lang/Module", table{
		"defineModule0(Ljava/lang/Module;ZLjava/lang/String;Ljava/lang/String;[Ljava/lang/Object;)V": notNull(defineModule, 0),
		"addReads0(Ljava/lang/Module;Ljava/lang/Module;)V": func(t *Thread, a Args) uint64 {
			switch module := t.M.Modules[a.Ref(0)]; {
			case module == nil:
			case a.Ref(1) == 0:
				module.ReadsUnnamed = true
			case !module.Reads[a.Ref(1)]:
				chargeModule(t, module, readCost)
				module.Reads[a.Ref(1)] = true
			}
			return 0
		},
		"addExports0(Ljava/lang/Module;Ljava/lang/String;Ljava/lang/Module;)V": func(t *Thread, a Args) uint64 {
			return addExport(t, a, func(m *linking.Module, pack string) { m.Export(pack, a.Ref(2)) })
		},
		"addExportsToAll0(Ljava/lang/Module;Ljava/lang/String;)V": func(t *Thread, a Args) uint64 {
			return addExport(t, a, (*linking.Module).ExportToAll)
		},
		"addExportsToAllUnnamed0(Ljava/lang/Module;Ljava/lang/String;)V": func(t *Thread, a Args) uint64 {
			return addExport(t, a, (*linking.Module).ExportToUnnamed)
		},
	})
	register("jdk/internal/loader/BootLoader", table{
		"setBootLoaderUnnamedModule0(Ljava/lang/Module;)V": func(t *Thread, a Args) uint64 {
			t.M.Unnamed[t.M.Registry.Boot()] = a.Ref(0)
			return 0
		},
		"getSystemPackageLocation(Ljava/lang/String;)Ljava/lang/String;": func(t *Thread, a Args) uint64 {
			location, ok := systemPackages(t)[t.M.Text(a.Ref(0))]
			if !ok {
				return 0
			}
			return uint64(t.NewString(location))
		},
		"getSystemPackageNames()[Ljava/lang/String;": func(t *Thread, _ Args) uint64 {
			var names []Ref
			for _, name := range slices.Sorted(maps.Keys(systemPackages(t))) {
				names = append(names, t.NewString(name))
			}
			return uint64(t.NewRefArray(t.M.Known.String, names))
		},
	})
}

// What a module costs beside the heap, in bytes: itself, each package beside its name, and
// each module that it reads or exports a package to.
const (
	moduleCost  = 1 << 10
	packageCost = 128
	readCost    = 64
)

// chargeModule charges the program for what a module keeps, for as long as it lives.
func chargeModule(t *Thread, module *linking.Module, bytes uint64) {
	charge(t, bytes)
	module.Cost += bytes
}

// addExport exports a package of a named module in the given way.
func addExport(t *Thread, a Args, export func(m *linking.Module, pack string)) uint64 {
	m := t.M
	module := m.Modules[a.Ref(0)]
	if module == nil {
		return 0
	}
	name := m.Text(a.Ref(1))
	pack := strings.ReplaceAll(name, ".", "/")
	if m.Packages[m.LoaderOf(moduleLoader(t, a.Ref(0)))][pack] != module {
		t.Throw("java/lang/IllegalArgumentException", "Package "+pack+" not found in from_module "+module.Name)
		return 0
	}
	chargeModule(t, module, readCost)
	export(module, pack)
	return 0
}

// systemPackages gives the packages of the boot loader that classes were loaded in,
// with the location of their modules. The packages of modules made at run time, such
// as those of proxies, have no location and are not among them.
func systemPackages(t *Thread) map[string]string {
	boot := t.M.Registry.Boot()
	locations := map[string]string{}
	for _, c := range boot.Classes {
		if c.File == nil {
			continue
		}
		if module := t.M.Packages[boot][c.Package]; module != nil && module.Location != "" {
			locations[c.Package] = module.Location
		}
	}
	return locations
}

// defineModule is Module.defineModule0. The module of the boot loader's first
// named module, java.base, also becomes that of the classes loaded before.
func defineModule(t *Thread, a Args) uint64 {
	m := t.M
	object := a.Ref(0)
	loader := m.LoaderOf(moduleLoader(t, object))
	module := &linking.Module{Object: object, Name: moduleName(t, object), Version: m.Text(a.Ref(2)), Location: m.Text(a.Ref(3)), Reads: map[Ref]bool{}}
	if m.Packages[loader] == nil {
		m.Packages[loader] = map[string]*linking.Module{}
	}
	var packages []string
	for _, name := range refsOf(t, a.Ref(4)) {
		if name == 0 || m.ClassOf(name) != m.Known.String {
			t.Throw("java/lang/IllegalArgumentException", "Bad package name")
			return 0
		}
		packages = append(packages, strings.ReplaceAll(m.Text(name), ".", "/"))
	}
	if !mayDefineModule(t, loader, module.Name, packages) {
		return 0
	}
	open := a.Bool(1) // or automatic: all packages are exported, and nobody says so of each
	cost := moduleCost + uint64(len(module.Version)+len(module.Location))
	for _, name := range packages {
		cost += packageCost + uint64(len(name))
	}
	if open {
		cost += readCost * uint64(len(packages))
	}
	chargeModule(t, module, cost)
	m.Modules[object] = module
	for _, name := range packages {
		m.Packages[loader][name] = module
		if open {
			module.ExportToAll(name)
		}
	}
	if loader == m.Registry.Boot() {
		m.AddBootModule(module.Name)
	}
	if module.Name == "java.base" {
		m.BaseModule = object
	}
	for _, c := range loader.Lifetime.Classes {
		if c.Module != 0 {
			continue
		}
		if _, ok := m.Packages[loader][packageOf(c)]; ok || module.Name == "java.base" && (c.Primitive != 0 || c.ModuleName == "java.base") {
			m.SetModule(c, module)
		}
	}
	return 0
}

// mayDefineModule checks that a loader's packages are its own to define and in no
// other module yet. It throws otherwise.
func mayDefineModule(t *Thread, loader *classes.Loader, module string, packages []string) bool {
	m := t.M
	builtin := loader.Mirror == 0 || m.ClassOf(loader.Mirror).Name == "jdk/internal/loader/ClassLoaders$PlatformClassLoader"
	for _, other := range m.Packages[loader] {
		if other.Name == module {
			t.Throw("java/lang/IllegalStateException", "Module "+module+" is already defined")
			return false
		}
	}
	for _, name := range packages {
		external := strings.ReplaceAll(name, "/", ".")
		if !builtin && (name == "java" || strings.HasPrefix(name, "java/")) {
			t.Throw("java/lang/IllegalArgumentException", "Class loader (instance of): "+m.LoaderText(loader)+" tried to define prohibited package name: "+external)
			return false
		}
		if other, defined := m.Packages[loader][name]; defined {
			t.Throw("java/lang/IllegalStateException", "Package "+name+" for module "+module+" is already in another module, "+other.Name+", defined to the class loader")
			return false
		}
		if loader.Mirror != 0 && hasClassIn(loader, name) {
			t.Throw("java/lang/IllegalStateException", "Package "+name+" for module "+module+" is already in the unnamed module defined to the class loader")
			return false
		}
	}
	return true
}

func hasClassIn(loader *classes.Loader, name string) bool {
	for _, c := range loader.Lifetime.Classes {
		if c.Package == name {
			return true
		}
	}
	return false
}

func packageOf(c *classes.Class) string {
	for c.Component != nil {
		c = c.Component
	}
	return c.Package
}

func moduleLoader(t *Thread, module Ref) Ref {
	return t.M.Memory.U32(module + t.M.Known.Module.Field("loader", "").Offset)
}

func moduleName(t *Thread, module Ref) string {
	return t.M.Text(t.M.Memory.U32(module + t.M.Known.Module.Field("name", "").Offset))
}

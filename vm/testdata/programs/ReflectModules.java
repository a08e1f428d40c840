import java.lang.module.Configuration;
import java.lang.module.FindException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.lang.module.ResolutionException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Modules of the boot layer, descriptors built at run time, configurations and layers, and what they refuse. */
public class ReflectModules {
    interface Call { Object run() throws Throwable; }

    static void tell(String name, Call c) {
        try {
            System.out.println((name + " -> " + c.run()).replaceAll("@[0-9a-f]+", "@"));
        } catch (Throwable t) {
            System.out.println((name + ": " + t + (t.getCause() == null ? "" : " caused by " + t.getCause())).replaceAll("@[0-9a-f]+", "@"));
        }
    }

    public static void main(String[] args) throws Exception {
        Module base = Object.class.getModule(), own = ReflectModules.class.getModule(), sql = java.sql.Connection.class.getModule();
        System.out.println(base + " " + own.isNamed() + " " + own.getName() + " " + own.getDescriptor() + " " + own.getLayer() + " " + sql + " " + sql.getClassLoader().getClass().getSimpleName());
        System.out.println(base.getPackages().contains("java.util") + " " + own.getPackages().contains("java.util") + " " + new TreeSet<>(sql.getPackages()));
        System.out.println(base.isExported("java.util") + " " + base.isExported("jdk.internal.misc") + " " + base.isExported("jdk.internal.misc", sql) + " " + base.isOpen("java.util") + " " + base.isOpen("java.util", own) + " " + own.isOpen("any") + base.isExported("no.such"));
        System.out.println(own.canRead(base) + " " + base.canRead(own) + " " + sql.canRead(java.util.logging.Logger.class.getModule()) + " " + base.canUse(java.nio.file.spi.FileSystemProvider.class) + own.canUse(Runnable.class));
        ModuleDescriptor d = sql.getDescriptor();
        System.out.println(d.name() + " " + d.toNameAndVersion().startsWith("java.sql@17") + " " + d.isOpen() + d.isAutomatic() + " " + d.modifiers() + " " + new TreeSet<>(d.requires().stream().map(r -> r.modifiers() + r.name()).toList()) + new TreeSet<>(d.exports().stream().map(Object::toString).toList()) + d.uses() + d.provides() + d.mainClass());
        System.out.println(new TreeSet<>(base.getDescriptor().uses()).first() + " " + base.getDescriptor().provides().size() + " " + base.getDescriptor().opens());
        System.out.println(ModuleLayer.boot().findModule("java.sql").isPresent() + " " + ModuleLayer.boot().findModule("no.such") + " " + ModuleLayer.boot().parents() + ModuleLayer.empty().modules() + ModuleLayer.boot().findLoader("java.base"));
        System.out.println(ModuleFinder.ofSystem().find("java.xml").map(ModuleReference::location) + " " + ModuleFinder.of().findAll());
        try (var in = base.getResourceAsStream("java/lang/Object.class")) {
            System.out.println(in != null && in.read() == 0xCA);
        }
        tell("addExports", () -> own.addExports("p", base));
        tell("addReads base", () -> base.addReads(own));
        tell("addReads own", () -> own.addReads(sql) == own);
        tell("addOpens base", () -> base.addOpens("java.util", own));
        tell("addExports base", () -> base.addExports("java.util", own));
        tell("addUses base", () -> base.addUses(Runnable.class));
        tell("addUses own", () -> own.addUses(Runnable.class) == own);
        tell("internal", () -> jdkInternal());

        ModuleDescriptor m = ModuleDescriptor.newModule("my.mod").version("1.2-beta+3").requires("java.sql").requires(Set.of(ModuleDescriptor.Requires.Modifier.TRANSITIVE), "java.logging")
            .requires(Set.of(ModuleDescriptor.Requires.Modifier.STATIC), "maybe.there", ModuleDescriptor.Version.parse("2")).packages(Set.of("my.internal")).exports("my.api").exports("my.spi", Set.of("friend")).opens("my.open").uses("java.lang.Runnable")
            .provides("java.util.concurrent.Callable", List.of("my.impl.A", "my.impl.B")).mainClass("my.api.Main").build();
        System.out.println(m.toNameAndVersion() + " " + new TreeSet<>(m.packages()) + " " + new TreeSet<>(m.requires()) + " " + new TreeSet<>(m.exports()) + new TreeSet<>(m.opens()) + new TreeSet<>(m.provides()) + m.uses() + m.mainClass() + m.version() + m.rawVersion() + m.compareTo(m));
        System.out.println(ModuleDescriptor.newOpenModule("o.p").packages(Set.of("a")).build() + " " + ModuleDescriptor.newAutomaticModule("auto").build().isAutomatic());
        tell("bad name", () -> ModuleDescriptor.newModule("my..mod"));
        tell("keyword", () -> ModuleDescriptor.newModule("my.class"));
        tell("bad package", () -> ModuleDescriptor.newModule("m").exports("a-b"));
        tell("requires itself", () -> ModuleDescriptor.newModule("m").requires("m"));
        tell("twice", () -> ModuleDescriptor.newModule("m").exports("a").exports("a"));
        tell("open opens", () -> ModuleDescriptor.newOpenModule("m").opens("a"));
        tell("version", () -> ModuleDescriptor.Version.parse("x1"));
        tell("versions", () -> ModuleDescriptor.Version.parse("1.10").compareTo(ModuleDescriptor.Version.parse("1.9")) + " " + ModuleDescriptor.Version.parse("1-ea").compareTo(ModuleDescriptor.Version.parse("1")) + " " + ModuleDescriptor.Version.parse("1+2").compareTo(ModuleDescriptor.Version.parse("1+10")));
        tell("provides unnamed package", () -> ModuleDescriptor.newModule("m").provides("S", List.of("I")));

        ModuleDescriptor a = ModuleDescriptor.newModule("mod.a").requires("mod.b").exports("a.api").build();
        ModuleDescriptor b = ModuleDescriptor.newModule("mod.b").requires(Set.of(ModuleDescriptor.Requires.Modifier.TRANSITIVE), "java.xml").exports("b.api").packages(Set.of("b.hidden")).build();
        ModuleFinder finder = finder(a, b);
        Configuration boot = ModuleLayer.boot().configuration();
        Configuration c = boot.resolve(finder, ModuleFinder.of(), Set.of("mod.a"));
        System.out.println(new TreeSet<>(c.modules().stream().map(r -> r.name()).toList()) + " " + c.findModule("mod.a").get().reads().stream().map(r -> r.name()).sorted().toList() + c.findModule("mod.b").get().reads().stream().map(r -> r.name()).sorted().toList());
        ModuleLayer layer = ModuleLayer.boot().defineModulesWithOneLoader(c, ReflectModules.class.getClassLoader());
        Module ma = layer.findModule("mod.a").get(), mb = layer.findModule("mod.b").get();
        System.out.println(ma + " " + ma.canRead(mb) + mb.canRead(ma) + ma.canRead(base) + ma.canRead(own) + mb.isExported("b.api") + mb.isExported("b.hidden") + mb.isExported("b.hidden", ma) + (ma.getLayer() == layer) + (ma.getClassLoader() == mb.getClassLoader()));
        tell("loader", () -> layer.findLoader("mod.a").loadClass("a.api.X"));
        tell("loader through", () -> layer.findLoader("mod.a").loadClass("java.util.List"));
        ModuleLayer.Controller controller = ModuleLayer.defineModules(c, List.of(ModuleLayer.boot()), n -> new ClassLoader(n, null) { });
        Module ca = controller.layer().findModule("mod.a").get(), cb = controller.layer().findModule("mod.b").get();
        controller.addReads(cb, ca).addOpens(cb, "b.hidden", ca).addExports(cb, "b.hidden", ca);
        System.out.println(cb.canRead(ca) + " " + cb.isOpen("b.hidden", ca) + cb.isExported("b.hidden", ca) + cb.isExported("b.hidden") + ca.getClassLoader().getName() + ca.getClassLoader().getUnnamedModule().isNamed());
        tell("controller", () -> controller.addReads(base, ca));
        tell("controller package", () -> controller.addOpens(cb, "no.such", ca));
        tell("missing", () -> boot.resolve(finder(a), ModuleFinder.of(), Set.of("mod.a")));
        tell("missing root", () -> boot.resolve(finder(a), ModuleFinder.of(), Set.of("mod.z")));
        tell("cycle", () -> boot.resolve(finder(ModuleDescriptor.newModule("x").requires("y").build(), ModuleDescriptor.newModule("y").requires("x").build()), ModuleFinder.of(), Set.of("x")));
        tell("split", () -> boot.resolve(finder(ModuleDescriptor.newModule("x").requires("y").packages(Set.of("same")).build(), ModuleDescriptor.newModule("y").exports("same").build()), ModuleFinder.of(), Set.of("x")));
        tell("existing package", () -> ModuleLayer.boot().defineModules(boot.resolve(finder(ModuleDescriptor.newModule("x").packages(Set.of("p.q")).build()), ModuleFinder.of(), Set.of("x")), n -> Integer.class.getClassLoader() == null ? ReflectModules.class.getClassLoader() : null).findModule("x").get());
        tell("package again", () -> ModuleLayer.boot().defineModules(boot.resolve(finder(ModuleDescriptor.newModule("w").packages(Set.of("p.q")).build()), ModuleFinder.of(), Set.of("w")), n -> ReflectModules.class.getClassLoader()));
        tell("module again", () -> ModuleLayer.boot().defineModules(boot.resolve(finder(ModuleDescriptor.newModule("x").packages(Set.of("p.r")).build()), ModuleFinder.of(), Set.of("x")), n -> ReflectModules.class.getClassLoader()));
        tell("loader with java package", () -> ModuleLayer.boot().defineModulesWithOneLoader(boot.resolve(finder(ModuleDescriptor.newModule("x").exports("java.mine").build()), ModuleFinder.of(), Set.of("x")), null));
        tell("unnamed package", () -> ModuleDescriptor.newModule("x").exports(""));
        tell("layers of one loader", () -> ModuleLayer.boot().defineModules(boot.resolve(finder(ModuleDescriptor.newModule("x").packages(Set.of("p.q")).build(), ModuleDescriptor.newModule("w").packages(Set.of("p.q")).build()), ModuleFinder.of(), Set.of("x", "w")), n -> ReflectModules.class.getClassLoader()));
    }

    static Object jdkInternal() throws Exception {
        return Class.forName("jdk.internal.misc.Unsafe").getMethod("getUnsafe").invoke(null);
    }

    static ModuleFinder finder(ModuleDescriptor... list) {
        return new ModuleFinder() {
            public Optional<ModuleReference> find(String name) {
                return findAll().stream().filter(r -> r.descriptor().name().equals(name)).findFirst();
            }

            public Set<ModuleReference> findAll() {
                return Arrays.stream(list).map(d -> (ModuleReference) new ModuleReference(d, java.net.URI.create("mem:/" + d.name())) {
                    public java.lang.module.ModuleReader open() {
                        return new java.lang.module.ModuleReader() {
                            public Optional<java.net.URI> find(String name) { return Optional.empty(); }
                            public java.util.stream.Stream<String> list() { return java.util.stream.Stream.empty(); }
                            public void close() { }
                        };
                    }
                }).collect(Collectors.toSet());
            }
        };
    }
}

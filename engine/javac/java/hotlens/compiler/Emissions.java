package hotlens.compiler;

import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Symbol.MethodSymbol;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCCompilationUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the code generator did: the types and methods that it made class files of,
 * and for each tree of a call the invoke instructions that came of it.
 *
 * Symbols serve as identities only: when the compilation has ended, javac's name
 * table is gone, so all that is asked for later is kept as strings.
 */
final class Emissions {
    /** An invoke instruction: the method it is in and the bytecode index behind it. */
    static final class Emission {
        final MethodName method;
        final int end;

        Emission(MethodName method, int end) {
            this.method = method;
            this.end = end;
        }
    }

    /** The invokedynamic instructions of one lambda expression or method reference. */
    static final class Link {
        final Symbol implementation;
        final List<Emission> emissions = new ArrayList<>();

        Link(Symbol implementation) {
            this.implementation = implementation;
        }
    }

    /** A call that javac made up, and that may stand for one in the source. */
    private static final class Made {
        final Symbol callee;
        final boolean accessor;
        final Emission emission;

        Made(Symbol callee, boolean accessor, Emission emission) {
            this.callee = callee;
            this.accessor = accessor;
            this.emission = emission;
        }
    }

    private final Map<JCTree, List<Emission>> sourceCalls = new IdentityHashMap<>();
    private final Map<JCCompilationUnit, Map<Integer, List<Made>>> madeCalls = new IdentityHashMap<>();
    private final Map<JCCompilationUnit, Map<Integer, Link>> links = new IdentityHashMap<>();
    private final Map<Symbol, String> types = new IdentityHashMap<>();
    private final Map<Symbol, MethodName> methods = new IdentityHashMap<>();
    private final Map<Symbol, List<MethodName>> initialConstructors = new IdentityHashMap<>(); // by type
    private final Map<Symbol, MethodName> classInitializers = new IdentityHashMap<>(); // by type

    // Before the code generator runs.

    /** Announces a call that stands in the source. */
    void expect(JCTree call) {
        sourceCalls.put(call, new ArrayList<>());
    }

    // While the code generator runs.

    void type(Symbol type, String binaryName) {
        types.put(type, binaryName);
    }

    void method(MethodSymbol method, MethodName name, boolean isInitialConstructor) {
        methods.put(method, name);
        if (isInitialConstructor) {
            initialConstructors.computeIfAbsent(method.owner, type -> new ArrayList<>()).add(name);
        }
        if (name.isClassInitializer()) {
            classInitializers.put(method.owner, name);
        }
    }

    void call(JCCompilationUnit unit, JCTree tree, Symbol callee, boolean accessor, MethodSymbol caller, int end) {
        Emission emission = new Emission(methods.get(caller), end);
        List<Emission> expected = sourceCalls.get(tree);
        if (expected != null) {
            expected.add(emission);
        } else if (accessor || emission.method.isLambda()) {
            madeCalls.computeIfAbsent(unit, u -> new HashMap<>())
                    .computeIfAbsent(tree.pos, pos -> new ArrayList<>())
                    .add(new Made(callee, accessor, emission));
        }
    }

    void link(JCCompilationUnit unit, int pos, Symbol implementation, MethodSymbol caller, int end) {
        links.computeIfAbsent(unit, u -> new HashMap<>())
                .computeIfAbsent(pos, p -> new Link(implementation))
                .emissions.add(new Emission(methods.get(caller), end));
    }

    // After the code generator ran.

    /** Returns the type's name in its class file, null for a type of which none was made. */
    String typeName(Symbol type) {
        return types.get(type);
    }

    /** Returns the method's name in its class file, null for a method that is in none. */
    MethodName methodName(Symbol method) {
        return methods.get(method);
    }

    /** Returns the constructors that run the type's instance initializers. */
    List<MethodName> initialConstructors(Symbol type) {
        return initialConstructors.getOrDefault(type, List.of());
    }

    MethodName classInitializer(Symbol type) {
        return classInitializers.get(type);
    }

    /**
     * Returns the instructions of a call in the source. Where javac calls an
     * accessor instead, because the callee is protected in another package or
     * reached through Outer.super, these are the calls of the accessor; it puts
     * them at the position of the callee's name or dot.
     */
    List<Emission> sourceCall(JCCompilationUnit unit, JCTree call, int calleePos) {
        List<Emission> direct = sourceCalls.get(call);
        if (!direct.isEmpty()) {
            return direct;
        }
        List<Emission> accessors = new ArrayList<>();
        for (Made made : made(unit, calleePos)) {
            if (made.accessor) {
                accessors.add(made.emission);
            }
        }
        return accessors;
    }

    /**
     * Returns the instructions of the callee's call in the method that javac made
     * for a method reference at that position.
     */
    List<Emission> referenceCall(JCCompilationUnit unit, int pos, Symbol callee, MethodName method) {
        List<Emission> calls = new ArrayList<>();
        for (Made made : made(unit, pos)) {
            if (made.emission.method == method && (made.callee == callee || made.accessor)) {
                calls.add(made.emission);
            }
        }
        return calls;
    }

    private List<Made> made(JCCompilationUnit unit, int pos) {
        return madeCalls.getOrDefault(unit, Map.of()).getOrDefault(pos, List.of());
    }

    /** Returns what became of the lambda expression or method reference at that position, null if nothing did. */
    Link link(JCCompilationUnit unit, int pos) {
        return links.getOrDefault(unit, Map.of()).get(pos);
    }
}

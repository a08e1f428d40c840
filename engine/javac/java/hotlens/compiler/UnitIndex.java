package hotlens.compiler;

import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.parser.ScannerFactory;
import com.sun.tools.javac.tree.EndPosTable;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCAnnotatedType;
import com.sun.tools.javac.tree.JCTree.JCBlock;
import com.sun.tools.javac.tree.JCTree.JCClassDecl;
import com.sun.tools.javac.tree.JCTree.JCCompilationUnit;
import com.sun.tools.javac.tree.JCTree.JCLambda;
import com.sun.tools.javac.tree.JCTree.JCMemberReference;
import com.sun.tools.javac.tree.JCTree.JCMethodDecl;
import com.sun.tools.javac.tree.JCTree.JCMethodInvocation;
import com.sun.tools.javac.tree.JCTree.JCNewClass;
import com.sun.tools.javac.tree.JCTree.JCTypeApply;
import com.sun.tools.javac.tree.JCTree.JCVariableDecl;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.tree.TreeScanner;
import com.sun.tools.javac.util.Position;
import hotlens.compiler.Emissions.Emission;
import hotlens.compiler.Emissions.Link;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of the source index that is one source file. It is collected when the
 * file has just been parsed, while the trees are those of the text and nothing
 * else, and completed with names when the code has been generated.
 */
final class UnitIndex {
    private final JCCompilationUnit unit;
    private final SourceText source;
    private final Tokens tokens;
    private final String packageName;
    private final Emissions emissions;
    private final List<JCClassDecl> types = new ArrayList<>();
    private final List<Declaration> declarations = new ArrayList<>();

    UnitIndex(JCCompilationUnit unit, SourceText source, Emissions emissions, ScannerFactory scanners) throws IOException {
        this.unit = unit;
        this.source = source;
        this.tokens = new Tokens(source.getCharContent(true), scanners);
        this.packageName = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
        this.emissions = emissions;
        new Collector().scan(unit);
    }

    JCCompilationUnit unit() {
        return unit;
    }

    private enum Kind { METHOD, INSTANCE_INITIALIZER, CLASS_INITIALIZER, LAMBDA }

    /** Text that becomes code of a method: a method, an initializer (block or field), a lambda expression. */
    private static final class Declaration {
        final Kind kind;
        final JCTree tree;
        final JCClassDecl type;
        final int start;
        final int end;
        final int[] nameRange;
        final int[] body;
        final List<Call> calls = new ArrayList<>();

        Declaration(Kind kind, JCTree tree, JCClassDecl type, int start, int end, int[] nameRange, int[] body) {
            this.kind = kind;
            this.tree = tree;
            this.type = type;
            this.start = start;
            this.end = end;
            this.nameRange = nameRange;
            this.body = body;
        }
    }

    /** A call expression. */
    private static final class Call {
        final JCTree tree;
        final int calleePos; // where javac says that the callee's name is
        final int start;
        final int end;
        final int[] nameRange;

        Call(JCTree tree, int calleePos, int start, int end, int[] nameRange) {
            this.tree = tree;
            this.calleePos = calleePos;
            this.start = start;
            this.end = end;
            this.nameRange = nameRange;
        }
    }

    /** Collects types, declarations and calls of the freshly parsed tree. */
    private final class Collector extends TreeScanner {
        private final EndPosTable ends = unit.endPositions;
        private JCClassDecl type;
        private Declaration current; // null directly in a type's body

        @Override
        public void visitClassDef(JCClassDecl tree) {
            JCClassDecl outerType = type;
            Declaration outer = current;
            types.add(tree);
            type = tree;
            for (JCTree member : tree.defs) {
                current = null;
                if (member instanceof JCBlock) {
                    initializer((JCBlock) member);
                } else if (member instanceof JCVariableDecl) {
                    field((JCVariableDecl) member);
                } else {
                    scan(member);
                }
            }
            type = outerType;
            current = outer;
        }

        @Override
        public void visitMethodDef(JCMethodDecl tree) {
            int end = end(tree);
            int[] body = tree.body == null ? tokens.range(end, end) : range(tree.body);
            declare(new Declaration(Kind.METHOD, tree, type, start(tree), end, tokens.at(tree.pos), body));
            scan(tree.body);
            current = null;
        }

        private void initializer(JCBlock tree) {
            boolean isStatic = (tree.flags & Flags.STATIC) != 0;
            int start = start(tree); // where the keyword static stands, the parser takes it into the block
            int end = end(tree);
            int brace = isStatic ? tokens.startAfter(start) : start;
            declare(new Declaration(isStatic ? Kind.CLASS_INITIALIZER : Kind.INSTANCE_INITIALIZER,
                    tree, type, start, end, tokens.at(start), tokens.range(brace, end)));
            super.visitBlock(tree);
        }

        private void field(JCVariableDecl tree) {
            if (tree.init == null) {
                return;
            }
            boolean isStatic = ((tree.mods.flags | implicitFieldFlags()) & Flags.STATIC) != 0;
            Declaration field = new Declaration(isStatic ? Kind.CLASS_INITIALIZER : Kind.INSTANCE_INITIALIZER,
                    tree, type, start(tree), end(tree), tokens.at(tree.pos), range(tree.init));
            current = field;
            int position = declarations.size();
            scan(tree.init);
            if (!field.calls.isEmpty()) {
                declarations.add(position, field);
            }
        }

        private long implicitFieldFlags() { // JLS 9.3
            return (type.mods.flags & Flags.INTERFACE) != 0 ? Flags.STATIC : 0;
        }

        @Override
        public void visitLambda(JCLambda tree) {
            Declaration outer = current;
            int body = start(tree.body);
            declare(new Declaration(Kind.LAMBDA, tree, type, start(tree), end(tree), tokens.before(body), range(tree.body)));
            scan(tree.body);
            current = outer;
        }

        private void declare(Declaration declaration) {
            declarations.add(declaration);
            current = declaration;
        }

        @Override
        public void visitApply(JCMethodInvocation tree) {
            // The parser puts the tree at its opening parenthesis.
            call(new Call(tree, tree.meth.pos, start(tree), end(tree), tokens.before(tree.pos)));
            super.visitApply(tree);
        }

        @Override
        public void visitNewClass(JCNewClass tree) {
            JCTree name = tree.clazz;
            while (name instanceof JCTypeApply || name instanceof JCAnnotatedType) {
                name = name instanceof JCTypeApply ? ((JCTypeApply) name).clazz : ((JCAnnotatedType) name).underlyingType;
            }
            int[] nameRange = tokens.before(end(name));
            int start = Math.min(start(tree), start(name)); // an enum constant's type stands for its name
            int end = Math.max(end(tree), end(name));
            call(new Call(tree, tree.pos, start, end, nameRange));
            super.visitNewClass(tree);
        }

        @Override
        public void visitReference(JCMemberReference tree) {
            int end = end(tree);
            call(new Call(tree, tree.pos, start(tree), end, tokens.before(end)));
            super.visitReference(tree);
        }

        private void call(Call call) {
            if (current != null) { // else in an annotation, where the compiler rejects it
                current.calls.add(call);
                emissions.expect(call.tree);
            }
        }

        private int start(JCTree tree) {
            return TreeInfo.getStartPos(tree);
        }

        /** Returns the offset behind the tree; where the parser says nothing, as of enum constants, it is one token. */
        private int end(JCTree tree) {
            int end = TreeInfo.getEndPos(tree, ends);
            return end == Position.NOPOS ? tokens.endAt(start(tree)) : end;
        }

        private int[] range(JCTree tree) {
            return tokens.range(start(tree), end(tree));
        }
    }

    /** Returns this file's part of the index as JSON, as wire.go reads it. It was compiled with preview features or without. */
    Map<String, Object> toJson(String path, boolean preview) throws IOException {
        List<Object> mains = new ArrayList<>();
        List<Object> tests = new ArrayList<>();
        List<Object> methods = new ArrayList<>();
        for (Declaration declaration : declarations) {
            List<MethodName> names = names(declaration);
            for (MethodName name : names) {
                methods.add(method(declaration, name));
            }
            if (names.isEmpty()) {
                methods.add(method(declaration, null));
            }
            for (Call call : declaration.calls) {
                addReferenceBody(call, methods);
            }
            if (declaration.kind == Kind.METHOD && !names.isEmpty()) {
                MethodName name = names.get(0);
                if (name.isMain(preview)) {
                    mains.add(name.type);
                }
                if (name.isTest()) {
                    tests.add(Map.of("class", name.type, "method", name.name));
                }
            }
        }
        List<Object> typeNames = new ArrayList<>();
        for (JCClassDecl type : types) {
            String name = emissions.typeName(type.sym);
            if (name != null) {
                typeNames.add(name);
            }
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("path", path);
        json.put("hash", source.hash());
        json.put("textHash", source.textHash());
        json.put("encoding", StandardCharsets.UTF_8.equals(source.encoding()) ? "" : source.encoding().name());
        json.put("package", packageName);
        json.put("types", typeNames);
        json.put("mains", mains);
        json.put("tests", tests);
        json.put("methods", methods);
        json.put("names", tokens.names());
        return json;
    }

    /** Returns the methods that the declaration became: several where constructors share an initializer. */
    private List<MethodName> names(Declaration declaration) {
        MethodName name = null;
        switch (declaration.kind) {
            case METHOD:
                name = emissions.methodName(((JCMethodDecl) declaration.tree).sym);
                break;
            case INSTANCE_INITIALIZER:
                return emissions.initialConstructors(declaration.type.sym);
            case CLASS_INITIALIZER:
                name = emissions.classInitializer(declaration.type.sym);
                break;
            case LAMBDA:
                Link link = emissions.link(unit, declaration.tree.pos);
                name = link == null ? null : emissions.methodName(link.implementation);
                break;
        }
        return name == null ? List.of() : List.of(name);
    }

    private Map<String, Object> method(Declaration declaration, MethodName name) {
        List<Object> calls = new ArrayList<>();
        for (Call call : declaration.calls) {
            if (referenceBody(call) == null) {
                calls.add(call(call, emissions(call), name));
            }
        }
        return method(declaration.kind, name, declaration.start, declaration.end, declaration.nameRange, declaration.body, calls);
    }

    private Map<String, Object> method(Kind kind, MethodName name, int start, int end, int[] nameRange, int[] body,
            List<Object> calls) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("class", name == null ? "" : name.type);
        json.put("name", name == null ? "" : name.name);
        json.put("descriptor", name == null ? "" : name.descriptor);
        json.put("lambda", kind == Kind.LAMBDA);
        json.put("initializer", kind == Kind.INSTANCE_INITIALIZER || kind == Kind.CLASS_INITIALIZER);
        json.put("nameRange", nameRange);
        json.put("range", tokens.range(start, end));
        json.put("body", body);
        json.put("hash", tokens.hash(start, end));
        json.put("calls", calls);
        return json;
    }

    /**
     * Adds the method that javac made for a method reference which no method
     * handle can express, such as super::m: it is listed as a lambda body of which
     * the whole text is the one call.
     */
    private void addReferenceBody(Call call, List<Object> methods) {
        MethodName name = referenceBody(call);
        if (name == null) {
            return;
        }
        JCMemberReference reference = (JCMemberReference) call.tree;
        List<Emission> emissions = this.emissions.referenceCall(unit, reference.pos, reference.sym, name);
        List<Object> calls = emissions.isEmpty() ? List.of() : List.of(call(call, emissions, name)); // int[]::new calls nothing
        int[] range = tokens.range(call.start, call.end);
        methods.add(method(Kind.LAMBDA, name, call.start, call.end, call.nameRange, range, calls));
    }

    /** Returns the method that javac made for a method reference, null for any other call. */
    private MethodName referenceBody(Call call) {
        Link link = call.tree instanceof JCMemberReference ? emissions.link(unit, call.tree.pos) : null;
        MethodName name = link == null ? null : emissions.methodName(link.implementation);
        return name != null && name.isLambda() ? name : null;
    }

    private List<Emission> emissions(Call call) {
        if (call.tree instanceof JCMemberReference) {
            Link link = emissions.link(unit, call.tree.pos);
            return link == null ? List.of() : link.emissions;
        }
        return emissions.sourceCall(unit, call.tree, call.calleePos);
    }

    private Map<String, Object> call(Call call, List<Emission> emissions, MethodName in) {
        List<Object> ends = new ArrayList<>();
        for (Emission emission : emissions) {
            if (emission.method == in) {
                ends.add(emission.end);
            }
        }
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("range", tokens.range(call.start, call.end));
        json.put("nameRange", call.nameRange);
        json.put("ends", ends);
        return json;
    }
}

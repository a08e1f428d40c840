package hotlens.compiler;

import com.sun.tools.javac.code.Attribute;
import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.code.Kinds.Kind;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Symbol.ClassSymbol;
import com.sun.tools.javac.code.Symbol.MethodSymbol;
import com.sun.tools.javac.code.Symbol.PackageSymbol;
import com.sun.tools.javac.code.Symbol.VarSymbol;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.code.Type.ArrayType;
import com.sun.tools.javac.code.Type.CapturedType;
import com.sun.tools.javac.code.Type.ClassType;
import com.sun.tools.javac.code.Type.ForAll;
import com.sun.tools.javac.code.Type.IntersectionClassType;
import com.sun.tools.javac.code.Type.MethodType;
import com.sun.tools.javac.code.Type.TypeVar;
import com.sun.tools.javac.code.Type.UnionClassType;
import com.sun.tools.javac.code.Type.WildcardType;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCClassDecl;
import com.sun.tools.javac.tree.JCTree.JCCompilationUnit;
import com.sun.tools.javac.tree.JCTree.JCFieldAccess;
import com.sun.tools.javac.tree.JCTree.JCFunctionalExpression;
import com.sun.tools.javac.tree.JCTree.JCIdent;
import com.sun.tools.javac.tree.JCTree.JCImport;
import com.sun.tools.javac.tree.JCTree.JCLambda;
import com.sun.tools.javac.tree.JCTree.JCMemberReference;
import com.sun.tools.javac.tree.JCTree.JCNewClass;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.tree.TreeScanner;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a source file's compilation depends on, and what others' depend on in it. It is read off javac's own trees and symbols right
 * after a class has been analysed, as class files keep less: they have lost constants in case labels, in annotations and in
 * concatenated strings, and types that an expression only passes through.
 *
 * Classes are named by their outermost ones, with slashes. Those of the JDK are left out.
 */
final class Dependencies {
    /** The flags that a user of a class, a method or a field may notice. The others are javac's own notes. */
    private static final long NOTICED = Flags.StandardFlags | Flags.ANNOTATION | Flags.ENUM | Flags.VARARGS | Flags.DEFAULT
            | Flags.SEALED | Flags.NON_SEALED | Flags.RECORD | Flags.DEPRECATED | Flags.DEPRECATED_REMOVAL | Flags.DEPRECATED_ANNOTATION;

    private final JCCompilationUnit unit;
    private final Set<String> uses = new TreeSet<>();
    private final Set<String> constants = new TreeSet<>();
    private final Set<String> supers = new TreeSet<>();
    private final Set<String> mentions = new TreeSet<>();
    private final Set<String> packages = new TreeSet<>();
    private final Map<String, String> interfaces = new TreeMap<>(); // of the outermost classes, hashed
    private final Map<String, String> shapes = new TreeMap<>();
    private final Set<Type> usedTypes = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Set<Type> mentionedTypes = Collections.newSetFromMap(new IdentityHashMap<>());
    private boolean begun;

    Dependencies(JCCompilationUnit unit) {
        this.unit = unit;
    }

    /** Takes down an outermost class of the file, whose trees are still those of the text. */
    void analysed(ClassSymbol type) {
        Users users = new Users();
        if (!begun) {
            begun = true;
            packages.add(unit.packge.fullname.toString());
            users.scan(unit.getPackage());
            for (JCTree imported : unit.getImports()) {
                users.scan(imported);
            }
        }
        for (JCTree declared : unit.defs) {
            if (declared instanceof JCClassDecl && ((JCClassDecl) declared).sym == type) {
                users.scan(declared);
            }
        }
        Declarations declarations = new Declarations();
        declarations.type(type);
        interfaces.put(type.flatName().toString(), SourceText.hex(declarations.all.digest()));
        shapes.put(type.flatName().toString(), SourceText.hex(declarations.shape.digest()));
    }

    Map<String, Object> toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("uses", uses);
        json.put("constants", constants);
        json.put("supers", supers);
        json.put("mentions", mentions);
        json.put("packages", packages);
        json.put("interface", interfaces.toString());
        json.put("shape", shapes.toString());
        return json;
    }

    private void name(Symbol symbol, Set<String> into) {
        Symbol outermost = null;
        for (Symbol around = symbol; around != null && around.kind != Kind.PCK; around = around.owner) {
            outermost = around;
        }
        if (!(outermost instanceof ClassSymbol) || outermost.kind != Kind.TYP || ((ClassSymbol) outermost).sourcefile == unit.sourcefile
                || outermost.packge().modle != null && (outermost.packge().modle.flags() & Flags.SYSTEM_MODULE) != 0) {
            return; // among others the class that arrays have as if it were a class
        }
        into.add(outermost.flatName().toString().replace('.', '/'));
        packages.add(outermost.packge().fullname.toString());
    }

    /** Adds the classes that a type is made of. */
    private void collect(Type type, Set<String> into, Set<Type> seen) {
        if (type == null || !seen.add(type)) {
            return;
        }
        if (type instanceof IntersectionClassType) {
            collectAll(((IntersectionClassType) type).getComponents(), into, seen);
        } else if (type instanceof UnionClassType) {
            for (Object alternative : ((UnionClassType) type).getAlternatives()) {
                collect((Type) alternative, into, seen);
            }
        } else if (type instanceof ClassType) {
            name(type.tsym, into);
            collectAll(type.getTypeArguments(), into, seen);
            collect(type.getEnclosingType(), into, seen);
        } else if (type instanceof ArrayType) {
            collect(((ArrayType) type).elemtype, into, seen);
        } else if (type instanceof WildcardType) {
            collect(((WildcardType) type).type, into, seen);
        } else if (type instanceof TypeVar) {
            collect(type.getUpperBound(), into, seen);
            collect(type.getLowerBound(), into, seen);
            if (type instanceof CapturedType) {
                collect(((CapturedType) type).wildcard, into, seen);
            }
        } else if (type instanceof ForAll) {
            collectAll(type.getTypeArguments(), into, seen);
            collect(((ForAll) type).qtype, into, seen);
        } else if (type instanceof MethodType) {
            collectAll(type.getParameterTypes(), into, seen);
            collect(type.getReturnType(), into, seen);
            collectAll(type.getThrownTypes(), into, seen);
        }
    }

    private void collectAll(Iterable<Type> types, Set<String> into, Set<Type> seen) {
        for (Type type : types) {
            collect(type, into, seen);
        }
    }

    /** Collects what trees use. */
    private final class Users extends TreeScanner {
        @Override
        public void scan(JCTree tree) {
            if (tree == null) {
                return;
            }
            used(tree.type);
            if (tree instanceof JCFunctionalExpression) {
                used(((JCFunctionalExpression) tree).target);
            }
            super.scan(tree);
        }

        private void used(Type type) {
            collect(type, uses, usedTypes);
        }

        private void used(Symbol symbol) {
            if (symbol == null || symbol instanceof PackageSymbol) {
                return;
            }
            name(symbol, uses);
            used(symbol.type);
            if (symbol instanceof VarSymbol && symbol.owner.kind == Kind.TYP && ((VarSymbol) symbol).getConstValue() != null) {
                name(symbol, constants);
            }
        }

        @Override
        public void visitIdent(JCIdent tree) {
            used(tree.sym);
        }

        @Override
        public void visitSelect(JCFieldAccess tree) {
            used(tree.sym);
            super.visitSelect(tree);
        }

        @Override
        public void visitNewClass(JCNewClass tree) {
            used(tree.constructor);
            super.visitNewClass(tree);
        }

        @Override
        public void visitReference(JCMemberReference tree) {
            used(tree.sym);
            super.visitReference(tree);
        }

        @Override
        public void visitLambda(JCLambda tree) {
            scan(tree.params); // before the body, as the text has them
            scan(tree.body);
        }

        @Override
        public void visitImport(JCImport tree) {
            JCFieldAccess name = (JCFieldAccess) tree.qualid;
            if (name.name.contentEquals("*")) {
                Symbol from = TreeInfo.symbol(name.selected);
                if (from instanceof PackageSymbol) {
                    packages.add(((PackageSymbol) from).fullname.toString());
                }
            }
            super.visitImport(tree);
        }
    }

    /**
     * What others may notice of a class: everything but bodies, private members and places. The shape is what may matter to those
     * that do not name the class either: its supertypes, and the methods that are to be implemented.
     */
    private final class Declarations {
        private final MessageDigest all = SourceText.sha256();
        private final MessageDigest shape = SourceText.sha256();

        private void write(Object part) {
            all.update((part + "\n").getBytes(StandardCharsets.UTF_8));
        }

        private void writeShape(Object part) {
            write(part);
            shape.update((part + "\n").getBytes(StandardCharsets.UTF_8));
        }

        private void mentioned(Type type) {
            collect(type, mentions, mentionedTypes);
        }

        void type(ClassSymbol type) {
            writeShape("class " + type.flatName());
            writeShape(type.flags() & NOTICED);
            writeShape(type.type);
            parameters(type.type.getTypeArguments(), true);
            parent(((ClassType) type.type).supertype_field);
            for (Type implemented : type.getInterfaces()) {
                parent(implemented);
            }
            writeShape(type.getPermittedSubclasses());
            annotations(type);
            for (Symbol member : type.getEnclosedElements()) {
                if (member instanceof ClassSymbol) {
                    type((ClassSymbol) member);
                } else if ((member.flags() & Flags.PRIVATE) == 0) {
                    if (member instanceof MethodSymbol) {
                        method((MethodSymbol) member);
                    } else if (member instanceof VarSymbol) {
                        write("field " + member.name + " " + (member.flags() & NOTICED) + " " + member.type);
                        write(((VarSymbol) member).getConstValue());
                        mentioned(member.type);
                        annotations(member);
                    }
                }
            }
            writeShape("end");
        }

        private void parent(Type type) {
            writeShape(type);
            mentioned(type);
            if (type != null) {
                name(type.tsym, supers);
            }
        }

        private void parameters(Iterable<Type> parameters, boolean isShape) {
            for (Type parameter : parameters) {
                String text = parameter + " extends " + parameter.getUpperBound();
                if (isShape) {
                    writeShape(text);
                } else {
                    write(text);
                }
                mentioned(parameter);
            }
        }

        private void method(MethodSymbol method) {
            String text = "method " + method.name + " " + (method.flags() & NOTICED) + " " + method.type;
            boolean toImplement = (method.flags() & Flags.ABSTRACT) != 0;
            if (toImplement) {
                writeShape(text);
            } else {
                write(text);
            }
            parameters(method.type.getTypeArguments(), toImplement);
            write(method.type.getThrownTypes());
            write(method.defaultValue);
            mentioned(method.type);
            annotations(method);
            for (VarSymbol parameter : method.params()) {
                annotations(parameter);
            }
        }

        private void annotations(Symbol symbol) {
            for (Attribute.Compound annotation : symbol.getAnnotationMirrors()) {
                write(annotation);
                mentioned(annotation.type);
            }
        }
    }
}

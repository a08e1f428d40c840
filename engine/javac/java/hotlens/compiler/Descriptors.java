package hotlens.compiler;

import com.sun.tools.javac.code.Attribute;
import com.sun.tools.javac.code.Symbol.MethodSymbol;
import com.sun.tools.javac.code.Symbol.TypeSymbol;
import com.sun.tools.javac.code.Type;
import com.sun.tools.javac.code.Types;
import com.sun.tools.javac.util.Context;
import java.util.Set;

/**
 * Names classes and methods as class files do (JVMS 4.2.1 and 4.3.3). javac's own generator of descriptors
 * differs from one JDK to the next.
 */
final class Descriptors {
    /** The annotations of test methods in JUnit 4 and JUnit 5 (User Guide, section 2.1). */
    private static final Set<String> TEST_ANNOTATIONS = Set.of(
            "org.junit.Test",
            "org.junit.jupiter.api.Test",
            "org.junit.jupiter.api.RepeatedTest",
            "org.junit.jupiter.api.TestFactory",
            "org.junit.jupiter.api.TestTemplate",
            "org.junit.jupiter.params.ParameterizedTest");

    private final Types types;
    private final StringBuilder out = new StringBuilder();

    Descriptors(Context context) {
        types = Types.instance(context);
    }

    String binaryName(TypeSymbol type) {
        return type.flatName().toString().replace('.', '/');
    }

    /** Returns what the class file calls the method, outer instances and captured variables included. */
    MethodName method(MethodSymbol method) {
        out.setLength(0);
        append(method.externalType(types));
        return new MethodName(binaryName(method.enclClass()), method.name.toString(), out.toString(), method.flags(),
                isTest(method));
    }

    private static boolean isTest(MethodSymbol method) {
        for (Attribute.Compound annotation : method.getAnnotationMirrors()) {
            if (TEST_ANNOTATIONS.contains(annotation.type.tsym.getQualifiedName().toString())) {
                return true;
            }
        }
        return false;
    }

    private void append(Type type) {
        switch (type.getTag()) {
            case BYTE: out.append('B'); break;
            case CHAR: out.append('C'); break;
            case DOUBLE: out.append('D'); break;
            case FLOAT: out.append('F'); break;
            case INT: out.append('I'); break;
            case LONG: out.append('J'); break;
            case SHORT: out.append('S'); break;
            case BOOLEAN: out.append('Z'); break;
            case VOID: out.append('V'); break;
            case ARRAY:
                out.append('[');
                append(types.elemtype(type));
                break;
            case METHOD:
                out.append('(');
                for (Type parameter : type.getParameterTypes()) {
                    append(parameter);
                }
                out.append(')');
                append(type.getReturnType());
                break;
            default:
                out.append('L').append(binaryName(types.erasure(type).tsym)).append(';');
        }
    }
}

package hotlens.compiler;

import com.sun.tools.javac.code.Attribute;
import com.sun.tools.javac.code.Symbol.MethodSymbol;
import com.sun.tools.javac.code.Symbol.TypeSymbol;
import com.sun.tools.javac.code.Types;
import com.sun.tools.javac.util.Context;
import com.sun.tools.javac.util.Convert;
import com.sun.tools.javac.util.Name;
import java.util.Set;

/** Names classes and methods as class files do (JVMS 4.2.1 and 4.3.3). */
final class Descriptors extends Types.SignatureGenerator {
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
        this(Types.instance(context));
    }

    private Descriptors(Types types) {
        super(types);
        this.types = types;
    }

    String binaryName(TypeSymbol type) {
        return type.flatName().toString().replace('.', '/');
    }

    /** Returns what the class file calls the method, outer instances and captured variables included. */
    MethodName method(MethodSymbol method) {
        out.setLength(0);
        assembleSig(method.externalType(types));
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

    @Override
    protected void append(char c) {
        out.append(c);
    }

    @Override
    protected void append(byte[] utf8) {
        out.append(Convert.utf2string(utf8));
    }

    @Override
    protected void append(Name name) {
        out.append(name.toString());
    }
}

package hotlens.compiler;

import com.sun.tools.javac.code.Flags;
import com.sun.tools.javac.code.Symbol;
import com.sun.tools.javac.code.Symbol.DynamicMethodSymbol;
import com.sun.tools.javac.code.Symbol.MethodHandleSymbol;
import com.sun.tools.javac.code.Symbol.MethodSymbol;
import com.sun.tools.javac.comp.AttrContext;
import com.sun.tools.javac.comp.Env;
import com.sun.tools.javac.jvm.Code;
import com.sun.tools.javac.jvm.Gen;
import com.sun.tools.javac.tree.JCTree;
import com.sun.tools.javac.tree.JCTree.JCClassDecl;
import com.sun.tools.javac.tree.JCTree.JCMethodDecl;
import com.sun.tools.javac.tree.JCTree.JCMethodInvocation;
import com.sun.tools.javac.tree.JCTree.JCNewClass;
import com.sun.tools.javac.tree.TreeInfo;
import com.sun.tools.javac.util.Context;
import com.sun.tools.javac.util.Name;
import java.util.ArrayList;
import java.util.List;

/**
 * javac's code generator, looked over the shoulder: the bytecode is exactly its
 * own, and after each call it is written down which tree the invoke instruction
 * that was just emitted came from. Nothing else knows this as surely, since
 * finally blocks are generated several times, initializers once per constructor,
 * and boxing, accessors and lambdas add and move calls.
 */
final class RecordingGen extends Gen {
    private static final String DESERIALIZE = "$deserializeLambda$";
    private static final String ACCESSOR_PREFIX = "access$"; // Lower.accessName

    /** Where the implementation's handle is among LambdaMetafactory's static arguments. */
    private static final int IMPLEMENTATION = 1;

    private final Descriptors descriptors;
    private Emissions emissions;
    private JCTree.JCCompilationUnit unit;
    private MethodSymbol method;
    private List<Attempt> attempts;

    /** An invoke instruction in code that may still be thrown away and generated again with wide jumps. */
    private static final class Attempt {
        final Code code;
        final Runnable keep;

        Attempt(Code code, Runnable keep) {
            this.code = code;
            this.keep = keep;
        }
    }

    private RecordingGen(Context context, Emissions emissions) {
        super(context);
        this.emissions = emissions;
        this.descriptors = new Descriptors(context);
    }

    /** Makes the compiler of this context use a RecordingGen, for the next compilation. */
    static void register(Context context, Emissions emissions) {
        Gen known = context.get(genKey);
        if (known == null) {
            context.put(genKey, (Context.Factory<Gen>) c -> new RecordingGen(c, emissions));
        } else {
            ((RecordingGen) known).emissions = emissions;
        }
    }

    /** Lets go of what the last compilation has left. */
    static void unregister(Context context) {
        RecordingGen known = (RecordingGen) context.get(genKey);
        known.emissions = null;
        known.unit = null;
        known.method = null;
        known.attempts = null;
    }

    @Override
    public boolean genClass(Env<AttrContext> env, JCClassDecl tree) {
        unit = env.toplevel;
        emissions.type(tree.sym, descriptors.binaryName(tree.sym));
        return super.genClass(env, tree);
    }

    @Override
    public void visitMethodDef(JCMethodDecl tree) {
        method = tree.sym;
        attempts = new ArrayList<>();
        emissions.method(method, descriptors.method(method), initialisesFields(tree));
        super.visitMethodDef(tree);
        for (Attempt attempt : attempts) {
            if (attempt.code == method.code) {
                attempt.keep.run();
            }
        }
    }

    /** Tells whether it is a constructor that does not leave the work to another one of its class. */
    private static boolean initialisesFields(JCMethodDecl tree) {
        if (!tree.name.contentEquals("<init>")) {
            return false;
        }
        for (JCTree.JCStatement statement : tree.body.stats) {
            if (!(statement instanceof JCTree.JCExpressionStatement)) {
                continue;
            }
            JCTree expression = ((JCTree.JCExpressionStatement) statement).expr;
            if (expression instanceof JCMethodInvocation) {
                Name called = TreeInfo.name(((JCMethodInvocation) expression).meth);
                if (called != null && called.contentEquals("this")) {
                    return false;
                }
            }
        }
        return true;
    }

    @Override
    public void visitApply(JCMethodInvocation tree) {
        super.visitApply(tree);
        Symbol callee = TreeInfo.symbol(tree.meth);
        int end = method.code.cp;
        if (callee instanceof DynamicMethodSymbol) {
            link((DynamicMethodSymbol) callee, tree.pos, end);
        } else {
            boolean accessor = (callee.flags() & Flags.SYNTHETIC) != 0
                    && callee.name.toString().startsWith(ACCESSOR_PREFIX);
            call(tree, callee, accessor, end);
        }
    }

    @Override
    public void visitNewClass(JCNewClass tree) {
        super.visitNewClass(tree);
        call(tree, tree.constructor, false, method.code.cp);
    }

    private void call(JCTree tree, Symbol callee, boolean accessor, int end) {
        JCTree.JCCompilationUnit in = unit;
        MethodSymbol caller = method;
        record(() -> emissions.call(in, tree, callee, accessor, caller, end));
    }

    private void link(DynamicMethodSymbol site, int pos, int end) {
        if (site.staticArgs.length <= IMPLEMENTATION || !(site.staticArgs[IMPLEMENTATION] instanceof MethodHandleSymbol)
                || method.name.contentEquals(DESERIALIZE)) {
            return; // a record's method, or the copy of a serializable lambda's site
        }
        Symbol implementation = ((MethodHandleSymbol) site.staticArgs[IMPLEMENTATION]).baseSymbol();
        JCTree.JCCompilationUnit in = unit;
        MethodSymbol caller = method;
        record(() -> emissions.link(in, pos, implementation, caller, end));
    }

    private void record(Runnable keep) {
        if (method.code.isAlive()) { // else no instruction was emitted
            attempts.add(new Attempt(method.code, keep));
        }
    }
}

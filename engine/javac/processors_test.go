package javac

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// TestProcessorsThatFail has annotation processors throw what they throw that are older than the JDK: the message says which, what, and what to do. The next compilation is as ever.
func TestProcessorsThatFail(t *testing.T) {
	feature := service.JDK().Release.Feature
	s := own(t)
	for _, test := range []struct{ method, body, thrown string }{
		{"process", `throw new NoSuchFieldError("no field 'qualid'\nin JCImport");`, "java.lang.NoSuchFieldError: no field 'qualid'"},
		{"process", `try { throw new IllegalAccessError("not exported"); } catch (Error e) { throw new IllegalStateException("wrapped", e); }`, "java.lang.IllegalAccessError: not exported"},
		{"init", `throw new ExceptionInInitializerError("TypeTag :: UNKNOWN");`, "java.lang.ExceptionInInitializerError: TypeTag :: UNKNOWN"},
	} {
		dir := t.TempDir()
		method := "public boolean process(Set<? extends TypeElement> types, RoundEnvironment round) { if (true) { " + test.body + " } return false; }"
		if test.method == "init" {
			method = "public void init(ProcessingEnvironment environment) { if (true) { " + test.body + " } }\npublic boolean process(Set<? extends TypeElement> types, RoundEnvironment round) { return false; }"
		}
		library := filepath.Join(dir, "lib")
		mustCompile(t, Request{OutputDir: library, Files: []string{write(t, dir, "lib-src/old/Old.java", `package old;
import java.util.Set;
import javax.annotation.processing.*;
import javax.lang.model.element.TypeElement;
@SupportedAnnotationTypes("*")
public class Old extends AbstractProcessor { `+method+` }`)}})
		write(t, library, "META-INF/services/javax.annotation.processing.Processor", "old.Old\n")
		request := Request{Files: []string{write(t, dir, "src/A.java", "class A { }")}, OutputDir: filepath.Join(dir, "out"), ClassPath: []string{library}, Processors: true}
		result, err := s.Compile(t.Context(), request)
		want := "the annotation processor old.Old failed: " + test.thrown + "; it may be too old for JDK " + strconv.Itoa(feature) + ": use a newer version of it, or "
		if err == nil || !strings.HasPrefix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s in %s: %+v and %v, want %s", test.thrown, test.method, result, err, want)
		}
		request.Processors = false
		if result, err := s.Compile(t.Context(), request); err != nil || !result.OK {
			t.Errorf("without the processor: %+v, %v", result, err)
		}
	}
}

package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/spf13/pflag"
)

func TestNormaliseArguments(t *testing.T) {
	flags := pflag.NewFlagSet("run", pflag.ContinueOnError)
	flags.SetInterspersed(false)
	for _, name := range []string{"class-path", "module-path", "jar", "heap", "stack", "timeout"} {
		flags.String(name, "", "")
	}
	flags.StringP("module", "m", "", "")
	flags.StringP("output", "o", "", "")
	flags.StringArrayP("define", "D", nil, "")
	flags.Bool("allow-net", false, "")
	for _, test := range []struct{ arguments, want string }{
		{"Main.java", "Main.java"},
		{"-cp a:b Main -cp c", "--class-path a:b Main -cp c"},
		{"-classpath a Main", "--class-path a Main"},
		{"--class-path a -Dk=v Main", "--class-path a -Dk=v Main"},
		{"--class-path=a Main -x", "--class-path=a Main -x"},
		{"-jar x.jar -v --heap 1g", "--jar x.jar -- -v --heap 1g"},
		{"-jar x.jar", "--jar x.jar --"},
		{"--jar=x.jar a", "--jar=x.jar -- a"},
		{"-p mods -m m/p.Main -a", "--module-path mods -m m/p.Main -- -a"},
		{"-mm/p.Main -a", "-mm/p.Main -- -a"},
		{"--allow-net -jar x.jar -- y", "--allow-net --jar x.jar -- -- y"},
		{"-Xmx64m -Xss2m -Da=-cp Main", "--heap=64m --stack=2m -Da=-cp Main"},
		{"-ea -esa -Xint -XX:+UseSerialGC -Xms8m -disableassertions:p... Main -ea", "--assertions=ea --assertions=esa --assertions=da:p... Main -ea"},
		{"-Xlog:disable -Xcheck:jni --illegal-access=deny --sun-misc-unsafe-memory-access=allow --illegal-native-access=warn Main", "Main"},
		{"-o -cp Main -jar", "-o -cp Main -jar"},
		{"-- -cp", "-- -cp"},
		{"-", "-"},
		{"-cp a @@Main @b", "--class-path a @Main @b"},
		{"--disable-@files -cp @a @Main", "--class-path @a @Main"},
		{"-cp", "--class-path"},
		{"", ""},
	} {
		want := strings.Fields(test.want)
		if len(want) == 0 {
			want = []string{}
		}
		arguments := strings.Fields(test.arguments)
		got, err := normaliseArguments(flags, arguments)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.arguments, diff)
		}
	}
}

func TestRefusedArguments(t *testing.T) {
	flags := pflag.NewFlagSet("run", pflag.ContinueOnError)
	flags.String("jar", "", "")
	for _, test := range []struct{ arguments, want string }{
		{"--list-modules", "--list-modules tells about the JDK: ask its own java"},
		{"--describe-module=java.sql Main", "--describe-module=java.sql tells about the JDK: ask its own java"},
		{"-XshowSettings:vm Main", "-XshowSettings:vm tells about the JDK: ask its own java"},
		{"-javaagent:a.jar=x -jar b.jar", "-javaagent:a.jar=x is for agents and debuggers, which work inside HotSpot: leave it out"},
		{"-Xbootclasspath/a:b.jar Main", "-Xbootclasspath/a:b.jar adds to the boot loader: give the classes with -cp, or to a module of the JDK with --patch-module"},
		{"-verbose:class Main", "-verbose:class logs what HotSpot does: of these there is only -verbose:gc"},
		{"--finalization=disabled Main", "--finalization=disabled is not possible: finalizers always run"},
		{"--finalization=enabled -Xlog:gc -verbose:gc -Xlog:disable -jar b.jar -version", ""},
		{"Main --list-modules", ""},
	} {
		_, err := normaliseArguments(flags, strings.Fields(test.arguments))
		if got := fmt.Sprint(err); got != test.want && (err != nil || test.want != "") {
			t.Errorf("%q gives the error %q, want %q", test.arguments, got, test.want)
		}
	}
}

func TestProgramArgumentsAreLeftAlone(t *testing.T) {
	for _, test := range []struct{ arguments, want string }{
		{"-cp a Main -cp b -- -jar c", "Main|-cp|b|--|-jar|c"},
		{"-jar x.jar -- -cp b", "--|-cp|b"},
		{"-jar x.jar", ""},
		{"-Dk=v --heap 1g Main --heap 2g", "Main|--heap|2g"},
	} {
		flags := pflag.NewFlagSet("run", pflag.ContinueOnError)
		flags.SetInterspersed(false)
		for _, name := range []string{"class-path", "jar", "heap"} {
			flags.String(name, "", "")
		}
		flags.StringArrayP("define", "D", nil, "")
		normal, err := normaliseArguments(flags, strings.Fields(test.arguments))
		if err != nil {
			t.Fatal(err)
		}
		if err := flags.Parse(normal); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(flags.Args(), "|"); got != test.want {
			t.Errorf("%q leaves %q to the target and its program, want %q", test.arguments, got, test.want)
		}
	}
}

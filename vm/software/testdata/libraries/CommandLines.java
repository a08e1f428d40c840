import java.io.*;
import java.util.*;
import java.util.concurrent.Callable;
import org.apache.commons.cli.*;
import org.jline.reader.*;
import org.jline.reader.impl.DefaultParser;
import org.jline.reader.impl.completer.*;
import org.jline.terminal.*;
import org.jline.utils.*;
import org.kohsuke.args4j.*;
import org.kohsuke.args4j.spi.*;
import picocli.CommandLine;

/** picocli, commons-cli, args4j, jline on a terminal without a tty. */
public class CommandLines {
    enum Mode { FAST, SLOW }
    @CommandLine.Command(name = "tool", mixinStandardHelpOptions = true, version = "tool 1.0", description = "Does @|bold things|@.", subcommands = Tool.Sub.class, footer = "The end")
    static class Tool implements Callable<Integer> {
        @CommandLine.Option(names = {"-n", "--number"}, defaultValue = "3", description = "a number (${DEFAULT-VALUE})") int number;
        @CommandLine.Option(names = "-D", description = "properties") Map<String, Integer> defines = new TreeMap<>();
        @CommandLine.Option(names = "--mode", description = "one of ${COMPLETION-CANDIDATES}") Mode mode;
        @CommandLine.Option(names = "--[no-]color", negatable = true) boolean color = true;
        @CommandLine.ArgGroup(exclusive = true) Either either; static class Either { @CommandLine.Option(names = "-a") boolean a; @CommandLine.Option(names = "-b") File b; }
        @CommandLine.Parameters(index = "0..*", arity = "0..3", paramLabel = "FILE") List<java.nio.file.Path> files;
        public Integer call() { System.out.println(number + " " + defines + " " + mode + " " + color + " " + files + " " + (either == null ? "-" : either.a + "" + either.b)); return number; }
        @CommandLine.Command(name = "sub", aliases = "s", description = "below") static class Sub implements Runnable { @CommandLine.ParentCommand Tool parent; @CommandLine.Option(names = "-x", required = true) String x; public void run() { System.out.println("sub " + x + parent.number); } }
    }
    static class Arguments { @org.kohsuke.args4j.Option(name = "-r", aliases = "--recursive", usage = "recursively") boolean recursive; @org.kohsuke.args4j.Option(name = "-c", required = true, usage = "count", metaVar = "N") int count; @org.kohsuke.args4j.Option(name = "-m") Mode mode = Mode.SLOW; @Argument List<String> rest = new ArrayList<>(); @org.kohsuke.args4j.Option(name = "-k", handler = MapOptionHandler.class) Map<String, String> map; }

    public static void main(String[] args) throws Exception {
        String[][] lines = {{"-n", "5", "-Da=1", "-Db=2", "--mode=FAST", "x", "y"}, {"--help"}, {"--version"}, {"-n", "abc"}, {"--mod"}, {"-a", "-b", "f"}, {"--no-color", "-b", "file"}, {"s", "-x", "1"}, {"sub"}, {"1", "2", "3", "4"}, {}};
        for (String[] line : lines) {
            CommandLine command = new CommandLine(new Tool()).setOut(new PrintWriter(System.out, true)).setErr(new PrintWriter(System.out, true)).setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF)).setUsageHelpWidth(70);
            System.out.println("= " + command.execute(line));
        }
        Options options = new Options().addOption("v", "verbose", false, "be verbose").addOption(org.apache.commons.cli.Option.builder("o").longOpt("output").hasArg().argName("FILE").required().desc("write there, with a long description that has to be wrapped somewhere").build()).addOption(org.apache.commons.cli.Option.builder("P").hasArgs().valueSeparator('=').build());
        for (String[] line : new String[][] {{"-v", "--output", "f", "-Pk=v", "rest"}, {"-v"}, {"--unknown"}, {"-o"}}) {
            try { org.apache.commons.cli.CommandLine parsed = new org.apache.commons.cli.DefaultParser().parse(options, line); System.out.println(parsed.hasOption("v") + parsed.getOptionValue("output") + parsed.getOptionProperties("P") + parsed.getArgList()); } catch (ParseException e) { System.out.println(e.getClass().getSimpleName() + " " + e.getMessage()); }
        }
        PrintWriter out = new PrintWriter(System.out, true);
        new HelpFormatter().printHelp(out, 60, "tool", "header", options, 2, 3, "footer", true); out.flush();
        for (String[] line : new String[][] {{"-c", "4", "-r", "a", "b", "-m", "fast", "-k", "x=y"}, {"-r"}, {"-c", "four"}, {"-c", "1", "-z"}}) {
            Arguments arguments = new Arguments();
            CmdLineParser parser = new CmdLineParser(arguments, ParserProperties.defaults().withUsageWidth(60));
            try { parser.parseArgument(line); System.out.println(arguments.count + " " + arguments.recursive + arguments.rest + arguments.mode + arguments.map); } catch (CmdLineException e) { System.out.println(e.getMessage()); parser.printUsage(System.out); }
        }
        for (String line : new String[] {"hello wor", "second \"quoted arg\" x\\ y", "open \"quote"}) {
            try { System.out.println(new org.jline.reader.impl.DefaultParser().parse(line, line.length()).words()); } catch (EOFError e) { System.out.println(e.getMessage()); }
        }
        List<Candidate> candidates = new ArrayList<>();
        new AggregateCompleter(new StringsCompleter("hello", "help", "world"), NullCompleter.INSTANCE).complete(null, new org.jline.reader.impl.DefaultParser().parse("he", 2), candidates);
        candidates.sort(null);
        System.out.println(candidates.size() + candidates.get(0).value());
        System.out.println(new AttributedStringBuilder().style(AttributedStyle.BOLD.foreground(1)).append("bold").toAnsi().length() + " " + AttributedString.fromAnsi("\u001b[31mred\u001b[0m x").columnLength());
    }
}

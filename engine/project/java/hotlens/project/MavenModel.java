package hotlens.project;

import java.io.File;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.maven.AbstractMavenLifecycleParticipant;
import org.apache.maven.artifact.versioning.ComparableVersion;
import org.apache.maven.execution.MavenSession;
import org.apache.maven.model.Plugin;
import org.apache.maven.model.PluginExecution;
import org.apache.maven.model.Resource;
import org.apache.maven.project.DefaultDependencyResolutionRequest;
import org.apache.maven.project.DependencyResolutionException;
import org.apache.maven.project.DependencyResolutionResult;
import org.apache.maven.project.MavenProject;
import org.apache.maven.project.ProjectDependenciesResolver;
import org.codehaus.plexus.util.xml.Xpp3Dom;
import org.eclipse.aether.RepositorySystem;
import org.eclipse.aether.artifact.Artifact;
import org.eclipse.aether.artifact.DefaultArtifact;
import org.eclipse.aether.collection.CollectRequest;
import org.eclipse.aether.graph.Dependency;
import org.eclipse.aether.graph.DependencyNode;
import org.eclipse.aether.repository.LocalRepositoryManager;
import org.eclipse.aether.resolution.ArtifactDescriptorException;
import org.eclipse.aether.resolution.ArtifactResult;
import org.eclipse.aether.resolution.DependencyRequest;
import org.eclipse.aether.resolution.DependencyResult;

/**
 * An extension of Maven that writes the modules of a build into the file that the property hotlens.model names, as one JSON object, and
 * ends Maven then: no plugin is loaded, and nothing is built. maven.go reads the file.
 *
 * Dependencies that the build makes itself are not resolved, as they need not have been built: they are named by their module.
 */
public final class MavenModel extends AbstractMavenLifecycleParticipant {
    private static final String OUTPUT = "hotlens.model";

    /** The user properties that maven.go gives. */
    private static final List<String> OURS = Arrays.asList(OUTPUT, "maven.ext.class.path", "style.color");

    // Both are injected, as META-INF/plexus/components.xml says.
    private ProjectDependenciesResolver resolver;
    private RepositorySystem repositories;

    private MavenSession session;
    private final Map<String, MavenProject> reactor = new HashMap<>(); // by group:artifact:version

    /** Ends Maven when the model is written. */
    private static final class Done extends RuntimeException {
        private static final long serialVersionUID = 1;

        Done() {
            super("hotlens has read the model");
        }
    }

    @Override
    public void afterProjectsRead(MavenSession session) {
        String output = session.getUserProperties().getProperty(OUTPUT);
        if (output == null) {
            return;
        }
        this.session = session;
        for (MavenProject project : session.getProjects()) {
            reactor.put(project.getGroupId() + ":" + project.getArtifactId() + ":" + project.getVersion(), project);
        }
        List<Object> modules = new ArrayList<>();
        for (MavenProject project : session.getProjects()) {
            modules.add(module(project));
        }
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("maven", session.getSystemProperties().getProperty("maven.version"));
        model.put("modules", modules);
        try {
            Files.write(Paths.get(output), json(model).getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new Done();
    }

    private Map<String, Object> module(MavenProject project) {
        Map<String, Object> module = new LinkedHashMap<>();
        module.put("name", project.getId());
        module.put("folder", project.getBasedir());
        module.put("packaging", project.getPackaging());
        module.put("build", project.getBuild().getDirectory());
        module.put("sources", concat(project.getCompileSourceRoots(), added(project, "add-source", "sources")));
        module.put("testSources", concat(project.getTestCompileSourceRoots(), added(project, "add-test-source", "sources")));
        module.put("resources", concat(resources(project, project.getBuild().getResources()), addedResources(project, "add-resource")));
        module.put("testResources", concat(resources(project, project.getBuild().getTestResources()), addedResources(project, "add-test-resource")));
        module.put("generates", generates(project));
        module.put("output", project.getBuild().getOutputDirectory());
        module.put("testOutput", project.getBuild().getTestOutputDirectory());
        List<Object> missing = new ArrayList<>();
        dependencies(project, module, missing);
        module.put("compiler", compiler(project, "default-compile", "", missing));
        module.put("testCompiler", compiler(project, "default-testCompile", "test", missing));
        module.put("testing", testing(project));
        module.put("missing", missing);
        return module;
    }

    // The class path.

    private void dependencies(MavenProject project, Map<String, Object> module, List<Object> missing) {
        DependencyResolutionResult result;
        try {
            result = resolver.resolve(new DefaultDependencyResolutionRequest(project, session.getRepositorySession())
                    .setResolutionFilter((node, parents) -> node.getArtifact() == null || inReactor(node.getArtifact()) == null));
        } catch (DependencyResolutionException e) {
            result = e.getResult();
        }
        List<Object> dependencies = new ArrayList<>();
        if (result.getDependencyGraph() != null) {
            walk(result.getDependencyGraph(), dependencies, new HashSet<>());
        }
        for (Dependency dependency : result.getUnresolvedDependencies()) {
            if (inReactor(dependency.getArtifact()) == null) {
                missing.add(missing(dependency.getArtifact()));
            }
        }
        if (missing.isEmpty()) {
            for (Exception e : result.getCollectionErrors()) {
                missing.add(e instanceof ArtifactDescriptorException
                        ? missing(((ArtifactDescriptorException) e).getResult().getArtifact()) : Collections.singletonMap("name", e.getMessage()));
            }
        }
        module.put("dependencies", dependencies);
    }

    /** Walks through the graph in the order of Maven's class path: each node before what it needs. */
    private void walk(DependencyNode node, List<Object> dependencies, Set<String> seen) {
        for (DependencyNode child : node.getChildren()) {
            Artifact artifact = child.getArtifact();
            if (seen.add(artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getClassifier() + ":" + artifact.getExtension())) {
                Map<String, Object> dependency = new LinkedHashMap<>();
                dependency.put("scope", child.getDependency().getScope());
                MavenProject other = inReactor(artifact);
                if (other != null) {
                    dependency.put("module", other.getId());
                    dependency.put("tests", artifact.getClassifier().equals("tests") || artifact.getProperty("type", "").equals("test-jar"));
                } else {
                    dependency.put("file", artifact.getFile());
                }
                dependency.put("type", artifact.getExtension());
                dependency.put("name", artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getExtension() + ":" + artifact.getVersion());
                dependencies.add(dependency);
            }
            walk(child, dependencies, seen);
        }
    }

    /** Returns the module of this build that makes an artifact, null if none does. */
    private MavenProject inReactor(Artifact artifact) {
        return reactor.get(artifact.getGroupId() + ":" + artifact.getArtifactId() + ":" + artifact.getBaseVersion());
    }

    /** Returns an artifact that is not there, with the file that would be it; without where only its POM cannot be read. */
    private Map<String, Object> missing(Artifact artifact) {
        LocalRepositoryManager local = session.getRepositorySession().getLocalRepositoryManager();
        Map<String, Object> missing = new LinkedHashMap<>();
        missing.put("name", artifact.toString());
        File file = new File(local.getRepository().getBasedir(), local.getPathForLocalArtifact(artifact));
        if (!file.exists()) {
            missing.put("file", file);
        }
        return missing;
    }

    // Sources and resources.

    private static final String HELPER = "org.codehaus.mojo:build-helper-maven-plugin";

    /** Returns the folders that executions of the build helper plugin with a goal add. */
    private static List<String> added(MavenProject project, String goal, String element) {
        List<String> folders = new ArrayList<>();
        for (Xpp3Dom configuration : helperConfigurations(project, goal)) {
            for (String folder : texts(child(configuration, element))) {
                folders.add(below(project, folder));
            }
        }
        return folders;
    }

    /** Returns the resources that they add. */
    private List<Object> addedResources(MavenProject project, String goal) {
        List<Resource> resources = new ArrayList<>();
        for (Xpp3Dom configuration : helperConfigurations(project, goal)) {
            Xpp3Dom list = child(configuration, "resources");
            for (Xpp3Dom element : list == null ? new Xpp3Dom[0] : list.getChildren()) {
                Resource resource = new Resource();
                if (text(element, "directory") != null) {
                    resource.setDirectory(below(project, text(element, "directory")));
                    resource.setTargetPath(text(element, "targetPath"));
                    resource.setIncludes(texts(child(element, "includes")));
                    resource.setExcludes(texts(child(element, "excludes")));
                    resource.setFiltering(text(element, "filtering"));
                    resources.add(resource);
                }
            }
        }
        return resources(project, resources);
    }

    private static List<Xpp3Dom> helperConfigurations(MavenProject project, String goal) {
        List<Xpp3Dom> all = new ArrayList<>();
        Plugin plugin = project.getPlugin(HELPER);
        if (plugin != null) {
            for (PluginExecution execution : plugin.getExecutions()) {
                if (execution.getGoals().contains(goal)) {
                    all.add((Xpp3Dom) execution.getConfiguration());
                }
            }
        }
        return all;
    }

    private static String below(MavenProject project, String folder) {
        return new File(folder).isAbsolute() ? folder : new File(project.getBasedir(), folder).getPath();
    }

    /** Tells whether the build may make sources: plugins have work to do that are none of Maven's own, of which only one may. */
    private static boolean generates(MavenProject project) {
        for (Plugin plugin : project.getBuildPlugins()) {
            boolean harmless = plugin.getGroupId().equals("org.apache.maven.plugins") && !plugin.getArtifactId().equals("maven-antrun-plugin")
                    || plugin.getKey().equals(HELPER); // which adds what others make
            if (!harmless && !plugin.getExecutions().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    private List<Object> resources(MavenProject project, List<Resource> resources) {
        List<Object> all = new ArrayList<>();
        for (Resource resource : resources) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("folder", resource.getDirectory());
            one.put("target", resource.getTargetPath());
            one.put("includes", resource.getIncludes());
            one.put("excludes", resource.getExcludes());
            one.put("filtered", resource.isFiltering());
            if (resource.isFiltering()) {
                one.put("filter", filter(project));
            }
            all.add(one);
        }
        return all;
    }

    /** Returns what the resources plugin replaces in files: the project's properties, Maven's and the user's, what stands in the files that it names, and of the project itself what people use. */
    private Map<String, Object> filter(MavenProject project) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (String prefix : new String[] {"project.", "pom."}) {
            values.put(prefix + "groupId", project.getGroupId());
            values.put(prefix + "artifactId", project.getArtifactId());
            values.put(prefix + "version", project.getVersion());
            values.put(prefix + "packaging", project.getPackaging());
            values.put(prefix + "name", project.getName());
            values.put(prefix + "description", project.getDescription());
            values.put(prefix + "url", project.getUrl());
            values.put(prefix + "inceptionYear", project.getInceptionYear());
            values.put(prefix + "basedir", project.getBasedir().getPath());
            values.put(prefix + "build.directory", project.getBuild().getDirectory());
            values.put(prefix + "build.outputDirectory", project.getBuild().getOutputDirectory());
            values.put(prefix + "build.testOutputDirectory", project.getBuild().getTestOutputDirectory());
            values.put(prefix + "build.sourceDirectory", project.getBuild().getSourceDirectory());
            values.put(prefix + "build.testSourceDirectory", project.getBuild().getTestSourceDirectory());
            values.put(prefix + "build.finalName", project.getBuild().getFinalName());
        }
        values.put("basedir", project.getBasedir().getPath());
        for (Properties properties : new Properties[] {project.getProperties(), session.getSystemProperties(), session.getUserProperties()}) {
            for (String name : properties.stringPropertyNames()) {
                if (!OURS.contains(name) && !name.startsWith("env.")) { // the environment is nothing to be kept
                    values.put(name, properties.getProperty(name));
                }
            }
        }
        values.values().removeIf(value -> value == null);
        Configuration configuration = new Configuration(project, "org.apache.maven.plugins:maven-resources-plugin", "");
        List<String> delimiters = configuration.texts("delimiters");
        boolean usual = delimiters.isEmpty() || !"false".equals(configuration.text("useDefaultDelimiters", "useDefaultDelimiters"));
        List<String> except = new ArrayList<>(Arrays.asList("jpg", "jpeg", "gif", "bmp", "png", "ico"));
        except.addAll(configuration.texts("nonFilteredFileExtensions"));
        Map<String, Object> filter = new LinkedHashMap<>();
        List<String> files = new ArrayList<>();
        if (!"false".equals(configuration.text("useBuildFilters", ""))) {
            files.addAll(project.getBuild().getFilters());
        }
        files.addAll(configuration.texts("filters"));
        files.addAll(configuration.texts("extraFilters"));
        files.replaceAll(file -> below(project, file));
        filter.put("values", values);
        filter.put("files", files);
        filter.put("dollar", usual || delimiters.contains("${*}"));
        filter.put("at", usual || delimiters.contains("@") || delimiters.contains("@*@"));
        filter.put("except", except);
        return filter;
    }

    // The configuration of plugins.

    private Map<String, Object> compiler(MavenProject project, String execution, String prefix, List<Object> missing) {
        Configuration configuration = new Configuration(project, "org.apache.maven.plugins:maven-compiler-plugin", execution);
        Map<String, Object> compiler = new LinkedHashMap<>();
        compiler.put("includes", configuration.texts(prefix.isEmpty() ? "includes" : "testIncludes"));
        compiler.put("excludes", configuration.texts(prefix.isEmpty() ? "excludes" : "testExcludes"));
        for (String name : new String[] {"release", "source", "target"}) {
            String own = prefix.isEmpty() ? null : prefix + Character.toUpperCase(name.charAt(0)) + name.substring(1);
            String value = own == null ? null : configuration.text(own, "maven.compiler." + own);
            compiler.put(name, value != null ? value : configuration.text(name, "maven.compiler." + name));
        }
        String encoding = configuration.text("encoding", "encoding");
        compiler.put("encoding", encoding != null ? encoding : configuration.property("project.build.sourceEncoding"));
        List<String> arguments = new ArrayList<>(configuration.texts(prefix.isEmpty() ? "compilerArgs" : "testCompilerArgs"));
        if (arguments.isEmpty()) {
            arguments.addAll(configuration.texts("compilerArgs"));
        }
        String argument = configuration.text("compilerArgument", "maven.compiler.compilerArgument");
        if (argument != null) {
            arguments.addAll(Arrays.asList(argument.trim().split("\\s+")));
        }
        if ("true".equals(configuration.text("parameters", "maven.compiler.parameters"))) {
            arguments.add("-parameters");
        }
        if ("true".equals(configuration.text("enablePreview", "maven.compiler.enablePreview"))) {
            arguments.add("--enable-preview");
        }
        compiler.put("arguments", arguments);
        compiler.put("proc", configuration.text("proc", "maven.compiler.proc"));
        compiler.put("processors", processors(project, configuration.element("annotationProcessorPaths"), missing));
        return compiler;
    }

    /** Returns the files of the processor path that a configuration names by coordinates. */
    private List<Object> processors(MavenProject project, Xpp3Dom paths, List<Object> missing) {
        List<Object> files = new ArrayList<>();
        if (paths == null) {
            return files;
        }
        CollectRequest request = new CollectRequest();
        request.setRepositories(project.getRemoteProjectRepositories());
        for (Xpp3Dom path : paths.getChildren()) {
            String group = text(path, "groupId");
            String artifact = text(path, "artifactId");
            String version = text(path, "version");
            if (version == null) {
                version = managedVersion(project, group, artifact);
            }
            if (group == null || artifact == null || version == null) {
                continue;
            }
            MavenProject other = reactor.get(group + ":" + artifact + ":" + version);
            if (other != null) {
                files.add(other.getBuild().getOutputDirectory());
                continue;
            }
            String classifier = text(path, "classifier");
            String type = text(path, "type");
            request.addDependency(new Dependency(
                    new DefaultArtifact(group, artifact, classifier == null ? "" : classifier, type == null ? "jar" : type, version), "runtime"));
        }
        if (request.getDependencies().isEmpty()) {
            return files;
        }
        DependencyResult result;
        try {
            result = repositories.resolveDependencies(session.getRepositorySession(), new DependencyRequest(request, null));
        } catch (org.eclipse.aether.resolution.DependencyResolutionException e) {
            result = e.getResult();
        }
        for (ArtifactResult one : result.getArtifactResults()) {
            if (one.isResolved()) {
                files.add(one.getArtifact().getFile());
            } else {
                missing.add(missing(one.getRequest().getArtifact()));
            }
        }
        return files;
    }

    private static String managedVersion(MavenProject project, String group, String artifact) {
        if (project.getDependencyManagement() == null) {
            return null;
        }
        for (org.apache.maven.model.Dependency managed : project.getDependencyManagement().getDependencies()) {
            if (managed.getGroupId().equals(group) && managed.getArtifactId().equals(artifact)) {
                return managed.getVersion();
            }
        }
        return null;
    }

    private static final String SUREFIRE = "org.apache.maven.plugins:maven-surefire-plugin";
    private static final String FAILSAFE = "org.apache.maven.plugins:maven-failsafe-plugin";

    /** Returns how the tests of a module are run, by each execution of Surefire and then of Failsafe that the build has; one that runs none, if it has none. */
    private List<Object> testing(MavenProject project) {
        List<Object> all = new ArrayList<>();
        for (String id : executions(project, SUREFIRE, "test")) {
            all.add(surefire(project, SUREFIRE, id));
        }
        Plugin surefire = project.getPlugin(SUREFIRE);
        if (all.isEmpty()) {
            Map<String, Object> none = surefire(project, SUREFIRE, "default-test");
            if (surefire != null && !surefire.getExecutions().isEmpty()) {
                none.put("skip", true);
            }
            all.add(none);
        }
        for (String id : executions(project, FAILSAFE, "integration-test")) {
            all.add(surefire(project, FAILSAFE, id));
        }
        return all;
    }

    /** Returns the executions of a plugin's goal that belong to a phase of the build, in the order of the build. */
    private static List<String> executions(MavenProject project, String key, String goal) {
        List<String> early = new ArrayList<>();
        List<String> late = new ArrayList<>();
        Plugin plugin = project.getPlugin(key);
        for (PluginExecution execution : plugin == null ? Collections.<PluginExecution>emptyList() : plugin.getExecutions()) {
            String phase = execution.getPhase() == null ? goal : execution.getPhase(); // each of the two goals is called as its phase
            int at = PHASES.indexOf(phase);
            if (execution.getGoals().contains(goal) && at >= 0) {
                (at <= PHASES.indexOf("test") ? early : late).add(execution.getId());
            }
        }
        early.addAll(late);
        return early;
    }

    /** What tests are run in: a phase of another name, such as none, keeps an execution from running. */
    private static final List<String> PHASES = Arrays.asList("process-test-classes", "test", "prepare-package", "package", "pre-integration-test", "integration-test",
            "post-integration-test", "verify", "install", "deploy");

    /** Returns what Surefire, or Failsafe, which is told the same, does in an execution. */
    private Map<String, Object> surefire(MavenProject project, String plugin, String execution) {
        boolean integration = plugin.equals(FAILSAFE);
        Configuration configuration = new Configuration(project, plugin, execution);
        Map<String, Object> surefire = new LinkedHashMap<>();
        surefire.put("name", integration ? "failsafe-" + execution : execution.equals("default-test") ? "" : execution);
        surefire.put("integration", integration);
        surefire.put("folder", configuration.text("workingDirectory", "basedir"));
        surefire.put("arguments", configuration.text("argLine", "argLine"));
        surefire.put("assertions", !"false".equals(configuration.text("enableAssertions", "enableAssertions")));
        Map<String, Object> properties = pairs(configuration.element("systemProperties"));
        properties.putAll(map(configuration.element("systemPropertyVariables")));
        properties.putAll(configurationParameters(configuration.element("properties")));
        for (String name : session.getUserProperties().stringPropertyNames()) { // what the user gives to Maven with -D, Surefire gives to the tests
            if (!OURS.contains(name)) {
                properties.put(name, session.getUserProperties().getProperty(name));
            }
        }
        properties.put("localRepository", session.getLocalRepository().getBasedir()); // as Surefire does, whatever else is said
        surefire.put("properties", properties);
        surefire.put("environment", map(configuration.element("environmentVariables")));
        surefire.put("skip", "true".equals(configuration.text("skipTests", "skipTests")) || "true".equals(configuration.text("skip", "maven.test.skip"))
                || "true".equals(configuration.text("skipExec", "maven.test.skip.exec")) || integration && "true".equals(configuration.text("skipITs", "skipITs")));
        surefire.put("includes", configuration.texts("includes"));
        surefire.put("excludes", configuration.texts("excludes"));
        surefire.put("groups", configuration.text("groups", "groups"));
        surefire.put("excludedGroups", configuration.text("excludedGroups", "excludedGroups"));
        surefire.put("suites", configuration.list("suiteXmlFiles", integration ? "failsafe.suiteXmlFiles" : "surefire.suiteXmlFiles"));
        surefire.put("classPath", configuration.list("additionalClasspathElements", "maven.test.additionalClasspath"));
        surefire.put("withoutDependencies", configuration.list("classpathDependencyExcludes", "maven.test.dependency.excludes"));
        surefire.put("withoutScope", configuration.text("classpathDependencyScopeExclude", ""));
        surefire.put("scanned", configuration.list("dependenciesToScan", "dependenciesToScan"));
        surefire.put("onClassPath", "false".equals(configuration.text("useModulePath", "surefire.useModulePath"))
                || "0".equals(configuration.text("forkCount", "forkCount")) || isBefore("2.21.0", project.getPlugin(plugin))); // which knows nothing of modules
        surefire.put("onlyPatches", isBefore("3.0.0-M5", project.getPlugin(plugin))); // later ones look for a description among the tests first
        surefire.put("onlyRequired", isBefore("3.2.0", project.getPlugin(plugin))); // later ones have all modules on the module path take part
        return surefire;
    }

    /**
     * Returns what Surefire tells the JUnit Platform, which also looks for it among the system's properties. It is the text of a file of
     * properties, and one of the properties of Surefire's provider.
     */
    private static Map<String, Object> configurationParameters(Xpp3Dom provider) {
        Map<String, Object> parameters = new LinkedHashMap<>();
        Object text = pairs(provider).get("configurationParameters");
        if (text != null) {
            Properties read = new Properties();
            try {
                read.load(new StringReader(text.toString()));
            } catch (IOException | IllegalArgumentException e) { // Surefire would not start
                return parameters;
            }
            for (String name : read.stringPropertyNames()) {
                parameters.put(name, read.getProperty(name));
            }
        }
        return parameters;
    }

    /** Tells whether a plugin has a version that came before another one. */
    private static boolean isBefore(String other, Plugin plugin) {
        String version = plugin == null ? null : plugin.getVersion();
        return version != null && !version.isEmpty() && Character.isDigit(version.charAt(0))
                && new ComparableVersion(version).compareTo(new ComparableVersion(other)) < 0;
    }

    /** What a plugin is told in an execution: there, else for all executions, else by a property, of which the user's own come first. */
    private final class Configuration {
        private final MavenProject project;
        private final List<Xpp3Dom> places = new ArrayList<>();

        Configuration(MavenProject project, String key, String name) {
            this.project = project;
            Plugin plugin = project.getPlugin(key);
            if (plugin == null) {
                return;
            }
            for (PluginExecution execution : plugin.getExecutions()) {
                if (execution.getId().equals(name) && execution.getConfiguration() != null) {
                    places.add((Xpp3Dom) execution.getConfiguration());
                }
            }
            if (plugin.getConfiguration() != null) {
                places.add((Xpp3Dom) plugin.getConfiguration());
            }
        }

        Xpp3Dom element(String name) {
            for (Xpp3Dom place : places) {
                if (child(place, name) != null) {
                    return child(place, name);
                }
            }
            return null;
        }

        String text(String name, String property) {
            Xpp3Dom element = element(name);
            String text = element == null ? null : known(element.getValue());
            return text != null ? text : property(property);
        }

        List<String> texts(String name) {
            return MavenModel.texts(element(name));
        }

        /** Returns texts, which a property separates by commas. */
        List<String> list(String name, String property) {
            String texts = property(property);
            return element(name) != null || texts == null ? texts(name) : Arrays.asList(texts.split(","));
        }

        String property(String name) {
            String value = session.getUserProperties().getProperty(name);
            return known(value != null ? value : project.getProperties().getProperty(name));
        }
    }

    // Elements.

    private static Xpp3Dom child(Xpp3Dom element, String name) {
        return element == null ? null : element.getChild(name);
    }

    private static String text(Xpp3Dom element, String name) {
        Xpp3Dom child = child(element, name);
        return child == null ? null : known(child.getValue());
    }

    private static List<String> texts(Xpp3Dom element) {
        List<String> texts = new ArrayList<>();
        if (element != null) {
            for (Xpp3Dom child : element.getChildren()) {
                if (known(child.getValue()) != null) {
                    texts.add(child.getValue().trim());
                }
            }
        }
        return texts;
    }

    /** Returns the properties in an element, in either form: name and value as elements of one that is called property, or as {@link #map}. */
    private static Map<String, Object> pairs(Xpp3Dom element) {
        Map<String, Object> pairs = new LinkedHashMap<>();
        if (element != null) {
            for (Xpp3Dom pair : element.getChildren()) {
                if (text(pair, "name") != null) {
                    pairs.put(text(pair, "name"), text(pair, "value"));
                } else if (pair.getChildCount() == 0) {
                    pairs.put(pair.getName(), pair.getValue());
                }
            }
        }
        return pairs;
    }

    private static Map<String, Object> map(Xpp3Dom element) {
        Map<String, Object> map = new LinkedHashMap<>();
        if (element != null) {
            for (Xpp3Dom child : element.getChildren()) {
                map.put(child.getName(), child.getValue() == null ? "" : child.getValue());
            }
        }
        return map;
    }

    /** Returns a value, or null if it has a property that nobody has set. */
    private static String known(String value) {
        return value == null || value.trim().isEmpty() || value.contains("${") ? null : value.trim();
    }

    private static <T> List<T> concat(List<T> one, List<T> other) {
        List<T> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }

    // JSON.

    private static String json(Object value) {
        StringBuilder text = new StringBuilder();
        write(value, text);
        return text.toString();
    }

    private static void write(Object value, StringBuilder to) {
        if (value == null || value instanceof Boolean) {
            to.append(value);
        } else if (value instanceof Map) {
            String separator = "{";
            for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
                to.append(separator);
                quote(entry.getKey().toString(), to);
                to.append(':');
                write(entry.getValue(), to);
                separator = ",";
            }
            to.append(separator.equals("{") ? "{}" : "}");
        } else if (value instanceof Collection) {
            String separator = "[";
            for (Object element : (Collection<?>) value) {
                to.append(separator);
                write(element, to);
                separator = ",";
            }
            to.append(separator.equals("[") ? "[]" : "]");
        } else {
            quote(value.toString(), to);
        }
    }

    private static void quote(String text, StringBuilder to) {
        to.append('"');
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                to.append('\\').append(c);
            } else if (c < ' ') {
                to.append(String.format("\\u%04x", (int) c));
            } else {
                to.append(c);
            }
        }
        to.append('"');
    }
}

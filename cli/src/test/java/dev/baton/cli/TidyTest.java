package dev.baton.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Keeps taste mechanical, so that a review can be about the idea.
class TidyTest {

    private static final int LONGEST_FILE = 400;
    private static final Set<String> JAVA_BASE =
            Object.class.getModule().getDescriptor().packages();

    private static final Pattern CLOCK =
            Pattern.compile("\\bInstant\\.now\\(|\\bSystem\\.currentTimeMillis\\(");
    private static final Pattern VAGUE_NAME = Pattern.compile("Util|Helper|Manager|Impl(?![a-z])");
    private static final Pattern MACHINE_PATH = Pattern.compile("(?<!\\w)/" + "work/");
    private static final Pattern TEST_METHOD =
            Pattern.compile("@(?:Parameterized|Repeated)?Test\\b[^;{]*?\\bvoid (\\w+)\\(");

    private static final JavaClasses PRODUCTION =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.baton");

    private final ProjectFiles files = ProjectFiles.ofThisProject();

    @Test
    void modules_depend_on_each_other_in_one_direction() {
        layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .withOptionalLayers(true)
                .layer("core")
                .definedBy("dev.baton.core..")
                .layer("testkit")
                .definedBy("dev.baton.testkit..")
                .layer("explorer")
                .definedBy("dev.baton.explorer..")
                .layer("protocol")
                .definedBy("dev.baton.protocol..")
                .layer("store")
                .definedBy("dev.baton.store..")
                .layer("blobs")
                .definedBy("dev.baton.blobs..")
                .layer("settings")
                .definedBy("dev.baton.settings..")
                .layer("telemetry")
                .definedBy("dev.baton.telemetry..")
                .layer("sandbox")
                .definedBy("dev.baton.sandbox..")
                .layer("worker")
                .definedBy("dev.baton.worker..")
                .layer("executor")
                .definedBy("dev.baton.executor..")
                .layer("supervisor")
                .definedBy("dev.baton.supervisor..")
                .layer("workspace")
                .definedBy("dev.baton.workspace..")
                .layer("server")
                .definedBy("dev.baton.server..")
                .layer("runner")
                .definedBy("dev.baton.runner..")
                .layer("simulation")
                .definedBy("dev.baton.simulation..")
                .layer("bench")
                .definedBy("dev.baton.bench..")
                .layer("chaos")
                .definedBy("dev.baton.chaos..")
                .layer("cli")
                .definedBy("dev.baton.cli..")
                .whereLayer("core")
                .mayNotAccessAnyLayer()
                .whereLayer("testkit")
                .mayNotAccessAnyLayer()
                .whereLayer("explorer")
                .mayOnlyAccessLayers("core")
                .whereLayer("explorer")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("protocol")
                .mayOnlyAccessLayers("core")
                .whereLayer("store")
                .mayOnlyAccessLayers("core", "protocol")
                .whereLayer("blobs")
                .mayOnlyAccessLayers("core", "protocol")
                .whereLayer("settings")
                .mayOnlyAccessLayers("core")
                .whereLayer("telemetry")
                .mayNotAccessAnyLayer()
                .whereLayer("sandbox")
                .mayNotAccessAnyLayer()
                .whereLayer("worker")
                .mayNotAccessAnyLayer()
                .whereLayer("executor")
                .mayOnlyAccessLayers("core", "protocol", "settings", "sandbox")
                .whereLayer("supervisor")
                .mayOnlyAccessLayers("core", "settings", "telemetry", "sandbox", "worker")
                .whereLayer("workspace")
                .mayOnlyAccessLayers("core")
                .whereLayer("server")
                .mayOnlyAccessLayers(
                        "core", "protocol", "settings", "telemetry", "workspace", "store", "blobs")
                .whereLayer("runner")
                .mayOnlyAccessLayers(
                        "core",
                        "protocol",
                        "settings",
                        "telemetry",
                        "sandbox",
                        "executor",
                        "worker",
                        "workspace")
                .whereLayer("simulation")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("bench")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("chaos")
                .mayOnlyAccessLayers("core", "protocol", "testkit")
                .whereLayer("chaos")
                .mayOnlyBeAccessedByLayers("cli")
                .whereLayer("cli")
                .mayNotBeAccessedByAnyLayer()
                .check(PRODUCTION);
    }

    @Test
    void the_core_needs_nothing_but_java_base() {
        classes()
                .that()
                .resideInAPackage("dev.baton.core..")
                .should()
                .onlyDependOnClassesThat(
                        describe("are of core, java.base or JSpecify", TidyTest::coreMayUse))
                .check(PRODUCTION);
    }

    @Test
    void only_a_main_reads_the_clock() {
        assertThat(files.mainSources())
                .filteredOn(file -> !file.name().equals("Main.java"))
                .filteredOn(file -> file.contains(CLOCK))
                .as("files that read the clock instead of being told the time")
                .isEmpty();
    }

    @Test
    void a_link_in_the_docs_leads_somewhere() {
        assertThat(files.documents().stream().flatMap(file -> file.deadLinks().stream()))
                .as("dead links")
                .isEmpty();
    }

    @Test
    void a_file_is_named_by_its_role() {
        assertThat(files.all())
                .filteredOn(file -> VAGUE_NAME.matcher(file.name()).find())
                .as("files with a name that says nothing")
                .isEmpty();
    }

    @Test
    void a_source_file_is_short_enough_to_like() {
        assertThat(files.mainSources())
                .filteredOn(file -> file.text().lines().count() > LONGEST_FILE)
                .as("files over %d lines", LONGEST_FILE)
                .isEmpty();
    }

    @Test
    void no_file_knows_the_machine_it_was_written_on() {
        assertThat(files.all())
                .filteredOn(file -> file.contains(MACHINE_PATH))
                .as("files with a path of one machine")
                .isEmpty();
    }

    @Test
    void the_name_of_a_test_is_a_sentence() {
        List<String> names =
                files.testSources().stream()
                        .flatMap(file -> file.all(TEST_METHOD).stream())
                        .toList();
        assertThat(names)
                .contains("the_name_of_a_test_is_a_sentence")
                .allSatisfy(name -> assertThat(name).matches("[a-zA-Z0-9]+(_[a-zA-Z0-9]+)+"));
    }

    private static boolean coreMayUse(JavaClass type) {
        String name = type.getBaseComponentType().getPackageName();
        return type.getBaseComponentType().isPrimitive()
                || name.startsWith("dev.baton.core")
                || name.startsWith("org.jspecify")
                || JAVA_BASE.contains(name);
    }
}

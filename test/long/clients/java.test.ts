/** The Java client, packed and installed by Maven, with programs that javac compiles against it. */
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { outputOf } from "../../../scripts/programs/run-quietly.ts";
import { packJava } from "../../../scripts/release/client-packages.ts";
import { blocksOf } from "../../fixtures/markdown.ts";
import { debianProgram } from "../../fixtures/needs.ts";
import { runCommands, testClient } from "./client-tests.ts";

const copyDependencies = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";
const ownGroup = "booking-risk";

testClient({
  name: "Java",
  folder: "java",
  language: "java",
  needs: [debianProgram("javac", "default-jdk-headless"), debianProgram("mvn", "maven")],
  async build(folder, { install, quickStart, samples }) {
    await packJava(folder);
    const environment = { MAVEN_OPTS: `-Dmaven.repo.local=${repositoryIn(folder)}` };
    await runCommands(install, folder, environment);
    await Bun.write(join(folder, "pom.xml"), shop());
    // Without a word, and without a question.
    const resolve = ["mvn", "--quiet", "--batch-mode", copyDependencies, "-DoutputDirectory=jars"];
    await outputOf(resolve, { folder, environment });
    const classes = join(folder, "jars/*");
    await Bun.write(join(folder, "QuickStart.java"), quickStart);
    cpSync(join(import.meta.dir, "java/Calls.java"), join(folder, "Calls.java"));
    const compile = ["javac", "-Werror", "-Xlint:all,-processing", "--class-path", classes];
    await outputOf([...compile, "-d", "out", "QuickStart.java", "Calls.java"], { folder });
    for (const [operation, program] of samples) {
      await Bun.write(join(folder, operation, "Sample.java"), program);
      await outputOf([...compile, "-d", operation, `${operation}/Sample.java`], { folder });
    }
    const run = (main: string, out = "out") => ["java", "--class-path", `${out}:${classes}`, main];
    return {
      calls: run("Calls"),
      quickStart: run("QuickStart"),
      sample: (operation) => run("Sample", operation),
    };
  },
});

/** Maven's repository for one test: it shares what the user's has of others, and keeps the client to itself. */
function repositoryIn(folder: string): string {
  const own = join(folder, "repository");
  const shared = join(homedir(), ".m2/repository");
  mkdirSync(own);
  for (const group of existsSync(shared) ? readdirSync(shared) : []) {
    if (group !== ownGroup) symlinkSync(join(shared, group), join(own, group));
  }
  return own;
}

/** A project with the dependency as the documents have it. */
function shop(): string {
  const dependency = blocksOf("docs/clients.md").find(({ language }) => language === "xml")!.text;
  return `<project>
<modelVersion>4.0.0</modelVersion>
<groupId>shop</groupId><artifactId>shop</artifactId><version>1</version><packaging>pom</packaging>
<dependencies>${dependency}</dependencies>
</project>`;
}

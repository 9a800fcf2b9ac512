/** The Java client, packed by Maven, with programs that javac compiles against it. */
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { outputOf } from "../../scripts/run-quietly.ts";
import { debianProgram } from "../needs.ts";
import { testClient } from "./client-tests.ts";

const source = resolve(import.meta.dir, "../../sdk/java");
/** Of Maven: without a word, and without a question. */
const quiet = ["--quiet", "--batch-mode"];
const copyDependencies = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

testClient({
  name: "Java",
  folder: "java",
  language: "java",
  needs: [debianProgram("javac", "default-jdk-headless"), debianProgram("mvn", "maven")],
  async build(folder, quickStart) {
    const client = join(folder, "client");
    cpSync(source, client, { recursive: true });
    await outputOf(["mvn", ...quiet, "package", copyDependencies], { folder: client });
    const built = join(client, "target");
    const classes = [built, join(built, "dependency")].map((one) => join(one, "*")).join(":");
    await Bun.write(join(folder, "QuickStart.java"), quickStart);
    cpSync(join(import.meta.dir, "java/Calls.java"), join(folder, "Calls.java"));
    const compile = ["javac", "-Werror", "-Xlint:all,-processing", "--class-path", classes];
    await outputOf([...compile, "-d", "out", "QuickStart.java", "Calls.java"], { folder });
    const run = ["java", "--class-path", `out:${classes}`];
    return { calls: [...run, "Calls"], quickStart: [...run, "QuickStart"] };
  },
});

/** The clients for merchants' servers, each packed as its language installs packages. */
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { version } from "../../package.json";
import { outputOf } from "../programs/run-quietly.ts";
import { archive } from "./archive.ts";

const root = resolve(import.meta.dir, "../..");
const sourceOf = (language: string) => join(root, "sdk", language);

export interface ClientPackage {
  language: string;
  /** Its name among the packages of that language. */
  name: string;
  /** The names of its files, in the folder that it was packed into. */
  files: string[];
  /** The packages that are installed with it. */
  requires: Requirement[];
}

export interface Requirement {
  name: string;
  /** A version, or a range of versions in the words of that language. */
  versions: string;
  purl: string;
}

/** Compiled by TypeScript, and packed by npm. */
export async function packTypeScript(folder: string): Promise<ClientPackage> {
  await inCopyOfTypeScript(async (copy) => {
    // Its script `prepare` compiles it; the setting of this repository, which npm hands on, is to run none.
    const command = ["npm", "pack", "--ignore-scripts=false", "--pack-destination", folder];
    await outputOf(command, { folder: copy });
  });
  return {
    language: "TypeScript",
    name: "booking-risk-client",
    files: [`booking-risk-client-${version}.tgz`],
    requires: [],
  };
}

/** The client's folder with this repository's compiler, so that nothing is downloaded. */
export async function inCopyOfTypeScript(use: (copy: string) => Promise<void>): Promise<void> {
  const names = ["src", "package.json", "tsconfig.json", "LICENSE", "README.md"];
  await inCopyOf("typescript", names, async (copy) => {
    mkdirSync(join(copy, "node_modules"));
    for (const one of [".bin", "typescript"]) {
      symlinkSync(join(root, "node_modules", one), join(copy, "node_modules", one));
    }
    await use(copy);
  });
}

/**
 * A wheel, and the source distribution.
 * @param python one that has flit_core.
 */
export async function packPython(folder: string, python: string): Promise<ClientPackage> {
  const source = sourceOf("python");
  const build = [
    "import sys",
    "from flit_core import buildapi",
    "buildapi.build_wheel(sys.argv[1])",
    "buildapi.build_sdist(sys.argv[1])",
  ];
  await outputOf([python, "-c", build.join("\n"), folder], {
    folder: source,
    // The first time that a zip file can have.
    environment: { SOURCE_DATE_EPOCH: "315532800", PYTHONDONTWRITEBYTECODE: "1" },
  });
  const { project } = Bun.TOML.parse(readFileSync(join(source, "pyproject.toml"), "utf8")) as {
    project: { name: string; dependencies: string[] };
  };
  const named = `booking_risk_client-${version}`;
  const wheel = `${named}-py3-none-any.whl`;
  chmodSync(join(folder, wheel), 0o644); // flit_core leaves it readable by its owner only.
  return {
    language: "Python",
    name: project.name,
    files: [wheel, `${named}.tar.gz`],
    requires: project.dependencies.map((dependency) => {
      const [name = "", versions = ""] = dependency.split(" ");
      return { name, versions, purl: `pkg:pypi/${name}` };
    }),
  };
}

/** The sources of the module: Go compiles them with the program that uses them. */
export async function packGo(folder: string): Promise<ClientPackage> {
  const top = `booking-risk-client-go-${version}`;
  const file = `${top}.tar.gz`;
  const files = ["*.go", "go.mod", "LICENSE", "README.md"];
  await archive({ source: sourceOf("go"), files, top, file: join(folder, file) });
  return { language: "Go", name: "booking-risk.example/bookingrisk", files: [file], requires: [] };
}

/** The classes, packed by Maven, and the description of the package for its repository. */
export async function packJava(folder: string): Promise<ClientPackage> {
  const named = `booking-risk-client-${version}`;
  const description = join(sourceOf("java"), "pom.xml");
  await inCopyOf("java", ["src", "pom.xml", "LICENSE"], async (copy) => {
    await outputOf(["mvn", "--quiet", "--batch-mode", "package"], { folder: copy });
    copyFileSync(join(copy, `target/${named}.jar`), join(folder, `${named}.jar`));
  });
  copyFileSync(description, join(folder, `${named}.pom`));
  return {
    language: "Java",
    name: "booking-risk:booking-risk-client",
    files: [`${named}.jar`, `${named}.pom`],
    requires: requiredBy(readFileSync(description, "utf8")),
  };
}

/** The sources: Composer takes them from the folder that the archive has. */
export async function packPhp(folder: string): Promise<ClientPackage> {
  const top = `booking-risk-client-php-${version}`;
  const file = `${top}.tar.gz`;
  const files = ["src/**/*.php", "composer.json", "LICENSE", "README.md"];
  await archive({ source: sourceOf("php"), files, top, file: join(folder, file) });
  return { language: "PHP", name: "booking-risk/client", files: [file], requires: [] };
}

/** Compilers leave files beside the sources: they work on a copy. */
async function inCopyOf(
  language: string,
  names: readonly string[],
  use: (copy: string) => Promise<void>,
): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), `booking-risk-${language}-`));
  try {
    for (const name of names) {
      cpSync(join(sourceOf(language), name), join(copy, name), { recursive: true });
    }
    await use(copy);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The dependencies of a `pom.xml`, whose versions may be properties. */
function requiredBy(pom: string): Requirement[] {
  const text = (xml: string, name: string) => new RegExp(`<${name}>(.*?)</${name}>`).exec(xml)![1]!;
  return [...pom.matchAll(/<dependency>(.*?)<\/dependency>/gs)].map(([, dependency = ""]) => {
    const [group, artifact] = [text(dependency, "groupId"), text(dependency, "artifactId")];
    const versions = text(dependency, "version").replace(/^\$\{(.*)\}$/, (_, name) =>
      text(pom, name),
    );
    const purl = `pkg:maven/${group}/${artifact}@${versions}`;
    return { name: `${group}:${artifact}`, versions, purl };
  });
}

/** The programs that parts of a release need, and a machine may lack. Node, npm and Bun are there. */

export type Part = "Debian packages" | "Java client" | "Python client";

export interface Missing {
  part: Part;
  program: string;
  /** A sentence that says how to install it. */
  install: string;
}

const debian = (packages: string) => `Install it with \`apt-get install ${packages}\`.`;
const needed: readonly Missing[] = [
  { part: "Debian packages", program: "dpkg-deb", install: debian("dpkg") },
  { part: "Java client", program: "javac", install: debian("default-jdk-headless") },
  { part: "Java client", program: "mvn", install: debian("maven") },
  { part: "Python client", program: "python3", install: debian("python3 python3-venv") },
];

/** @param path where programs are looked for; by default as the system does. */
export function missingPrograms(path = process.env.PATH ?? ""): Missing[] {
  return needed.filter(({ program }) => Bun.which(program, { PATH: path }) === null);
}

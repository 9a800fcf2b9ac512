/** The Python client, built as a wheel and installed by pip. */
import { expect } from "bun:test";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { outputOf } from "../../../scripts/programs/run-quietly.ts";
import { packPython } from "../../../scripts/release/client-packages.ts";
import { runCommands, testClient } from "./client-tests.ts";
import { clientPackages, python } from "./python/install.ts";

/** For pip: nothing is fetched. */
const alone = {
  PIP_NO_INDEX: "1",
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  PATH: [dirname(python), process.env.PATH].join(delimiter),
};

testClient({
  name: "Python",
  folder: "python",
  language: "python",
  needs: [clientPackages],
  async build(folder, { install, quickStart, samples }) {
    const { files } = await packPython(folder, python);
    // Beside urllib3, which is there: pip looks whether it is one that the client takes.
    await runCommands(install, folder, { ...alone, PIP_PREFIX: join(folder, "installed") });
    const installed = packagesIn(join(folder, "installed"));

    const fromSource = { ...alone, PIP_PREFIX: join(folder, "from-source") };
    const source = files.find((file) => file.endsWith(".tar.gz"))!;
    const command = ["pip", "install", "--no-build-isolation", `./${source}`];
    await outputOf(command, { folder, environment: fromSource });
    expect(modulesIn(packagesIn(join(folder, "from-source")))).toEqual(modulesIn(installed));

    await Bun.write(join(folder, "quick_start.py"), quickStart);
    for (const [operation, program] of samples) {
      await Bun.write(join(folder, `${operation}.py`), program);
    }
    return {
      sample: (operation) => [python, `${operation}.py`],
      calls: [python, join(import.meta.dir, "python/calls.py")],
      quickStart: [python, "quick_start.py"],
      environment: { PYTHONPATH: installed, PYTHONDONTWRITEBYTECODE: "1" },
    };
  },
});

/** Where pip puts packages below a prefix: the path has Python's version. */
function packagesIn(prefix: string): string {
  const [found] = new Bun.Glob("lib/*/site-packages").scanSync({ cwd: prefix, onlyFiles: false });
  return join(prefix, found!);
}

function modulesIn(packages: string): [name: string, text: string][] {
  const names = [...new Bun.Glob("booking_risk/**/*.{py,typed}").scanSync(packages)].toSorted();
  expect(names.length).toBeGreaterThan(20);
  return names.map((name) => [name, readFileSync(join(packages, name), "utf8")]);
}

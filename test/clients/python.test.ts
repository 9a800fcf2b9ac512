/** The Python client, built as a wheel and installed by pip. */
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { outputOf } from "../../scripts/run-quietly.ts";
import { testClient } from "./client-tests.ts";
import { clientPackages, python } from "./python/install.ts";

const source = resolve(import.meta.dir, "../../sdk/python");
const pip = [python, "-m", "pip", "--quiet", "--disable-pip-version-check"];

testClient({
  name: "Python",
  folder: "python",
  language: "python",
  needs: [clientPackages],
  async build(folder, quickStart) {
    const copied = join(folder, "source");
    cpSync(source, copied, { recursive: true });
    const alone = ["--no-deps", "--no-index", "--no-build-isolation"];
    await outputOf([...pip, "wheel", ...alone, "--wheel-dir", folder, copied]);
    const { project } = Bun.TOML.parse(await Bun.file(join(source, "pyproject.toml")).text()) as {
      project: { version: string };
    };
    const wheel = join(folder, `booking_risk_client-${project.version}-py3-none-any.whl`);
    const installed = join(folder, "installed");
    await outputOf([...pip, "install", "--no-deps", "--no-index", "--target", installed, wheel]);
    await Bun.write(join(folder, "quick_start.py"), quickStart);
    return {
      calls: [python, join(import.meta.dir, "python/calls.py")],
      quickStart: [python, "quick_start.py"],
      environment: { PYTHONPATH: installed, PYTHONDONTWRITEBYTECODE: "1" },
    };
  },
});

/** Python packages that only one folder's tests need, beside them in an environment of their own. */
import { relative, resolve } from "node:path";
import { pythonEnvironment } from "../scripts/python-environment.ts";
import type { Program } from "./needs.ts";

const root = resolve(import.meta.dir, "..");

/**
 * @param name what they are, as the message of a skipped test names it.
 * @param folder with the `requirements.txt`, and an `install.ts` that calls `prepare`.
 */
export function pythonPackages(name: string, folder: string) {
  const { python, isPrepared, prepare } = pythonEnvironment(folder);
  const script = relative(root, `${folder}/install.ts`);
  const packages: Program = {
    name,
    isInstalled: isPrepared(),
    install: `Install Python 3.11, then run \`node scripts/with-bun.mjs ${script}\`.`,
  };
  return { python, packages, prepare };
}

/**
 * Installs Litestream and Go, from PyPI, and an S3-compatible server, which Go builds.
 *
 *     bun test/long/litestream/install.ts
 */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { outputOf } from "../../../scripts/programs/run-quietly.ts";
import type { Program } from "../../fixtures/needs.ts";
import { pythonPackages } from "../../fixtures/python-packages.ts";

const serverModule = "github.com/versity/versitygw/cmd/versitygw@v1.8.0";

const { python, packages, prepare } = pythonPackages("Litestream", import.meta.dir);
const programs = dirname(python);

export { packages as litestreamProgram };
export const litestream = join(programs, "litestream");
/** Keeps the objects of a bucket as files of a folder. */
export const s3Server = join(programs, "versitygw");

export const s3ServerProgram: Program = {
  name: "an S3-compatible server, versitygw",
  isInstalled: existsSync(s3Server),
  install:
    "Install Python 3.11, then run `node scripts/with-bun.mjs test/long/litestream/install.ts`.",
};

if (import.meta.main) {
  await prepare();
  if (!s3ServerProgram.isInstalled) {
    const go = join(programs, "go");
    await outputOf([go, "install", serverModule], { environment: { GOBIN: programs } });
  }
}

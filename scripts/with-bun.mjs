// Runs a TypeScript file under the pinned Bun, on a machine that has only Node and npm.
// The first time, or when the lock file changed, it installs the packages: Bun itself comes from
// the npm registry. `npm install` would do for everything but onnxruntime-node, whose install
// script downloads from a host of its own; `bun install` runs no such script.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const stamp = join(root, "node_modules", ".installed-from");
const manifest = readFileSync(join(root, "package.json"));
const pinned = JSON.parse(manifest).devDependencies.bun;
const wanted = createHash("sha256")
  .update(manifest)
  .update(readFileSync(join(root, "bun.lock")))
  .digest("hex");

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== wanted) install();
const run = spawnSync(installedBun(), process.argv.slice(2), { cwd: root, stdio: "inherit" });
process.exit(run.status ?? 1);

function install() {
  process.stderr.write("Installing the pinned packages (once) …\n");
  const arguments_ = ["install", "--frozen-lockfile", `--cwd=${root}`];
  // From a folder of nobody's: inside the project npx would take what half an install left there,
  // and this project's .npmrc would keep Bun's own install script from running.
  const elsewhere = mkdtempSync(join(tmpdir(), "booking-risk-"));
  must("npx", ["--yes", `bun@${pinned}`, ...arguments_], {
    cwd: elsewhere,
    env: { ...process.env, npm_config_ignore_scripts: "false" },
  });
  rmdirSync(elsewhere);
  // Bun's own install script, which the .npmrc kept from running.
  must(process.execPath, [join(root, "node_modules", "bun", "install.js")], { cwd: root });
  writeFileSync(stamp, wanted);
}

function must(command, arguments_, options) {
  const { status } = spawnSync(command, arguments_, {
    stdio: ["ignore", 2, 2], // What follows may print JSON; installing does not get in its way.
    shell: process.platform === "win32",
    ...options,
  });
  if (status === 0) return;
  process.stderr.write(`Installing failed at: ${[command, ...arguments_].join(" ")}\n`);
  process.exit(1);
}

/** Bun's install script puts the platform's executable there, under this name on all of them. */
function installedBun() {
  const file = join(root, "node_modules", "bun", "bin", "bun.exe");
  if (spawnSync(file, ["--version"]).stdout?.toString().trim() === pinned) return file;
  process.stderr.write(`Bun ${pinned} is not in node_modules; remove that folder and try again.\n`);
  process.exit(1);
}

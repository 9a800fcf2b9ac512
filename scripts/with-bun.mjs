// Runs a TypeScript file under the pinned Bun, on a machine that has only Node and npm.
// The first time, or when the lock file changed, it installs the packages: Bun itself comes from
// the npm registry. `npm install` would do for everything but onnxruntime-node, whose install
// script downloads from a host of its own; `bun install` runs no such script.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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
  // npm would skip Bun's own install script under this project's .npmrc, and npx reads it too.
  must("npx", ["--yes", `bun@${pinned}`, "install", "--frozen-lockfile"], {
    npm_config_ignore_scripts: "false",
  });
  // Makes `npx bun` work inside the project as well.
  must(process.execPath, [join(root, "node_modules", "bun", "install.js")], {});
  writeFileSync(stamp, wanted);
}

function must(command, args, env) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: ["ignore", 2, 2], // What follows may print JSON; installing does not get in its way.
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  if (status === 0) return;
  process.stderr.write(`Installing failed at: ${[command, ...args].join(" ")}\n`);
  process.exit(1);
}

/** The platform's own package holds the executable; several may be there, one of them starts. */
function installedBun() {
  const scope = join(root, "node_modules", "@oven");
  for (const name of existsSync(scope) ? readdirSync(scope) : []) {
    const file = join(scope, name, "bin", process.platform === "win32" ? "bun.exe" : "bun");
    if (spawnSync(file, ["--version"]).stdout?.toString().trim() === pinned) return file;
  }
  process.stderr.write(`Bun ${pinned} is not in node_modules; remove that folder and try again.\n`);
  process.exit(1);
}

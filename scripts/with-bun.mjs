// Runs a TypeScript file with the pinned Bun, on a machine that has only Node and npm.
// The first time, or after the lock file changed, it installs the packages. Bun itself comes from
// npm too, checked against the hashes of scripts/bootstrap/package-lock.json before it runs; it
// checks the others against bun.lock. `npm install` would run the install script of onnxruntime-node,
// which downloads from a host of its own; `bun install` runs no such script.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
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

if (!installed()) installOnce();
// Before the program runs: a signal that came in between would end this process and leave the program alone.
process.on("SIGTERM", () => run.kill("SIGTERM"));
process.on("SIGINT", () => {}); // A terminal sends it to the child, too, for which a second one has a meaning.
// Whatever the program has started ends with it, even where the program is killed.
const program = ["--no-orphans", ...process.argv.slice(2)];
const run = spawn(installedBun(), program, { cwd: root, stdio: "inherit" });
run.on("exit", (status, signal) => process.exit(status ?? 128 + constants.signals[signal]));

function installed() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
}

/** Of programs that are started at the same time in a new clone, one installs and the others wait for it. */
function installOnce() {
  const lock = join(root, "scripts", "bootstrap", ".installing");
  const unlock = () => rmSync(lock, { force: true });
  let told = null;
  while (!installed()) {
    const owner = takeOrRead(lock);
    if (owner === process.pid) {
      process.on("exit", unlock); // Installing exits where it fails.
      if (!installed()) install(); // Another one may have, just before it removed the file.
      process.off("exit", unlock);
      unlock();
      return;
    }
    if (owner !== null && !isRunning(owner)) {
      unlock(); // It was killed.
      continue;
    }
    if (owner !== null && owner !== told) {
      process.stderr.write(`Waiting for process ${owner}, which installs the packages.\n`);
      process.stderr.write(`If it does something else, remove ${lock}.\n`);
      told = owner;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  }
}

/**
 * Makes the file with this process's ID, where there is none.
 * @returns the ID that is in it; null where another process is about to write it, or has removed it.
 */
function takeOrRead(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: "wx" });
    return process.pid;
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    return existsSync(lock) ? Number(readFileSync(lock, "utf8")) || null : null;
  }
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === "EPERM";
  }
}

function install() {
  process.stderr.write(
    "Installing the pinned packages. This takes up to a minute, and happens once …\n",
  );
  const bootstrap = join(root, "scripts", "bootstrap");
  const quiet = ["--silent", "--no-audit", "--no-fund", "--no-update-notifier"];
  must("npm", ["ci", "--ignore-scripts", ...quiet], { cwd: bootstrap });
  placeBun(join(bootstrap, "node_modules"));
  // Without the summary, which reports the install scripts that are not run as if that were a fault.
  const arguments_ = ["install", "--frozen-lockfile", "--no-summary", `--cwd=${root}`];
  must(bunIn(join(bootstrap, "node_modules")), arguments_, { cwd: root, shell: false });
  placeBun(join(root, "node_modules"));
  writeFileSync(stamp, wanted);
}

/** Runs Bun's own install script, which `--ignore-scripts` and the .npmrc keep from running. */
function placeBun(packages) {
  // It reports each platform package that it does not find, although one is enough.
  must(process.execPath, [join(packages, "bun", "install.js")], {
    cwd: dirname(packages),
    stdio: ["ignore", "pipe", "pipe"],
    shell: false,
  });
}

function must(command, arguments_, options) {
  const { status, stderr } = spawnSync(command, arguments_, {
    stdio: ["ignore", 2, 2], // Standard output belongs to the command that follows, which may print JSON.
    shell: process.platform === "win32",
    ...options,
  });
  if (status === 0) return;
  process.stderr.write(stderr ?? "");
  process.stderr.write(`Installing failed at: ${[command, ...arguments_].join(" ")}\n`);
  process.exit(1);
}

/** Bun's install script puts the executable there, under this name on every platform. */
function bunIn(packages) {
  return join(packages, "bun", "bin", "bun.exe");
}

function installedBun() {
  const file = bunIn(join(root, "node_modules"));
  if (spawnSync(file, ["--version"]).stdout?.toString().trim() === pinned) return file;
  process.stderr.write(`Bun ${pinned} is not in node_modules; remove that folder and try again.\n`);
  process.exit(1);
}

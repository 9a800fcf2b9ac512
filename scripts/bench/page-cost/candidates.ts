/** The scripts that are compared, each built from npm packages as a single file for a script tag. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSdk } from "../../build/sdk.ts";
import peers from "./package.json" with { type: "json" };

export interface Candidate {
  /** In kebab case; the path of its page. */
  name: string;
  title: string;
  /** Name and version; null for the page without a script. */
  package: string | null;
  /** How the file was built and started. */
  how: string;
  /** The file that the tag loads; null without a script. */
  file: string | null;
  /** The tag's attributes besides `src`. */
  attributes: string;
  /** An expression that is true in a page where the script has run successfully. */
  proof: string;
  /** The minimum number of POST requests by the end of the load. */
  posts: number;
}

const here = import.meta.dir;

/** The npm package `umami` is the whole application, so only its tarball is used. */
const umami = {
  version: "2.10.0",
  sha512:
    "+lmrnV0751R6U2rkIgVAlE1nWI7yZawlMlJDguW9tlFacCKhnGeCyc7tCMIhNNYIiGIQy4DEX5IzJhm4b3+dPA==",
};

/**
 * Installs the packages next to this file and writes every candidate's script to `out`.
 * @throws Error that says what could not be installed.
 */
export async function prepareCandidates(out: string): Promise<Candidate[]> {
  const install = [process.execPath, "install", "--frozen-lockfile", "--cwd", here];
  await run(install, "The peers' packages could not be installed from the npm registry");
  return [
    noScript,
    await ours(out),
    await plausible(out),
    await umamiTracker(out),
    await fingerprintjs(out),
    await botd(out),
  ];
}

const noScript: Candidate = {
  name: "none",
  title: "no script",
  package: null,
  how: "the page as it is",
  file: null,
  attributes: "",
  proof: "true",
  posts: 0,
};

async function ours(out: string): Promise<Candidate> {
  const built = await buildSdk(join(out, "sdk.js"));
  return {
    name: "booking-risk",
    title: "Booking Risk",
    package: `sdk ${built.version}`,
    how: "built by scripts/build/sdk.ts; async tag",
    file: built.path,
    attributes: 'data-publishable-key="pk_bench0000000000000000" async',
    proof: "/^col_/.test(window.Service.getCollectionId())",
    posts: 1,
  };
}

async function plausible(out: string): Promise<Candidate> {
  return {
    name: "plausible",
    title: "Plausible",
    package: pinned("@plausible-analytics/tracker"),
    how: "bundled by bun build --minify (iife), init({ domain, endpoint }); async tag",
    file: await bundle(join(here, "starts/plausible.js"), join(out, "plausible.js")),
    attributes: "async",
    proof: "window.plausible.l === true",
    posts: 1,
  };
}

async function umamiTracker(out: string): Promise<Candidate> {
  const source = await umamiSource(out);
  return {
    name: "umami",
    title: "Umami",
    package: `umami@${umami.version}`,
    how: "its src/tracker/index.js (npm has no built one, nor a newer), minified by bun; defer tag",
    file: await bundle(source, join(out, "umami.js")),
    attributes: 'data-website-id="50429a93-8479-4073-be80-d5d29c09c2ec" defer',
    proof: "typeof window.umami.track === 'function'",
    posts: 1,
  };
}

/** The published file, followed by the code that starts it. */
async function fingerprintjs(out: string): Promise<Candidate> {
  const name = "@fingerprintjs/fingerprintjs";
  const published = join(here, "node_modules", name, "dist/fp.min.js");
  const start = await bundle(join(here, "starts/fingerprintjs.js"), join(out, "start.js"));
  const file = join(out, "fingerprintjs.js");
  await Bun.write(file, `${readFileSync(published, "utf8")}\n${readFileSync(start, "utf8")}`);
  return {
    name: "fingerprintjs",
    title: "FingerprintJS",
    package: pinned(name),
    how: "its dist/fp.min.js, then load() and get(); async tag",
    file,
    attributes: "async",
    proof: "/^[0-9a-f]{32}$/.test(window.visitorId)",
    posts: 0,
  };
}

async function botd(out: string): Promise<Candidate> {
  return {
    name: "botd",
    title: "BotD",
    package: pinned("@fingerprintjs/botd"),
    how: "bundled by bun build --minify (iife), load() and detect(); async tag",
    file: await bundle(join(here, "starts/botd.js"), join(out, "botd.js")),
    attributes: "async",
    proof: "typeof window.botdResult.bot === 'boolean'",
    posts: 0,
  };
}

function pinned(name: keyof typeof peers.dependencies): string {
  return `${name}@${peers.dependencies[name]}`;
}

/** In a separate process, because this one may have cached that the packages are missing. */
async function bundle(entry: string, file: string): Promise<string> {
  const options = ["--minify", "--format=iife", "--target=browser", `--outfile=${file}`];
  await run([process.execPath, "build", entry, ...options], `${entry} could not be bundled`);
  return file;
}

/** Extracts the tracker's source from the npm tarball, which is cached with the other packages. */
async function umamiSource(out: string): Promise<string> {
  const kept = join(here, "node_modules");
  const tarball = join(kept, `umami-${umami.version}.tgz`);
  if (!existsSync(tarball)) {
    const pack = ["npm", "pack", "--silent", `umami@${umami.version}`, "--pack-destination", kept];
    await run(pack, "Umami's package could not be downloaded from the npm registry");
  }
  const found = new Bun.CryptoHasher("sha512").update(readFileSync(tarball)).digest("base64");
  if (found !== umami.sha512)
    throw new Error(`${tarball} has another hash than the published one; delete it`);
  const member = "package/src/tracker/index.js";
  await run(["tar", "-xzf", tarball, "-C", out, member], "Umami's tarball could not be read");
  return join(out, member);
}

async function run(command: string[], message: string): Promise<void> {
  const child = Bun.spawn(command, { stdout: "ignore", stderr: "pipe" });
  const errors = await new Response(child.stderr).text();
  if ((await child.exited) !== 0) throw new Error(`${message}:\n${errors.trim()}`);
}

/** The demonstration's project and keys, created through the command line as an operator would. */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const projectName = "Demonstration hotel";
const keyPrefix = "demonstration ";

interface Options {
  root: string;
  data: string;
}

interface Project {
  projectId: string;
  name: string;
}

interface Key {
  keyId: string;
  name: string | null;
  revokedAt?: unknown;
}

async function command<Result>({ root, data }: Options, ...words: string[]): Promise<Result> {
  const child = Bun.spawn([process.execPath, "src/main.ts", ...words, "--json", "--data", data], {
    cwd: root,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, complaint, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (status !== 0) throw new Error(`"${words.join(" ")}" failed: ${complaint.trim()}`);
  // A command that has nothing to answer prints nothing.
  return (output.trim() ? JSON.parse(output) : undefined) as Result;
}

export interface DemoProject {
  projectId: string;
  publishableKey: string;
  secretKey: string;
}

/**
 * The project and its keys: those of the last start, so that a key pasted into a merchant's
 * configuration yesterday works today. The service shows a key only once, so they are kept in the
 * data folder, readable by its owner only.
 */
export async function prepareProject(options: Options): Promise<DemoProject> {
  const file = join(options.data, "demonstration.json");
  const kept = await readKept(file);
  if (kept && (await isActive(options, kept))) return kept;
  const created = await createProject(options);
  const text = `${JSON.stringify(created, null, 2)}\n`;
  // The mode only counts when the file is created, so an existing one is replaced as a whole.
  rmSync(file, { force: true });
  writeFileSync(file, text, { mode: 0o600, flag: "wx" });
  return created;
}

async function readKept(file: string): Promise<(DemoProject & { keyIds: string[] }) | null> {
  try {
    return await Bun.file(file).json();
  } catch {
    return null; // The first start, or a damaged file: both are mended by new keys.
  }
}

/** Whether the project still exists here and none of its kept keys was revoked. */
async function isActive(
  options: Options,
  { projectId, keyIds }: DemoProject & { keyIds: string[] },
): Promise<boolean> {
  const projects = await command<Project[]>(options, "project", "list");
  if (!projects.some((project) => project.projectId === projectId)) return false;
  const keys = await command<Key[]>(options, "key", "list", "--project", projectId);
  return keyIds.every((id) => keys.some(({ keyId, revokedAt }) => keyId === id && !revokedAt));
}

/** Keys of earlier starts are revoked after the new pair exists, as a merchant rotates keys. */
async function createProject(options: Options): Promise<DemoProject & { keyIds: string[] }> {
  const projects = await command<Project[]>(options, "project", "list");
  const { projectId } =
    projects.find(({ name }) => name === projectName) ??
    (await command<Project>(options, "project", "create", projectName));
  const ofProject = ["--project", projectId];
  const earlier = await command<Key[]>(options, "key", "list", ...ofProject);
  const create = (kind: string) =>
    command<{ key: string; keyId: string }>(
      options,
      "key",
      "create",
      ...ofProject,
      "--kind",
      kind,
      "--name",
      keyPrefix + kind,
    );
  const publishable = await create("publishable");
  const secret = await create("secret");
  for (const { keyId, name, revokedAt } of earlier) {
    if (name?.startsWith(keyPrefix) && !revokedAt) await command(options, "key", "revoke", keyId);
  }
  return {
    projectId,
    publishableKey: publishable.key,
    secretKey: secret.key,
    keyIds: [publishable.keyId, secret.keyId],
  };
}

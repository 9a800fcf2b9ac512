/** The demonstration's project and keys, made through the command line as an operator would. */

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
  // What only confirms itself by its exit status may print nothing.
  return (output.trim() ? JSON.parse(output) : undefined) as Result;
}

/**
 * A key is shown once, so every start makes a new pair; those of earlier starts are revoked after
 * it, which is how a merchant rotates keys without a gap.
 */
export async function prepareProject(
  options: Options,
): Promise<{ publishableKey: string; secretKey: string }> {
  const projects = await command<Project[]>(options, "project", "list");
  const { projectId } =
    projects.find(({ name }) => name === projectName) ??
    (await command<Project>(options, "project", "create", projectName));
  const ofProject = ["--project", projectId];
  const earlier = await command<Key[]>(options, "key", "list", ...ofProject);
  const create = (kind: string) =>
    command<{ key: string }>(
      options,
      ...["key", "create", ...ofProject, "--kind", kind, "--name", keyPrefix + kind],
    );
  const publishable = await create("publishable");
  const secret = await create("secret");
  for (const { keyId, name, revokedAt } of earlier) {
    if (name?.startsWith(keyPrefix) && !revokedAt) await command(options, "key", "revoke", keyId);
  }
  return { publishableKey: publishable.key, secretKey: secret.key };
}

/**
 * Runs a program to its end. @returns its standard output.
 * @throws Error with the end of what it printed, if it fails or does not exist.
 */
export async function run(
  command: readonly string[],
  folder: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd: folder,
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    env: { ...process.env, ...environment },
  });
  const [printed, errors] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) === 0) return printed;
  throw new Error(`${command.join(" ")} failed:\n${(errors || printed).slice(-2000)}`);
}

/**
 * Runs a program whose output matters only when it fails.
 * @throws Error with the last line of its standard error.
 */
export async function runQuietly(...command: string[]): Promise<void> {
  const child = Bun.spawn(command, { stdio: ["ignore", "ignore", "pipe"] });
  const errors = (await child.stderr.text()).trim();
  if ((await child.exited) === 0) return;
  throw new Error(`${command.slice(0, 4).join(" ")} failed: ${errors.split("\n").at(-1)}`);
}

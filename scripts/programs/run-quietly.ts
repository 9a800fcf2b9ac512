export interface RunOptions {
  /** The current folder, if not this process's. */
  folder?: string;
  /** Added to this process's environment. */
  environment?: Readonly<Record<string, string>>;
}

/**
 * Runs a program to its end. @returns its standard output.
 * @throws Error with the last line of its standard error, or else of its output, if it fails or does not exist.
 */
export async function outputOf(
  command: readonly string[],
  { folder = process.cwd(), environment = {} }: RunOptions = {},
): Promise<string> {
  const child = Bun.spawn([...command], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) === 0) return output;
  const how = child.signalCode ?? `status ${child.exitCode}`;
  const said = (errors.trim() || output.trim()).split("\n").at(-1);
  throw new Error(`${command.slice(0, 4).join(" ")} failed (${how}): ${said}`);
}

/** Runs a program whose output matters only when it fails. @throws as `outputOf`. */
export async function runQuietly(...command: string[]): Promise<void> {
  await outputOf(command);
}

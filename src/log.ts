/** One JSON object a line on standard output. No guest's data, no key, no body goes in. */
// The reader of the log may close the pipe; scoring continues.
process.stdout.on("error", () => {});

type Level = "info" | "warning" | "error";

export function log(level: Level, event: string, fields: Record<string, unknown> = {}): void {
  const line = { time: new Date().toISOString(), level, event, ...fields };
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/** Runs commands of the executable on the data folder of the rounds. */
import { environmentWith } from "../../bench/start-server.ts";

export interface OnData {
  executable: string;
  data: string;
}

export const onData = ({ executable, data }: OnData, args: readonly string[]) => [
  executable,
  ...args,
  "--data",
  data,
];

/** @throws Error where the command fails. */
export async function command<Result>(
  on: OnData,
  args: readonly string[],
  input = "",
): Promise<Result> {
  const child = Bun.spawn([...onData(on, args), "--json"], {
    env: environmentWith(),
    stdio: [new Blob([input]), "pipe", "pipe"],
  });
  const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if ((await child.exited) !== 0) throw new Error(`${args.join(" ")}: ${error || out}`);
  return JSON.parse(out) as Result;
}

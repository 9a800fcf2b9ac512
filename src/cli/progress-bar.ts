/** How far a long command has come, for people: on standard error, where no result is. */
import { SingleBar } from "cli-progress";

/**
 * A bar on a terminal, else a line now and then; with --json nothing.
 * @param counted what the payload counts, in the plural: it is the payload's member too.
 */
export function progressBar(counted: string, json: boolean | undefined): SingleBar {
  return new SingleBar({
    format: `{bar} {percentage}% | {${counted}} ${counted} | {duration_formatted}, {eta_formatted} left`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: true,
    noTTYOutput: !json,
    notTTYSchedule: 10_000,
    etaBuffer: 200,
  });
}

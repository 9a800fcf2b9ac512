/** The process that touches what nobody has checked: folders in, a line of JSON out for each. */
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { BundleRefused, oneLine } from "./bundle-refused.ts";
import { checkBundle } from "./check.ts";
import type { CheckReport } from "./check-report.ts";
import type { FeatureForm } from "./probe.ts";

/** What a checking process is asked, a line of JSON each. */
export interface Question {
  folder: string;
}

/** What it answers, a line of JSON each. `failed` is not the bundle's fault. */
export type Answer = { report: CheckReport } | { refused: string } | { failed: string };

/**
 * Answers questions until there are no more. The caller has limited the process before.
 * @param catalogue all features, in order.
 */
export async function answerChecks(
  questions: Readable,
  answers: Writable,
  catalogue: readonly FeatureForm[],
): Promise<void> {
  for await (const line of createInterface({ input: questions })) {
    const { folder } = JSON.parse(line) as Question;
    const answer = await answerOne(folder, catalogue);
    await new Promise((written) => answers.write(`${JSON.stringify(answer)}\n`, written));
  }
}

async function answerOne(folder: string, catalogue: readonly FeatureForm[]): Promise<Answer> {
  try {
    return { report: await checkBundle(folder, catalogue) };
  } catch (error) {
    if (error instanceof BundleRefused) return { refused: oneLineOf(error.message) };
    return { failed: oneLine(error) };
  }
}

/** A refusal may be longer than what is quoted in it. */
function oneLineOf(message: string): string {
  return message.replace(/[\s\p{Cc}]+/gu, " ");
}

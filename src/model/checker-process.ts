/** The process that reads unchecked bundles: folders in, one line of JSON per folder out. */
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { BundleRefused, oneLine } from "./bundle-refused.ts";
import { checkBundle } from "./check.ts";
import type { CheckReport } from "./check-report.ts";
import type { FeatureForm } from "./golden-forms.ts";

/** A request to the checking process, one line of JSON each. */
export interface Question {
  folder: string;
}

/** A response, one line of JSON each. `failed` means that the check itself failed. */
export type Answer = { report: CheckReport } | { refused: string } | { failed: string };

/**
 * Answers requests until the input ends. The caller must limit the process first.
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

/** Unlike {@link oneLine}, without a limit on the length. */
function oneLineOf(message: string): string {
  return message.replace(/[\s\p{Cc}]+/gu, " ");
}

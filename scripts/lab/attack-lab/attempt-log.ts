/** Records which booking attempts reached the hotels, by the booker's e-mail address. */
import type { Assessment } from "../../demo/hotel/risk.ts";
import type { Person } from "./kind.ts";

export interface Attempt {
  decisionId: string;
  riskScore: number;
}

export interface AttemptLog {
  /** The hotel's `onAssessment` callback. */
  write(request: object, assessment: Assessment): void;
  /**
   * The attempts of these people in the order of arrival, also those with a tag in the mailbox.
   * @throws Error where the service did not decide one of them.
   */
  attemptsOf(people: readonly Person[]): Attempt[];
}

export function createAttemptLog(): AttemptLog {
  const attempts: { mailbox: string; assessment: Assessment }[] = [];
  return {
    write(request, assessment) {
      const { booker } = request as { booker: { email: string } };
      attempts.push({ mailbox: mailboxOf(booker.email), assessment });
    },
    attemptsOf(people) {
      const mailboxes = new Set(people.map(({ email }) => mailboxOf(email)));
      return attempts
        .filter(({ mailbox }) => mailboxes.has(mailbox))
        .map(({ assessment: { decision, status } }) => {
          if (decision) return { decisionId: decision.decisionId, riskScore: decision.riskScore };
          throw new Error(`the service did not decide: ${status ?? "no answer"}`);
        });
    },
  };
}

/** Without the tag of `name+tag@example.com`. */
const mailboxOf = (email: string) =>
  email
    .trim()
    .toLowerCase()
    .replace(/\+[^@]*/, "");

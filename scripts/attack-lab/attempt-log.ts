/** Records which booking attempts reached the hotels, by the booker's e-mail address. */
import type { Assessment } from "../demo/hotel/risk.ts";
import type { Person } from "./kind.ts";

export interface Attempt {
  decisionId: string;
  riskScore: number;
}

export interface AttemptLog {
  /** The hotel's `onAssessment` callback. */
  write(request: object, assessment: Assessment): void;
  /** @throws Error where the service did not decide one of the attempts. */
  attemptsOf(people: readonly Person[]): Attempt[];
}

export function createAttemptLog(): AttemptLog {
  const attempts = new Map<string, Assessment[]>();
  const key = (email: string) => email.trim().toLowerCase();
  return {
    write(request, assessment) {
      const { booker } = request as { booker: { email: string } };
      const earlier = attempts.get(key(booker.email)) ?? [];
      attempts.set(key(booker.email), [...earlier, assessment]);
    },
    attemptsOf: (people) =>
      people
        .flatMap(({ email }) => attempts.get(key(email)) ?? [])
        .map(({ decision, status }) => {
          if (decision) return { decisionId: decision.decisionId, riskScore: decision.riskScore };
          throw new Error(`the service did not decide: ${status ?? "no answer"}`);
        }),
  };
}

/** One line of `booking-risk doctor`. */
export interface Check {
  name: string;
  ok: boolean;
  /** It works, but needs attention. */
  warning?: true;
  detail: string;
}

/** @param look returns what is in order; throws what is not, and what to do about it. */
export async function check(name: string, look: () => Promise<string> | string): Promise<Check> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (error instanceof Worrying) return { name, ok: true, warning: true, detail };
    return { name, ok: false, detail };
  }
}

/** It still works; the message says what to do so that it keeps working. */
export class Worrying extends Error {}

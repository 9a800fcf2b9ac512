/** One line of `booking-risk doctor`. */
export interface Check {
  name: string;
  ok: boolean;
  /** It works, and will want looking after. */
  warning?: true;
  detail: string;
}

/** @param look says what is well; throws what is not and what to do. */
export async function check(name: string, look: () => Promise<string> | string): Promise<Check> {
  try {
    return { name, ok: true, detail: await look() };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    if (error instanceof Worrying) return { name, ok: true, warning: true, detail };
    return { name, ok: false, detail };
  }
}

/** It works now; the message says what to do before it no longer does. */
export class Worrying extends Error {}

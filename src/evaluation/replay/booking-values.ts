import { hash } from "node:crypto";
import { NumberMap } from "../../base/number-set.ts";

/** The values of bookings, from a file. A million take 32 MiB; in a `Map` of strings they would take 200. */
export class BookingValues {
  readonly #values = new NumberMap();

  get size(): number {
    return this.#values.size;
  }

  /**
   * A later value of the same booking replaces the earlier one.
   * @param id of the decision (`dec_…`) or of the merchant's request.
   */
  set(id: string, value: number): void {
    this.#values.set(keyOf(id), value);
  }

  /** The value given for a decision; else the one given for its request. */
  of(decision: { id: string; requestId: string }): number | undefined {
    return this.#values.get(keyOf(decision.id)) ?? this.#values.get(keyOf(decision.requestId));
  }
}

/**
 * 52 random bits: the last ones of a decision's ID, or of a request ID's hash. One project in 9,000
 * with a million decisions has a collision.
 */
function keyOf(id: string): number {
  const digits = id.startsWith("dec_") ? id : hash("sha256", id);
  return Number.parseInt(digits.slice(-13), 16);
}

/** Which values of a feature point to fraud, and what is said of it in each direction. */
export interface Tendency {
  /** Fraud has values above what is typical, below it, on both sides, or it is no sign alone. */
  suspicious: "high" | "low" | "unusual" | "neither";
  /** What is said of a suspicious value that raises the score: names what fraud does. */
  raises: string;
  /** What is said of an ordinary value that lowers it: names what guests do. */
  lowers: string;
}

export type Tendencies = Readonly<Record<string, Tendency>>;

const of =
  (suspicious: Tendency["suspicious"]) =>
  (raises: string, lowers: string): Tendency => ({ suspicious, raises, lowers });

export const high = of("high");
export const low = of("low");
export const unusual = of("unusual");

/** Both texts say that it counts with others only, in words that accuse nobody. */
export const neither: Tendency = {
  suspicious: "neither",
  raises: "It says little on its own; it counts in combination with other facts.",
  lowers: "It says little on its own; it counts in combination with other facts.",
};

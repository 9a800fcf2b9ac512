/** Attempts to guess a secret, counted in windows of time. */

export interface AttemptWindow {
  name: string;
  /** Attempts that it has room for. */
  most: number;
  /** How long it lasts from its first attempt. */
  windowMs: number;
}

export interface AttemptCountStore {
  /**
   * Counts an attempt in all of these windows, or in none if one is full.
   * @returns 0, or the ms until the first full one ends.
   */
  count(windows: readonly AttemptWindow[]): Promise<number>;
  /** Takes an attempt back from windows that it was counted in. */
  takeBack(names: readonly string[]): Promise<void>;
}

/** What several copies of the service use up together, such as bytes a day. */

export interface QuotaUse {
  name: string;
  /** Used since it was last reported; 0 to learn what is used by others. */
  amount: number;
  /** What comes back a second. */
  perSecond: number;
}

export interface QuotaStore {
  /** Adds to what is used. @returns what is used of each now, in the same order. */
  use(uses: readonly QuotaUse[]): Promise<number[]>;
}

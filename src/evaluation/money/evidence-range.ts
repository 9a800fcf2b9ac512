/** The decisions that count as evidence. */
export interface EvidenceRange {
  /** Unix ms. Those after the last report are left out where reports have stopped. */
  from: number;
  to: number;
  /** ISO 4217, of the amounts that count; null: none does. */
  currency: string | null;
}

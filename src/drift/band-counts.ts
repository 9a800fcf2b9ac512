/** What became of decisions, by band of the score. */
import { bandOf, bands } from "../risk/score.ts";

export interface BandOutcomes {
  from: number;
  to: number;
  decisions: number;
  /** Reported so far. */
  fraud: number;
  legitimate: number;
  /** The part reported as fraud, of all decisions of the band; null without any. */
  fraudRate: number | null;
  /** The mean probability of fraud that was told. */
  told: number | null;
}

export class BandCounts {
  readonly #counts = bands.map(() => ({ decisions: 0, fraud: 0, legitimate: 0, told: 0 }));

  /** @param outcome the newest report's. */
  add(riskScore: number, probability: number, outcome: string | undefined): void {
    const band = this.#counts[bandOf(riskScore)]!;
    band.decisions += 1;
    band.told += probability;
    if (outcome === "legitimate") band.legitimate += 1;
    else if (outcome !== undefined) band.fraud += 1;
  }

  bands(): BandOutcomes[] {
    return this.#counts.map(({ decisions, fraud, legitimate, told }, i) => {
      const part = (sum: number) => (decisions === 0 ? null : sum / decisions);
      const [from, to] = bands[i]!;
      return { from, to, decisions, fraud, legitimate, fraudRate: part(fraud), told: part(told) };
    });
  }
}

/**
 * How often something happens to the guests of a challenger, compared with those of the champion, at any time of a
 * challenge and however often it is looked at.
 *
 * Guests are assigned at random, a share of them to the challenger. If what is counted, such as guests with reported
 * fraud, were as frequent with both models, each counted guest would be the challenger's with a probability of
 * exactly this share, however guests arrive and however late reports are. The likelihood ratio of any other frequency
 * to this one is a martingale that begins at 1, so a mixture of such ratios exceeds 1 / alpha at any time with a
 * probability of at most alpha: J. Ville, "Étude critique de la notion de collectif", 1939; H. Robbins, "Statistical
 * methods related to the law of the iterated logarithm", Annals of Mathematical Statistics 41(5), 1970; for counts of
 * randomly assigned subjects M. Lindon and A. Malek, "Anytime-valid inference for multinomial count data", NeurIPS
 * 2022.
 */

/** Counted guests of both models. */
export interface Counted {
  challenger: number;
  champion: number;
}

/** The frequency with the challenger, relative to the champion's; an interval that is valid at any time. */
export interface RateRatio {
  /** Null where nothing was counted for the champion. */
  estimate: number | null;
  low: number;
  /** Null: no upper end is known. */
  high: number | null;
}

/** Frequencies that are mixed, relative to the one that is tested. */
const mixed = [1.25, 1.5, 2, 3, 4, 8] as const;

/**
 * The logarithm of the evidence that the frequency is above `ratio` times the champion's, or below it.
 * @param share of the guests that are the challenger's, above 0 and below 1.
 */
function logEvidence(
  { challenger, champion }: Counted,
  { share, ratio, side }: { share: number; ratio: number; side: "above" | "below" },
): number {
  const logs = mixed.map((factor) => {
    const other = side === "above" ? ratio * factor : ratio / factor;
    const base = (1 - share + share * ratio) / (1 - share + share * other);
    return challenger * Math.log(other / ratio) + (challenger + champion) * Math.log(base);
  });
  const largest = Math.max(...logs);
  const sum = logs.reduce((total, one) => total + Math.exp(one - largest), 0);
  return largest + Math.log(sum / mixed.length);
}

/**
 * Whether the frequency is above `ratio` times the champion's. Of challengers for which it is not, at most the share
 * `alpha` are ever told so, however often this is asked.
 */
export function isAbove(
  counted: Counted,
  { share, ratio, alpha }: { share: number; ratio: number; alpha: number },
): boolean {
  return logEvidence(counted, { share, ratio, side: "above" }) >= -Math.log(alpha);
}

/** Ratios that an interval distinguishes. */
const ratioLimits = { low: 1e-3, high: 1e3 } as const;
/** Halvings of that range: to four digits. */
const halvings = 40;
const rounding = 1.001;

/** @param alpha of each of the two ends: 0.025 for an interval of 95 %. */
export function rateRatio(
  counted: Counted,
  { share, alpha }: { share: number; alpha: number },
): RateRatio {
  const { challenger, champion } = counted;
  const odds = share / (1 - share);
  const isRefuted = (side: "above" | "below") => (ratio: number) =>
    logEvidence(counted, { share, ratio, side }) >= -Math.log(alpha);
  const low = boundary((ratio) => !isRefuted("above")(ratio));
  const high = boundary(isRefuted("below"));
  return {
    estimate: champion === 0 ? null : challenger / champion / odds,
    low: low < ratioLimits.low * rounding ? 0 : low,
    high: high > ratioLimits.high / rounding ? null : high,
  };
}

/** The smallest ratio for which `holds`, which holds for all larger ones. */
function boundary(holds: (ratio: number) => boolean): number {
  let [low, high] = [Math.log(ratioLimits.low), Math.log(ratioLimits.high)];
  for (let i = 0; i < halvings; i++) {
    const middle = (low + high) / 2;
    if (holds(Math.exp(middle))) high = middle;
    else low = middle;
  }
  return Math.exp(high);
}

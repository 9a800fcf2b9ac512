/** Which points are worth mentioning, and how. */

/** A contribution below this, in points, is not worth mentioning. */
export const noticeable = 0.05;

/** As in "0.3 points", without a sign. */
export function plainPoints(points: number): string {
  const text =
    Math.abs(points) < 10 ? Math.abs(points).toFixed(1) : `${Math.round(Math.abs(points))}`;
  return text === "1.0" ? "1 point" : `${text} points`;
}

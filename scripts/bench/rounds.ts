/** Each round begins with another one, so that none is always measured first. */
export function rotated<One>(all: readonly One[], round: number): One[] {
  const first = round % all.length;
  return [...all.slice(first), ...all.slice(0, first)];
}

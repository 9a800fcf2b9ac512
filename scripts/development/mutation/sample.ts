/** A sample that a seed decides, and that stays the same as long as the mutated sources do. */
import type { Mutant } from "./mutants.ts";

/** @returns the mutants in the order of the seed, at most `size` of them. */
export function sampleOf(mutants: readonly Mutant[], size: number, seed: number): Mutant[] {
  return mutants
    .map((mutant) => ({ mutant, rank: rankOf(mutant, seed) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant);
}

function rankOf({ file, start, end, replacement }: Mutant, seed: number): bigint {
  return Bun.hash.wyhash(`${file} ${start} ${end} ${replacement}`, BigInt(seed));
}

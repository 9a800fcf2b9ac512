/**
 * When the indexer indexes what there is: a few decisions soon, many of them together. A group of 20,000
 * takes two thirds of the CPU time of four of 5,000, and writes a third of the bytes.
 */

/** So many are indexed after each pause; more are gathered. */
export const fewMax = 500;
/** Until there are enough for a group, or for so many pauses. What is not indexed is in memory. */
export const gatheredPauses = 5;

/**
 * @param waiting counts the decisions that are not indexed. @param groupMax how many a group takes.
 * @returns a function, called after each pause, that says whether to index what there is by then.
 */
export function gathering(waiting: () => number, groupMax: number): () => boolean {
  let pauses = 0;
  return () => {
    pauses += 1;
    const count = waiting();
    if (count > fewMax && count < groupMax && pauses < gatheredPauses) return false;
    pauses = 0;
    return true;
  };
}

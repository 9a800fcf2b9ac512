/** A moment as people and programs write it. */

const timeForm = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d))?$/;

/** What is asked for, after the name of a field. */
export const timeRule = "must be a day or a time, such as 2027-05-01 or 2027-05-01T09:00:00Z";

/** Unix ms; a day alone begins at midnight UTC. Null where it is neither. */
export function readTime(text: string): number | null {
  const at = timeForm.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

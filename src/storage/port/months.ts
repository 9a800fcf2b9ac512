/** Months of which nothing is kept any more: a store that has its large tables by month drops them whole. */

/** Whether of a project nothing is kept of before this time, Unix ms. */
export type IsOver = (projectId: string, end: number) => Promise<boolean>;

/** What was deleted, by project; one may be there more than once. */
export type DeletedMonths<Kind extends string> = ({ projectId: string } & Record<Kind, number>)[];

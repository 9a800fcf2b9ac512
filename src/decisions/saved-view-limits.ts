/** The limits of saved views, which the dashboard states too: nothing is imported here. */
export const savedViewLimits = {
  perProject: 100,
  /** Characters of a name. */
  name: 60,
} as const;

/** Members of a decision that follows from its model alone: no base rates, list, control group or challenge. */
export const byModelAlone = {
  modelProbability: null,
  projectBaseRate: null,
  modelBaseRate: null,
  listMatches: null,
  controlGroup: null,
  challenge: null,
};

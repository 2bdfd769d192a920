/** Nodes that a campaign may come to once its aliases are written out. */
export const nodesMax = 200_000;
/** Limit for the findings of the YAML library and for our own. A file of 5 MB can have millions, which nobody reads. */
export const mistakesMax = 100;

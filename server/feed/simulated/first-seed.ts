/** The one seed of simulated markets that everybody knows. */

/** Seed of all markets before they had keys, where none was set. */
export const FIRST_SEED = 1

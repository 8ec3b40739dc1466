/** What commands of a user have in common: whose they are, and how often they may be said again. */

/** Whose order it is: `u12` is the user with the internal id 12; the house's own stand in `HOUSE_ACCOUNTS`. */
export type AccountId = string

/** S12: of a command with a key. */
export interface Remembered {
  /**
   * Keys that its account may have remembered; in the command, so that a replay doesn't ask today's settings. Left out
   * in the command logs of earlier servers: their refusals are remembered as well, and their accounts have no quota.
   */
  keysMax?: number
}

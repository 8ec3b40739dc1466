/** What stands in the form of second contracts, and which results were put away. For this page's time. */

import { proxy } from "valtio"

interface SecondForm {
  /** Length of the contract, s; 0: none was chosen, the market's first stands. */
  seconds: number
  /** As typed. */
  stake: string
}

export const secondForm = proxy<SecondForm>({ seconds: 0, stake: "" })

export const fillSecondForm = (change: Partial<SecondForm>): void => void Object.assign(secondForm, change)

/** Results up to this end (server epoch ms) were read: put away, or followed by another contract. */
export const seenResults = proxy<{ until: number }>({ until: 0 })

/** Places on screen that show results, and say them: nothing else needs to. */
export const resultPlaces = { count: 0 }

export const putResultsAway = (until: number): void => {
  if (until > seenResults.until) seenResults.until = until
}

/** Finds what is listed among all kinds. */

import type { Listed } from "./listed.ts"
import type { EngineState } from "./state.ts"

/** By its id; undefined where nothing is listed. */
export const listedOf = ({ markets, seconds }: EngineState, id: string): Listed | undefined =>
  markets.get(id) ?? seconds.listed.get(id)

/** All of them by id, as a restored engine knows no other order (T1). */
export const allListed = ({ markets, seconds }: EngineState): Listed[] =>
  [...markets.values(), ...seconds.listed.values()].sort((one, other) =>
    one.instrument.id < other.instrument.id ? -1 : 1,
  )

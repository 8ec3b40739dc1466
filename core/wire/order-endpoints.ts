/** The calls about orders of every kind of market, by name. */

import { cancelAfter } from "./countdown-calls.ts"
import { cancelGroup, placeOco, placeScaled } from "./order-group-calls.ts"
import { changeGroup, pausedGroups } from "./paused-calls.ts"
import { changeTwap, placeTwap, twaps } from "./twap-calls.ts"

export const orderEndpoints = {
  cancelAfter,
  ...{ placeOco, placeScaled, cancelGroup, changeGroup, pausedGroups },
  ...{ placeTwap, changeTwap, twaps },
} as const

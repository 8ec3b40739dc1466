/** The time until something, counted down each second by the server's clock. */

import { useSnapshot } from "valtio"
import { market, tickerOf } from "../stores/market-store.ts"
import { timeLeft } from "../text/time-left.ts"
import { useEachSecond } from "../ui/each-second.ts"

/** How long until funding of this contract is paid; a dash while that isn't known. */
export function FundingLeft({ id }: { id: string }) {
  const { nextFunding } = useSnapshot(tickerOf(id))
  return nextFunding === null ? "–" : <CountedDown to={nextFunding} />
}

/** Of its own, so that each second touches nothing but this text. `to`: epoch ms. */
export function CountedDown({ to }: { to: number }) {
  const { clockOffset } = useSnapshot(market).connection
  return timeLeft(to - (useEachSecond(true) + clockOffset), { hasHours: true })
}

/** A price at which a buy order rests: below the best bid, with as many places as it has; and how much is enough at it. */

import { ask } from "./register-person.ts"
import { WrongResult } from "./wrong-result.ts"

/** A server that has just started may have no book for a moment. */
const WAIT_MS = 10_000

/** @param part of the best bid. Throws a WrongResult when there is none within ten seconds. */
export async function restingPrice(address: string, symbol: string, part = 0.5): Promise<string> {
  const until = Date.now() + WAIT_MS
  for (;;) {
    const { data } = await ask(address, `/market/depth?symbol=${symbol}&limit=5`)
    const best = (data as { bids?: [string, string][] } | undefined)?.bids?.[0]?.[0]
    if (best !== undefined) return (Number(best) * part).toFixed(best.split(".")[1]?.length ?? 0)
    if (Date.now() > until) throw new WrongResult(`${symbol} has no bid`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** What an order must at least be worth in the quote, with room. */
const WORTH = 12

/** A quantity in ten-thousandths that is worth enough: a market that is its own at each start may be at any price. */
export const worthwhileQuantity = (price: string): string =>
  (Math.ceil((WORTH / Number(price)) * 1e4) / 1e4).toFixed(4)

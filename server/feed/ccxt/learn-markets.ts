/** Loads the list of an exchange's markets, retrying until it answers. */

import { BackOff } from "./back-off.ts"
import type { CcxtExchange } from "./ccxt-exchange.ts"
import { reasonOf } from "./channel.ts"
import type { RateGate } from "./rate-gate.ts"
import type { Surroundings } from "./venue.ts"

/** No time heals these. */
const HOPELESS = new Set(["AuthenticationError", "PermissionDenied", "NotSupported", "ArgumentsRequired"])

export interface OpenVenue {
  exchange: CcxtExchange
  gate: RateGate
  /** Messages and levels that nothing could be made of, so far. */
  nonsense(): number
}

/** Resolves when the exchange has told its markets. It is asked again and again, at longer and longer intervals. */
export async function learnMarkets(
  { exchange, gate }: OpenVenue,
  { pause }: Surroundings,
  say: (text: string) => void,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  const backOff = new BackOff()
  for (let tries = 0; !signal.aborted; tries += 1) {
    try {
      // Anew: else ccxt gives its first answer again, the failure as well.
      await exchange.loadMarkets(tries > 0)
      if (tries > 0) say(`The exchange ${exchange.id} answers now.`)
      return
    } catch (error) {
      const reason = reasonOf(error)
      if (error instanceof Error && HOPELESS.has(error.name))
        throw new Error(`The exchange ${exchange.id} doesn't tell its markets: ${reason}.`)
      const wait = Math.max(backOff.next(), gate.left)
      say(
        `The exchange ${exchange.id} doesn't tell its markets (${reason}); asking again in ${Math.ceil(wait / 1000)} s.`,
      )
      await pause(wait, signal)
    }
  }
}

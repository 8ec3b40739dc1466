/** Handlers of deposits: the list, and the sandbox's faucet, which sends coins of its simulated chains. */

import { chainAssetOf } from "#core/chain/chain-assets.ts"
import { formatAmount } from "#core/money/steps.ts"
import type { Amount } from "#core/money/units.ts"
import {
  type chainFaucet,
  type DepositEndpointName,
  type RequestOf,
  type ResponseOf,
  refuse,
} from "#core/wire/index.ts"
import { answer, type HandlersOf } from "../calls/handler.ts"
import { isBackwards } from "../storage/time-range.ts"
import { type CustodyReading, depositPage } from "./custody.queries.ts"
import type { CustodyAdapter } from "./custody-adapter.ts"
import { OneByOne } from "./one-by-one.ts"

const FAUCET_EVERY_MS = 60_000

interface DepositParts extends CustodyReading {
  /** Undefined: there is no custody. */
  adapter: CustodyAdapter | undefined
  now(): number
  /** What the faucet sends at a time, of each currency that it has. */
  faucet: readonly { currency: string; amount: Amount }[]
}

type Drawn = ResponseOf<typeof chainFaucet>

export function depositHandlers(parts: DepositParts): HandlersOf<DepositEndpointName> {
  const turns = new OneByOne()
  /** The last draw of each user, under its key. */
  const drawn = new Map<number, { key: string; answer: Drawn }>()
  const draw = async ({ currency, chain, key }: RequestOf<typeof chainFaucet>, userId: number) => {
    const { adapter, faucet, now } = parts
    if (!adapter?.faucet || faucet.length === 0) return refuse("FORBIDDEN")
    const amount = faucet.find((row) => row.currency === currency)?.amount
    if (amount === undefined || !chainAssetOf(chain, currency)) return refuse("UNKNOWN_CURRENCY")
    const asked = `${currency} ${chain} ${key}`
    const last = drawn.get(userId)
    if (last?.key === asked) return answer(last.answer)
    const waits = (last?.answer.nextAt ?? 0) - now()
    if (waits > 0) return refuse("WAIT", { seconds: Math.ceil(waits / 1000) })
    const nextAt = now() + FAUCET_EVERY_MS
    const address = await adapter.addressOf(chain, userId)
    const { tx } = await adapter.faucet({ key: `${userId} ${asked}`, chain, currency, address, amount })
    const sent: Drawn = { tx, address, amount: formatAmount(amount), nextAt }
    drawn.set(userId, { key: asked, answer: sent })
    return answer(sent)
  }
  return {
    async deposits(request, { session }) {
      if (isBackwards(request)) return refuse("TIME_RANGE")
      return answer(await depositPage(parts, session.userId, request))
    },

    chainFaucet: (request, { session: { userId } }) => turns.run(userId, () => draw(request, userId)),
  }
}

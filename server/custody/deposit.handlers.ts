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
import { type ChainGate, isChainOpen } from "./chain-gate.ts"
import { type CustodyReading, depositPage } from "./custody.queries.ts"
import { OneByOne } from "./one-by-one.ts"
import { type Draw, lastDraw } from "./sandbox/last-draw.ts"

const FAUCET_EVERY_MS = 60_000

interface DepositParts extends CustodyReading, ChainGate {
  now(): number
  /** What the faucet sends at a time, of each currency that it has. */
  faucet: readonly { currency: string; amount: Amount }[]
}

type Drawn = ResponseOf<typeof chainFaucet>

export function depositHandlers(parts: DepositParts): HandlersOf<DepositEndpointName> {
  const turns = new OneByOne()
  const draw = async ({ currency, chain, key }: RequestOf<typeof chainFaucet>, userId: number) => {
    const { custody, faucet, now } = parts
    const adapter = custody?.adapter
    if (!adapter?.faucet || adapter.realChains?.includes(chain) || faucet.length === 0)
      return refuse("FORBIDDEN")
    const amount = faucet.find((row) => row.currency === currency)?.amount
    if (amount === undefined || !chainAssetOf(chain, currency)) return refuse("UNKNOWN_CURRENCY")
    if (!isChainOpen(parts, { chain, currency })) return refuse("CHAIN_CLOSED", { currency })
    const asked = `${userId} ${currency} ${chain} ${key}`
    // From the table of the chain: the limit outlasts a restart.
    const last = await lastDraw(parts.database, userId)
    if (last?.key === asked) return answer(drawnOf(last))
    const waits = last ? last.time + FAUCET_EVERY_MS - now() : 0
    if (waits > 0) return refuse("WAIT", { seconds: Math.ceil(waits / 1000) })
    const address = await adapter.addressOf(chain, userId)
    const { tx } = await adapter.faucet({ key: asked, chain, currency, address, amount })
    const made = await lastDraw(parts.database, userId)
    // The key of an older draw means that draw for good.
    return answer(drawnOf(made?.tx === tx ? made : { tx, address, amount, time: now() }))
  }
  return {
    async deposits(request, { session }) {
      if (isBackwards(request)) return refuse("TIME_RANGE")
      return answer(await depositPage(parts, session.userId, request))
    },

    chainFaucet: (request, { session: { userId } }) => turns.run(userId, () => draw(request, userId)),
  }
}

const drawnOf = ({ tx, address, amount, time }: Omit<Draw, "key">): Drawn => ({
  ...{ tx, address, amount: formatAmount(amount) },
  nextAt: time + FAUCET_EVERY_MS,
})

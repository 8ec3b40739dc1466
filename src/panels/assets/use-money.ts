/** What does this person own, and what is it worth now? Balances as the socket tells them, prices as they move. */

import { useMemo } from "react"
import { useSnapshot } from "valtio"
import type { Rates } from "#core/money/worth.ts"
import type { AiHolding } from "#core/wire/ai.ts"
import type { assets } from "#core/wire/asset-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { Balance } from "#core/wire/trading.ts"
import type { Freshness } from "#workers/market/market.api.ts"
import { type AiSum, aiSumsOf } from "../../amounts/ai-sums.ts"
import { useAssetsAnswer, useCoinRates } from "../../amounts/live-rates.ts"
import type { Asked } from "../../api/query.ts"
import { account } from "../../stores/account-store.ts"
import { market } from "../../stores/market-store.ts"
import { useOwnBalances } from "../../stores/own-balances.ts"
import { type Holdings, holdingsOf, totalChoices, withIsolatedMargin } from "./holdings.model.ts"

type Answer = ResponseOf<typeof assets>

export interface Money {
  /** The margin of isolated positions is part of what is frozen. */
  balances: readonly Balance[]
  rates: Rates
  holdings: Holdings
  /** What the total can be told in. */
  choices: readonly string[]
  /** The older of balances and prices. */
  freshness: Freshness
}

export interface AskedMoney extends Asked<Money> {
  /** As the server answered last: practice money is in it. */
  answer: Answer | undefined
}

export function useMoney(): AskedMoney {
  const asked = useAssetsAnswer()
  const live = useOwnBalances()
  const { positions } = useSnapshot(account)
  const told = live ?? asked.data?.balances
  const balances = useMemo(() => told && withIsolatedMargin(told, positions), [told, positions])
  const ai = useAiSums(asked.data)
  const held = [...(balances ?? []).filter(isHeld), ...ai].map(({ currency }) => currency)
  const { rates, inCurrency, hasPrices } = useCoinRates(held, asked.data?.rates)
  const freshness = useFreshness(hasPrices)
  // Without the answer only coins with a live market would count, and the total would be too small.
  const data =
    balances && asked.data
      ? {
          balances,
          rates,
          holdings: holdingsOf(balances, rates, inCurrency, ai),
          choices: totalChoices(balances, rates),
          freshness,
        }
      : undefined
  return { ...asked, data, answer: asked.data }
}

/** As the private socket tells it; until it has, as the server answered. */
function useAiSums(told: Answer | undefined): readonly AiSum[] {
  const { isKnown, holdings } = useSnapshot(account)
  return isKnown ? aiSumsOf(holdings as readonly AiHolding[]) : (told?.ai ?? [])
}

const isHeld = ({ available, held }: Balance) => /[1-9]/.test(available) || /[1-9]/.test(held)

/** Where only the rate currency is held, no price can be old. */
function useFreshness(hasPrices: boolean): Freshness {
  const { ticker } = useSnapshot(market).freshness
  const prices: Freshness = hasPrices ? ticker : { state: "live" }
  const { state, silentSince, isKnown } = useSnapshot(account)
  if (prices.state !== "live") return prices
  if (silentSince !== null) return { state: "old", since: silentSince }
  return state === "live" && isKnown ? prices : { state: "catching-up" }
}

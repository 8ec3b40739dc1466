/** What the engine says an order of a contract would cost this account, asked again while marks and the account move. */

import { useEffect, useRef, useState } from "react"
import { useSnapshot } from "valtio"
import { estimateContractOrder } from "#core/wire/contract-order-calls.ts"
import type { AskOf, ResponseOf } from "#core/wire/endpoint.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { type Asked, useAnswer } from "../api/query.ts"
import { account, balanceOf, ownTrading } from "../stores/account-store.ts"

export type Estimate = ResponseOf<typeof estimateContractOrder>
export type EstimateAsk = AskOf<typeof estimateContractOrder>

/** Marks move: what the engine said of an order is asked again after this. */
const ESTIMATE_EVERY_MS = 4000
/** Not about each letter that is typed, nor at each step of a price that follows the market. */
const ASK_AGAIN_MS = 400

/** Asked anew whenever something of the account changed. */
export function useOwnEstimate(request: EstimateAsk, isWanted: boolean): Asked<Estimate> {
  const asked = useAnswer(estimateContractOrder, request, isWanted, ESTIMATE_EVERY_MS, 0)
  const { positions } = useSnapshot(account)
  const { orders } = useSnapshot(ownTrading.perpetual)
  // A transfer changes neither of them.
  const { available } = useSnapshot(balanceOf("contract", request.instrument?.split("_")[1] ?? ""))
  const { retry } = asked
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when positions, orders or the balance changed, not when the way to ask did
  useEffect(() => {
    if (isWanted) retry()
  }, [positions, orders, available])
  return asked
}

/**
 * Free margin of the account as wire text, as the engine says it with any order: of the least one. Undefined until it is known.
 * @param isHedge undefined: the position mode isn't known yet, and nothing is asked
 */
export function useFreeMargin(
  market: TradedMarket,
  isHedge: boolean | undefined,
  isWanted: boolean,
): string | undefined {
  const least = { instrument: market.id, side: "buy", quantity: market.minQuantity } as EstimateAsk
  const request = isHedge ? { ...least, positionSide: "long" as const } : least
  return useOwnEstimate(request, isWanted && isHedge !== undefined).data?.free
}

/** A text that changes no oftener than {@link ASK_AGAIN_MS}. */
export function usePaced(text: string): string {
  const [paced, setPaced] = useState(text)
  const latest = useRef(text)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    latest.current = text
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      setPaced(latest.current)
    }, ASK_AGAIN_MS)
  }, [text])
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [],
  )
  return paced
}

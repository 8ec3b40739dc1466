/** What is said of a group of orders before it is sent: its cost, what is available, and every warning of a single order. */

import { useSnapshot } from "valtio"
import { formatAmount, unitsOf } from "#core/money/steps.ts"
import type { Position } from "#core/wire/contract.ts"
import { contractSettings } from "#core/wire/contract-position-calls.ts"
import type { TradedMarket } from "#core/wire/market.ts"
import { spotFees } from "#core/wire/spot-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { account, balanceOf } from "../../stores/account-store.ts"
import type { Guard } from "../../ticket/guard.ts"
import { guardsOf } from "../../ticket/guards.ts"
import type { DraftInput } from "../../ticket/order-draft.ts"
import { type EstimateAsk, useFreeMargin, useOwnEstimate, usePaced } from "../../ticket/own-estimate.ts"
import { rateOf } from "../../ticket/ticket-market.ts"
import { type TicketState, useMarketInput } from "../../ticket/ticket-state.ts"
import { useUsualSize } from "../../ticket/usual-size.ts"
import { draftsOf, type GroupDraft, type GroupTerms } from "./group-cost.ts"
import { positionSideOf } from "./group-form.ts"
import type { Grouping } from "./use-group.ts"

/** As a single order's ticket would show it; `draft` is empty while something is missing. */
export interface GroupCheck extends TicketState {
  /** Of a contract, where it opens something: the engine's word, wire texts (no liquidation price: empty). */
  margin: { cost: string; liquidation: string } | undefined
  /** Own fee rate of a taker in 1e-8; undefined while unknown. */
  taker: bigint | undefined
}

const EMPTY: GroupDraft = {
  order: { side: "buy", orderType: "limit", postOnly: false, validity: "gtc" },
  readings: { price: {}, stop: {}, distance: {}, amount: {} },
}

export function useGroupCheck(
  market: TradedMarket,
  group: Pick<Grouping, "form" | "judgement" | "instrument">,
): GroupCheck {
  const { form, judgement, instrument } = group
  const { side } = form
  const isContract = market.kind === "perpetual"
  const { form: typed, input: known, freshness, limits, own } = useMarketInput(instrument, true)
  const { isKnown } = useSnapshot(account)
  const spent = useSnapshot(balanceOf("funding", side === "buy" ? market.quote : market.base)).available
  const { terms, isHedge } = useTerms(market)
  const usual = useUsualSize(market, true)
  const opposite = useOpposite(market.id, side, isHedge || form.isReduceOnly)
  const drafts = terms ? draftsOf({ form, judgement, instrument, terms, last: known.prices.last }) : []
  const estimate = useGroupEstimate(market, group, drafts[0], isHedge)
  const margin = useFreeMargin(market, terms && isHedge, isContract)
  const free = isContract ? margin : isKnown ? spent : undefined
  const input: DraftInput = { ...known, form: { ...known.form, side, type: "limit", unit: "base" } }
  const isOpening = estimate !== undefined && unitsOf(estimate.opens) > 0n
  const risked =
    isOpening && terms ? { liquidation: estimate.liquidationPrice, leverage: terms.leverage } : undefined
  const kind = { free: () => (free === undefined ? undefined : unitsOf(free)), share: () => undefined }
  const guards = drafts.flatMap((draft) =>
    guardsOf({ input, kind, draft, limits, usual, freshness, own: { ...own, opposite, risked } }),
  )
  return {
    market,
    form: { ...typed, side },
    input,
    draft: drafts[0] ?? EMPTY,
    guards: onePerKind(guards),
    freshness,
    hasFees: terms !== undefined,
    taker: terms?.taker,
    available: free ?? null,
    margin: isOpening ? { cost: estimate.cost, liquidation: estimate.liquidationPrice } : undefined,
  }
}

const onePerKind = (guards: readonly Guard[]): Guard[] =>
  [...new Map(guards.toReversed().map((guard) => [guard.kind, guard])).values()].toReversed()

/** Own rates and leverage; undefined until they are known. */
function useTerms(market: TradedMarket): { terms: GroupTerms | undefined; isHedge: boolean } {
  const isContract = market.kind === "perpetual"
  const { data: fees } = useAnswer(spotFees, { instrument: market.id }, !isContract)
  const { data: settings } = useAnswer(contractSettings, { instrument: market.id }, isContract, 30_000)
  const isHedge = settings?.positionMode === "hedge"
  const row = settings?.rows.find(({ instrument }) => instrument === market.id)
  const rates = isContract ? row && { ...row, feeIn: "quote" as const } : fees && { ...fees, leverage: 1 }
  if (!rates) return { terms: undefined, isHedge }
  const { feeIn, leverage } = rates
  return { terms: { maker: rateOf(rates.maker), taker: rateOf(rates.taker), feeIn, leverage }, isHedge }
}

/** In one-way mode the position that the group would close before it opens the other side, in 1e-8; 0: none. */
function useOpposite(instrument: string, side: "buy" | "sell", isNever: boolean): bigint {
  const positions = useSnapshot(account).positions as readonly Position[]
  const closed = side === "buy" ? "short" : "long"
  const held = positions.find((position) => position.instrument === instrument && position.side === closed)
  return held && !isNever ? unitsOf(held.quantity) : 0n
}

/** The engine's word on all of it as one order; undefined while something is missing, and until it has said it of this one. */
function useGroupEstimate(
  market: TradedMarket,
  { form }: Pick<Grouping, "form">,
  draft: GroupDraft | undefined,
  isHedge: boolean,
) {
  const { order, request } = draft ?? {}
  const tick = unitsOf(market.tick)
  const isWanted = market.kind === "perpetual" && request !== undefined
  const ask = {
    ...{ instrument: market.id, side: form.side, quantity: request?.quantity ?? "" },
    ...(order?.price !== undefined && { price: formatAmount(BigInt(order.price) * tick) }),
    ...(form.isReduceOnly && { reduceOnly: true }),
    ...(isHedge && { positionSide: positionSideOf(form) }),
  }
  const text = isWanted ? JSON.stringify(ask) : ""
  const settled = usePaced(text)
  const { data } = useOwnEstimate(
    (settled === "" ? {} : JSON.parse(settled)) as EstimateAsk,
    isWanted && settled !== "",
  )
  return settled === text ? data : undefined
}

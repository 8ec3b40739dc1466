/** The state of a contract's ticket: what is typed, once as a buy and once as a sell, with own settings, position and margin. */

import { useRef } from "react"
import { useSnapshot } from "valtio"
import { tiersOf } from "#core/instrument/tier-tables.ts"
import { fineUnitsOf, formatAmount, unitsOf } from "#core/money/steps.ts"
import { type Amount, NO_FINE } from "#core/money/units.ts"
import { marginTiers } from "#core/position/margin-tiers.ts"
import { FLAT, type Position as HeldPosition } from "#core/position/position.ts"
import type { Position } from "#core/wire/contract.ts"
import { contractSettings } from "#core/wire/contract-position-calls.ts"
import type { ContractMarket } from "#core/wire/market.ts"
import { type Asked, useAnswer } from "../../api/query.ts"
import { account } from "../../stores/account-store.ts"
import { session } from "../../stores/session-store.ts"
import { closesWhole, type Side, type TicketForm } from "../../stores/ticket-store.ts"
import type { Guard } from "../../ticket/guard.ts"
import { guardsOf } from "../../ticket/guards.ts"
import { draftOf, readOrder } from "../../ticket/order-draft.ts"
import {
  type Estimate,
  type EstimateAsk,
  useFreeMargin,
  useOwnEstimate,
  usePaced,
} from "../../ticket/own-estimate.ts"
import { rateOf } from "../../ticket/ticket-market.ts"
import { type TicketState, useMarketInput, useOfferedPrice } from "../../ticket/ticket-state.ts"
import { useUsualSize } from "../../ticket/usual-size.ts"
import {
  type ContractDraftInput,
  type ContractTerms,
  instrumentOf,
  lessens,
  opensOf,
  positionSideOf,
} from "./contract-input.ts"
import {
  CONTRACT_ORDER,
  type ContractCost,
  type ContractOrderRequest,
  estimateAskOf,
} from "./contract-order.ts"
import { readTargets, type TargetsDraft } from "./contract-targets.ts"
import { liquidationOf } from "./estimated-liquidation.ts"

/** The ticket of one side. */
export interface SideState extends TicketState<ContractOrderRequest, ContractCost, ContractDraftInput> {
  /** What the engine said of the order; undefined: not yet, or it isn't complete. */
  estimate: Estimate | undefined
  /** Take-profit and stop-loss; undefined: none are wanted, or none would be set. */
  targets: TargetsDraft | undefined
}

export interface ContractTicket {
  /** What was typed, as the fields show it. */
  form: TicketForm
  /** The ticket as it would be with this form; `estimate`: what the engine said of that very order. */
  at: (form: TicketForm, estimate?: Estimate) => SideState
  market: ContractMarket
  /** Undefined until they are known. */
  terms: ContractTerms | undefined
  settings: Asked<unknown>
  sides: Readonly<Record<Side, SideState>>
  /** For the fields: wrong only where both sides are. */
  both: TicketState<ContractOrderRequest, ContractCost, ContractDraftInput>
  /** Why nothing can be estimated, in the server's words. */
  estimateFailure: string | undefined
}

/** Stands in until own settings came; nothing can be sent by it. */
const NO_TERMS: ContractTerms = {
  leverage: 1,
  isIsolated: false,
  isHedge: false,
  limit: "0",
  maker: 0n,
  taker: 0n,
}

/** Reckoned anew when form, book, position, settings or limits change. `isShown` false: nothing is subscribed. */
export function useContractTicket(market: ContractMarket, isShown: boolean): ContractTicket {
  const instrument = instrumentOf(market)
  const { form: typed, input: known, freshness, limits, own } = useMarketInput(instrument, isShown)
  // What closes a position reduces it, in all that follows from that.
  const form = closesWhole("perpetual", typed) ? { ...typed, isReduceOnly: true } : typed
  const isIn = useSnapshot(session).token !== null && isShown
  const positions = useSnapshot(account).positions as readonly Position[]
  const settings = useAnswer(contractSettings, { instrument: market.id }, isIn, 30_000)
  const terms = termsOf(market, settings.data)
  const usual = useUsualSize(market, isIn)
  const mine = positions.filter((position) => position.instrument === market.id)
  const free = useFreeMargin(market, terms?.isHedge, isIn)
  const inputOf = (of: TicketForm, judged?: Estimate): ContractDraftInput => {
    const { side } = of
    const input = { ...known, instrument, form: of, terms: terms ?? NO_TERMS }
    const lessened = lessens(input, side)
    const held = mine.find((position) => position.side === lessened)
    const opposite = (held ? unitsOf(held.quantity) : 0n) as Amount
    const own = positionSideOf(input, side)
    const added = own ? mine.find((position) => position.side === own) : mine[0]
    return {
      ...input,
      opposite,
      held: added ? heldOf(added) : FLAT,
      free: free === undefined ? undefined : unitsOf(free),
      judged,
    }
  }
  const [buyForm, sellForm] = [
    { ...form, side: "buy" as const },
    { ...form, side: "sell" as const },
  ]
  const buy = useEstimate(inputOf(buyForm), isIn && terms !== undefined)
  const sell = useEstimate(inputOf(sellForm), isIn && terms !== undefined)
  const stateOf = (of: TicketForm, { data: estimate, isExact }: Omit<Estimated, "failure">): SideState => {
    const input = inputOf(of, isExact ? estimate : undefined)
    const draft = draftOf(input, CONTRACT_ORDER)
    const isOpening = opensOf(input, draft.order) > 0n
    const liquidation = isOpening ? liquidationOf({ draft, form: of, estimate }) : undefined
    const ofPosition = {
      ...own,
      // What only reduces ends with the position, and in hedge mode nothing turns.
      opposite: of.isReduceOnly ? 0n : input.opposite,
      risked: terms && liquidation !== undefined ? { liquidation, leverage: terms.leverage } : undefined,
    }
    const guards = guardsOf({ input, kind: CONTRACT_ORDER, draft, limits, usual, freshness, own: ofPosition })
    const hasFees = terms !== undefined
    return {
      market,
      form: of,
      input,
      draft,
      guards,
      freshness,
      hasFees,
      available: free ?? null,
      estimate,
      targets: readTargets(input, draft.order),
    }
  }
  const sides = { buy: stateOf(buyForm, buy), sell: stateOf(sellForm, sell) }
  useOfferedPrice(isShown ? sides.buy.input : null, sides.buy.draft.readings.price)
  return {
    market,
    form,
    at: (of, estimate) => stateOf(of, { data: estimate, isExact: estimate !== undefined }),
    terms,
    settings,
    sides,
    both: bothOf(sides),
    estimateFailure: (buy.failure ?? sell.failure)?.text,
  }
}

function termsOf(
  market: ContractMarket,
  settings: { positionMode: "one-way" | "hedge"; rows: readonly SettingRow[] } | undefined,
): ContractTerms | undefined {
  const own = settings?.rows.find(({ instrument }) => instrument === market.id)
  if (!settings || !own) return undefined
  return {
    leverage: own.leverage,
    isIsolated: own.marginMode === "isolated",
    isHedge: settings.positionMode === "hedge",
    limit: sizeLimit(market, own.leverage),
    maker: rateOf(own.maker),
    taker: rateOf(own.taker),
  }
}

interface SettingRow {
  instrument: string
  marginMode: "cross" | "isolated"
  leverage: number
  maker: string
  taker: string
}

/** P14: cap of the highest tier that allows the leverage, as decimal text of the quote currency. */
export function sizeLimit(market: Pick<ContractMarket, "leverageMax">, leverage: number): string {
  const allowing = marginTiers(tiersOf(market)).filter((tier) => tier.leverageMax >= leverage)
  return formatAmount(allowing.at(-1)?.cap ?? 0n)
}

const heldOf = ({ side, quantity, cost }: Position): HeldPosition => ({
  size: (side === "long" ? unitsOf(quantity) : -unitsOf(quantity)) as Amount,
  cost: fineUnitsOf(cost),
  carry: NO_FINE,
})

/** What both sides say: a refusal or a warning of one alone stands at its own button. */
function bothOf({ buy, sell }: Readonly<Record<Side, SideState>>): SideState {
  const wrongs = [buy.draft.wrong, sell.draft.wrong]
  // Which side a target stands on is wrong for each in words of its own.
  const isWrong = wrongs.every((wrong) => wrong && wrong.problem.kind !== "target-side")
  const { wrong: _, ...draft } = buy.draft
  return {
    ...buy,
    draft: isWrong ? buy.draft : draft,
    guards: buy.guards.filter(({ kind }: Guard) => sell.guards.some((guard) => guard.kind === kind)),
  }
}

interface Estimated {
  data: Estimate | undefined
  /** It is of what is typed now, to the last digit. */
  isExact: boolean
  failure: Asked<Estimate>["failure"]
}

/** The engine's word on what is typed, as soon as typing pauses, and again while marks move. */
function useEstimate(input: ContractDraftInput, isWanted: boolean): Estimated {
  const ask = estimateAskOf(input, readOrder(input).order)
  const text = ask ? JSON.stringify(ask) : ""
  const settled = usePaced(text)
  const isAsked = isWanted && settled !== "" && text !== ""
  const request = (settled === "" ? {} : JSON.parse(settled)) as EstimateAsk
  const { data, failure } = useOwnEstimate(request, isAsked)
  const latest = useRef<{ size: string; data: Estimate }>(undefined)
  if (data) latest.current = { size: sizeOf(request), data }
  if (!ask || !isAsked) return { data: undefined, isExact: false, failure: undefined }
  // While only its price moves, the figures of a moment ago stay: they don't blink.
  const shown = latest.current?.size === sizeOf(ask) ? latest.current.data : undefined
  return { data: shown, isExact: data !== undefined && settled === text, failure }
}

/** All of it but the price. */
const sizeOf = ({ side, quantity, reduceOnly, positionSide, instrument }: EstimateAsk): string =>
  JSON.stringify([instrument, side, quantity, reduceOnly, positionSide])

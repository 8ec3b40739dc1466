/** Own positions as Binance writes them, and what an account of futures comes to. */

import type { PerpetualInstrument } from "#core/instrument/instrument.ts"
import { divideNearest } from "#core/money/rounding.ts"
import { fineUnitsOf, formatAmount, signedUnitsOf, unitsOf } from "#core/money/steps.ts"
import { UNITS_PER_COIN } from "#core/money/units.ts"
import type { ContractSetting, positions, ResponseOf } from "#core/wire/index.ts"
import type { DoorGround, DoorRequest } from "../door-route.ts"

export type Standing = ResponseOf<typeof positions>["rows"][number]

/** 1e-16 by 1e-8 of what is asked, to the nearest. */
const inUnits = (fine: bigint): bigint => divideNearest(fine, UNITS_PER_COIN)
const text = (units: bigint): string => formatAmount(units)

export interface PositionFigures {
  /** In 1e-8, of the quote; below zero of a short. */
  notional: bigint
  unrealised: bigint
  initialMargin: bigint
  maintenance: bigint
  /** Own margin of an isolated one, 0 of a cross one. */
  margin: bigint
}

const signedQuantity = ({ side, quantity }: Standing): bigint =>
  side === "long" ? unitsOf(quantity) : -unitsOf(quantity)

export function figuresOf(position: Standing): PositionFigures {
  const notional = divideNearest(signedQuantity(position) * unitsOf(position.mark), UNITS_PER_COIN)
  const size = notional < 0n ? -notional : notional
  return {
    notional,
    unrealised: inUnits(fineUnitsOf(position.unrealised)),
    initialMargin: divideNearest(size, BigInt(position.leverage)),
    maintenance: inUnits(fineUnitsOf(position.maintenance)),
    margin: signedUnitsOf(position.margin),
  }
}

/** Where it would close without loss, with what it has realised, paid and received so far; its closing fee apart. */
function breakEvenOf(position: Standing): string {
  const quantity = signedQuantity(position)
  if (quantity === 0n) return "0"
  const { realised, openingFee, closingFee, liquidationFee, fundingReceived, fundingPaid } = position
  const gained = [realised, fundingReceived].reduce((sum, amount) => sum + fineUnitsOf(amount), 0n)
  const spent = [openingFee, closingFee, liquidationFee, fundingPaid].reduce(
    (sum, amount) => sum + fineUnitsOf(amount),
    0n,
  )
  const cost = fineUnitsOf(position.cost) - gained + spent
  const size = quantity < 0n ? -quantity : quantity
  return text(divideNearest(quantity < 0n ? -cost : cost, size))
}

const slotOf = ({ positionSide }: Standing): string =>
  positionSide === "" ? "BOTH" : positionSide.toUpperCase()

/** Binance counts its fifths from 0 on, ours begin with 1; 0 as well while it isn't ranked. */
const quantileOf = ({ deleveragingLight }: Standing): number => Math.max(0, deleveragingLight - 1)

/** Rank of deleveraging of each position, by contract. */
export async function quantiles({ symbols }: DoorGround, { calls, parameters }: DoorRequest) {
  const name = parameters.text("symbol")
  const of = name === undefined ? {} : { instrument: symbols.future(name).id }
  const { rows } = await calls.make("positions", of)
  const markets = new Map<string, Record<string, number>>()
  for (const position of rows) {
    const symbol = symbols.nameOf(position.instrument)
    markets.set(symbol, { ...markets.get(symbol), [slotOf(position)]: quantileOf(position) })
  }
  return [...markets].map(([symbol, adlQuantile]) => ({ symbol, adlQuantile }))
}

/** As the third version of the call tells it. */
export function positionRow({ symbols, reader }: DoorGround, position: Standing) {
  const figures = figuresOf(position)
  const instrument = reader.instrument(position.instrument)
  const isIsolated = position.marginMode === "isolated"
  return {
    ...{ symbol: symbols.nameOf(position.instrument), positionSide: slotOf(position) },
    ...{ positionAmt: text(signedQuantity(position)), entryPrice: position.entryPrice || "0" },
    ...{ breakEvenPrice: breakEvenOf(position), markPrice: position.mark || "0" },
    ...{ unRealizedProfit: text(figures.unrealised), liquidationPrice: position.liquidationPrice || "0" },
    isolatedMargin: isIsolated ? text(figures.margin + figures.unrealised) : "0",
    ...{ notional: text(figures.notional), marginAsset: instrument?.quote ?? "" },
    isolatedWallet: text(figures.margin),
    ...{ initialMargin: text(figures.initialMargin), maintMargin: text(figures.maintenance) },
    ...{ positionInitialMargin: text(figures.initialMargin), openOrderInitialMargin: "0" },
    ...{ adl: quantileOf(position), bidNotional: "0", askNotional: "0" },
    updateTime: position.updated,
  }
}

/** As the second version tells it, with what is set for its contract. */
const withSettings = (setting: ContractSetting, maxNotional: string) => ({
  ...{ leverage: String(setting.leverage), maxNotionalValue: maxNotional },
  ...{
    marginType: setting.marginMode,
    isAutoAddMargin: "false",
    isolated: setting.marginMode === "isolated",
  },
})

/** A contract without a position. */
const emptyRow = ({ symbols, reader }: DoorGround, { id, quote }: PerpetualInstrument, slot: string) => ({
  ...{ symbol: symbols.nameOf(id), positionSide: slot, positionAmt: "0", entryPrice: "0" },
  ...{ breakEvenPrice: "0", markPrice: reader.mark(id)?.[2] || "0", unRealizedProfit: "0" },
  ...{ liquidationPrice: "0", isolatedMargin: "0", notional: "0", marginAsset: quote, isolatedWallet: "0" },
  updateTime: 0,
})

const asked = ({ symbols }: DoorGround, { parameters }: DoorRequest) => {
  const name = parameters.text("symbol")
  return name === undefined ? {} : { instrument: symbols.future(name).id }
}

/** Those that are open. */
export async function positionRisk3(ground: DoorGround, request: DoorRequest) {
  const { rows } = await request.calls.make("positions", asked(ground, request))
  return rows.map((position) => positionRow(ground, position))
}

/** Of every contract; in hedge mode of both sides. */
export async function positionRisk2(ground: DoorGround, request: DoorRequest) {
  const { calls } = request
  const of = asked(ground, request)
  const [{ rows }, settings, { rows: tiers }] = await Promise.all([
    calls.make("positions", of),
    calls.make("contractSettings", of),
    calls.make("contractTiers", of),
  ])
  const slots = settings.positionMode === "hedge" ? ["LONG", "SHORT"] : ["BOTH"]
  return settings.rows.flatMap((setting) => {
    const market = ground.reader.instrument(setting.instrument)
    if (market?.kind !== "perpetual") return []
    const allowed = tiers.find(({ instrument }) => instrument === market.id)?.tiers ?? []
    // The largest position that the leverage may have.
    const most = allowed.filter(({ leverage }) => leverage >= setting.leverage).at(-1)?.cap ?? "0"
    return slots.map((slot) => {
      const open = rows.find((one) => one.instrument === market.id && slotOf(one) === slot)
      const row = open ? positionRow(ground, open) : emptyRow(ground, market, slot)
      return { ...row, ...withSettings(setting, most) }
    })
  })
}

/** Rows of an account's answer: of versions two and three in one. */
export const accountPosition = (row: ReturnType<typeof positionRow>) => ({
  ...row,
  unrealizedProfit: row.unRealizedProfit,
})

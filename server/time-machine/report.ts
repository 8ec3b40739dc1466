/** The report of a stretch as data: amounts as decimal text, times as UTC text. The same run always gives the same bytes. */

import type { Instrument } from "#core/instrument/instrument.ts"
import { formatAmount } from "#core/money/steps.ts"
import { type TimeMs, UNITS_PER_COIN } from "#core/money/units.ts"
import type { FillEvent } from "../engine/event.ts"
import type { MachineSettings } from "./machine-settings.ts"
import type { RunRecord } from "./run-record.ts"
import { feeInQuote, resultOfPosition, resultOfSecond, resultsOfSales } from "./trade-results.ts"

/** Rises when a field changes its meaning. */
const VERSION = 1

export interface MarketRow {
  market: string
  fills: number
  /** USDT, as all that follows. */
  turnover: string
  fees: string
  funding: string
  liquidations: number
  /** Of what was closed, after fees and funding. */
  result: string
  closed: number
  won: number
  firstPrice: string
  lastPrice: string
}

export interface Report {
  version: number
  stretch: {
    from: string
    to: string
    /** Before `to` where it was stopped. */
    ended: string
    symbols: readonly string[]
    seed: number
    stepSeconds: string
    clock: string
    prices: readonly { market: string; file: string }[]
  }
  equity: { begun: string; ended: string; profit: string; profitPercent: string }
  drawdown: { amount: string; percent: string; peakAt: string; lowAt: string }
  fees: { total: string; byCurrency: Readonly<Record<string, string>> }
  funding: { received: string; paid: string; net: string }
  liquidations: number
  orders: { placed: number; rejected: number }
  fills: number
  trades: { closed: number; won: number; winPercent: string }
  markets: readonly MarketRow[]
  standing: {
    openOrders: number
    balances: readonly { wallet: string; currency: string; amount: string }[]
    positions: readonly { market: string; size: string; mark: string; unrealised: string }[]
  }
  /** Equity in USDT by time. */
  curve: readonly (readonly [time: string, equity: string])[]
  fillRows: readonly Readonly<Record<string, string>>[]
  noticeRows: readonly Readonly<Record<string, string>>[]
}

export const utc = (time: TimeMs): string => new Date(time).toISOString()

/** @param ended the last moment of the clock */
export function reportOf(record: RunRecord, ended: TimeMs): Report {
  const { settings, fills, notices, drawdown, orders } = record
  const { last: end } = record
  // Where it was stopped between two points of the curve.
  const curve = record.curve.at(-1)?.time === end.time ? record.curve : [...record.curve, end]
  const instruments = new Map(record.instruments().map((one) => [one.id, one]))
  const markets = record.instruments().map((instrument) => marketOf(record, instrument))
  const [begun, last] = [curve[0]?.equity ?? 0n, end.equity]
  const amounts = notices.flatMap(({ kind, amount }) => (kind === "funding" ? [amount] : []))
  const received = sum(amounts.filter((amount) => amount > 0n))
  const paid = -sum(amounts.filter((amount) => amount < 0n))
  const closed = markets.reduce((total, row) => total + row.closed, 0)
  const won = markets.reduce((total, row) => total + row.won, 0)
  return {
    version: VERSION,
    stretch: {
      ...{ from: utc(settings.from), to: utc(settings.to), ended: utc(ended) },
      ...{ symbols: settings.symbols, seed: settings.seed, stepSeconds: String(settings.stepMs / 1000) },
      clock: settings.speed === null ? "lockstep" : `${settings.speed} times`,
      prices: pricesOf(settings, instruments.keys()),
    },
    equity: {
      ...{ begun: usdt(begun), ended: usdt(last), profit: usdt(last - begun) },
      profitPercent: percent(last - begun, begun),
    },
    drawdown: {
      ...{ amount: usdt(drawdown.amount), percent: percent(drawdown.amount, drawdown.peak.equity) },
      ...{ peakAt: utc(drawdown.peak.time), lowAt: utc(drawdown.low.time) },
    },
    fees: {
      total: usdt(sum(fills.map((fill) => feeOf(fill, instruments)))),
      byCurrency: feesByCurrency(fills),
    },
    funding: { received: usdt(received), paid: usdt(paid), net: usdt(received - paid) },
    liquidations: notices.filter(({ kind }) => kind === "liquidation").length,
    orders,
    fills: fills.length,
    trades: { closed, won, winPercent: percent(BigInt(won), BigInt(closed)) },
    markets,
    standing: standingOf(record),
    curve: curve.map(({ time, equity }) => [utc(time), usdt(equity)]),
    fillRows: fills.map((fill) => fillRow(fill, instruments)),
    noticeRows: notices.map(({ kind, instrument, time, size, price, amount }) => ({
      ...{ time: utc(time), kind, market: instrument },
      ...{ size: formatAmount(size), price: formatAmount(price), amount: formatAmount(amount) },
    })),
  }
}

function marketOf(record: RunRecord, instrument: Instrument): MarketRow {
  const { id } = instrument
  const fills = record.fills.filter((fill) => fill.instrument === id)
  const notices = record.notices.filter((notice) => notice.instrument === id)
  const results = resultsOf(record, instrument, fills)
  const won = results.filter((result) => result > 0n).length
  const liquidations = notices.filter(({ kind }) => kind === "liquidation")
  return {
    market: id,
    fills: fills.length,
    turnover: usdt(sum(fills.map(({ turnover }) => turnover))),
    fees: usdt(sum(fills.map((fill) => feeInQuote(fill, instrument)))),
    funding: usdt(sum(notices.flatMap(({ kind, amount }) => (kind === "funding" ? [amount] : [])))),
    liquidations: liquidations.length,
    result: usdt(sum(results)),
    closed: results.length,
    won,
    firstPrice: formatAmount(record.firstPrices.get(id) ?? 0n),
    lastPrice: formatAmount(record.prices().get(id) ?? 0n),
  }
}

function resultsOf(record: RunRecord, instrument: Instrument, fills: readonly FillEvent[]): bigint[] {
  const { id, kind, base } = instrument
  if (kind === "perpetual")
    return record.positions.filter((position) => position.instrument === id).map(resultOfPosition)
  if (kind === "second")
    return record.seconds.filter((contract) => contract.instrument === id).map(resultOfSecond)
  const amount = record.settings.balance.find(({ currency }) => currency === base)?.amount ?? 0n
  return resultsOfSales(fills, instrument, { amount, price: record.firstPrices.get(id) ?? (0n as never) })
}

function standingOf(record: RunRecord): Report["standing"] {
  const { balances, positions, openOrders } = record.standing()
  return {
    openOrders,
    balances: balances.map(({ wallet, currency, available, held, margin, advance }) => ({
      ...{ wallet, currency },
      amount: formatAmount(available + held + margin - advance),
    })),
    positions: positions.map(({ instrument, size, mark, unrealised }) => ({
      ...{ market: instrument, size: formatAmount(size), mark: formatAmount(mark) },
      unrealised: usdt(unrealised / UNITS_PER_COIN),
    })),
  }
}

function fillRow(fill: FillEvent, instruments: ReadonlyMap<string, Instrument>): Record<string, string> {
  const { tick, lot } = instrumentOf(fill, instruments)
  return {
    ...{ time: utc(fill.time), market: fill.instrument, order: String(fill.order), side: fill.side },
    price: formatAmount(BigInt(fill.price) * tick),
    quantity: formatAmount(BigInt(fill.quantity) * lot),
    ...{ turnover: formatAmount(fill.turnover), fee: formatAmount(fill.fee), feeCurrency: fill.feeCurrency },
    ...{ liquidity: fill.liquidity, realised: formatAmount(fill.realised ?? 0n) },
  }
}

function instrumentOf(
  { instrument: id }: FillEvent,
  instruments: ReadonlyMap<string, Instrument>,
): Instrument {
  const instrument = instruments.get(id)
  if (!instrument) throw new Error(`a fill in ${id}, which isn't listed`)
  return instrument
}

const feeOf = (fill: FillEvent, instruments: ReadonlyMap<string, Instrument>): bigint =>
  feeInQuote(fill, instrumentOf(fill, instruments))

function feesByCurrency(fills: readonly FillEvent[]): Record<string, string> {
  const sums = new Map<string, bigint>()
  for (const { fee, feeCurrency } of fills) sums.set(feeCurrency, (sums.get(feeCurrency) ?? 0n) + fee)
  return Object.fromEntries([...sums].sort().map(([currency, fee]) => [currency, formatAmount(fee)]))
}

/** From which file each market's prices came; empty: they were generated. */
function pricesOf({ candles, recording }: MachineSettings, markets: Iterable<string>) {
  return recording === null
    ? [...candles].map(([market, { name }]) => ({ market, file: name }))
    : [...markets].map((market) => ({ market, file: recording.name }))
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

const usdt = (amount: bigint): string => formatAmount(amount, 2)

/** With two decimals, cut toward zero; "0.00" of nothing. */
function percent(part: bigint, whole: bigint): string {
  if (whole <= 0n) return "0.00"
  return formatAmount(((part * 10_000n) / whole) * (UNITS_PER_COIN / 100n), 2)
}

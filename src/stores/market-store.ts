/**
 * What the page knows of the markets. Written by `src/feed/receive-frame.ts` only, read by panels. Texts are in one
 * small proxy a symbol; large things (a book, a tape) are refs, replaced whole.
 */

import { proxy, ref } from "valtio"
import type { FeedInfo, Market } from "#core/wire/market.ts"
import type {
  Board,
  BookFrame,
  ChartFrame,
  ConnectionStatus,
  DepthFrame,
  Frame,
  Freshness,
  HudFigures,
  IndexCells,
  LadderFrame,
  MarketKind,
  PanelName,
  PriceLadderFrame,
  TapeFrame,
  TickerCells,
} from "#workers/market/market.api.ts"
import { createFlashLimit } from "./flash-limit.ts"

/** A value that a proxy holds as it is, without looking inside. */
export type Ref<T extends object> = T & { $$valtioSnapshot: T }

/** Every instrument the server lists, in its order and by id. */
export interface MarketCatalogue {
  all: readonly Market[]
  byId: ReadonlyMap<string, Market>
}

interface MarketState {
  /** `null` until the first answer of the server. */
  catalogue: Ref<MarketCatalogue> | null
  /** The catalogue couldn't be read; its reason is a problem name. Cleared when it comes after all. */
  failure: string | null
  feed: FeedInfo | null
  connection: ConnectionStatus
  freshness: Record<PanelName, Freshness>
}

/** Slow things: what is listed, where prices come from, how the connection is. */
export const market = proxy<MarketState>({
  catalogue: null,
  failure: null,
  feed: null,
  connection: {
    state: "connecting",
    since: 0,
    roundTrip: null,
    clockOffset: 0,
    clockError: null,
    reconnects: 0,
    lastGap: null,
    feedSilentSince: 0,
  },
  freshness: {
    list: { state: "catching-up" },
    ticker: { state: "catching-up" },
    book: { state: "catching-up" },
    tape: { state: "catching-up" },
    chart: { state: "catching-up" },
  },
})

/**
 * The order of the list on screen, and the figures of its head. `ids` is null before the first frame, and may be of
 * the kind that was on screen before: see {@link listedIds}.
 */
export const marketList = proxy<{
  kind: MarketKind
  ids: Ref<readonly string[]> | null
  total: number
  rising: number
  falling: number
  /** The currency in which prices and turnovers are compared; empty while unknown. */
  worthIn: string
  /** So many rows in view change that they only change, without a flash. */
  isTooLively: boolean
}>({ kind: "spot", ids: null, total: 0, rising: 0, falling: 0, worthIn: "", isTooLively: false })

/**
 * Who leads over 24 h, and how many of the kind rise and fall. A board that isn't on screen keeps its last order; null
 * before its first.
 */
export const boardState = proxy<{
  ids: Record<Board, Ref<readonly string[]> | null>
  rising: number
  falling: number
}>({ ids: { gainers: null, losers: null, turnover: null }, rising: 0, falling: 0 })

/** The ids in order if they are of this kind; null while they aren't there yet. */
export const listedIds = (
  list: { readonly kind: MarketKind; readonly ids: readonly string[] | null },
  kind: MarketKind,
): readonly string[] | null => (list.kind === kind ? list.ids : null)

export const bookState = proxy<{ frame: Ref<BookFrame> | null; isTooLively: boolean }>({
  frame: null,
  isTooLively: false,
})
export const tapeState = proxy<{ frame: Ref<TapeFrame> | null }>({ frame: null })
export const depthState = proxy<{ frame: Ref<DepthFrame> | null }>({ frame: null })
export const ladderState = proxy<{ frame: Ref<LadderFrame> | null }>({ frame: null })
export const priceLadderState = proxy<{ frame: Ref<PriceLadderFrame> | null }>({ frame: null })
export const hudState = proxy<{ figures: Ref<HudFigures> | null }>({ figures: null })

const UNKNOWN: Omit<TickerCells, "id"> = {
  last: null,
  lastValue: null,
  moved: 0,
  sign: 0,
  change: null,
  changePercent: null,
  high: null,
  low: null,
  volume: null,
  turnover: null,
  turnoverWorth: null,
  bid: null,
  ask: null,
  spreadPercent: null,
  range: null,
  mark: null,
  indexPrice: null,
  fundingRate: null,
  nextFunding: null,
  openInterest: null,
}

const tickers = new Map<string, TickerCells>()

/** The proxy of one symbol's texts; all unknown until a frame brings them. Always the same object for an id. */
export function tickerOf(id: string): TickerCells {
  const known = tickers.get(id)
  if (known) return known
  const fresh = proxy<TickerCells>({ id, ...UNKNOWN })
  tickers.set(id, fresh)
  return fresh
}

const indexes = new Map<string, IndexCells>()

/** The proxy of the newest tick of an index; nothing is known of it until a frame brings one. */
export function indexOf(index: string): IndexCells {
  const known = indexes.get(index)
  if (known) return known
  const fresh = proxy<IndexCells>({
    ...{ index, seq: null, time: null, value: null, price: null },
    ...{ moved: 0 as const, isStale: true },
  })
  indexes.set(index, fresh)
  return fresh
}

export function writeIndexes(rows: readonly IndexCells[]): void {
  for (const cells of rows) Object.assign(indexOf(cells.index), cells)
}

interface SparklineState {
  points: Ref<Float32Array> | null
}
const sparklines = new Map<string, SparklineState>()

/** The proxy of one symbol's closing prices of the last 24 h. */
export function sparklineOf(id: string): SparklineState {
  const known = sparklines.get(id)
  if (known) return known
  const fresh = proxy<SparklineState>({ points: null })
  sparklines.set(id, fresh)
  return fresh
}

const tickerFlashes = createFlashLimit()
const bookFlashes = createFlashLimit()

/** Writes each symbol's cells field by field, so that only the panels that show a changed field wake. */
export function writeTickers(rows: readonly TickerCells[], now: number): void {
  for (const cells of rows) Object.assign(tickerOf(cells.id), cells)
  marketList.isTooLively = tickerFlashes(rows.filter((cells) => cells.moved !== 0).length, now)
}

export function writeSparkline(id: string, points: Float32Array): void {
  sparklineOf(id).points = ref(points)
}

const newest = {} as { -readonly [Field in keyof MarketCatalogue]: MarketCatalogue[Field] }

/**
 * Each reconnect brings a list anew. Panels keep the snapshot of {@link market} that they last rendered, those that look at
 * nothing but the connection for hours: so what is in it only leads to the newest list, by inheritance, and no older one is kept.
 */
export function writeCatalogue(all: readonly Market[]): void {
  newest.all = all
  newest.byId = new Map(all.map((row) => [row.id, row]))
  market.catalogue = ref(Object.create(newest))
  market.failure = null
}

export function writeList(list: {
  kind: MarketKind
  ids: readonly string[]
  total: number
  rising: number
  falling: number
  worthIn: string
}): void {
  marketList.kind = list.kind
  marketList.ids = ref(list.ids)
  marketList.total = list.total
  marketList.rising = list.rising
  marketList.falling = list.falling
  marketList.worthIn = list.worthIn
}

export function writeBoards({ ids, rising, falling }: NonNullable<Frame["boards"]>): void {
  for (const [board, order] of Object.entries(ids)) boardState.ids[board as Board] = ref(order)
  boardState.rising = rising
  boardState.falling = falling
}

export function writeBook(frame: BookFrame, now: number): void {
  bookState.frame = ref(frame)
  const moved = [...frame.asks, ...frame.bids].filter((row) => row.moved !== 0)
  bookState.isTooLively = bookFlashes(moved.length, now)
}

export function writeTape(frame: TapeFrame): void {
  tapeState.frame = ref(frame)
}

export function writeDepth(frame: DepthFrame): void {
  depthState.frame = ref(frame)
}

export function writeLadder(frame: LadderFrame): void {
  ladderState.frame = ref(frame)
}

export function writePriceLadder(frame: PriceLadderFrame): void {
  priceLadderState.frame = ref(frame)
}

export function writeHud(figures: HudFigures): void {
  hudState.figures = ref(figures)
}

type ChartListener = (frame: ChartFrame) => void
const chartListeners = new Set<ChartListener>()

/**
 * Hands every chart frame to `listener`; returns the way to stop. Bars bypass the proxies: the chart library
 * keeps its own copy, and a proxied series of thousands would cost more than drawing it.
 */
export function onChartFrame(listener: ChartListener): () => void {
  chartListeners.add(listener)
  return () => chartListeners.delete(listener)
}

export function writeChart(frame: ChartFrame): void {
  for (const listener of chartListeners) listener(frame)
}

type ProblemListener = (problem: { kind: string; name: string; detail: string }) => void
const problemListeners = new Set<ProblemListener>()

/** Hands refusals and failures of the worker to `listener` (the shell shows them as toasts). */
export function onMarketProblem(listener: ProblemListener): () => void {
  problemListeners.add(listener)
  return () => problemListeners.delete(listener)
}

export function writeProblem(problem: { kind: string; name: string; detail: string }): void {
  if (problem.kind === "call" && !market.catalogue) market.failure = problem.name
  for (const listener of problemListeners) listener(problem)
}

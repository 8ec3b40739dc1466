/** A page for tests: asks for a frame, takes it at the next paint, asks again; keeps what it was sent. */

import type { FakeSurroundings } from "./fake-surroundings.ts"
import type {
  BookFrame,
  ChartFrame,
  Frame,
  Freshness,
  PanelName,
  TickerCells,
  WorkerProblem,
} from "./frame.ts"
import { CANDLE_STRIDE } from "./frame.ts"
import type { MarketDesk } from "./market-desk.ts"

const PAINT_MS = 1000 / 60

export class FakePage {
  readonly frames: Frame[] = []
  readonly tickers = new Map<string, TickerCells>()
  freshness: Partial<Record<PanelName, Freshness>> = {}
  list: NonNullable<Frame["list"]> | undefined
  connection: Frame["connection"]
  book: BookFrame | undefined
  tape: Frame["tape"]
  readonly problems: WorkerProblem[] = []
  /** Open time → [open, high, low, close, volume, flags]. */
  bars = new Map<number, number[]>()
  chart: ChartFrame | undefined
  /** What the page says it needs for a frame. */
  commitMs = 1
  /** Called with each frame, before it is merged. */
  onFrame: (frame: Frame) => void = () => {}
  #desk: MarketDesk
  #world: FakeSurroundings
  #isGone = false

  constructor(desk: MarketDesk, world: FakeSurroundings) {
    this.#desk = desk
    this.#world = world
  }

  /** Begins to ask, a frame at a time. */
  look(): void {
    this.#isGone = false
    void this.#run()
  }

  leave(): void {
    this.#isGone = true
  }

  async #run(): Promise<void> {
    while (!this.#isGone) {
      this.#take(await this.#desk.nextFrame(this.commitMs, 0))
      await new Promise<void>((resolve) => {
        this.#world.setTimer(resolve, PAINT_MS)
      })
    }
  }

  #take(frame: Frame): void {
    this.onFrame(frame)
    this.frames.push(frame)
    for (const cells of frame.tickers ?? []) this.tickers.set(cells.id, cells)
    Object.assign(this.freshness, frame.freshness)
    this.list = frame.list ?? this.list
    this.connection = frame.connection ?? this.connection
    this.book = frame.book ?? this.book
    this.tape = frame.tape ?? this.tape
    this.problems.push(...(frame.problems ?? []))
    for (const chart of frame.charts ?? []) this.#draw(chart)
  }

  #draw(chart: ChartFrame): void {
    this.chart = chart
    if (chart.kind === "reset") this.bars = new Map()
    for (let at = 0; at < chart.bars.length; at += CANDLE_STRIDE) {
      const [time = 0, ...rest] = chart.bars.subarray(at, at + CANDLE_STRIDE)
      this.bars.set(time, rest)
    }
  }
}

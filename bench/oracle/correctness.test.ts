/** The comparison sees what is lost, in each form (W9): the real worker against the real generator, with and without deliberate faults. */

import { afterEach, describe, expect, test } from "vitest"
import type { Frame, TickerCells } from "#workers/market/market.api.ts"
import type { MarketDesk } from "#workers/market/market-desk.ts"
import type { Fault } from "../context.ts"
import { Generator } from "../load/generator.ts"
import type { FramePolicy } from "../load/load-server.ts"
import type { ShownMarket } from "../variants.ts"
import { compareHeld, compareShown, countedLater } from "./compare.ts"
import { startDesk, takeFrames } from "./worker-in-process.ts"

const RATE = 5000
const MESSAGES = 3000
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
const closing: (() => void)[] = []

afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** What a page would show: the newest of all frames, as texts. */
class Screen {
  swallows = false
  readonly #tickers = new Map<string, TickerCells>()
  #frame: Pick<Frame, "book" | "tape"> = {}

  receive(frame: Frame): void {
    if (this.swallows) return
    for (const cells of frame.tickers ?? []) this.#tickers.set(cells.id, cells)
    this.#frame = { ...this.#frame, ...frame }
  }

  get shown(): ShownMarket {
    const { book, tape } = this.#frame
    const level = ({ price, size }: { price: string; size: string | null }) => [price, size ?? "–"] as const
    return {
      rows: [...this.#tickers.values()].map(({ id, last }) => [id, last ?? "–"] as const),
      bids: book?.bids.map(level) ?? [],
      asks: book?.asks.map(level) ?? [],
      tape: tape?.rows.map(({ price, size }) => [price, size] as const) ?? [],
    }
  }
}

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await wait(20)
}

async function run(
  form: FramePolicy | "compact",
  fault: Fault | null,
): Promise<{ held: string[]; shown: string[] }> {
  const policy = form === "single" ? "single" : "coalesced"
  const generator = new Generator({ policy, fault, port: 0, host: "127.0.0.1", seed: 1 })
  await generator.open()
  const desk: MarketDesk = await startDesk(generator.origin, form === "compact")
  const screen = new Screen()
  let isOpen = true
  closing.push(() => {
    isOpen = false
    generator.close()
  })
  void takeFrames(
    desk,
    (frame) => screen.receive(frame),
    () => isOpen,
  )
  await until(() => generator.isReady)
  await until(async () => (await desk.dump()).candles?.rows.length !== 0)
  generator.start(RATE)
  await until(() => generator.report().sent >= MESSAGES)
  screen.swallows = fault === "skip-flush"
  const truth = await generator.finish()
  await until(async () => (await desk.traffic()).messages >= truth.messages)
  // The last words are on their way to the screen: two flushes at the slowest rate.
  await wait(400)
  const own = await desk.dump()
  const held = compareHeld(own, countedLater(truth, own.messages, generator.counted))
  return { held, shown: compareShown(screen.shown, truth) }
}

describe.each(["single", "coalesced", "compact"] as const)("with %s frames", (policy) => {
  test("the worker holds and shows exactly what was sent", async () => {
    expect(await run(policy, null)).toEqual({ held: [], shown: [] })
  })

  test("a delta that never came is seen", async () => {
    const { held } = await run(policy, "drop-delta")
    expect(held.join("\n")).toContain("gaps")
  })

  test("two trades that changed places are seen", async () => {
    const { held } = await run(policy, "swap-trade")
    expect(held.join("\n")).toContain("trades")
  })

  test("a flush that was thrown away is seen on the screen, though the worker holds everything", async () => {
    const { held, shown } = await run(policy, "skip-flush")
    expect(held).toEqual([])
    expect(shown.length).toBeGreaterThan(0)
  })
})

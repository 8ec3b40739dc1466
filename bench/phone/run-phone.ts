/** Runs the ladder on a real phone: prints a QR code; the page drives itself and posts its results; then the report. */

import { networkInterfaces } from "node:os"
import encodeQR from "qr"
import { percentile } from "../context.ts"
import { latenciesOf, missedPercent, type WindowFigures } from "../driver/cell.ts"
import { oursScript } from "../driver/ours-script.ts"
import { pageScript } from "../driver/page-script.ts"
import { edgeOf, nextRung, type Sighting } from "../figures/edge.ts"
import { strainOf } from "../figures/ladder.ts"
import { Generator } from "../load/generator.ts"
import type { FramePolicy } from "../load/load-server.ts"
import { ACTIVE_ID, PROBE_ID } from "../load/workload.ts"
import { compareHeld, compareShown, countedLater } from "../oracle/compare.ts"
import type { HeldMarket } from "../oracle/held-market.ts"
import type { ShownMarket } from "../variants.ts"
import { type PhoneOrder, type PhoneStep, phoneScript } from "./phone-script.ts"

const WINDOW_MS = 3000
const WINDOWS = 3
const FIRST_RUNG: Readonly<Record<FramePolicy, number>> = { single: 2000, coalesced: 8000 }
const RUNGS_MAX = 12
/** The desk's screen on the phone, so that the figures are of the same page as everywhere else. */
const DESK_WIDTH = 1440

/** Serves until the phone has reported, then prints what it said. `port` 0 takes free ones. */
export async function runPhone(port = Number(process.env.PORT ?? 0)): Promise<void> {
  const host = lanAddress()
  const coalesced = new PhoneLadder("coalesced", port === 0 ? 0 : port + 1, undefined)
  const second = await coalesced.open(host)
  const single = new PhoneLadder("single", port, second)
  const first = await single.open(host)
  console.log(encodeQR(first, "ascii"))
  console.log(`bench: open ${first} on a phone in the same network; the ladder takes some minutes`)
  await single.done
  await coalesced.done
  for (const ladder of [single, coalesced]) {
    console.log(ladder.report)
    ladder.close()
  }
}

function lanAddress(): string {
  const all = Object.values(networkInterfaces()).flat()
  return all.find((one) => one?.family === "IPv4" && !one.internal)?.address ?? "127.0.0.1"
}

class PhoneLadder {
  readonly done: Promise<void>
  readonly #policy: FramePolicy
  readonly #generator: Generator
  readonly #next: string | undefined
  readonly #rungs: (Sighting & { line: string })[] = []
  #finish: () => void = () => {}
  #truth: HeldMarket | undefined
  #wrong: string[] = []
  #phone = ""

  constructor(policy: FramePolicy, port: number, next: string | undefined) {
    this.#policy = policy
    this.#next = next
    this.#generator = new Generator({ policy, port, host: "0.0.0.0", fault: null, seed: 1, probes: "head" })
    this.done = new Promise((resolve) => {
      this.#finish = resolve
    })
  }

  async open(host: string): Promise<string> {
    const scripts = [pageScript("head"), oursScript(PROBE_ID), phoneScript(WINDOW_MS, WINDOWS)]
    this.#generator.head = `<meta name="viewport" content="width=${DESK_WIDTH}">${scripts.map((text) => `<script>${text}</script>`).join("")}`
    this.#generator.posted = (value) => this.#answer(value as PhoneStep)
    await this.#generator.open()
    return `http://${host}:${new URL(this.#generator.origin).port}/#/pages/spot/trade?symbol=${ACTIVE_ID}`
  }

  close(): void {
    this.#generator.close()
  }

  get report(): string {
    const sustained = Math.round(edgeOf(this.#rungs))
    const lines = this.#rungs.map(({ line }) => `  ${line}`)
    const right = this.#wrong.length === 0 ? "nothing lost" : `WRONG: ${this.#wrong.slice(0, 5).join("; ")}`
    return [`${this.#policy}: sustained ${sustained} messages/s, ${right} (${this.#phone})`, ...lines].join(
      "\n",
    )
  }

  async #answer(step: PhoneStep): Promise<PhoneOrder> {
    this.#phone = `${step.agent}, ${step.screen}`
    if (step.end && this.#truth) {
      const page = step.end.held as HeldMarket
      const held = compareHeld(page, countedLater(this.#truth, page.messages, this.#generator.counted))
      this.#wrong = [...held, ...compareShown(step.end.shown as ShownMarket, this.#truth)]
      this.#finish()
      return { text: this.report, ...(this.#next ? { next: this.#next } : {}) }
    }
    if (step.windows.length > 0) this.#judge(step)
    const rate = this.#rungs.length < RUNGS_MAX ? nextRung(this.#rungs, FIRST_RUNG[this.#policy]) : undefined
    if (rate === undefined) {
      this.#truth = await this.#generator.finish()
      return { endAt: this.#truth.messages, text: "comparing with what was sent …" }
    }
    this.#rate = rate
    this.#generator.start(rate)
    return { rate, text: `${this.#policy}: ${rate} messages/s …` }
  }

  #rate = 0

  #judge({ windows, offset, idleIntervals }: PhoneStep): void {
    const idle = missedPercent(idleIntervals)
    const figures = windows.map(({ received, intervals, painted, from, to }): WindowFigures => {
      const latencies = latenciesOf(this.#generator.probes, painted, offset, { from, to })
      const [p50, p95] = [percentile(latencies, 0.5), percentile(latencies, 0.95)]
      const unknown = Number.NaN
      return {
        received,
        missedPercent: missedPercent(intervals),
        p50,
        p95,
        mainMs: unknown,
        scriptMs: unknown,
        browserMs: unknown,
        threads: {},
        foreignPercent: unknown,
      }
    })
    const strain =
      figures.reduce((sum, window) => sum + strainOf(window, this.#rate, idle, false), 0) / figures.length
    const told = figures.map(
      ({ received, missedPercent: missed, p50, p95 }) =>
        `${Math.round(received)}/s, missed ${missed.toFixed(1)} %, ${p50.toFixed(0)}/${p95.toFixed(0)} ms`,
    )
    const line = `${this.#rate}: strain ${strain.toFixed(2)} | ${told.join(" | ")}`
    this.#rungs.push({ rate: this.#rate, round: this.#rungs.length, strain, line })
    console.log(`bench: ${this.#policy} ${line}`)
  }
}

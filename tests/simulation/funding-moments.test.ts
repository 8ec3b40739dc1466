/** Funding is paid once at each of its moments and sums to zero, wherever a start falls and however the clock jumps (P5, T5). */

import { expect, test } from "vitest"
import type { TimeMs } from "#core/money/units.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Stamped } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import type { SavedState } from "#server/engine/snapshot/saved-state.ts"
import { imageOf, readImage, type StateImage } from "#server/journal/state-image.ts"
import { must } from "./contract-books.ts"
import { CONTRACTS } from "./contract-commands.ts"
import { ContractOracle } from "./contract-oracle.ts"
import { ContractRun } from "./contract-run.ts"
import { SeededChance } from "./seeded-chance.ts"

/** Each is stopped at, a millisecond before it, at it or a millisecond after it. `npm run chaos` asks for ten thousand. */
const MOMENTS = Number(process.env.SAKER_FUNDING_MOMENTS ?? 120)
const USERS = 100
/** All contracts of the simulation pay each hour. */
const HOUR = 3_600_000
const MINUTE = 60_000
/** Behind a start marks are fresh before anybody is liquidated by them (N6), ms. */
const FRESH_MARKS = 11_000

/** What was paid when: each moment of each contract once, none left out, each to zero. */
class FundingDiary {
  payments = 0
  moments = 0
  readonly #last = new Map<string, TimeMs>()

  take({ events }: Outcome, now: TimeMs): void {
    const told = new Set<string>()
    const booked = new Set<string>()
    for (const event of events) {
      if (event.type === "funding-rate") {
        const { instrument, time } = event
        const before = this.#last.get(instrument) ?? time - HOUR
        must(time % HOUR === 0, `${instrument} pays at ${time}, which is no moment of it`)
        must(time === before + HOUR, `${instrument} pays at ${time}, before it at ${before}`)
        this.#last.set(instrument, time)
        this.moments += 1
      } else if (event.type === "funding-paid") {
        const { account, instrument, slot, time, amount } = event
        const name = `${account} ${instrument} ${slot} ${time}`
        must(!told.has(name), `${name} was paid twice`)
        must(this.#last.get(instrument) === time, `${name} was paid at no moment`)
        told.add(name)
        if (amount !== 0n) told.add(`funding:${instrument}:${time}`)
        this.payments += 1
      } else if (event.type === "journal" && event.kind === "funding") {
        must(!booked.has(event.reference), `${event.reference} was booked twice`)
        booked.add(event.reference)
        const sum = event.lines.reduce((all, { amount }) => all + amount, 0n)
        must(sum === 0n, `${event.reference} sums to ${sum}`)
      }
    }
    for (const name of told)
      must(!name.startsWith("funding:") || booked.has(name), `${name} was told and not booked`)
    for (const [instrument, time] of this.#last)
      must(time + HOUR > now, `${instrument} paid last at ${time}, and it is ${now}`)
  }
}

/** The engine that goes on behind a start: with the state of that moment, or with an earlier one and all that came behind it. */
class Starts {
  readonly #log: Stamped[] = []
  #image: StateImage | undefined

  note(stamped: Stamped): void {
    this.#log.push(stamped)
  }

  keep(engine: Engine): void {
    this.#image = imageOf(engine.save())
    this.#log.length = 0
  }

  restored(engine: Engine, how: "loaded" | "replayed"): Engine {
    if (how === "loaded" || !this.#image) this.keep(engine)
    const fresh = createEngine()
    fresh.load(readImage(this.#image as StateImage) as SavedState)
    for (const stamped of this.#log) fresh.apply(stamped)
    return fresh
  }
}

test(`${MOMENTS} moments of five contracts, with a start around each, pay each position once`, {
  timeout: 60_000 + MOMENTS * 500,
}, () => {
  const engine = createEngine()
  const oracle = new ContractOracle(engine, CONTRACTS)
  const diary = new FundingDiary()
  const starts = new Starts()
  const chance = new SeededChance(61)
  let liquidatesFrom = 0
  const run = new ContractRun(61, {
    engine,
    users: USERS,
    whales: USERS >> 2,
    insurance: 200_000,
    recountEvery: 50,
    check: (outcome, command, stamped) => {
      oracle.check(outcome, command, stamped.time >= liquidatesFrom)
      diary.take(outcome, stamped.time)
      starts.note(stamped)
    },
  })
  const start = () => {
    run.twin = starts.restored(engine, chance.pick(["loaded", "replayed"] as const))
    if (chance.happens(0.3))
      run.waitUntil(run.time + chance.whole(0, chance.happens(0.2) ? 5 * HOUR : 10 * MINUTE))
    liquidatesFrom = run.time + FRESH_MARKS
    run.apply({ type: "clock.start", pauseMs: 0, stopsPerCommand: 200, settlesContracts: true })
  }
  for (let moment = 0; moment < MOMENTS; moment += 1) {
    run.waitUntil(liquidatesFrom)
    for (let step = 0; step < 12; step += 1) run.step()
    const due = Math.floor(run.time / HOUR) * HOUR + HOUR
    run.waitUntil(due - chance.whole(2, 3 * MINUTE))
    run.quoteAll()
    const stopped = due + chance.whole(-1, 1)
    for (const time of [due - 1, due, due + 1]) {
      run.waitUntil(time)
      if (time === stopped) start()
      else if (chance.happens(0.5)) run.apply({ type: "clock.tick" })
    }
    run.apply({ type: "clock.tick" })
  }
  expect(run.twin?.save()).toEqual(engine.save())
  expect(diary.moments).toBeGreaterThanOrEqual(MOMENTS * CONTRACTS.length)
  expect(diary.payments).toBeGreaterThan(MOMENTS * USERS)
  process.stdout.write(`${diary.moments} moments of a contract, ${diary.payments} payments\n`)
})

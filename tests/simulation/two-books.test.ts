/** The fast book beside the plain one: the same answers, events and state, whatever is asked of them. */

import { isDeepStrictEqual } from "node:util"
import { describe, expect, test } from "vitest"
import type { Lots, TimeMs } from "#core/money/units.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Command, Stamped } from "#server/engine/command.ts"
import type { Engine } from "#server/engine/engine.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { PlainBook } from "#server/engine/matching/plain-book.ts"
import type { EngineSettings } from "#server/engine/state.ts"
import { createCreditClearings } from "#tests/support/credit-clearing.ts"
import {
  answeredOrder,
  coins,
  PERPETUAL,
  perpetualInstrument,
  SPOT,
  spotInstrument,
} from "#tests/support/test-exchange.ts"
import { Auditor } from "./auditor.ts"
import { CountdownAuditor } from "./countdown-auditor.ts"
import { PausedAuditor } from "./paused-auditor.ts"
import { ACCOUNTS, RandomCommands } from "./random-commands.ts"
import { runSteps, seedsOr, slowCommands, timeoutMs } from "./simulation-run.ts"

const INSTRUMENTS = [SPOT, PERPETUAL]
const FILE = "tests/simulation/two-books.test.ts"

const listings: readonly Command[] = [
  spotInstrument({
    priceRule: "band",
    minQuantity: 2 as Lots,
    minNotional: coins(150),
    maxOpenOrders: 12,
    maxStops: 4,
  }),
  perpetualInstrument({ priceRule: "band", maxOpenOrders: 12, marketProtection: 3_000_000n }),
].map((instrument) => ({ type: "instrument.set", instrument }))
const openings: readonly Command[] = ACCOUNTS.map((account) => ({
  type: "faucet.draw",
  account,
  amounts: ["ABC", "USDT"].map((currency) => ({ currency, amount: coins(1_000_000) })),
}))
const beginnings: readonly Command[] = [...listings, ...openings]

/** A journal that makes itself: the next command may name orders of the ones before. */
class Journal {
  readonly #commands: RandomCommands
  #seq = 0
  #time: TimeMs = 1_700_000_000_000
  #lastId = 0

  constructor(seed: number) {
    this.#commands = new RandomCommands(seed)
  }

  stamp(command: Command): Stamped {
    this.#seq += 1
    return { seq: this.#seq, time: this.#time, command }
  }

  next(): Stamped {
    this.#time += this.#commands.pause()
    return this.stamp(this.#commands.next(this.#lastId, this.#time))
  }

  learn(outcome: Outcome): void {
    this.#lastId = Math.max(this.#lastId, answeredOrder(outcome)?.id ?? 0)
  }
}

/** Every queue in its order, and the stops. */
const stateOf = (engine: Engine) =>
  INSTRUMENTS.map((instrument) => ({
    stops: engine.stops(instrument),
    queues: (["buy", "sell"] as const).map((side) =>
      engine
        .levels(instrument, side)
        .map(({ price, total }) => [total, engine.queue(instrument, side, price)]),
    ),
  }))

describe.each<[string, Partial<EngineSettings>]>([
  ["without refused fills", {}],
  ["with a clearing that refuses fills", { createClearings: createCreditClearings }],
])("The fast book and the plain one %s", (_, settings) => {
  test.each(seedsOr([1, 2, 3, 4]))(
    "answer, tell and hold the same after each command of seed %i",
    (seed) => {
      const fast = createEngine(settings)
      const plain = createEngine({ ...settings, createBook: (notionalUnit) => new PlainBook(notionalUnit) })
      const auditor = new Auditor(fast, INSTRUMENTS)
      const countdowns = new CountdownAuditor()
      const paused = new PausedAuditor()
      const journal = new Journal(seed)
      const apply = (stamped: Stamped) => {
        const outcome = fast.apply(stamped)
        const truth = plain.apply(stamped)
        const isSame = isDeepStrictEqual(outcome, truth) && isDeepStrictEqual(stateOf(fast), stateOf(plain))
        if (!isSame)
          expect({ ...outcome, state: stateOf(fast) }, commandText(stamped)).toEqual({
            ...truth,
            state: stateOf(plain),
          })
        auditor.check(outcome)
        countdowns.check(stamped, outcome)
        paused.check(outcome)
        journal.learn(outcome)
      }
      for (const command of beginnings) apply(journal.stamp(command))
      runSteps(FILE, seed, () => apply(journal.next()), slowCommands())
    },
    timeoutMs(),
  )
})

describe("The commands", () => {
  /** Refusals, and how orders ended. */
  function toldBy(settings: Partial<EngineSettings>): string[] {
    const told = new Set<string>()
    const engine = createEngine(settings)
    const journal = new Journal(5)
    for (const command of beginnings) engine.apply(journal.stamp(command))
    for (let place = 0; place < 30_000; place += 1) {
      const outcome = engine.apply(journal.next())
      journal.learn(outcome)
      if (!outcome.answer.ok) told.add(outcome.answer.problem.name)
      for (const event of outcome.events) if (event.type === "order") told.add(endOf(event))
    }
    return [...told].sort()
  }

  test("meet a clearing that refuses makers and takers (P17)", () => {
    expect(toldBy({ createClearings: createCreditClearings })).toContain("expired MARGIN")
  })

  test("meet every rule that they are made for", () => {
    const told = toldBy({})
    for (const rule of [
      ...[
        "cancelled",
        "filled",
        "waiting",
        "expired-in-match",
        "rejected PRICE_BAND",
        "rejected FOK_NOT_FILLABLE",
      ],
      ...[
        "expired GTT",
        "cancelled COUNTDOWN",
        "cancelled PAUSED",
        "EXPIRY_RANGE",
        "expired IOC",
        "expired NO_LIQUIDITY",
        "expired PRICE_PROTECTION",
        "expired BUDGET",
      ],
      ...[
        "POST_ONLY_WOULD_TAKE",
        "FOK_NOT_FILLABLE",
        "FOK_BUDGET",
        "STOP_WOULD_TRIGGER",
        "OPEN_ORDERS",
        "STOPS",
      ],
      ...[
        "PRICE_RANGE",
        "PRICE_BAND",
        "TRADING_STATE",
        "KEY_CONFLICT",
        "UNKNOWN_ORDER",
        "UNKNOWN_INSTRUMENT",
      ],
      ...["MIN_QUANTITY", "MIN_NOTIONAL", "TICK", "WRONG_SIZE", "TYPE_COMBINATION"],
    ])
      expect(told).toContain(rule)
  })
})

describe("A journal", () => {
  test("gives the same events and answers each time it is played (T1)", () => {
    const journal = new Journal(6)
    const engine = createEngine()
    const played: Stamped[] = []
    const told: Outcome[] = []
    const apply = (stamped: Stamped) => {
      played.push(stamped)
      told.push(engine.apply(stamped))
      journal.learn(told.at(-1) ?? { answer: { ok: true, value: {} }, events: [] })
    }
    for (const command of beginnings) apply(journal.stamp(command))
    for (let place = 0; place < 2_000; place += 1) apply(journal.next())
    const again = createEngine()
    expect(played.map((stamped) => again.apply(stamped))).toEqual(told)
    expect(told.some(({ events }) => events.some(({ type }) => type === "mark"))).toBe(true)
  })
})

const endOf = ({ order }: Extract<EngineEvent, { type: "order" }>): string =>
  [order.status, order.reason ?? order.refusal ?? ""].join(" ").trim()

const commandText = (stamped: Stamped): string =>
  JSON.stringify(stamped, (_, value) => (typeof value === "bigint" ? `${value}n` : value))

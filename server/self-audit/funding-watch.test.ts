/** Funding that is paid twice, not at all, out of its time or not to zero is found (C6, P5). */

import { beforeEach, expect, test } from "vitest"
import type { Amount, Lots, Price8, Ticks } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { createEngine, type Engine } from "#server/engine/engine.ts"
import type { EngineEvent } from "#server/engine/event.ts"
import { coins, PERPETUAL, perpetualInstrument, SPOT } from "#tests/support/test-exchange.ts"
import { FundingWatch } from "./funding-watch.ts"

const HOUR = 3_600_000
const BEGIN = 62_000 * 8 * HOUR - 60_000
const REFERENCE = `funding:${PERPETUAL}:${BEGIN + 60_000}`
let engine: Engine
let watch: FundingWatch
let seq: number
/** Of the command that pays. */
let paying: readonly EngineEvent[]

function send(command: Command, time = BEGIN): readonly EngineEvent[] {
  seq += 1
  const { answer, events } = engine.apply({ seq, time, command })
  expect(answer).toMatchObject({ ok: true })
  return events
}
const order = (account: string, side: "buy" | "sell", price: number, quantity: number): Command => ({
  ...{ type: "order.place", account, instrument: PERPETUAL, side, orderType: "limit" },
  ...{ price: price as Ticks, quantity: quantity as Lots },
})
const quote: Command = {
  ...{ type: "feed.quote", index: SPOT, source: "one" },
  last: coins(100) as bigint as Price8,
}

beforeEach(() => {
  ;[engine, seq] = [createEngine(), 0]
  watch = new FundingWatch(engine)
  send({ type: "clock.start", stopsPerCommand: 200, settlesContracts: true, pauseMs: 0 })
  const instrument = { ...perpetualInstrument({ fundingHours: 8, markBand: 0n }), state: "open" } as const
  watch.take(send({ type: "instrument.set", instrument }))
  for (const account of ["u1", "u2"])
    send({
      ...{ type: "capital.move", from: "faucet", to: `${account}.contract.available`, currency: "USDT" },
      ...{ amount: coins(100_000), reason: "test" },
    })
  watch.take(send(quote))
  watch.take(send({ type: "clock.tick" }, BEGIN + 1_000))
  send(order("u1", "sell", 100, 100), BEGIN + 1_000)
  send(order("u2", "buy", 100, 100), BEGIN + 1_000)
  // Asked to buy far above the index: the premium stands at its bound, and longs pay.
  send(order("house-maker", "buy", 110, 1_000), BEGIN + 1_000)
  send(order("house-maker", "sell", 120, 1_000), BEGIN + 1_000)
  send(quote, BEGIN + 29_000)
  send({ type: "clock.tick" }, BEGIN + 30_000)
  send(quote, BEGIN + 59_000)
  paying = send({ type: "clock.tick" }, BEGIN + 60_000)
})

const without = (type: EngineEvent["type"]) => paying.filter((event) => event.type !== type)

test("what is paid once and to zero is let alone, moment after moment", () => {
  expect(paying.some((event) => event.type === "funding-paid" && event.amount !== 0n)).toBe(true)
  watch.take(paying)
  expect(watch.look()).toEqual([])
  watch.take(send({ type: "clock.tick" }, BEGIN + 60_000 + 8 * HOUR))
  expect(watch.look()).toEqual([])
})

test.each<[string, () => unknown, RegExp]>([
  ["paid twice", () => watch.take([...paying, ...without("funding-rate")]), /was paid twice/],
  ["due twice", () => watch.take([...paying, ...paying]), /came after that of/],
  ["told and not paid", () => watch.take(without("journal")), /was told and not paid/],
  ["paid out of its time", () => watch.take(without("funding-rate")), /which is no moment of it/],
  [
    "a unit short",
    () =>
      watch.take(
        paying.map((event) =>
          event.type === "journal" && event.reference === REFERENCE
            ? {
                ...event,
                lines: event.lines.map((line, at) =>
                  at === 0 ? { ...line, amount: (line.amount + 1n) as Amount } : line,
                ),
              }
            : event,
        ),
      ),
    /sums to 1 of USDT/,
  ],
  ["never due again", () => engine.state.timers.remove("funding", PERPETUAL), /is overdue/],
])("funding that is %s is found, and said once", (_, wrong, words) => {
  wrong()
  expect(watch.look().join("; ")).toMatch(words)
})

/** Deposits and withdrawals in a snapshot (R4). */

import { expect, test } from "vitest"
import type { Command } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import { readSavedState } from "#server/journal/saved-state-schema.ts"
import { CustodyExchange, WAIT_MS } from "#tests/support/custody-exchange.ts"
import { coins } from "#tests/support/test-exchange.ts"
import { REMEMBERED_MAX } from "./custody-state.ts"

test("a restored engine goes on as the saved one does", () => {
  const one = new CustodyExchange()
  one.fill(10_000)
  one.seen("a", 5)
  one.confirmed("a", 20)
  one.seen("b", 0.5, { account: "u2" })
  one.confirmed("b", 20)
  one.deposit("c", 90_000)
  one.seen("d", 9)
  one.vanished("d")
  one.requested(100, { identity: "none", key: "known" })
  const { id: waiting } = one.requested(60_000)
  const sent = one.sent(50, "out")
  one.seen("e", 20, { account: "u3" })
  one.confirmed("e", 20)
  one.run({
    ...{ type: "transfer", account: "u3", from: "funding", to: "second", currency: "USDT", key: "t" },
    amount: one.engine.state.ledger.balance("u3", "funding", "USDT").available,
  })
  one.vanished("e")
  one.run({ type: "custody.cost", chain: "ethereum", currency: "USDT", tx: "out", amount: 1n as never })
  one.run({ type: "custody.chain", chain: "bitcoin", currency: "BTC", isOpen: false })
  one.run({ type: "withdrawals.freeze", isFrozen: true, reason: "audit" })
  const saved = one.engine.save()
  const other = new CustodyExchange()
  other.engine = createEngine()
  other.engine.load(readSavedState(structuredClone(saved)))
  expect(other.engine.save()).toEqual(saved)

  const commands: Command[] = [
    { type: "custody.confirmed", chain: "tron", tx: "a", index: 0, confirmations: 40 },
    { type: "custody.confirmed", chain: "tron", tx: "c", index: 0, confirmations: 40 },
    { type: "custody.final", id: sent },
    { type: "withdraw.approve", id: waiting, by: "one" },
    { type: "custody.cost", chain: "ethereum", currency: "USDT", tx: "out", amount: 1n as never },
    { type: "withdrawals.freeze", isFrozen: false, reason: "" },
    { type: "clock.tick" },
  ]
  let seq = saved.seq
  for (const command of commands) {
    seq += 1
    const stamped = { seq, time: one.time + WAIT_MS, command }
    expect(other.engine.apply(stamped)).toEqual(one.engine.apply(stamped))
  }
  expect(other.engine.save()).toEqual(one.engine.save())
})

test("what is final and what is paid is forgotten, the oldest first, when there is too much of it", () => {
  const exchange = new CustodyExchange()
  const { custody } = exchange.engine.state
  exchange.deposit("first", 5)
  exchange.deposit("second", 5)
  const cost = (tx: string) =>
    exchange.run({ type: "custody.cost", chain: "tron", currency: "USDT", tx, amount: 1n as never })
  cost("first")
  for (let place = custody.finals.size; place < REMEMBERED_MAX; place += 1) custody.finals.add(`f${place}`)
  for (let place = custody.costs.size; place < REMEMBERED_MAX; place += 1) custody.costs.add(`c${place}`)
  exchange.deposit("third", 5)
  cost("third")
  expect([custody.finals.size, custody.costs.size]).toEqual([REMEMBERED_MAX, REMEMBERED_MAX])
  const known = (tx: string) => [custody.finals.has(`tron:${tx}:0`), custody.costs.has(`tron:${tx}`)]
  expect(known("first")).toEqual([false, false])
  expect(known("third")).toEqual([true, true])
  exchange.seen("second", 5)
  expect(exchange.funds()).toBe("15 0")

  const other = createEngine()
  other.load(readSavedState(structuredClone(exchange.engine.save())))
  const command: Command = {
    ...{ type: "custody.seen", chain: "tron", tx: "third", index: 0, account: "u1", address: "of u1" },
    ...{ currency: "USDT", amount: coins(5) },
  }
  for (const engine of [other, exchange.engine]) {
    const { events } = engine.apply({ seq: engine.state.log.seq + 1, time: exchange.time, command })
    expect(events).toEqual([])
  }
  expect(other.save()).toEqual(exchange.engine.save())
})

/** A replica does what the log says, in order, or nothing more at all. */

import { expect, test, vi } from "vitest"
import type { Command, Stamped } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import { RULES_VERSION } from "#server/engine/versions.ts"
import { packCommands } from "#server/journal/command-codec.ts"
import { FIRST_CHAIN, type KeptBatch, nextChain } from "#server/journal/journal.ts"
import { coins } from "#tests/support/test-exchange.ts"
import { readText, type SaidBatch, sayText } from "./bus-messages.ts"
import { Replica } from "./replica.ts"

const COUNT = 12
const draw = (seq: number): Command => ({
  type: "faucet.draw",
  // Each may draw once a day.
  account: `u${seq}`,
  amounts: [{ currency: "USDT", amount: coins(seq) }],
})

/** Batches of one command each, as they are said: through the text that crosses the bus. */
function saidBatches(): SaidBatch[] {
  let chain = FIRST_CHAIN
  return Array.from({ length: COUNT }, (_, place) => {
    const seq = place + 1
    const stamped: Stamped = { seq, time: 1_000 + seq, command: draw(seq) }
    const commands = packCommands([stamped])
    chain = nextChain(chain, commands)
    const batch: KeptBatch = {
      ...{ term: 3, first_seq: seq, last_seq: seq, time: stamped.time, rules: RULES_VERSION },
      ...{ commands, chain },
    }
    return readText<SaidBatch>(sayText({ batch, revision: 100 + seq }))
  })
}

function replica(log: readonly SaidBatch[] = [], error = vi.fn()) {
  const engine = createEngine()
  const told: (number | undefined)[] = []
  const readLog = vi.fn(async (after: number, limit: number) =>
    log
      .map(({ batch }) => batch)
      .filter(({ first_seq: first }) => first > after)
      .slice(0, limit),
  )
  const made = new Replica({
    engine: { apply: (stamped) => engine.apply(stamped), save: () => engine.save(), load: () => undefined },
    head: { term: 3, seq: 0, time: 0, chain: FIRST_CHAIN },
    ...{ readLog, log: { error } },
    onBatch: (_, revision) => told.push(revision),
  })
  const held = () =>
    Array.from(
      { length: COUNT },
      (_, place) => engine.state.ledger.known(`u${place + 1}`)?.balances()[0]?.available ?? 0n,
    ).reduce<bigint>((sum, one) => sum + one, 0n)
  return { made, told, readLog, held }
}

/** What all draws up to this one have brought. */
const sumTo = (seq: number) => coins((seq * (seq + 1)) / 2)

test("batches that are said in order are done without asking the database", () => {
  const { made, told, readLog, held } = replica()
  for (const said of saidBatches()) made.take(said)
  expect(made.seq).toBe(COUNT)
  expect(held()).toBe(sumTo(COUNT))
  expect(told).toEqual(Array.from({ length: COUNT }, (_, place) => 101 + place))
  expect(readLog).not.toHaveBeenCalled()
})

test("what is said twice or out of order is done once, in its place", async () => {
  const all = saidBatches()
  const { made, held } = replica(all)
  for (const place of [1, 0, 0, 3, 2, 1, 7, 5, 6, 4, 4, 11, 9, 8, 10]) {
    const said = all[place]
    if (said) made.take(said)
  }
  expect(await made.reached(COUNT, 10_000)).toBe(true)
  expect(held()).toBe(sumTo(COUNT))
})

test("what was never heard is read from the log", async () => {
  const all = saidBatches()
  const { made, held } = replica(all)
  const last = all.at(-1)
  if (last) made.take(last)
  expect(await made.reached(COUNT, 10_000)).toBe(true)
  expect(held()).toBe(sumTo(COUNT))
})

test("a batch that doesn't follow from what is here is not done, and neither is anything after it", () => {
  const all = saidBatches()
  const { made, told, held } = replica()
  for (const [place, said] of all.entries()) {
    if (place !== 5) made.take(said)
    else {
      // Other commands under the right hash, as from a writer whose batch was never committed.
      const commands = packCommands([{ seq: 6, time: 1_006, command: draw(60) }])
      made.take({ ...said, batch: { ...said.batch, commands } })
    }
  }
  expect(made.failure()).toMatch(/commands 6 to 6 of the command log were changed/)
  expect(made.seq).toBe(5)
  expect(told).toHaveLength(5)
  expect(held()).toBe(sumTo(5))
})

test("a log that no longer reaches back to where it stands is told once and followed no further", async () => {
  const error = vi.fn()
  const { made, told } = replica(saidBatches().slice(3), error)
  await made.catchUp()
  expect(made.failure()).toMatch(/goes on with command 4 behind 0/)
  expect([made.seq, told.length, error.mock.calls.length]).toEqual([0, 0, 1])
})

test("a log that reaches further than can be read of it is behind after a while, until it is read", async () => {
  const all = saidBatches()
  const { made, readLog } = replica(all)
  const isAway = () => Promise.reject(new Error("the database is away"))
  readLog.mockImplementation(isAway)
  vi.useFakeTimers({ toFake: ["performance"] })
  try {
    made.heardEnd(COUNT)
    expect(made.isBehind()).toBe(false)
    vi.advanceTimersByTime(3001)
    // What is heard meanwhile makes it no younger.
    made.heardEnd(COUNT + 5)
    expect(made.isBehind()).toBe(true)
    for (const said of all) made.take(said)
    expect(made.isBehind()).toBe(false)
  } finally {
    vi.useRealTimers()
    made.stop()
  }
})

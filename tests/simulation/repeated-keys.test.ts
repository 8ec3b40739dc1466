/**
 * Who isn't sure whether an order arrived sends it again, with its key: however often that is, it has one effect (S12).
 * SAKER_REPEATS repeats among new orders, cancels and loads of a snapshot, held against an engine that hears each once.
 */

import { isDeepStrictEqual } from "node:util"
import { expect, test } from "vitest"
import type { Command, Stamped } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import type { SavedState } from "#server/engine/snapshot/saved-state.ts"
import { hashOfState, imageOf, isSameHash, readImage } from "#server/journal/state-image.ts"
import { answeredOrder, spotInstrument } from "../support/test-exchange.ts"
import { ACCOUNTS, RandomCommands } from "./random-commands.ts"
import { SeededChance } from "./seeded-chance.ts"
import { seedsOr } from "./simulation-run.ts"

const REPEATS = Number(process.env.SAKER_REPEATS ?? 20_000)
/** Between two new commands. */
const REPEATED_EACH = 20
const LOAD_EVERY = 10_000
/** Between two new commands; what is repeated comes in the same moment. A key is remembered for an hour: the run stays within. */
const STEP_MS = 50

test.each(seedsOr([51]))("repeated at random, each command acts once, from seed %i", (seed) => {
  const commands = new RandomCommands(seed)
  const chance = new SeededChance(seed + 1)
  const once = createEngine()
  let often = createEngine()
  const told: { command: Command; answer: unknown }[] = []
  let seq = 0
  let time = 0
  let lastId = 0
  const stamp = (command: Command): Stamped => {
    seq += 1
    return { seq, time, command }
  }
  const tell = (command: Command) => {
    time += STEP_MS
    const stamped = stamp(command)
    const [first, other] = [often.apply(stamped), once.apply(stamped)]
    if (!isDeepStrictEqual(first, other)) expect(first).toEqual(other)
    lastId = Math.max(lastId, answeredOrder(first)?.id ?? 0)
    return first.answer
  }
  tell({ type: "instrument.set", instrument: spotInstrument({ priceRule: "band" }) })
  for (const account of ACCOUNTS)
    tell({
      ...{ type: "faucet.draw", account },
      amounts: [
        { currency: "ABC", amount: (10n ** 15n) as never },
        { currency: "USDT", amount: (10n ** 17n) as never },
      ],
    })

  let keys = 0
  for (let count = 0; count < REPEATS; count += 1) {
    if (count % REPEATED_EACH === 0) {
      const command = commands.next(lastId, time)
      // Keys of the house's accounts aren't remembered.
      if (command.type === "order.place" && !command.account.startsWith("house-")) {
        keys += 1
        const keyed = { ...command, clientOrderId: `k-${keys}`, keysMax: 1_000_000 }
        const answer = tell(keyed)
        // A refusal changed nothing and isn't remembered.
        if ((answer as { ok: boolean }).ok) told.push({ command: keyed, answer })
      } else tell(command)
    }
    const repeated = told[chance.whole(0, told.length - 1)]
    if (!repeated) continue
    const { answer, events } = often.apply(stamp(repeated.command))
    if (events.length > 0 || !isDeepStrictEqual(answer, repeated.answer))
      expect([answer, events]).toEqual([repeated.answer, []])
    if (count % LOAD_EVERY !== LOAD_EVERY - 1) continue
    const again = createEngine()
    again.load(readImage(imageOf(often.save())) as SavedState)
    often = again
  }
  expect(told.length).toBeGreaterThan(REPEATS / REPEATED_EACH / 10)
  tell({ type: "clock.tick" })
  if (!isSameHash(hashOfState(often.save()), hashOfState(once.save())))
    expect(often.save()).toEqual(once.save())
})

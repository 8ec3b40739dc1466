/** Money is conserved under random commands of many users, audited after each. */

import { isDeepStrictEqual } from "node:util"
import { describe, expect, test } from "vitest"
import { createEngine } from "#server/engine/engine.ts"
import { PlainBook } from "#server/engine/matching/plain-book.ts"
import { MoneyRun, WIDE_LOOKS } from "./money-run.ts"
import { moneyRuns, runSteps, slowCommands, timeoutMs } from "./simulation-run.ts"

const FILE = "tests/simulation/money.test.ts"
/** A longer run counts all money each thousand commands; what a command touched is looked at after each all the same. */
const CLOSE_LOOKS_MOST = 200_000

describe("Money", () => {
  for (const [seed, count] of moneyRuns())
    test(`is conserved, and no balance is negative, after each of ${count} commands of seed ${seed}`, {
      timeout: timeoutMs(count),
    }, () => {
      const looks = count > CLOSE_LOOKS_MOST ? WIDE_LOOKS : undefined
      const run = new MoneyRun(seed, createEngine(), undefined, looks)
      runSteps(FILE, seed, () => run.step(), count)
      run.finish()
    })

  test("is the same with the plain book, to the last event", { timeout: timeoutMs() }, () => {
    const run = new MoneyRun(24, createEngine())
    const plain = createEngine({ createBook: (notionalUnit) => new PlainBook(notionalUnit) })
    for (const { stamped, outcome } of run.beginnings) expect(plain.apply(stamped)).toEqual(outcome)
    runSteps(
      FILE,
      24,
      () => {
        const { stamped, outcome } = run.step()
        const truth = plain.apply(stamped)
        if (!isDeepStrictEqual(outcome, truth)) expect(outcome).toEqual(truth)
      },
      slowCommands(),
    )
    expect(plain.save()).toEqual(run.engine.save())
  })

  test("moves in every way that the commands are made for", () => {
    const run = new MoneyRun(25, createEngine())
    const told = new Set<string>()
    for (let place = 0; place < 12_000; place += 1) {
      const { outcome } = run.step()
      if (!outcome.answer.ok) told.add(outcome.answer.problem.name)
      for (const event of outcome.events) {
        if (event.type === "journal") told.add(event.kind)
        if (event.type === "fill" && event.fee < 0n) told.add("rebate")
        if (event.type === "user" && event.level > 0) told.add("level")
      }
    }
    for (const way of [
      ...["order-hold", "order-release", "trade", "fee", "transfer", "faucet", "capital", "correction"],
      ...[
        "house-net",
        "rebate",
        "level",
        "INSUFFICIENT_BALANCE",
        "ACCOUNT_FROZEN",
        "TOO_SOON",
        "KEY_CONFLICT",
      ],
      ...["REQUEST_EXPIRED", "TRANSFERS_STOPPED", "UNKNOWN_CURRENCY", "WRONG_SIZE", "FORMAT"],
    ])
      expect([...told].sort()).toContain(way)
  })
})

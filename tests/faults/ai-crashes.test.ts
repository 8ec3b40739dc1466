/**
 * An exchange stopped at each write of an AI product's life goes on as if it had not been; started again days later, each
 * holding has earned each of its days once and has one end (A1–A5, R1, R5).
 */

import { expect, test } from "vitest"
import { holdingOfRow } from "#server/storage/recorded-holdings.ts"
import {
  AI_CASH,
  AI_OPENING,
  AI_RESERVE_CASH,
  AI_SCENE,
  AI_STAGES,
  AI_USERS,
} from "#tests/support/ai-crash-scene.ts"
import { playScene, type ScenePlayed } from "#tests/support/contract-crash-run.ts"
import { crashGround } from "#tests/support/crash-ground.ts"
import { downtimesOf, fewStopsIn, placeStages, stopsIn } from "#tests/support/crash-stops.ts"

const WITHIN_MS = 600_000
const DAY = 86_400_000
/** Back at once, and behind two midnights. */
const DOWN_MS = [0, 2 * DAY]

const ground = crashGround(AI_SCENE)

const stages = placeStages(AI_OPENING, AI_STAGES)

type Row = Parameters<typeof holdingOfRow>[0]
const holdingsOf = ({ facts }: ScenePlayed) =>
  facts.ai_holdings.map((row) => holdingOfRow(row as unknown as Row))

/** Whatever happened between: each day accrued once, each holding ended once, and money for it moved once. */
function expectEachOnce(played: ScenePlayed): void {
  const { balances, ledger_journals: journals } = played.facts
  const holdings = holdingsOf(played)
  const amountOf = (account: string) =>
    BigInt(String(balances.find((row) => row.account === account)?.amount ?? 0))
  const gained = new Map<string, bigint>()
  let rewards = 0n
  let fees = 0n
  for (const { id, account, status, days, accruedDays, principal, reward, promised, paid, fee } of holdings) {
    expect(status, `holding ${id}`).not.toBe("in-progress")
    const earned = journals.filter(({ kind, reference }) => kind === "ai-accrual" && isOf(reference, id))
    expect(earned.map(({ reference }) => reference).toSorted(), `holding ${id}`).toEqual(
      Array.from({ length: accruedDays }, (_, day) => `ai:${id}:${day + 1}`),
    )
    const others = journals.filter(({ reference }) => reference === `ai:${id}`).map(({ kind }) => kind)
    expect(others.toSorted(), `holding ${id}`).toEqual(["ai-buy", "ai-end"])
    if (status === "finished") {
      expect([accruedDays, reward], `holding ${id}`).toEqual([days, promised])
      rewards += reward
    }
    fees += fee ?? 0n
    gained.set(account, (gained.get(account) ?? 0n) + (paid ?? 0n) - principal)
  }
  expect(new Set(holdings.map(({ key, account }) => `${account} ${key}`)).size).toBe(holdings.length)
  for (const user of AI_USERS) {
    const own = ["funding.available", "ai.principal", "ai.reward"].map((part) => amountOf(`${user}.${part}`))
    expect([user, ...own]).toEqual([user, AI_CASH + (gained.get(user) ?? 0n), 0n, 0n])
  }
  expect(amountOf("fees")).toBe(fees)
  expect([amountOf("ai-reserve.available"), amountOf("ai-reserve.held")]).toEqual([
    AI_RESERVE_CASH - rewards,
    0n,
  ])
}

const isOf = (reference: unknown, id: number) => String(reference).startsWith(`ai:${id}:`)

test("the scene has all of it: paid in full, ended early, and of two issues", () => {
  const ends = holdingsOf(ground.whole).map(({ status, issue, days }) => `${status} ${issue} ${days}`)
  expect(new Set(ends)).toEqual(new Set(["finished 1 3", "withdrawn 1 3", "finished 2 3", "finished 2 2"]))
  expect(ground.whole.facts.ai_issues.map(({ state }) => state)).toEqual(["ended", "ended"])
  expectEachOnce(ground.whole)
})

test.each(stages)(
  "stopped in $name and done again from the log, every row is as it would have been",
  async (stage) => {
    const stops = stopsIn(stage, ground.whole)
    expect(stops).not.toEqual([])
    for (const stop of stops) {
      const { state, facts } = await playScene(ground.storage, AI_SCENE, stop)
      expect(facts, `${stop.kind}, write ${stop.place}`).toEqual(ground.whole.facts)
      expect(state, `${stop.kind}, write ${stop.place}`).toEqual(ground.whole.state)
    }
  },
  WITHIN_MS,
)

test.each(stages.flatMap((stage) => downtimesOf(stage, DOWN_MS, 1).map((downMs) => ({ ...stage, downMs }))))(
  "stopped in $name and started $downMs ms later: each day accrued once, each holding ended once",
  async ({ downMs, ...stage }) => {
    const stops = fewStopsIn(stage, ground.whole)
    expect(stops).not.toEqual([])
    for (const stop of stops) expectEachOnce(await playScene(ground.storage, AI_SCENE, { ...stop, downMs }))
  },
  WITHIN_MS,
)

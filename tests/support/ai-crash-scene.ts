/**
 * A script of commands in which AI products are offered, issued, bought, earn over midnights and downtime, are ended early and
 * reach their end, and their terms and issues change meanwhile (A1–A5).
 */

import type { Command } from "#server/engine/command.ts"
import { MORNING, product } from "./ai-exchange.ts"
import type { CrashScene, SceneStage, SceneStep } from "./contract-crash-scene.ts"
import { secondInstrument } from "./second-exchange.ts"
import { coins } from "./test-exchange.ts"

const DAY = 86_400_000
const CASH = 5_000
export const AI_USERS = ["u1", "u2", "u3"] as const
export const AI_CASH = coins(CASH)
export const AI_RESERVE_CASH = coins(100)

const now = (command: Command): SceneStep => ({ command, waitMs: 0 })
const passed = (days: number): SceneStep => ({ command: { type: "clock.tick" }, waitMs: days * DAY })
const give = (to: string, amount: bigint): SceneStep =>
  now({
    ...{ type: "capital.move", from: "faucet", to, currency: "USDT" },
    ...{ amount: amount as typeof AI_CASH, reason: "scene" },
  })
const issue = (size: number): SceneStep => now({ type: "ai.issue", product: "usdt-3", size: coins(size) })

let keys = 0
const buy = (account: string, amount: number): SceneStep => {
  keys += 1
  return now({
    ...{ type: "ai.buy", account, product: "usdt-3", amount: coins(amount), key: `b${keys}`, keysMax: 100 },
  })
}
const end = (account: string, holding: number): SceneStep =>
  now({ type: "ai.withdraw", account, holding, key: `e${holding}`, keysMax: 100 })
const freeze = (account: string, isFrozen: boolean): SceneStep =>
  now({ type: "user.freeze", account, isFrozen })

const begin: readonly SceneStep[] = [
  now({ type: "clock.start", stopsPerCommand: 200, settlesContracts: true, pauseMs: 0 }),
  now({ type: "instrument.set", instrument: secondInstrument() }),
  ...AI_USERS.map((user) => give(`${user}.funding.available`, AI_CASH)),
  give("ai-reserve.available", AI_RESERVE_CASH),
]
const stages: readonly SceneStage[] = [
  { name: "offering", steps: [now(product()), issue(900)] },
  { name: "buying", steps: [buy("u1", 500), buy("u2", 399), buy("u3", 10)] },
  { name: "accrual", steps: [passed(1), passed(1)] },
  {
    name: "an early end and the next issue",
    // The last sold out the first issue.
    steps: [end("u2", 2), issue(800), buy("u2", 333.33333333), buy("u3", 100)],
  },
  {
    name: "maturity",
    steps: [
      // What was bought keeps the terms that it was bought with, and who is frozen is paid as well.
      now(product({ days: 2, rate: 200_000n, earlyFee: 0n })),
      ...[freeze("u1", true), passed(2), freeze("u1", false)],
    ],
  },
  {
    name: "downtime and the product's end",
    steps: [buy("u1", 50), now(product({ offer: "closed" })), passed(9)],
  },
]

export const AI_STAGES = stages
export const AI_OPENING = begin
export const AI_SCENE: CrashScene = {
  begins: MORNING,
  instruments: [],
  steps: [...begin, ...stages.flatMap(({ steps }) => steps)],
}

/**
 * A script of commands in which second contracts are opened, decided by ticks at and behind their expiry, tied, refunded by a
 * silence and by a late tick, and a loss limit is raised (O1–O5).
 */

import { type Price8, UNITS_PER_COIN } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import type { CrashScene, SceneStage, SceneStep } from "./contract-crash-scene.ts"
import { INDEX, SECOND, secondInstrument } from "./second-exchange.ts"
import { coins } from "./test-exchange.ts"

const CASH = 1_000
export const SECOND_USERS = ["u1", "u2", "u3", "u4"] as const
export const SECOND_CASH = coins(CASH)

const now = (command: Command): SceneStep => ({ command, waitMs: 0 })
const tick = (waitMs: number): SceneStep => ({ command: { type: "clock.tick" }, waitMs })
/** A tick of the index in hundredths of a USDT. */
const quote = (waitMs: number, cents: number): SceneStep => ({
  command: {
    ...{ type: "feed.quote", index: INDEX, source: "one" },
    last: ((BigInt(cents) * UNITS_PER_COIN) / 100n) as Price8,
  },
  waitMs,
})
const give = (to: string, amount: number): SceneStep =>
  now({
    ...{ type: "capital.move", from: "faucet", to, currency: "USDT" },
    ...{ amount: coins(amount), reason: "scene" },
  })

let keys = 0
const open = (account: string, direction: "bullish" | "bearish", stake: number, seconds = 30): SceneStep => {
  keys += 1
  return now({
    ...{ type: "second.open", account, instrument: SECOND, direction, seconds },
    ...{ stake: coins(stake), key: `s${keys}`, keysMax: 100 },
  })
}
/** The index stands for so many steps of 4 s: no silence. */
const standing = (steps: number, cents: number): SceneStep[] =>
  Array.from({ length: steps }, () => quote(4_000, cents))

const begin: readonly SceneStep[] = [
  now({
    type: "clock.start",
    stopsPerCommand: 200,
    settlesContracts: true,
    pauseMs: 0,
    exposureLimit: coins(100_000),
  }),
  now({ type: "instrument.set", instrument: secondInstrument() }),
  ...SECOND_USERS.map((user) => give(`${user}.second.available`, CASH)),
  give("option-house.available", 10_000),
  quote(0, 10_000),
]

const stages: readonly SceneStage[] = [
  {
    name: "opening",
    steps: [
      open("u1", "bullish", 50),
      open("u2", "bearish", 60),
      open("u3", "bullish", 70, 60),
      open("u1", "bearish", 20),
      open("u4", "bullish", 10),
    ],
  },
  {
    name: "the tick that decides",
    // The last comes at the very millisecond of the expiry.
    steps: [...standing(7, 10_005), quote(2_000, 10_010), quote(500, 10_000)],
  },
  {
    name: "a tie, and what is opened beside it",
    steps: [...standing(6, 10_001), open("u2", "bullish", 5), quote(4_000, 10_000), quote(1_600, 10_000)],
  },
  {
    name: "a late tick across the expiry",
    // More than five seconds after the one before it, at the very millisecond of the expiry: before the timer looks.
    steps: [...standing(4, 10_002), quote(3_300, 10_002), quote(5_100, 10_003)],
  },
  {
    name: "a silence that a timer ends",
    steps: [
      open("u4", "bearish", 30),
      open("u1", "bullish", 30),
      tick(20_000),
      tick(20_000),
      quote(0, 10_020),
    ],
  },
  {
    name: "a loss limit that is raised",
    steps: [
      now({ type: "second.limit", account: "u3", limit: coins(100) }),
      now({ type: "second.limit", account: "u3", limit: coins(200) }),
      tick(86_400_000),
      quote(0, 10_000),
      open("u3", "bearish", 100),
    ],
  },
]
const end: readonly SceneStep[] = [...standing(8, 9_990), tick(60_000)]

export const SECOND_STAGES = stages
export const SECOND_OPENING = begin
export const SECOND_SCENE: CrashScene = {
  begins: 62_000 * 8 * 3_600_000,
  instruments: [secondInstrument()],
  steps: [...begin, ...stages.flatMap(({ steps }) => steps), ...end],
}

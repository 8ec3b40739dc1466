/** A script of commands in which deposits and withdrawals come to every end that there is (D1–D5). */

import type { Command } from "#server/engine/command.ts"
import type { CrashScene, SceneStage, SceneStep } from "./contract-crash-scene.ts"
import { coins } from "./test-exchange.ts"

const WAIT_MS = 5_000
const now = (command: Command): SceneStep => ({ command, waitMs: 0 })
const waited: SceneStep = { command: { type: "clock.tick" }, waitMs: WAIT_MS }
const tron = { chain: "tron", index: 0 } as const
const seen = (tx: string, amount: number, account = "u1"): SceneStep =>
  now({
    ...{ type: "custody.seen", ...tron, tx, account, address: `of ${account}` },
    ...{ currency: "USDT", amount: coins(amount) },
  })
const confirmed = (tx: string, confirmations: number): SceneStep =>
  now({ type: "custody.confirmed", ...tron, tx, confirmations })
const vanished = (tx: string): SceneStep => now({ type: "custody.vanished", ...tron, tx })

let keys = 0
const request = (amount: number, account = "u1"): SceneStep => {
  keys += 1
  return now({
    ...{ type: "withdraw.request", account, currency: "USDT", chain: "tron", addressId: 1 },
    ...{ address: "outside", remark: "mine", amount: coins(amount), key: `w${keys}`, keysMax: 100 },
    ...{ identity: "verified", addressReadyAt: 0, restUntil: 0, hasSecondProof: false, waitMs: WAIT_MS },
  })
}
const send = (id: number): SceneStep[] => [
  now({ type: "withdraw.send", id }),
  now({ type: "custody.sent", id, tx: `out-${id}` }),
]

const begin: readonly SceneStep[] = [
  now({ type: "clock.start", stopsPerCommand: 200, settlesContracts: true, pauseMs: 0 }),
]
const stages: readonly SceneStage[] = [
  {
    name: "deposits to their end",
    steps: [
      ...[seen("a", 90_000), confirmed("a", 1), confirmed("a", 20), confirmed("a", 40)],
      ...[seen("b", 0.5), confirmed("b", 20), seen("c", 0.6), confirmed("c", 40)],
    ],
  },
  {
    name: "a reorganisation before and after the credit",
    steps: [
      ...[seen("d", 7), confirmed("d", 5), vanished("d"), seen("d", 7), confirmed("d", 20)],
      ...[seen("e", 70, "u2"), confirmed("e", 20)],
      now({
        ...{ type: "transfer", account: "u2", from: "funding", to: "second", currency: "USDT" },
        ...{ amount: coins(50), key: "t", keysMax: 100 },
      }),
      ...[vanished("e"), seen("f", 90, "u2"), confirmed("f", 40)],
    ],
  },
  {
    name: "withdrawals to their end",
    steps: [
      ...[request(50), request(60), request(70), now({ type: "withdraw.cancel", account: "u1", id: 3 })],
      ...[waited, ...send(1), now({ type: "custody.final", id: 1 })],
      now({ type: "custody.cost", chain: "tron", currency: "USDT", tx: "out-1", amount: coins(0.5) }),
      ...[...send(2), now({ type: "custody.failed", id: 2, reason: "nonce" })],
    ],
  },
  {
    name: "what persons decide",
    steps: [
      ...[request(60_000), request(12_000), waited],
      now({ type: "withdraw.approve", id: 4, by: "ann" }),
      now({ type: "withdraw.reject", id: 5, reason: "no" }),
      now({ type: "withdraw.approve", id: 4, by: "bob" }),
      now({ type: "withdrawals.freeze", isFrozen: true, reason: "a test" }),
      now({ type: "withdrawals.freeze", isFrozen: false, reason: "" }),
      now({ type: "withdraw.send", id: 4 }),
    ],
  },
]

export const CUSTODY_STAGES = stages
export const CUSTODY_OPENING = begin
export const CUSTODY_SCENE: CrashScene = {
  begins: 62_000 * 8 * 3_600_000,
  instruments: [],
  steps: [...begin, ...stages.flatMap(({ steps }) => steps), request(80)],
}

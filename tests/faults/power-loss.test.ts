/** After a loss of power every acknowledged order is there, whatever of the rest had reached the disk. */

import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { SeededChance } from "#tests/simulation/seeded-chance.ts"
import {
  at,
  checkBooksOf,
  SYMBOL,
  type Told,
  tradeUntilKilled,
  UNLIMITED,
} from "#tests/support/killed-trading.ts"
import { afterPowerLoss } from "#tests/support/power-loss.ts"
import {
  DATABASE,
  freshFolder,
  removeFolders,
  type SakerProcess,
  startSaker,
} from "#tests/support/saker-process.ts"
import { newTrader, priceAt, type Trader } from "#tests/support/trader.ts"
import { serverFlags } from "../../tools/steps.mjs"

/** Half as many as kills: 2 in `npm run verify`, 25 in `npm run chaos`. */
const ROUNDS = Math.max(2, Math.ceil(Number(process.env.SAKER_CRASH_KILLS ?? 2) / 2))
const SEED = 7
const WITHIN_MS = 120_000

afterAll(removeFolders)

const data = freshFolder()
const folder = join(data, DATABASE)
const platter = join(data, "platter")
let traders: Trader[] | undefined

/** A server on a disk that keeps only what is forced; trades until it is killed. */
async function tradeUntilPowerIsLost(round: number, told: Map<string, Told>, more = {}): Promise<void> {
  let saker: SakerProcess | undefined
  try {
    saker = await startSaker({
      data,
      env: { ...UNLIMITED, SAKER_FORCE_WRITES: "1", ...more, PLATTER: platter },
      serve: [...serverFlags, "--import", "./tests/support/lossy-disk.ts", "server/main.ts"],
    })
    traders ??= [await newTrader(at(saker)), await newTrader(at(saker))]
    const low = await priceAt(at(saker), SYMBOL, 0.5)
    await tradeUntilKilled(saker, traders, { told, low, round })
  } finally {
    await saker?.end("SIGKILL")
  }
}

test(
  `of ${ROUNDS} losses of power none loses an acknowledged order; without forcing the next one would`,
  async () => {
    const told = new Map<string, Told>()
    const chance = new SeededChance(SEED)
    for (let round = 1; round <= ROUNDS; round += 1) {
      await tradeUntilPowerIsLost(round, told)
      // The first loses all that it may lose; then some blocks had arrived, and pages are torn.
      const share = round === 1 ? 0 : chance.fraction()
      afterPowerLoss(folder, platter, () => chance.happens(share))
      await checkBooksOf(data, "", told)
    }
    const lost = new Map<string, Told>()
    await tradeUntilPowerIsLost(ROUNDS + 1, lost, { SAKER_FORCE_WRITES: "0" })
    afterPowerLoss(folder, platter)
    await checkBooksOf(data, "", told)
    await expect(checkBooksOf(data, "", lost)).rejects.toThrow(/expected undefined to be/)
  },
  WITHIN_MS * (ROUNDS + 1),
)

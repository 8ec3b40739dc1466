/** An exchange killed during trading keeps every order it answered, once, and books that balance. */

import { afterAll, describe, expect, test } from "vitest"
import {
  at,
  checkBooksOf,
  SYMBOL,
  type Told,
  tradeUntilKilled,
  UNLIMITED,
} from "#tests/support/killed-trading.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import { freshFolder, removeFolders, type SakerProcess, startSaker } from "#tests/support/saker-process.ts"
import { newTrader, priceAt, type Trader } from "#tests/support/trader.ts"

/** `npm run verify` asks for 4, `npm run chaos` for 50. */
const ROUNDS = Number(process.env.SAKER_CRASH_KILLS ?? 2)
const ROUND_WITHIN_MS = 120_000
/** From the start of the process to its ready line, on a machine that does other things too. */
const READY_WITHIN_MS = 120_000

afterAll(removeFolders)

const storages = [
  {
    where: "the embedded database",
    rounds: ROUNDS,
    make: async () => ({ url: "", drop: async () => undefined as unknown }),
  },
  {
    where: `PostgreSQL${postgresIsThere ? "" : ` (${LEFT_OUT})`}`,
    // The process is the same; what differs is who keeps the disk.
    rounds: Math.max(2, Math.ceil(ROUNDS / 5)),
    make: freshDatabase,
    isLeftOut: !postgresIsThere,
  },
]

for (const { where, rounds, make, isLeftOut = false } of storages) {
  describe.skipIf(isLeftOut)(`killed ${rounds} times on ${where}`, () => {
    test(
      "every answered order is there once, the books balance, and it is ready again within seconds",
      async () => {
        const data = freshFolder()
        const { url: databaseUrl, drop } = await make()
        const env = { ...UNLIMITED, DATABASE_URL: databaseUrl }
        const told = new Map<string, Told>()
        let saker: SakerProcess | undefined
        let traders: Trader[] | undefined
        try {
          for (let round = 1; round <= rounds; round += 1) {
            const began = performance.now()
            saker = await startSaker({ env, data })
            if (round > 1) expect(performance.now() - began).toBeLessThan(READY_WITHIN_MS)
            traders ??= [await newTrader(at(saker)), await newTrader(at(saker))]
            const low = await priceAt(at(saker), SYMBOL, 0.5)
            await tradeUntilKilled(saker, traders, { told, low, round })
          }
          await checkBooksOf(data, databaseUrl, told)
          expect(told.size).toBeGreaterThanOrEqual(rounds)
        } finally {
          // Where a round has failed its server still runs.
          await saker?.end("SIGKILL")
          await drop()
        }
      },
      ROUND_WITHIN_MS * (rounds + 1),
    )
  })
}

/**
 * A process of its own that trades on the embedded database: `node disk-scene.ts DATA make` lists and funds, and closes;
 * `DATA trade ANSWERS` trades until its commands are done, and writes each answer down with how long the record was when
 * it came.
 */

import { appendFileSync, statSync } from "node:fs"
import { join } from "node:path"
import type { Lots, Ticks } from "#core/money/units.ts"
import type { Command } from "#server/engine/command.ts"
import { systemClock } from "#server/exchange/exchange.ts"
import { openExchange } from "#server/start/open-exchange.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import { SeededChance } from "../simulation/seeded-chance.ts"
import { SPOT, spotBeginnings } from "../simulation/whole/spot-scene.ts"
import { TRADERS } from "../simulation/whole/whole-scene.ts"
import { answeredOrder } from "./test-exchange.ts"

const COMMANDS = 60
const quiet = { error: () => undefined, info: () => undefined }

const [, , data = "", act = "", answers = ""] = process.argv
const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
const storage = await openStorage({
  data,
  database: "simulated-1",
  seedFile,
  databaseUrl: "",
  isForced: true,
})
const rhythm = { snapshotMs: 3_600_000, snapshotCommands: 25, hashCommands: 10 }
const opened = await openExchange({
  storage,
  clock: systemClock,
  log: quiet,
  settings: {},
  place: "SAKER_DATA",
  rhythm,
})

if (act === "make") for (const command of spotBeginnings) await opened.exchange.submit(command)
else {
  const chance = new SeededChance(17)
  for (let place = 1; place <= COMMANDS; place += 1) {
    const command: Command = {
      type: "order.place",
      ...{ account: chance.pick(TRADERS), instrument: SPOT, side: chance.pick(["buy", "sell"]) },
      ...{
        orderType: "limit",
        price: (100 + chance.whole(-4, 4)) as Ticks,
        quantity: chance.whole(1, 5) as Lots,
      },
      clientOrderId: `order-${place}`,
    }
    const answer = await opened.exchange.submit(command)
    const order = answeredOrder({ answer })
    const { size } = statSync(process.env.RECORDED ?? "")
    appendFileSync(
      answers,
      `${JSON.stringify({ size, place, id: order?.id, seq: opened.exchange.committed() })}\n`,
    )
  }
}
await opened.close()
await storage.close()

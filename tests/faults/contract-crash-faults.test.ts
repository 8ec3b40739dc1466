/** What a start could restore wrongly in the middle of a liquidation, of funding or of a deleveraging is seen by the crash test. */

import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Amount, Fine } from "#core/money/units.ts"
import { FLAT } from "#core/position/position.ts"
import { FUND_ACCOUNT } from "#server/engine/command.ts"
import type { OpenedExchange } from "#server/start/open-exchange.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import type { Storage } from "#server/storage/storage.ts"
import { type Crash, playScene, type ScenePlayed } from "#tests/support/contract-crash-run.ts"
import { SCENE, SCENE_OPENING, SCENE_STAGES } from "#tests/support/contract-crash-scene.ts"
import { PERPETUAL } from "#tests/support/test-exchange.ts"

const WITHIN_MS = 600_000
const folder = mkdtempSync(join(tmpdir(), "saker-contract-crash-faults-"))
let storage: Storage
let whole: ScenePlayed

beforeAll(async () => {
  const seedFile = join(import.meta.dirname, "../../dist/database/empty.tgz")
  storage = await openStorage({ data: folder, database: "simulated-1", seedFile, databaseUrl: "" })
  whole = await playScene(storage, SCENE)
}, WITHIN_MS)
afterAll(async () => {
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

/** The last write of so many steps of a stage. */
function writeAfter(stage: string, steps: number): number {
  const place = SCENE_STAGES.findIndex(({ name }) => name === stage)
  if (place < 0) throw new Error(`no stage ${stage}`)
  const before = SCENE_STAGES.slice(0, place).flatMap((each) => each.steps).length
  return whole.writes[SCENE_OPENING.length + before + steps] ?? 0
}

const accountsOf = ({ engine }: OpenedExchange) => engine.state.clearings.perpetual.accounts
const partsOf = (opened: OpenedExchange) =>
  accountsOf(opened)
    .list()
    .flatMap((own) => own.parts())

/** Stopped behind so many steps of a stage, what is restored made wrong. */
const FAULTS: [name: string, at: [stage: string, steps: number], plant: NonNullable<Crash["plant"]>][] = [
  [
    "funding that was paid falls due once more",
    ["funding", 6],
    ({ engine: { state } }) => state.timers.add({ due: state.log.now + 1, name: "funding", key: PERPETUAL }),
  ],
  [
    "funding that is still to come is forgotten",
    ["funding", 4],
    ({ engine: { state } }) => state.timers.remove("funding", PERPETUAL),
  ],
  [
    "a stop-loss that is filled in part is not restored",
    ["a stop-loss that is filled in two parts", 4],
    (opened) => {
      for (const { positions } of partsOf(opened)) positions.net.pairs = []
    },
  ],
  [
    "the fund's position is not restored",
    ["take-overs by the fund", 4],
    (opened) => {
      const fund = accountsOf(opened).known(FUND_ACCOUNT)?.known(PERPETUAL)
      if (fund) fund.positions.net.held = FLAT
    },
  ],
  [
    "what a house position has still to be posted is lost",
    ["take-overs by the fund", 6],
    (opened) => {
      for (const { account, positions } of partsOf(opened))
        if (account.isHouse) positions.net.held = { ...positions.net.held, carry: 0n as Fine }
    },
  ],
  [
    "the rest of a position that is being liquidated is not restored",
    ["a liquidation by orders", 5],
    (opened) => {
      for (const { owner, positions } of partsOf(opened))
        if (owner.isLiquidating)
          positions.net.held = { ...positions.net.held, size: (positions.net.size / 2n) as Amount }
    },
  ],
  [
    "a position is restored as large as before it was deleveraged",
    ["a deleveraging", 6],
    (opened) => {
      const { net } = accountsOf(opened).known("u2")?.known(PERPETUAL)?.positions ?? {}
      if (net) net.held = { ...net.held, size: (net.held.size * 2n) as Amount }
    },
  ],
  [
    "a write of a liquidation is in the log, and not among the rows",
    ["a liquidation by orders", 4],
    (_, { database }) =>
      sql`delete from contract_notices where seq = (select max(seq) from contract_notices)`.execute(database),
  ],
]

test.each(FAULTS)(
  "it is seen when %s",
  async (_, [stage, steps], plant) => {
    const place = writeAfter(stage, steps)
    const crash: Crash = { place, kind: "after it is done" }
    const sound = await playScene(storage, SCENE, crash)
    expect(sound).toMatchObject({ facts: whole.facts, state: whole.state })
    let isPlanted = false
    const planted: Crash["plant"] = async (opened, rows) => {
      await plant(opened, rows)
      isPlanted = true
    }
    const isSeen = await playScene(storage, SCENE, { ...crash, plant: planted }).then(
      ({ facts, state }) => !isDeepStrictEqual({ facts, state }, { facts: whole.facts, state: whole.state }),
      () => true,
    )
    expect({ isPlanted, isSeen }).toEqual({ isPlanted: true, isSeen: true })
  },
  WITHIN_MS,
)

/**
 * One changed bit of what is stored is found, wherever it is (R4, R7): in a snapshot, in the command log, in a page of the database.
 * SAKER_FLIPS bits of each, by chance; SAKER_SIMULATION_SEED is another chance.
 */

import { isDeepStrictEqual } from "node:util"
import { beforeAll, expect, test } from "vitest"
import type { Stamped } from "#server/engine/command.ts"
import { createEngine } from "#server/engine/engine.ts"
import { type LogPlace, placeBehind } from "#server/journal/check-log.ts"
import { packCommands } from "#server/journal/command-codec.ts"
import { FIRST_CHAIN, nextChain } from "#server/journal/journal.ts"
import { imageOf, readImage } from "#server/journal/state-image.ts"
import { openStorage } from "#server/storage/open-storage.ts"
import { tableFiles } from "#server/storage/pages/check-relations.ts"
import { PAGE_BYTES, Page } from "#server/storage/pages/page.ts"
import { pagesOf } from "#server/storage/pages/relation-file.ts"
import { root } from "../../tools/steps.mjs"
import { freshFolder } from "../support/saker-process.ts"
import { perpetualInstrument, spotInstrument } from "../support/test-exchange.ts"
import { ACCOUNTS, RandomCommands } from "./random-commands.ts"
import { SeededChance } from "./seeded-chance.ts"
import { seedsOr } from "./simulation-run.ts"

const FLIPS = Number(process.env.SAKER_FLIPS ?? 1000)
const [seed = 41] = seedsOr([41])
const BATCHES = 40
const BATCH = 25
/** A checksum of PostgreSQL has 16 bits: one change in 65,535 makes no other. What lies on the page has hashes of its own. */
const PAGES_UNSEEN_MAX = Math.ceil(FLIPS / 5000)

/** Flips one of the bits of all these bytes; answers how it is taken back. */
function flip(parts: readonly Uint8Array[], chance: SeededChance): () => void {
  const sizes = parts.map(({ length }) => length)
  let at = chance.whole(0, sizes.reduce((sum, size) => sum + size, 0) - 1)
  let place = 0
  for (; at >= (sizes[place] ?? 0); place += 1) at -= sizes[place] ?? 0
  const part = parts[place] ?? new Uint8Array(1)
  const bit = 1 << chance.whole(0, 7)
  const change = () => {
    part[at] = (part[at] ?? 0) ^ bit
  }
  change()
  return change
}

interface LogRow {
  first_seq: number
  last_seq: number
  commands: Uint8Array
  chain: Uint8Array
}

const engine = createEngine()
const rows: LogRow[] = []
let head: LogPlace = { seq: 0, chain: FIRST_CHAIN }

beforeAll(() => {
  const commands = new RandomCommands(seed)
  let seq = 0
  let time = 0
  const first: Stamped["command"][] = [
    { type: "instrument.set", instrument: spotInstrument({ priceRule: "band" }) },
    { type: "instrument.set", instrument: perpetualInstrument({ priceRule: "band" }) },
    ...ACCOUNTS.map((account) => ({
      ...{ type: "faucet.draw" as const, account },
      amounts: [
        { currency: "ABC", amount: (10n ** 15n) as never },
        { currency: "USDT", amount: (10n ** 17n) as never },
      ],
    })),
  ]
  for (let batch = 0; batch < BATCHES; batch += 1) {
    const stamped = Array.from({ length: BATCH }, (): Stamped => {
      seq += 1
      time += commands.pause()
      return { seq, time, command: first.shift() ?? commands.next(seq, time) }
    })
    for (const one of stamped) engine.apply(one)
    const packed = Uint8Array.from(packCommands(stamped))
    const chain = Uint8Array.from(nextChain(head.chain, packed))
    rows.push({ first_seq: seq - BATCH + 1, last_seq: seq, commands: packed, chain })
    head = { seq, chain: Uint8Array.from(chain) }
  }
})

test("in a snapshot: it isn't read, or it says the same", () => {
  const state = engine.save()
  const image = imageOf(state)
  const parts = [Uint8Array.from(image.packed), Uint8Array.from(image.hash)] as const
  const [packed, hash] = parts
  expect(readImage({ packed, hash })).toEqual(state)
  const chance = new SeededChance(seed)
  for (let count = 0; count < FLIPS; count += 1) {
    const back = flip(parts, chance)
    const read = readImage({ packed, hash })
    // The last byte has bits that mean nothing.
    if (read !== undefined && !isDeepStrictEqual(read, state)) expect(read).toEqual(state)
    back()
  }
})

/** What is wrong with the log, as the server's own check says it. */
function problemOf(log: readonly LogRow[]): string | undefined {
  let at: LogPlace = { seq: 0, chain: FIRST_CHAIN }
  for (const row of log) {
    const next = placeBehind(at, row, (seq) => (seq === head.seq ? head : undefined))
    if (typeof next === "string") return next
    at = next
  }
  return at.seq === head.seq ? undefined : `it ends at ${at.seq}`
}

test("in the command log: commands, hashes and places are named as changed", () => {
  expect(problemOf(rows)).toBeUndefined()
  const chance = new SeededChance(seed + 1)
  const stored = rows.flatMap(({ commands, chain }) => [commands, chain])
  for (let count = 0; count < FLIPS; count += 1) {
    const back = flip(stored, chance)
    if (problemOf(rows) === undefined) expect.fail(`flip ${count} of seed ${seed} was not seen`)
    back()
  }
  for (const row of rows)
    for (const field of ["first_seq", "last_seq"] as const)
      for (let bit = 0; bit < 31; bit += 1) {
        const changed = rows.map((one) => (one === row ? { ...one, [field]: one[field] ^ (1 << bit) } : one))
        if (problemOf(changed) === undefined) expect.fail(`${field} ${row[field]}, bit ${bit}`)
      }
})

test("in a page of the database: its checksum is wrong", async () => {
  const settings = { data: freshFolder(), database: "flips", databaseUrl: "" }
  const storage = await openStorage({ ...settings, seedFile: `${root}/dist/database/empty.tgz` })
  await storage.run("checkpoint")
  const tables = await tableFiles(storage.database, `${settings.data}/${settings.database}`)
  await storage.close()
  const pages = tables
    .flatMap((table) => [table, ...table.indexes])
    .flatMap(({ file }) =>
      [...pagesOf(file)].map(({ block, page }) => ({ block, bytes: page.bytes.slice() })),
    )
    .filter(({ bytes }) => !new Page(bytes).isEmpty())
  expect(pages.length).toBeGreaterThan(50)
  const chance = new SeededChance(seed + 2)
  let unseen = 0
  for (let count = 0; count < FLIPS; count += 1) {
    const { block, bytes } = pages[chance.whole(0, pages.length - 1)] ?? {
      block: 0,
      bytes: new Uint8Array(PAGE_BYTES),
    }
    const page = new Page(bytes)
    expect(page.isIntact(block)).toBe(true)
    const back = flip([bytes], chance)
    if (page.isIntact(block)) unseen += 1
    back()
  }
  expect(unseen).toBeLessThanOrEqual(PAGES_UNSEEN_MAX)
})

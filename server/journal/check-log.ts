/** Reads the whole command log as it is stored, without doing it again: no batch is missing, none was changed. */

import { setImmediate as othersTurn } from "node:timers/promises"
import type { Kysely } from "kysely"
import type { Tables } from "#server/storage/schema.ts"
import { type JournalRow, journalAfter } from "#server/storage/state-archive.ts"
import { FIRST_CHAIN, nextChain } from "./journal.ts"
import { isSameHash } from "./state-image.ts"

/** Batches read at a time: a few milliseconds. */
const PAGE = 100

/** A place in the log: the last command before it, and the hash over all of them. */
export interface LogPlace {
  seq: number
  chain: Uint8Array
}

/**
 * Follows the chain of hashes from the older snapshot to the last command, past every snapshot. Answers what
 * differs, in words; empty when all is well. `onCommand` hears how far it has come.
 */
export async function checkLog(
  database: Kysely<Tables>,
  onPart: (done: number, of: number) => void = () => undefined,
): Promise<string[]> {
  for (;;) {
    const begin = await logBegin(database)
    if (typeof begin === "string") return [begin]
    const problems = await followChain(database, begin, onPart)
    // A snapshot that was kept meanwhile has let go of what we were about to read: once more from the new begin.
    const now = await logBegin(database)
    if (problems.length === 0 || (typeof now !== "string" && now.seq === begin.seq)) return problems
  }
}

/** Where the log is needed from: behind the older snapshot. Commands before it stay a while for gateways that lag. */
async function logBegin(database: Kysely<Tables>): Promise<LogPlace | string> {
  return await database
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (transaction) => {
      const [first] = await journalAfter(transaction, 0, 1)
      const oldest = await transaction
        .selectFrom("snapshots")
        .select(["seq", "chain"])
        .orderBy("seq")
        .limit(1)
        .executeTakeFirst()
      if (first?.first_seq === 1 || (!first && !oldest)) return { seq: 0, chain: FIRST_CHAIN }
      if (oldest && (!first || first.first_seq <= oldest.seq + 1)) return oldest
      return `the command log begins with command ${first?.first_seq}, and no snapshot stands before it`
    })
}

async function followChain(
  database: Kysely<Tables>,
  begin: LogPlace,
  onPart: (done: number, of: number) => void,
): Promise<string[]> {
  const head = await database.selectFrom("engine_head").select(["seq", "chain"]).executeTakeFirst()
  if (!head) return begin.seq === 0 ? [] : ["the exchange's own place in the command log is gone"]
  const snapshots = new Map(
    (await database.selectFrom("snapshots").select(["seq", "chain"]).execute()).map((row) => [row.seq, row]),
  )
  const known = (seq: number) => snapshots.get(seq) ?? (seq === head.seq ? head : undefined)
  let at = begin
  while (at.seq < head.seq) {
    const rows = await journalAfter(database, at.seq, PAGE)
    if (rows.length === 0)
      return [`the command log ends at command ${at.seq}, the exchange had come to ${head.seq}`]
    for (const row of rows) {
      const next = placeBehind(at, row, known)
      if (typeof next === "string") return [next]
      at = next
    }
    onPart(Math.max(0, at.seq - begin.seq), Math.max(1, head.seq - begin.seq))
    await othersTurn()
  }
  return []
}

/**
 * Pure. The place behind a row of the log, or what is wrong with the row, in words. `known`: the hash that is kept elsewhere over
 * all commands up to one, by a snapshot or by the exchange itself.
 */
export function placeBehind(
  at: LogPlace,
  row: Pick<JournalRow, "first_seq" | "last_seq" | "commands" | "chain">,
  known: (seq: number) => { chain: Uint8Array } | undefined,
): LogPlace | string {
  if (row.first_seq !== at.seq + 1)
    return `the command log goes on with command ${row.first_seq} behind ${at.seq}`
  const chain = nextChain(at.chain, row.commands)
  if (!isSameHash(chain, row.chain))
    return `commands ${row.first_seq} to ${row.last_seq} of the command log were changed`
  const there = known(row.last_seq)
  if (there && !isSameHash(there.chain, chain))
    return `the hash over all commands up to ${row.last_seq} is not the one that is kept elsewhere`
  return { seq: row.last_seq, chain }
}

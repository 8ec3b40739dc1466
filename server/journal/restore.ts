/** How does the exchange stand again where it stood? The newest snapshot that is right, then the journal (R3). */

import type { Outcome } from "#server/engine/answer.ts"
import type { Stamped } from "#server/engine/command.ts"
import {
  type JournalRow,
  journalAfter,
  snapshotAt,
  snapshotSeqs,
  stateHashesAfter,
} from "#server/storage/state-archive.ts"
import type { Storage } from "#server/storage/storage.ts"
import { unpackCommands } from "./command-codec.ts"
import { FIRST_CHAIN, type JournalHead, nextChain } from "./journal.ts"
import { hashOfState, isSameHash, readImage, shortHash } from "./state-image.ts"

/** Batches read at a time. */
const PAGE = 500

/** What a restore needs of an engine that has done nothing yet. */
export interface Restorable {
  apply(stamped: Stamped): Outcome
  save(): object
  load(saved: unknown): void
}

interface RestoreLog {
  error(values: object, text: string): void
}

export interface RestoreParts<Engine extends Restorable> {
  storage: Storage
  head: Pick<JournalHead, "seq" | "chain">
  create(): Engine
  log: RestoreLog
  /** Hears of every command that is done again, in order. */
  onReplayed?(stamped: Stamped, outcome: Outcome): void
  /** Begin with the oldest snapshot that is kept, so that more is proven; for `verify`. */
  fromOldest?: boolean
}

export interface Restored<Engine> {
  engine: Engine
  /** Sequence of the snapshot that it began with; 0: none. */
  fromSeq: number
  /** Commands that were done again. */
  replayed: number
  /** Stored hashes that were compared, the snapshot's own included. */
  compared: number
}

/** What was stored doesn't agree with itself; the text says where, for the person who starts the server. */
export class RestoreProblem extends Error {
  override readonly name = "RestoreProblem"
}

export async function restoreEngine<Engine extends Restorable>(
  parts: RestoreParts<Engine>,
): Promise<Restored<Engine>> {
  const { storage, head } = parts
  const begin = await loadSnapshot(parts)
  const { engine } = begin
  const hashes = await stateHashesAfter(storage.database, begin.seq)
  let { seq, chain } = begin
  let compared = begin.seq > 0 ? 1 : 0
  for (;;) {
    const rows = await journalAfter(storage.database, seq, PAGE)
    for (const row of rows) {
      chain = replayBatch(row, { seq, chain }, engine, parts.onReplayed)
      seq = row.last_seq
      const stored = hashes.get(seq)
      if (!stored) continue
      compareHash(engine, seq, stored)
      compared += 1
    }
    if (rows.length < PAGE) break
  }
  if (seq !== head.seq || !isSameHash(chain, head.chain))
    throw new RestoreProblem(`the journal ends at command ${seq}, the exchange had come to ${head.seq}`)
  return { engine, fromSeq: begin.seq, replayed: seq - begin.seq, compared }
}

export interface Begin<Engine> {
  engine: Engine
  seq: number
  chain: Uint8Array
}

/** An engine as the newest right snapshot has it; a fresh one where there is none. */
export async function loadSnapshot<Engine extends Restorable>(
  parts: Omit<RestoreParts<Engine>, "head" | "onReplayed">,
): Promise<Begin<Engine>> {
  const { database } = parts.storage
  const seqs = await snapshotSeqs(database)
  if (parts.fromOldest) seqs.reverse()
  for (const seq of seqs) {
    const row = await snapshotAt(database, seq)
    const state = row && readImage({ hash: row.hash, packed: row.state })
    if (row && state !== undefined) {
      const engine = parts.create()
      engine.load(state)
      return { engine, seq, chain: row.chain }
    }
    parts.log.error({ seq }, "a snapshot is not what its hash was made of; the one before it is tried")
  }
  if (seqs.length > 0)
    throw new RestoreProblem(`no snapshot is what its hash was made of (commands ${seqs.join(", ")})`)
  return { engine: parts.create(), seq: 0, chain: FIRST_CHAIN }
}

/** Does the next batch again, behind a sequence and its chain. Answers the chain behind it. */
export function replayBatch(
  row: JournalRow,
  after: { seq: number; chain: Uint8Array },
  engine: Restorable,
  onReplayed?: RestoreParts<Restorable>["onReplayed"],
): Uint8Array {
  const chain = checkChain(row, after.seq, after.chain)
  replay(row, engine, onReplayed)
  return chain
}

/** Each batch names the hash of the one before: none is missing, none was changed. Answers its own. */
function checkChain(row: JournalRow, seq: number, before: Uint8Array): Uint8Array {
  if (row.first_seq !== seq + 1)
    throw new RestoreProblem(`the journal goes on with command ${row.first_seq} behind ${seq}`)
  const chain = nextChain(before, row.commands)
  if (!isSameHash(chain, row.chain))
    throw new RestoreProblem(`commands ${row.first_seq} to ${row.last_seq} of the journal were changed`)
  return chain
}

function replay(
  row: JournalRow,
  engine: Restorable,
  onReplayed: RestoreParts<Restorable>["onReplayed"],
): void {
  const commands = unpackCommands(row.first_seq, row.commands)
  if (commands.at(-1)?.seq !== row.last_seq)
    throw new RestoreProblem(`commands ${row.first_seq} to ${row.last_seq} of the journal are not all there`)
  for (const stamped of commands) {
    try {
      const outcome = engine.apply(stamped)
      onReplayed?.(stamped, outcome)
    } catch (error) {
      const said = error instanceof Error ? error.message : String(error)
      throw new RestoreProblem(
        `command ${stamped.seq} (${stamped.command.type}) can't be done again: ${said}`,
      )
    }
  }
}

function compareHash(engine: Restorable, seq: number, stored: Uint8Array): void {
  compareHashes(hashOfState(engine.save()), seq, stored)
}

export function compareHashes(own: Uint8Array, seq: number, stored: Uint8Array): void {
  if (isSameHash(own, stored)) return
  throw new RestoreProblem(
    `replayed to command ${seq} the state has hash ${shortHash(own)}, stored is ${shortHash(stored)}`,
  )
}

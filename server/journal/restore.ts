/** Restores the engine: the newest snapshot that can be read, then the command log behind it (R3). */

import type { Outcome } from "#server/engine/answer.ts"
import type { Stamped } from "#server/engine/command.ts"
import { SavedStateFault } from "#server/engine/snapshot/upgrades/saved-fields.ts"
import { RULES_VERSION } from "#server/engine/versions.ts"
import {
  countHashesOfOtherVersions,
  type JournalRow,
  journalAfter,
  type SnapshotRow,
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
  /** Takes the state of a snapshot, of any version. Throws when it can't be read; the engine is of no use then. */
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
  /**
   * Stored hashes that were not compared: they are of an earlier version of the state, whose form this release can't
   * write. The chain of the command log and the rows of the database still prove what they would have.
   */
  notCompared: number
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
  const notCompared = await countHashesOfOtherVersions(storage.database, begin.seq)
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
    throw new RestoreProblem(`the command log ends at command ${seq}, the exchange had come to ${head.seq}`)
  return { engine, fromSeq: begin.seq, replayed: seq - begin.seq, compared, notCompared }
}

export interface Begin<Engine> {
  engine: Engine
  seq: number
  chain: Uint8Array
}

/**
 * An engine as the newest snapshot that can be read has it; a new one where there is no snapshot at all. Throws a
 * {@link RestoreProblem} when there are some and none can be read.
 */
export async function loadSnapshot<Engine extends Restorable>(
  parts: Omit<RestoreParts<Engine>, "head" | "onReplayed">,
): Promise<Begin<Engine>> {
  const { database } = parts.storage
  const seqs = await snapshotSeqs(database)
  if (parts.fromOldest) seqs.reverse()
  const faults: string[] = []
  for (const seq of seqs) {
    const row = await snapshotAt(database, seq)
    // Let go of since the list was read, as newer ones were kept.
    if (!row) continue
    const engine = parts.create()
    const fault = loadFrom(row, engine)
    if (fault === undefined) return { engine, seq, chain: row.chain }
    faults.push(`the snapshot of command ${seq} can't be read (${fault})`)
    parts.log.error({ seq }, `${faults.at(-1)}; another one is tried`)
  }
  if (seqs.length > 0) throw new RestoreProblem(faults.join(", and "))
  return { engine: parts.create(), seq: 0, chain: FIRST_CHAIN }
}

/** Answers what is wrong with the snapshot; undefined when the engine has its state. */
function loadFrom(row: SnapshotRow, engine: Restorable): string | undefined {
  const state = readImage({ hash: row.hash, packed: row.state })
  if (state === undefined) return "it is not what its hash was made of"
  try {
    engine.load(state)
    return undefined
  } catch (error) {
    // Whatever a state that was put together by somebody else makes the engine throw: it is the state's fault.
    return error instanceof SavedStateFault ? error.message : `the engine refuses it: ${saidBy(error)}`
  }
}

const saidBy = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? ""

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
    throw new RestoreProblem(`the command log goes on with command ${row.first_seq} behind ${seq}`)
  const chain = nextChain(before, row.commands)
  if (!isSameHash(chain, row.chain))
    throw new RestoreProblem(`commands ${row.first_seq} to ${row.last_seq} of the command log were changed`)
  return chain
}

function replay(
  row: JournalRow,
  engine: Restorable,
  onReplayed: RestoreParts<Restorable>["onReplayed"],
): void {
  const range = `commands ${row.first_seq} to ${row.last_seq} of the command log`
  if (row.rules !== RULES_VERSION)
    throw new RestoreProblem(`${range} have rules version ${row.rules}, this Saker has ${RULES_VERSION}`)
  const commands = readCommands(row, range)
  if (commands.at(-1)?.seq !== row.last_seq) throw new RestoreProblem(`${range} are not all there`)
  for (const stamped of commands) {
    try {
      const outcome = engine.apply(stamped)
      onReplayed?.(stamped, outcome)
    } catch (error) {
      throw new RestoreProblem(
        `command ${stamped.seq} (${stamped.command.type}) can't be done again: ${saidBy(error)}`,
      )
    }
  }
}

function readCommands(row: JournalRow, range: string): Stamped[] {
  try {
    return unpackCommands(row.first_seq, row.commands)
  } catch (error) {
    throw new RestoreProblem(`${range} can't be read: ${saidBy(error)}`)
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

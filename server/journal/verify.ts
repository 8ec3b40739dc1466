/** Reproduces the state by replaying the command log beside the running exchange, and compares it with what is stored. */

import type { Engine } from "#server/engine/engine.ts"
import { checkBooks } from "#server/engine/ledger/check-books.ts"
import { journalAfter, stateHashesAfter } from "#server/storage/state-archive.ts"
import type { Storage } from "#server/storage/storage.ts"
import { compareRows, readRows } from "./compare-rows.ts"
import { ImageThread } from "./image-thread.ts"
import {
  type Begin,
  compareHashes,
  loadSnapshot,
  type Restorable,
  RestoreProblem,
  replayBatch,
} from "./restore.ts"

const PAGE = 100

export interface Verified {
  /** It began with the snapshot of this command; 0: with nothing. */
  fromSeq: number
  /** And ended with this one. */
  seq: number
  /** Commands that were done again. */
  replayed: number
  /** Stored hashes that were compared, the snapshot's own among them. */
  compared: number
  /** What differs, in words; empty when all is well. */
  differences: string[]
}

type VerifiedEngine = Restorable & { engine: Engine }

export interface VerifyParts {
  storage: Storage
  create(): VerifiedEngine
}

/** Takes small steps: the market goes on meanwhile. What can't even be read is a difference as well. */
export async function verifyJournal(parts: VerifyParts): Promise<Verified> {
  const thread = new ImageThread()
  try {
    // The command log behind the older snapshot may be deleted while we read: then from the newer one.
    for (const fromOldest of [true, false]) {
      const verified = await verifyFrom(parts, thread, fromOldest)
      if (verified.differences.length === 0 || !fromOldest) return verified
    }
    throw new Error("unreachable")
  } finally {
    await thread.close()
  }
}

async function verifyFrom(parts: VerifyParts, thread: ImageThread, fromOldest: boolean): Promise<Verified> {
  const { storage, create } = parts
  const verified: Verified = { fromSeq: 0, seq: 0, replayed: 0, compared: 0, differences: [] }
  const log = { error: (_: object, text: string) => void verified.differences.push(text) }
  try {
    const begin = await loadSnapshot({ storage, create, log, fromOldest })
    Object.assign(verified, { fromSeq: begin.seq, seq: begin.seq, compared: begin.seq > 0 ? 1 : 0 })
    const at = { ...begin }
    await replayTo(Number.POSITIVE_INFINITY, at, { storage, thread, verified })
    const rows = await readRows(storage.database)
    await replayTo(rows.seq, at, { storage, thread, verified })
    if (at.seq !== rows.seq)
      verified.differences.push(
        `the command log ends at command ${at.seq}, the exchange had come to ${rows.seq}`,
      )
    else verified.differences.push(...compareRows(rows, at.engine.engine.state))
    verified.differences.push(...checkBooks(at.engine.engine.state))
  } catch (error) {
    if (!(error instanceof RestoreProblem)) throw error
    verified.differences.push(error.message)
  }
  return verified
}

/** Does what is there again, up to a command. */
async function replayTo(
  last: number,
  at: Begin<VerifiedEngine>,
  { storage, thread, verified }: { storage: Storage; thread: ImageThread; verified: Verified },
): Promise<void> {
  for (;;) {
    const rows = (await journalAfter(storage.database, at.seq, PAGE)).filter((row) => row.last_seq <= last)
    const hashes = await stateHashesAfter(storage.database, at.seq)
    for (const row of rows) {
      at.chain = replayBatch(row, at, at.engine)
      verified.replayed += row.last_seq - at.seq
      at.seq = row.last_seq
      verified.seq = at.seq
      const stored = hashes.get(at.seq)
      if (stored) {
        compareHashes((await thread.image(at.engine.save())).hash, at.seq, stored)
        verified.compared += 1
      }
      // The market has its turn between two batches.
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (rows.length < PAGE) return
  }
}

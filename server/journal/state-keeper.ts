/** Keeps a snapshot of the state each 10,000 commands or each minute, and its hash (R2–R4). */

import { setImmediate as everyoneHeard } from "node:timers/promises"
import type { Clock } from "#server/exchange/exchange.ts"
import { saveSnapshot, saveStateHash } from "#server/storage/state-archive.ts"
import type { Storage } from "#server/storage/storage.ts"
import { ImageThread, type MakesImages } from "./image-thread.ts"
import type { FollowsBatches, JournalHead } from "./journal.ts"

export interface KeepRhythm {
  snapshotMs: number
  snapshotCommands: number
  hashCommands: number
}
/**
 * A start does 10,000 commands again in a quarter of a second. A snapshot takes the engine 3 to 5 ms and another thread
 * 0.2 s; at the defaults, with some 450 commands a second, there is one every 22 s.
 */
const KEEP_RHYTHM: KeepRhythm = {
  snapshotMs: 60_000,
  snapshotCommands: 10_000,
  hashCommands: 10_000,
}

interface KeeperLog {
  error(values: object, text: string): void
}

export interface StateKeeperParts {
  storage: Storage
  /** A copy of the engine's state, as plain data. */
  save(): object
  clock: Pick<Clock, "now">
  log: KeeperLog
  /** Where the command log ends as the server starts. */
  head: JournalHead
  /** Command of the snapshot that this start began with; 0: none. What lies behind it counts, whoever did it. */
  fromSeq: number
  /**
   * Runs when everyone has heard of the commands that a snapshot holds, before it is kept; without it when it rejects.
   * A replay begins behind the snapshot: whatever is made of events and stored elsewhere must be stored by then.
   */
  beforeSnapshot?: () => Promise<void>
  rhythm?: KeepRhythm
  /** Who hashes and packs a copy; left out: a thread of its own. */
  images?: MakesImages
}

/** Being hashed, or waiting for its batch to be kept. */
interface Pending {
  at: JournalHead
  isSnapshot: boolean
  isKept: PromiseWithResolvers<void>
}

export class StateKeeper implements FollowsBatches {
  readonly #parts: StateKeeperParts
  readonly #rhythm: KeepRhythm
  readonly #thread: MakesImages
  #snapshotAt: { seq: number; time: number }
  #hashSeq: number
  /** Of the last snapshot of this run; 0 before the first: a start may have had much to do again. */
  #keptSeq = 0
  #pending: Pending | undefined
  #underWay: Promise<void> = Promise.resolve()

  constructor(parts: StateKeeperParts) {
    this.#parts = parts
    this.#rhythm = parts.rhythm ?? KEEP_RHYTHM
    this.#thread = parts.images ?? new ImageThread()
    this.#snapshotAt = { seq: parts.fromSeq, time: parts.clock.now() }
    this.#hashSeq = parts.head.seq
  }

  /** Copies the state if it is time; at most one at a time is on its way. */
  applied(at: JournalHead): void {
    if (this.#pending) return
    const isSnapshot = this.#isSnapshotDue(at.seq)
    if (!isSnapshot && !this.#isHashDue(at.seq)) return
    this.#begin(at, isSnapshot)
  }

  kept(at: JournalHead): void {
    if (this.#pending && at.seq >= this.#pending.at.seq) this.#pending.isKept.resolve()
  }

  /** Keeps a last snapshot, once all commands are in the log: the next start has nothing to replay. */
  async close(at: JournalHead): Promise<void> {
    await this.#underWay
    if (at.seq > this.#keptSeq) {
      this.#begin(at, true)
      this.kept(at)
      await this.#underWay
    }
    await this.#thread.close()
  }

  /** Without a snapshot: what is on its way is dropped. */
  async abandon(): Promise<void> {
    await this.#thread.close()
  }

  #isSnapshotDue(seq: number): boolean {
    const { snapshotMs, snapshotCommands } = this.#rhythm
    const { seq: lastSeq, time } = this.#snapshotAt
    // As with the hash, so that both come of one copy.
    const isManyBehind = Math.floor(seq / snapshotCommands) > Math.floor(lastSeq / snapshotCommands)
    return isManyBehind || this.#parts.clock.now() - time >= snapshotMs
  }

  #isHashDue(seq: number): boolean {
    const { hashCommands } = this.#rhythm
    return Math.floor(seq / hashCommands) > Math.floor(this.#hashSeq / hashCommands)
  }

  #begin(at: JournalHead, isSnapshot: boolean): void {
    const pending: Pending = { at, isSnapshot, isKept: Promise.withResolvers() }
    this.#pending = pending
    this.#hashSeq = at.seq
    if (isSnapshot) {
      this.#keptSeq = at.seq
      this.#snapshotAt = { seq: at.seq, time: this.#parts.clock.now() }
    }
    this.#underWay = this.#keep(pending, this.#thread.image(this.#parts.save())).finally(() => {
      this.#pending = undefined
    })
  }

  /** Never rejects: the command log is whole without it, and the next one is tried in its time. */
  async #keep({ at, isSnapshot, isKept }: Pending, imaged: ReturnType<MakesImages["image"]>): Promise<void> {
    const { storage, log, beforeSnapshot } = this.#parts
    try {
      const { hash, packed } = await imaged
      await isKept.promise
      if (isSnapshot && beforeSnapshot) {
        await everyoneHeard()
        await beforeSnapshot()
      }
      const { term, seq, time, chain } = at
      await saveStateHash(storage.database, { term, seq, hash })
      if (isSnapshot) await saveSnapshot(storage, { term, seq, time, hash, chain, state: packed })
    } catch (error) {
      log.error(
        { err: error, seq: at.seq },
        "the snapshot could not be kept; the command log goes on without it",
      )
    }
  }
}

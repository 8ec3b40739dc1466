/** When is the state kept? A snapshot each minute or 100,000 commands, its hash each 10,000 (exchange.md R2–R4). */

import type { Clock } from "#server/exchange.ts"
import { saveSnapshot, saveStateHash } from "#server/storage/state-archive.ts"
import type { Storage } from "#server/storage/storage.ts"
import { ImageThread } from "./image-thread.ts"
import type { FollowsBatches, JournalHead } from "./journal.ts"

export interface KeepRhythm {
  snapshotMs: number
  snapshotCommands: number
  hashCommands: number
}
const KEEP_RHYTHM: KeepRhythm = {
  snapshotMs: 60_000,
  snapshotCommands: 100_000,
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
  /** Where the journal stands as the server starts. */
  head: JournalHead
  rhythm?: KeepRhythm
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
  readonly #thread = new ImageThread()
  #snapshotAt: { seq: number; time: number }
  #hashSeq: number
  /** Of the last snapshot of this run; 0 before the first: a start may have had much to do again. */
  #keptSeq = 0
  #pending: Pending | undefined
  #underWay: Promise<void> = Promise.resolve()

  constructor(parts: StateKeeperParts) {
    this.#parts = parts
    this.#rhythm = parts.rhythm ?? KEEP_RHYTHM
    this.#snapshotAt = { seq: parts.head.seq, time: parts.clock.now() }
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

  /** Keeps the state as it stands, all of it being in the journal: the next start has nothing to replay. */
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
    return seq - lastSeq >= snapshotCommands || this.#parts.clock.now() - time >= snapshotMs
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

  /** Never rejects: the journal is whole without it, and the next one is tried in its time. */
  async #keep({ at, isSnapshot, isKept }: Pending, imaged: ReturnType<ImageThread["image"]>): Promise<void> {
    const { storage, log } = this.#parts
    try {
      const { hash, packed } = await imaged
      await isKept.promise
      const { term, seq, time, chain } = at
      await saveStateHash(storage.database, { term, seq, hash })
      if (isSnapshot) await saveSnapshot(storage, { term, seq, time, hash, chain, state: packed })
    } catch (error) {
      log.error({ err: error, seq: at.seq }, "the state could not be kept; the journal goes on without it")
    }
  }
}

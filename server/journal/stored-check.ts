/** Reads everything that is stored, in the background of a start and when the operator asks; tells how far it has come. */

import type { Storage } from "#server/storage/storage.ts"
import { checkLog } from "./check-log.ts"
import { checkSums } from "./check-sums.ts"
import { stateOf } from "./journal.ts"

/** PostgreSQL's classes for damage: its own files, and what the disk said. Anything else only means: not now. */
const DAMAGED = /^(XX|58)/

interface CheckLog {
  error(values: object, text: string): void
  info(values: object, text: string): void
}

export interface StoredCheckState {
  /** Of all that is stored, in whole percent; 100 when it was read whole since the start. */
  readPercent: number
  /** What differs, in words. */
  differences: readonly string[]
}

/** Ends a check from within. */
class Stopped extends Error {
  override readonly name = "Stopped"
}

/**
 * Three parts: every page (embedded), the chain of the whole command log, and every sum that is stored twice. Nothing is
 * changed, and the market goes on.
 */
export class StoredCheck {
  readonly #storage: Storage
  readonly #log: CheckLog
  #readPercent = 0
  #differences: readonly string[] = []
  #isStopped = false
  #underWay: Promise<readonly string[]> | undefined

  constructor(storage: Storage, log: CheckLog) {
    this.#storage = storage
    this.#log = log
  }

  state(): StoredCheckState {
    return { readPercent: this.#readPercent, differences: this.#differences }
  }

  /** Why the server isn't healthy; undefined while nothing was found. */
  failure(): string | undefined {
    const [first] = this.#differences
    const more = this.#differences.length > 1 ? `; and ${this.#differences.length - 1} more` : ""
    return first === undefined ? undefined : `what is stored is damaged: ${first}${more}`
  }

  /** Reads everything once; joins a reading that is under way. Answers what differs, and throws when it can't be read now. */
  run(): Promise<readonly string[]> {
    this.#underWay ??= this.#read().finally(() => {
      this.#underWay = undefined
    })
    return this.#underWay
  }

  /** In the background: a database that is away is left alone, until the operator or the next start asks again. */
  start(): void {
    this.run().then(
      (differences) => {
        if (differences.length === 0)
          this.#log.info({}, "everything that is stored was read, and nothing differs")
      },
      (error: unknown) => {
        if (!(error instanceof Stopped))
          this.#log.error({ err: error }, "what is stored could not be read whole")
      },
    )
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#underWay?.catch(() => undefined)
  }

  async #read(): Promise<readonly string[]> {
    const { database } = this.#storage
    const parts = [
      (onPart: OnPart) => this.#storage.checkPages({ onPart }),
      (onPart: OnPart) => checkLog(database, onPart),
      (onPart: OnPart) => checkSums(database, onPart),
    ]
    const differences: string[] = []
    this.#readPercent = 0
    for (const [place, part] of parts.entries()) {
      const onPart = (done: number, of: number) => {
        if (this.#isStopped) throw new Stopped("the server is stopping")
        this.#readPercent = Math.floor((100 * (place + Math.min(1, done / Math.max(1, of)))) / parts.length)
      }
      onPart(0, 1)
      differences.push(...(await part(onPart).catch(asDifference)))
    }
    if (differences.length > 0)
      this.#log.error({ differences }, "WHAT IS STORED IS DAMAGED; nothing was changed")
    this.#readPercent = 100
    this.#differences = differences
    return differences
  }
}

type OnPart = (done: number, of: number) => void

function asDifference(error: unknown): string[] {
  if (!(error instanceof Error) || !DAMAGED.test(stateOf(error))) throw error
  return [`it can't be read: ${error.message.split("\n")[0]}`]
}

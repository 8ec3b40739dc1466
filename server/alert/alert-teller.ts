/**
 * Hands over what is noted in the outbox: by mail and to devices. What was on its way when the process ended is handed over by the
 * next start: rather twice than never (J7).
 */

import type { Kysely } from "kysely"
import type { AlertNotices } from "../mail/alert-notices.ts"
import type { Tables } from "../storage/schema.ts"
import { alertNoticeOf } from "./alert-notice.ts"
import { alertRowOf } from "./alert-rows.ts"
import { alertOf, type Outgoing, outgoing, toldOutgoing } from "./alert-store.ts"
import type { PushSender } from "./push-sender.ts"

const READ_AT_ONCE = 100
const LOOK_AGAIN_MS = 30_000
/** On their way at a time; of one user one a way. Mails share their queue with the codes of logins, which must not wait for them. */
const AT_ONCE = { mail: 5, push: 20 } as const satisfies Record<Outgoing["way"], number>

interface TellerParts {
  database: Kysely<Tables>
  notices: AlertNotices
  push: Pick<PushSender, "send">
  log: { error(values: object, text: string): void }
}

export class AlertTeller {
  readonly #parts: TellerParts
  /** Whose message is being handed over. */
  readonly #underWay = { mail: new Set<number>(), push: new Set<number>() }
  /** Whose message could not be told: until the next look of the timer, so that others come first. */
  readonly #resting = { mail: new Set<number>(), push: new Set<number>() }
  /** Rows that were told since the look under way read them. */
  readonly #told = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isAsked = false
  #isStopped = false

  constructor(parts: TellerParts) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setInterval(() => {
      for (const resting of Object.values(this.#resting)) resting.clear()
      this.look()
    }, LOOK_AGAIN_MS).unref()
    this.look()
  }

  /** There may be something new in the outbox. */
  look(): void {
    this.#isAsked = true
    if (this.#isStopped) return
    this.#looking ??= this.#lookAll()
      .catch((error) =>
        this.#parts.log.error({ err: error }, "fired alerts could not be told; it is tried again"),
      )
      .finally(() => {
        this.#looking = undefined
        if (this.#isAsked) this.look()
      })
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    await this.#looking
  }

  async #lookAll(): Promise<void> {
    this.#isAsked = false
    this.#told.clear()
    for (let behind = 0; ; ) {
      const rows = await outgoing(this.#parts.database, behind, READ_AT_ONCE)
      for (const row of rows) if (this.#isItsTurn(row)) await this.#tell(row)
      const last = rows.at(-1)
      if (!last || rows.length < READ_AT_ONCE) return
      behind = last.id
    }
  }

  #isItsTurn({ id, user_id, way }: Outgoing): boolean {
    if (this.#told.has(id)) return false
    const underWay = this.#underWay[way]
    return underWay.size < AT_ONCE[way] && !underWay.has(user_id) && !this.#resting[way].has(user_id)
  }

  /** One that can't be put into words keeps no other: it is tried again later. */
  async #tell(row: Outgoing): Promise<void> {
    this.#underWay[row.way].add(row.user_id)
    try {
      await this.#handOver(row)
    } catch (error) {
      this.#parts.log.error({ err: error }, "a fired alert could not be told; it is tried again")
      this.#ended(row, false)
    }
  }

  async #handOver(row: Outgoing): Promise<void> {
    const { database, notices, push } = this.#parts
    const alert = await alertOf(database, row.user_id, row.alert_id)
    // Removed meanwhile.
    if (!alert) return this.#free(row)
    const told = alertRowOf(alert)
    const notice = alertNoticeOf(told)
    if (row.way === "mail") {
      notices.mail(row.user_id, notice, (isDelivered) => this.#ended(row, isDelivered))
      return
    }
    const words = await notices.words(row.user_id, notice)
    // Each device once more at the next look would be twice on those that took it: one try, and its failure is in the log.
    void push
      .send(row.user_id, { ...words, tag: `alert-${told.id}`, market: told.condition.instrument })
      .then(() => this.#ended(row, true))
  }

  #ended(row: Outgoing, isDelivered: boolean): void {
    if (!isDelivered) {
      this.#resting[row.way].add(row.user_id)
      this.#free(row)
      return
    }
    toldOutgoing(this.#parts.database, row.id)
      .then(() => this.#told.add(row.id))
      .catch((error) => {
        this.#resting[row.way].add(row.user_id)
        this.#parts.log.error({ err: error }, "what was told could not be noted")
      })
      .finally(() => this.#free(row))
  }

  /** The next may go. */
  #free({ user_id, way }: Outgoing): void {
    this.#underWay[way].delete(user_id)
    this.look()
  }
}

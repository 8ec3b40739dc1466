/**
 * Hands over what is noted in the outbox: by mail and to devices. What was on its way when the process ended is handed over by the
 * next start: rather twice than never (J7).
 */

import type { Kysely } from "kysely"
import type { AlertRow } from "#core/wire/index.ts"
import type { AlertNotices } from "../mail/alert-notices.ts"
import type { Tables } from "../storage/schema.ts"
import { alertNoticeOf } from "./alert-notice.ts"
import { alertRowOf } from "./alert-rows.ts"
import { alertOf, type Outgoing, outgoing, toldOutgoing } from "./alert-store.ts"
import type { PushSender } from "./push-sender.ts"

const READ_AT_ONCE = 100
const LOOK_AGAIN_MS = 30_000

interface TellerParts {
  database: Kysely<Tables>
  notices: AlertNotices
  push: PushSender
  log: { error(values: object, text: string): void }
}

export class AlertTeller {
  readonly #parts: TellerParts
  /** Being handed over. */
  readonly #underWay = new Set<number>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #isAsked = false
  #isStopped = false

  constructor(parts: TellerParts) {
    this.#parts = parts
  }

  start(): void {
    this.#timer = setInterval(() => this.look(), LOOK_AGAIN_MS).unref()
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
    for (let behind = 0; ; ) {
      const rows = await outgoing(this.#parts.database, behind, READ_AT_ONCE)
      for (const row of rows) if (!this.#underWay.has(row.id)) await this.#tell(row)
      const last = rows.at(-1)
      if (!last || rows.length < READ_AT_ONCE) return
      behind = last.id
    }
  }

  async #tell(row: Outgoing): Promise<void> {
    const { database, notices } = this.#parts
    const alert = await alertOf(database, row.user_id, row.alert_id)
    if (!alert) return
    const told = alertRowOf(alert)
    const notice = alertNoticeOf(told)
    this.#underWay.add(row.id)
    if (row.way === "push") await this.#push(row, told)
    else notices.mail(row.user_id, notice, (isDelivered) => this.#ended(row, isDelivered))
  }

  async #push(row: Outgoing, told: AlertRow): Promise<void> {
    const words = await this.#parts.notices.words(row.user_id, alertNoticeOf(told))
    // Each device once more at the next look would be twice on those that took it: one try, and its failure is in the log.
    void this.#parts.push
      .send(row.user_id, { ...words, tag: `alert-${told.id}` })
      .then(() => this.#ended(row, true))
  }

  #ended({ id }: Outgoing, isDelivered: boolean): void {
    if (!isDelivered) {
      this.#underWay.delete(id)
      return
    }
    toldOutgoing(this.#parts.database, id)
      .catch((error) => this.#parts.log.error({ err: error }, "what was told could not be noted"))
      .finally(() => this.#underWay.delete(id))
  }
}

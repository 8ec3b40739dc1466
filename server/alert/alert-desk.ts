/** Arms, changes and removes alerts: row, watch and the owner's other devices stay in step (J2, J5). */

import type { Kysely } from "kysely"
import {
  type AlertSide,
  linePriceAt,
  reachesLine,
  sideAtArming,
  type WatchTerms,
} from "#core/alert/alert-terms.ts"
import type { Instrument } from "#core/instrument/instrument.ts"
import type { Price8, TimeMs } from "#core/money/units.ts"
import { type AlertCondition, type AlertRow, type Result, refuse } from "#core/wire/index.ts"
import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import type { AccountModel } from "#server/read-model/account-model.ts"
import type { Tables } from "../storage/schema.ts"
import { alertRowOf, type StoredAlert } from "./alert-rows.ts"
import { alertOf, type NewAlert, openAlerts, removeAlertOf, seeAlertsOf, writeAlert } from "./alert-store.ts"
import type { AlertWatch } from "./alert-watch.ts"
import type { WindowMinute } from "./alert-windows.ts"
import { type ConditionProblem, termsOf, type Watched, watchedOf } from "./watched-terms.ts"

/** What a running market is asked for. */
export interface MarketNow {
  instrument(id: string): Instrument | undefined
  last(instrument: string): Price8 | undefined
  mark(instrument: string): Price8 | undefined
  fundingRate(instrument: string): bigint | undefined
  margin(userId: number, instrument: string): bigint | undefined
  /** Minutes of the last day, ascending. */
  dayOf(instrument: string): Promise<WindowMinute[]>
}

interface DeskParts {
  database: Kysely<Tables>
  watch: AlertWatch
  market: MarketNow
  accounts: Pick<AccountModel, "seedRow" | "note" | "publish">
  /** Engine time or the clock, whichever is later. */
  now(): TimeMs
  /** A user's alerts that wait, at most. */
  most: number
}

type ArmProblem = ConditionProblem | "ALERT_REACHED" | "FEED_STALE" | "ALERT_COUNT"
export interface AlertWish {
  condition: AlertCondition
  state: "armed" | "paused"
  note: string
  mail: boolean
  push: boolean
}

export class AlertDesk {
  readonly #parts: DeskParts

  constructor(parts: DeskParts) {
    this.#parts = parts
  }

  get most(): number {
    return this.#parts.most
  }

  /** Owners see what they have; what is asked of changes and volumes is known from now on. To be called before the first batch. */
  async begin(): Promise<void> {
    const { database, accounts, market } = this.#parts
    for (const row of await openAlerts(database)) {
      const alert = alertRowOf(row)
      accounts.seedRow(accountOf(row.user_id), "alert", alert)
      const { kind, instrument } = alert.condition
      if (row.state === "armed" && (kind === "change" || kind === "volume"))
        await this.#follow(instrument, market)
    }
  }

  async add(userId: number, wish: AlertWish): Promise<Result<AlertRow, ArmProblem>> {
    return await this.#write(userId, wish)
  }

  /** Undefined: the user has none of this number. */
  async change(
    userId: number,
    id: number,
    { condition, state, ...ways }: Partial<AlertWish>,
  ): Promise<Result<AlertRow, ArmProblem | "UNKNOWN_ALERT">> {
    const known = await alertOf(this.#parts.database, userId, id)
    if (!known) return refuse("UNKNOWN_ALERT")
    const row = alertRowOf(known)
    const { note, mail, push } = { ...row, ...ways }
    const keeps = condition === undefined && (state === undefined || state === known.state)
    if (keeps) return await this.#keep(known, { note, mail, push })
    const wished = state ?? (known.state === "paused" ? "paused" : "armed")
    const wish = { condition: condition ?? row.condition, state: wished, note, mail, push } as const
    return (await this.#write(userId, wish, known)) ?? refuse("UNKNOWN_ALERT")
  }

  async remove(userId: number, id: number): Promise<boolean> {
    const { database, watch } = this.#parts
    const removed = await removeAlertOf(database, userId, id)
    if (!removed) return false
    watch.disarm(id)
    this.tellGone([removed])
    return true
  }

  async see(userId: number, ids: readonly number[]): Promise<void> {
    this.tellStored(await seeAlertsOf(this.#parts.database, userId, ids))
  }

  /** Rows as they were just stored. */
  tellStored(rows: readonly StoredAlert[]): void {
    for (const [userId, own] of Map.groupBy(rows, ({ user_id }) => user_id))
      this.#tell(userId, own.map(alertRowOf))
  }

  /** Rows that aren't stored any more. */
  tellGone(rows: readonly StoredAlert[]): void {
    for (const [userId, own] of Map.groupBy(rows, ({ user_id }) => user_id)) {
      const gone = own.map(alertRowOf)
      this.#tell(
        userId,
        gone.map((row) => ({ ...row, state: "removed", version: row.version + 1 })),
      )
    }
  }

  /** Only how it is told changes: it stays armed as it was, and what fires it meanwhile is stored behind the change. */
  async #keep(
    known: StoredAlert,
    { note, mail, push }: Pick<AlertWish, "note" | "mail" | "push">,
  ): Promise<Result<AlertRow, ArmProblem | "UNKNOWN_ALERT">> {
    const { id: _, ...rest } = known
    const made = { ...rest, note, by_mail: mail, by_push: push, version: known.version + 1 }
    return await this.#store(made, known)
  }

  async #write(
    userId: number,
    { condition, state, note, mail, push }: AlertWish,
    known?: StoredAlert,
  ): Promise<Result<AlertRow, ArmProblem>> {
    const { watch, market } = this.#parts
    const watched = watchedOf(condition, userId, (id) => market.instrument(id))
    if (!watched.ok) return watched
    if (condition.kind === "change" || condition.kind === "volume")
      await this.#follow(condition.instrument, market)
    // From here to `armEarly` nothing else runs: what the value is at, and what fires the alert, join without a gap.
    // Never the moment of the arming before it, by which a firing finds its alert.
    const now = Math.max(this.#parts.now(), (known?.armed ?? 0) + 1)
    const side =
      state === "paused" ? (watched.value.side ?? "") : this.#sideNow(userId, condition, watched.value, now)
    if (typeof side !== "string") return side
    const made: NewAlert = {
      ...{ user_id: userId, condition: JSON.stringify(condition), side, state, note },
      ...{ by_mail: mail, by_push: push, created: known?.created ?? now, armed: now },
      ...{ fired: 0, value: "", seen: false, version: (known?.version ?? 0) + 1 },
    }
    const terms = termsOf(watched.value, side)
    if (state === "paused") return await this.#store(made, known)
    const early = watch.armEarly(terms, now)
    const stored = await this.#store(made, known, { early, terms })
    if (!stored.ok) watch.drop(early)
    return stored
  }

  async #store(
    made: NewAlert,
    known: StoredAlert | undefined,
    armed?: { early: number; terms: WatchTerms },
  ): Promise<Result<AlertRow, "ALERT_COUNT" | "ALERT_REACHED">> {
    const { database, watch, most } = this.#parts
    const row = await writeAlert(database, made, { most, ...(known && { known }) })
    if (row === "ALERT_COUNT") return refuse(row, { limit: most })
    // It fired, or was changed elsewhere, in this very moment.
    if (!row) return refuse("ALERT_REACHED")
    const alert = alertRowOf(row)
    this.#tell(row.user_id, [alert])
    if (armed) {
      if (known) watch.disarm(row.id)
      watch.settle(armed.early, row, armed.terms)
    } else if (row.state !== "armed") watch.disarm(row.id)
    return { ok: true, value: alert }
  }

  /** J2: on which side it waits; a refusal where it would fire at once, or where nothing is known to be crossed. */
  #sideNow(
    userId: number,
    condition: AlertCondition,
    watched: Watched,
    now: TimeMs,
  ): AlertSide | "" | ReturnType<typeof refuse<"ALERT_REACHED" | "FEED_STALE">> {
    const { level } = watched
    if (level === undefined) return ""
    const value = this.#valueOf(userId, condition, watched.series)
    const direction = watched.side === "up" ? "above" : watched.side === "down" ? "below" : "cross"
    if (value === undefined) return watched.side ?? refuse("FEED_STALE")
    if (typeof level !== "bigint" && linePriceAt(level, now) === undefined) {
      // It begins later: the side is that of its first point.
      const side = sideAtArming(direction, (one) =>
        one === "up" ? value >= level.from.price : value <= level.from.price,
      )
      return side ?? watched.side ?? refuse("ALERT_REACHED")
    }
    const isReached = (side: AlertSide) =>
      typeof level === "bigint"
        ? side === "up"
          ? value >= level
          : value <= level
        : reachesLine(level, side, value, now)
    return sideAtArming(direction, isReached) ?? refuse("ALERT_REACHED")
  }

  #valueOf(userId: number, condition: AlertCondition, series: string): bigint | undefined {
    const { market, watch } = this.#parts
    const { kind, instrument } = condition
    switch (kind) {
      case "price":
      case "line":
        return condition.source === "last" ? market.last(instrument) : market.mark(instrument)
      case "funding":
        return market.fundingRate(instrument)
      case "margin":
        return market.margin(userId, instrument)
      case "change":
      case "volume":
        return watch.windowValue(instrument, series)
      case "fill":
        return undefined
    }
  }

  async #follow(instrument: string, market: MarketNow): Promise<void> {
    if (this.#parts.watch.follows(instrument)) return
    const minutes = await market.dayOf(instrument)
    if (!this.#parts.watch.follows(instrument)) this.#parts.watch.follow(instrument, minutes)
  }

  #tell(userId: number, rows: readonly AlertRow[]): void {
    const { accounts } = this.#parts
    for (const row of rows) accounts.note(accountOf(userId), "alert", row)
    accounts.publish()
  }
}

/**
 * Keeps the record of every user's position (P9) and adds it to the events of the command that changed it. Beside the
 * engine and not in it: matching needs none of these sums, and what is a sum of events can be made of them.
 */

import type { Amount, Fine, TimeMs } from "#core/money/units.ts"
import type { Outcome } from "#server/engine/answer.ts"
import type { Stamped } from "#server/engine/command.ts"
import type { EngineEvent, PositionChangeEvent, PositionEvent } from "#server/engine/event.ts"
import type { ClosedBy, PositionRecord } from "#server/engine/position-record.ts"
import { noticesIn } from "./contract-notices.ts"
import type { AppliesCommands } from "./exchange.ts"

/** What was known when the server began. */
export interface RecordedPositions {
  open: readonly PositionRecord[]
  /** Id of the newest position that there ever was; 0: none. */
  lastId: number
}

interface Place {
  account: string
  instrument: string
  slot: string
}
const keyOf = ({ account, instrument, slot }: Place): string => `${account} ${instrument} ${slot}`

export class PositionRecords {
  readonly #open = new Map<string, PositionRecord>()
  #lastId: number
  /** Of the command that is being read, by id. */
  #touched = new Map<number, PositionRecord>()
  /** The one that closed last in this command, by place: fees of its end come behind it. */
  #justClosed = new Map<string, PositionRecord>()

  constructor({ open, lastId }: RecordedPositions) {
    for (const record of open) this.#open.set(keyOf(record), { ...record })
    this.#lastId = lastId
  }

  /**
   * The events of one command with notices and with the records that they changed, each once and as it stands at the
   * command's end.
   */
  follow(
    { seq, time }: { seq: number; time: TimeMs },
    events: readonly EngineEvent[],
  ): readonly EngineEvent[] {
    for (const event of events) this.#read(event, time)
    if (this.#touched.size === 0) return events
    const notices = noticesIn(events, seq)
    const records = [...this.#touched.values()]
    this.#touched = new Map()
    this.#justClosed = new Map()
    for (const record of records) Object.assign(record, { sequence: seq, updated: time })
    return [
      ...events,
      ...notices.map((notice) => ({ type: "contract-notice", notice }) as const),
      ...records.map((record) => ({ type: "position-record", record: { ...record } }) as const),
    ]
  }

  #read(event: EngineEvent, time: TimeMs): void {
    switch (event.type) {
      case "position-change":
        this.#change(event, time)
        break
      case "position":
        this.#stand(event)
        break
      case "funding-paid": {
        const record = this.#find(event)
        if (!record) break
        if (event.amount > 0n) record.fundingReceived = sum(record.fundingReceived, event.amount)
        else record.fundingPaid = sum(record.fundingPaid, -event.amount)
        break
      }
      case "liquidation": {
        const record = this.#find(event)
        if (!record) break
        record.liquidationFee = sum(record.liquidationFee, event.fee)
        this.#endedBy(record, event.step === "take-over" ? "take-over" : "liquidation")
        break
      }
      case "deleveraged": {
        const record = this.#find(event)
        if (record) this.#endedBy(record, "deleveraging")
        break
      }
      case "settled": {
        const record = this.#find(event)
        if (record) this.#endedBy(record, "settlement")
        break
      }
    }
  }

  /** P8: what turns a position around ends one record and begins another. */
  #change(event: PositionChangeEvent, time: TimeMs): void {
    const { closed, opened, price, realised, fee } = event
    const closingFee = closed === 0n ? 0n : (fee * closed) / (closed + opened)
    if (closed > 0n) {
      const record = this.#find(event)
      if (record) {
        record.closedSize = sum(record.closedSize, closed)
        record.closedValue = (record.closedValue + closed * price) as Fine
        record.realised = sum(record.realised, realised)
        record.closingFee = sum(record.closingFee, closingFee)
        record.size = (record.size + (record.isLong ? -closed : closed)) as Amount
        if (record.size === 0n) this.#close(record)
      }
    }
    if (opened === 0n) return
    const record = this.#open.get(keyOf(event)) ?? this.#begin(event, time)
    this.#touched.set(record.id, record)
    record.openedSize = sum(record.openedSize, opened)
    record.openedValue = (record.openedValue + opened * price) as Fine
    record.openingFee = sum(record.openingFee, fee - closingFee)
    record.size = (record.size + (record.isLong ? opened : -opened)) as Amount
  }

  /** How it stands at the command's end: the engine's own figures. */
  #stand({ account, instrument, slot, targets = [], ...event }: PositionEvent): void {
    const { cost, margin, marginMode, leverage } = event
    const key = keyOf({ account, instrument, slot })
    // One that opened and closed in this command has heard of neither yet.
    Object.assign(this.#justClosed.get(key) ?? {}, { marginMode, leverage })
    const record = this.#open.get(key)
    if (!record) return
    this.#touched.set(record.id, record)
    Object.assign(record, { cost, margin, marginMode, leverage, targets })
  }

  /** The open one of the place, else the one that this command closed. */
  #find(place: Place): PositionRecord | undefined {
    const key = keyOf(place)
    const record = this.#open.get(key) ?? this.#justClosed.get(key)
    if (record) this.#touched.set(record.id, record)
    return record
  }

  #begin({ account, instrument, slot, size }: PositionChangeEvent, time: TimeMs): PositionRecord {
    this.#lastId += 1
    const record = emptyRecord({ id: this.#lastId, account, instrument, slot, isLong: size > 0n }, time)
    this.#open.set(keyOf(record), record)
    return record
  }

  #close(record: PositionRecord): void {
    const key = keyOf(record)
    Object.assign(record, { cost: 0n, margin: 0n, targets: [], closedBy: "order" })
    this.#open.delete(key)
    this.#justClosed.set(key, record)
  }

  #endedBy(record: PositionRecord, closedBy: ClosedBy): void {
    if (record.size === 0n) record.closedBy = closedBy
  }
}

/** The engine with records behind it: the exchange, the command log and all listeners then see them like other events. */
export function withPositionRecords(engine: AppliesCommands, records: PositionRecords): AppliesCommands {
  return {
    apply(stamped: Stamped): Outcome {
      const { answer, events } = engine.apply(stamped)
      return { answer, events: records.follow(stamped, events) }
    },
    instrumentState: (instrument) => engine.instrumentState(instrument),
    nextDue: () => engine.nextDue(),
  }
}

const sum = (one: bigint, other: bigint): Amount => (one + other) as Amount

function emptyRecord(
  of: Pick<PositionRecord, "id" | "account" | "instrument" | "slot" | "isLong">,
  time: TimeMs,
): PositionRecord {
  const none = 0n as Amount
  const noFine = 0n as Fine
  return {
    ...of,
    // Told by the engine at the end of the command.
    marginMode: "cross",
    leverage: 1,
    size: none,
    cost: noFine,
    margin: none,
    targets: [],
    openedSize: none,
    openedValue: noFine,
    closedSize: none,
    closedValue: noFine,
    realised: none,
    openingFee: none,
    closingFee: none,
    liquidationFee: none,
    fundingReceived: none,
    fundingPaid: none,
    opened: time,
    updated: time,
    sequence: 0,
  }
}

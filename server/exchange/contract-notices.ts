/** What of a command's events is told to users as a notice: funding, steps of a liquidation, deleveraging, the end of a contract. */

import type { Amount, Fine, Price8 } from "#core/money/units.ts"
import type {
  DeleveragedEvent,
  EngineEvent,
  FundingPaidEvent,
  LiquidationEvent,
  SettledEvent,
} from "#server/engine/event.ts"
import type { ContractNotice } from "#server/engine/position-record.ts"

type NoticedEvent = FundingPaidEvent | LiquidationEvent | DeleveragedEvent | SettledEvent
type Told = Pick<ContractNotice, "kind"> & Partial<ContractNotice>

/** Numbered by account, in the order in which they happened. House accounts get none. */
export function noticesIn(events: readonly EngineEvent[], seq: number): ContractNotice[] {
  const notices: ContractNotice[] = []
  const counts = new Map<string, number>()
  for (const event of events) {
    if (!isNoticed(event)) continue
    const n = counts.get(event.account) ?? 0
    counts.set(event.account, n + 1)
    notices.push(noticeOf(event, { seq, n }))
  }
  return notices
}

const NOTICED: readonly string[] = ["funding-paid", "liquidation", "deleveraged", "settled"]

const isNoticed = (event: EngineEvent): event is NoticedEvent => NOTICED.includes(event.type)

function noticeOf(event: NoticedEvent, numbers: { seq: number; n: number }): ContractNotice {
  const { account, instrument, slot, size, time } = event
  return {
    ...{ account, instrument, slot, size, time, ...numbers },
    ...{ price: 0n as Price8, mark: 0n as Price8, rate: 0n, amount: 0n as Amount },
    ...{ equity: 0n as Fine, maintenance: 0n as Fine },
    ...toldOf(event),
  }
}

function toldOf(event: NoticedEvent): Told {
  switch (event.type) {
    case "funding-paid": {
      const { mark, rate, amount } = event
      return { kind: "funding", mark, rate, amount }
    }
    case "liquidation": {
      const { mark, price, fee, equity, maintenance, order } = event
      const kind = event.step === "take-over" ? "take-over" : "liquidation"
      return { kind, mark, price, amount: fee, equity, maintenance, ...(order !== undefined && { order }) }
    }
    case "deleveraged":
      return { kind: "deleveraging", price: event.price }
    case "settled":
      return { kind: "settlement", price: event.price }
  }
}

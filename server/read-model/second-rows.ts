/** Converts second contracts to wire rows: units become text, ticks get the numbers that were published. */

import { formatAmount } from "#core/money/steps.ts"
import type { PriceText } from "#core/money/units.ts"
import type { TickRef } from "#core/second/second-contract.ts"
import type { SecondContract, TickRow } from "#core/wire/second.ts"
import type { SecondView } from "#server/engine/second/second-event.ts"
import { indexText } from "./index-ticks.ts"

/** How many ticks of an index were published before the first that the engine counts. */
export type TicksBefore = (index: string) => number

export function secondContractOf(view: SecondView, ticksBefore: TicksBefore): SecondContract {
  const before = ticksBefore(view.index)
  const tick = ({ seq, time, price }: TickRef): TickRow => ({
    seq: before + seq,
    time,
    price: indexText(price) as PriceText,
  })
  return {
    id: view.id,
    key: view.key,
    instrument: view.instrument,
    index: view.index,
    direction: view.direction,
    seconds: view.seconds,
    stake: formatAmount(view.stake),
    currency: view.currency,
    payoutRate: formatAmount(view.payoutRate),
    profit: formatAmount(view.profit),
    open: tick(view.open),
    opened: view.opened,
    expiry: view.expiry,
    status: view.status,
    before: view.before ? tick(view.before) : null,
    settle: view.settle ? tick(view.settle) : null,
    paid: view.paid === undefined ? "" : formatAmount(view.paid),
    settled: view.settled ?? 0,
    sequence: view.sequence,
  }
}

/** What stands on the chart of a replay beside its bars: lines of the last price, the position and open orders, marks of fills. */

import { formatSteps } from "#core/money/steps.ts"
import { type FillMark, fillMarks } from "../own-fills.model.ts"
import type { ReplayLine } from "./replay-chart.view.tsx"
import type { ReplaySession } from "./replay-session.ts"

/** @param t puts keys of any namespace into words */
export function replayLines(
  { account, plan, last }: ReplaySession,
  t: (key: string) => string,
): ReplayLine[] {
  const price = (ticks: number) => (ticks * Number(plan.terms.tick)) / 1e8
  const entry = account.money.entry()
  return [
    { key: "last", tone: "last", price: price(last), name: "" },
    ...(entry === undefined
      ? []
      : [{ key: "entry", tone: "entry" as const, price: Number(entry) / 1e8, name: t("replay:line.entry") }]),
    ...account.orders
      .filter(({ kind }) => kind !== "market")
      .map(({ id, side, kind, ticks }) => ({
        key: `order ${id}`,
        tone: side,
        price: price(ticks),
        name: t(`replay:line.${side}.${kind}`),
      })),
  ]
}

/** Fills of the practice account, gathered by bar and side. */
export function replayMarks({ account, plan, bars }: ReplaySession): FillMark[] {
  const { tick, lot } = plan.terms
  const fills = account.money.fills.map(({ time, side, lots, ticks }) => ({
    time,
    side,
    quantity: formatSteps(lots, lot),
    price: formatSteps(ticks, tick),
  }))
  return fillMarks(fills, bars.list, plan.interval)
}

/** What is typed into the sheet of the rarer kinds of orders, and what is said of it. */

import type { Distribution } from "#core/order/scaled-order.ts"
import type { FieldProblem, Reading } from "../../ticket/field-reading.ts"

export interface GroupForm {
  kind: "oco" | "scaled" | "iceberg" | "twap"
  side: "buy" | "sell"
  /** As typed. */
  price: string
  stop: string
  stopLimit: string
  from: string
  to: string
  count: string
  quantity: string
  /** Of an iceberg: so much of it stands in the book at a time. */
  shown: string
  /** Of a TWAP, in minutes; and seconds between its slices. */
  duration: string
  interval: string
  isRandom: boolean
  distribution: Distribution
  isReduceOnly: boolean
}

export const UNTYPED_GROUP: Omit<GroupForm, "side"> = {
  ...{ kind: "oco", price: "", stop: "", stopLimit: "", from: "", to: "", count: "5", quantity: "" },
  ...{ shown: "", duration: "60", interval: "60", isRandom: false },
  ...{ distribution: "flat", isReduceOnly: false },
}

export type GroupField =
  | "price"
  | "stop"
  | "stopLimit"
  | "from"
  | "to"
  | "count"
  | "quantity"
  | "shown"
  | "duration"
  | "interval"

export interface GroupJudgement {
  /** Wire texts of the request's own fields; undefined while something is missing or wrong. */
  fields?: Readonly<Record<string, string>>
  problem?: { field?: GroupField; problem: FieldProblem }
  /** Of a TWAP: how many slices, and how large each is, as wire text. */
  plan?: { slices: number; each: string }
  /** Of a scaled order: what would be placed, as wire texts. */
  preview?: { children: { price: string; quantity: string }[]; average: string; total: string }
}

export type Readings = Partial<Record<GroupField, Reading>>

const FIELDS = ["price", "stop", "stopLimit", "from", "to", "quantity", "shown"] as const

/** The first field whose text isn't understood. */
export function wrongOf(readings: Readings): GroupJudgement["problem"] {
  for (const field of FIELDS) {
    const problem = readings[field]?.problem
    if (problem) return { field, problem }
  }
  return undefined
}

/** P19: what opens is of its own side, what only closes of the other. */
export const positionSideOf = ({ side, isReduceOnly }: Pick<GroupForm, "side" | "isReduceOnly">) =>
  (side === "buy") === isReduceOnly ? ("short" as const) : ("long" as const)

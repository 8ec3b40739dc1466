/** Calls that pause, resume and end a scaled order or an iceberg as a whole (S21), on spot and on contracts. */

import { z } from "zod/mini"
import { PAUSABLE_KINDS } from "../order/order-group.ts"
import { maybeTarget } from "./contract.ts"
import { described, named } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { countWithin, instrumentId, priceText, quantityText, sequence, timeMs } from "./scalar.ts"
import { orderSide, rowExpiry } from "./trading.ts"

const pausedOrder = named(
  "PausedOrder",
  z.object({
    price: priceText,
    quantity: described(quantityText, "What was open of it."),
    shownQuantity: described(
      z.union([quantityText, z.literal("")]),
      "Icebergs: so much of it is shown at a time; else empty.",
    ),
    clientOrderId: described(z.string(), "That it had, and will have; empty: none."),
    takeProfit: described(maybeTarget, "Contracts: set by its first fill that opens."),
    stopLoss: described(maybeTarget, "Contracts: set by its first fill that opens."),
    refusal: described(z.string(), "What it was refused for as it was last resumed; else empty."),
  }),
  { description: "What remained of one order as it was paused." },
)

/** A scaled order or an iceberg that is paused. */
export const pausedRow = named(
  "PausedGroup",
  z.object({
    id: described(z.int(), "Number of the group; of an iceberg the id of its first order."),
    groupKind: z.enum(PAUSABLE_KINDS),
    instrument: instrumentId,
    side: orderSide,
    quantity: described(quantityText, "Of all that is paused of it."),
    orders: described(z.array(pausedOrder), "What resuming places again. Nothing is held for it."),
    postOnly: z.boolean(),
    reduceOnly: z.boolean(),
    positionSide: z.enum(["", "long", "short"]),
    expiresAt: rowExpiry,
    end: described(
      z.string(),
      "Why it is told no more: `RESUMED` (all of it was placed again), `OWNER`, `COUNTDOWN`, `GTT` (its time is over), `DELISTED`; else empty.",
    ),
    created: described(timeMs, "When it was paused first."),
    updated: timeMs,
    sequence: described(sequence, "Of the command that changed it last."),
    gone: described(z.boolean(), "Nothing of it is paused any more: it isn't told again."),
  }),
  { description: "A scaled order or an iceberg, or what of it doesn't rest, while its owner has paused it." },
)
export type PausedRow = z.infer<typeof pausedRow>

export const pausedExample: PausedRow = {
  ...{ id: 184_201, groupKind: "scaled", instrument: "BTC_USDT", side: "buy" },
  quantity: "0.00250" as PausedRow["quantity"],
  orders: [
    {
      price: "65000.00" as PausedRow["orders"][number]["price"],
      quantity: "0.00250" as PausedRow["quantity"],
      ...{ shownQuantity: "", clientOrderId: "", takeProfit: null, stopLoss: null, refusal: "" },
    },
  ],
  ...{ postOnly: true, reduceOnly: false, positionSide: "", expiresAt: 0, end: "" },
  ...{ created: 1_785_000_000_000, updated: 1_785_000_000_000, sequence: 990_320, gone: false },
}

export const changeGroup = endpoint({
  method: "POST",
  path: "/order/changeGroup",
  summary: "Pauses, resumes or ends a scaled order or an iceberg",
  notes:
    "`pause` cancels what rests of it, with the reason `PAUSED`, and keeps what remained: nothing is held for it, nobody sees it, and it counts as no open order. `resume` places each of them again as an order of its own, behind the queue of its price, under the same group; each is checked as any order is, and one that is refused stays paused, with its `refusal`. `end` cancels what rests and forgets what is paused. Pausing and ending pass in every trading state and for frozen accounts, as a cancel does. Cancelling all orders, its group or a countdown that runs out ends it as well, and so does its time (`expiresAt`) and the end of its market. An OCO pair can't be paused (OCO_FIXED).",
  access: "user",
  limit: "cancel",
  request: z.strictObject({
    group: countWithin(
      1,
      Number.MAX_SAFE_INTEGER,
      "Number of the group; of an iceberg without one its own id.",
    ),
    act: z.enum(["pause", "resume", "end"]),
  }),
  response: pausedRow,
  problems: ["ENGINE_BUSY", "ACCOUNT_FROZEN", "OWN_LIMIT", "OCO_FIXED", "PAUSED_COUNT", "UNKNOWN_ORDER"],
  example: { request: { group: 184_201, act: "pause" }, response: pausedExample },
})

export const pausedGroups = endpoint({
  method: "GET",
  path: "/order/paused",
  summary: "Own scaled orders and icebergs that are paused, the newest group first",
  notes: "Nothing is held for them.",
  access: "user",
  limit: "read",
  request: z.strictObject({ instrument: z.optional(instrumentId) }),
  response: z.object({ rows: z.array(pausedRow) }),
  problems: [],
  example: { request: {}, response: { rows: [pausedExample] } },
})

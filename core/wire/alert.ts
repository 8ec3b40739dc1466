/** Schemas of a user's alerts: the same row in answers and in private messages. */

import { z } from "zod/mini"
import { ALERT_DIRECTIONS, ALERT_SOURCES, ALERT_WINDOWS } from "../alert/alert-terms.ts"
import { described, named } from "./described.ts"
import { instrumentId, priceText, quantityText, rateText, sequence, timeMs } from "./scalar.ts"

/** Longest note that a user may add to an alert. */
export const ALERT_NOTE_MAX = 80

const source = described(z.enum(ALERT_SOURCES), "The last price, or the mark price of a contract.")
const direction = described(
  z.enum(ALERT_DIRECTIONS),
  "`above`: fires at or above it; `below`: at or below it; `cross`: from the side on which the value is when it is armed.",
)
const minutes = described(
  z.union(ALERT_WINDOWS.map((window) => z.literal(window))),
  "Within so many minutes, the running one included.",
)
const point = z.strictObject({ time: timeMs, price: priceText })
/** A share without a sign. */
const share = z.string().check(z.regex(/^\d{1,3}(?:\.\d{1,8})?$/))

const conditions = {
  price: z.strictObject({
    kind: z.literal("price"),
    instrument: instrumentId,
    source,
    direction,
    price: priceText,
  }),
  line: z.strictObject({
    kind: z.literal("line"),
    instrument: instrumentId,
    source,
    direction,
    from: described(point, "The line begins here, and goes on beyond `to`."),
    to: point,
  }),
  change: z.strictObject({
    kind: z.literal("change"),
    instrument: instrumentId,
    direction: described(
      z.enum(["above", "below"]),
      "`above`: a rise, `below`: a fall of at least `change`.",
    ),
    minutes,
    change: described(share, 'As a share: "0.05" is 5 %.'),
  }),
  volume: z.strictObject({
    kind: z.literal("volume"),
    instrument: instrumentId,
    minutes,
    volume: described(quantityText, "At least so much traded, in the base currency."),
  }),
  funding: z.strictObject({
    kind: z.literal("funding"),
    instrument: instrumentId,
    direction,
    rate: described(rateText, "The running funding rate of a contract."),
  }),
  margin: z.strictObject({
    kind: z.literal("margin"),
    instrument: described(
      z.union([z.literal(""), instrumentId]),
      "Of the isolated positions in this contract; empty: of the whole cross account.",
    ),
    ratio: described(
      share,
      'Maintenance margin by equity, at or above it: "0.8" is 80 %; at 1 liquidation begins.',
    ),
  }),
  fill: z.strictObject({
    kind: z.literal("fill"),
    instrument: described(z.union([z.literal(""), instrumentId]), "Empty: in any market."),
  }),
}

export const alertCondition = named(
  "AlertCondition",
  z.discriminatedUnion("kind", [
    conditions.price,
    conditions.line,
    conditions.change,
    conditions.volume,
    conditions.funding,
    conditions.margin,
    conditions.fill,
  ]),
  { description: "What an alert waits for, by `kind`." },
)
export type AlertCondition = z.infer<typeof alertCondition>

export const ALERT_STATES = ["armed", "paused", "fired", "removed"] as const

export const alertRow = named(
  "Alert",
  z.object({
    id: described(z.int(), "Rises by one over all alerts of the exchange."),
    condition: alertCondition,
    side: described(
      z.enum(["up", "down", ""]),
      "It fires at or above its level, or at or below it; empty: it has none.",
    ),
    state: described(z.enum(ALERT_STATES), "`removed` comes once, with the end."),
    note: z.string(),
    mail: described(z.boolean(), "Told by mail as well."),
    push: described(z.boolean(), "Told to the devices that are subscribed."),
    created: timeMs,
    armed: described(timeMs, "What happened until then doesn't fire it."),
    fired: described(timeMs, "Of what fired it; 0 before."),
    value: described(
      z.string(),
      "The value that fired it as decimal text; empty before, or where it has none.",
    ),
    seen: described(z.boolean(), "The user has seen that it fired."),
    version: described(sequence, "Rises with each change: the higher is the newer."),
  }),
  { description: "An own alert as it stands." },
)
export type AlertRow = z.infer<typeof alertRow>

export const alertExample: AlertRow = {
  id: 88,
  condition: {
    kind: "price",
    instrument: "BTC_USDT",
    source: "last",
    direction: "cross",
    price: "65000" as never,
  },
  side: "up",
  state: "armed",
  note: "",
  mail: true,
  push: false,
  created: 1_785_000_000_000,
  armed: 1_785_000_000_000,
  fired: 0,
  value: "",
  seen: false,
  version: 1,
}

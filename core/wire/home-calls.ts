/** The call of the home page: figures of the running exchange, and the operator's texts. */

import { z } from "zod/mini"
import { marketingBlock } from "./content.ts"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { amountText, timeMs } from "./scalar.ts"

const count = z.int().check(z.minimum(0))

export const home = endpoint({
  method: "GET",
  path: "/index/index",
  summary: "Figures of the running exchange, and what its operator says on the home page",
  notes:
    "Nothing here is a claim: orders and turnover are counted, regions are those that the operator has set. Whatever stands in the query is let through and not read; the page hands on what it was opened with. Gainers, losers and turnover lists follow from the channel `ticker`.",
  access: "visitor",
  limit: "read",
  request: z.looseObject({}),
  response: z.object({
    time: timeMs,
    regions: described(
      z.array(z.string().check(z.regex(/^[A-Z]{2}$/))),
      "ISO 3166-1 codes of the regions that the operator serves; empty where none is set: show no figure then.",
    ),
    ordersPerSecond: described(
      z.number().check(z.minimum(0)),
      "Orders that the matching engine accepted, those of the house included, as the mean of `orderSeconds` whole seconds; to one decimal.",
    ),
    orderSeconds: described(
      z.int().check(z.minimum(0), z.maximum(60)),
      "How many whole seconds that is: fewer than 60 in the first minute, 0 before the first one.",
    ),
    markets: z.object({ spot: count, perpetual: count, second: count }),
    turnover: described(
      z.array(z.object({ quote: z.string(), amount: amountText })),
      "Turnover of all spot and perpetual markets within 24 h by quote currency, that of the most markets first.",
    ),
    marketing: described(
      z.array(marketingBlock),
      "What the operator says, in its order; empty where nothing is set.",
    ),
  }),
  problems: [],
  example: {
    request: {},
    response: {
      time: 1_785_000_000_000,
      regions: ["DE", "FR", "PL"],
      ordersPerSecond: 212.4,
      orderSeconds: 60,
      markets: { spot: 70, perpetual: 40, second: 8 },
      turnover: [
        { quote: "USDT", amount: "5120345678.12345" },
        { quote: "BTC", amount: "101.25" },
      ],
      marketing: [],
    },
  },
})

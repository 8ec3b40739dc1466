/** Calls that prove what the exchange owes: the newest published sums and roots, and one's own way to them. */

import { z } from "zod/mini"
import { described } from "./described.ts"
import { endpoint } from "./endpoint.ts"
import { amountText, sequence, timeMs } from "./scalar.ts"

const currency = described(z.string().check(z.regex(/^[A-Z0-9]{1,16}$/)), "E.g. `USDT`.")
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const proof = described(sequence, "Number of the proof; 0: there is none yet.")
const EXAMPLE_HASH = "9f2c7d1e44b0a5c3f1e6d2b7a8904c5d3e2f10986b7c4d5a1f2e3d4c5b6a7988"

export const reserves = endpoint({
  method: "GET",
  path: "/assets/reserves",
  summary: "What the exchange owes its users and what its wallets hold, with the roots that prove the former",
  notes:
    "Each currency has a tree of hashes and sums over what every user has of it, in all accounts together. A root that was published can't be made to say less later: whoever notes it can compare.",
  access: "visitor",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({
    proof,
    time: described(timeMs, "Of which moment it tells."),
    rows: z.array(
      z.object({
        currency,
        users: described(z.int(), "How many have some of it."),
        liabilities: described(amountText, "The sum of what they have."),
        wallets: described(amountText, "What the exchange's wallets held."),
        practice: described(
          z.boolean(),
          "Whether practice money is among it: then no coins stand behind that part.",
        ),
        root: described(hash, "SHA-256, hex."),
      }),
    ),
  }),
  problems: [],
  example: {
    request: {},
    response: {
      ...{ proof: 12, time: 1_785_000_000_000 },
      rows: [
        {
          ...{ currency: "USDT", users: 4, liabilities: "40000", wallets: "10000250", practice: true },
          root: EXAMPLE_HASH,
        },
      ],
    },
  },
})

export const reserveProof = endpoint({
  method: "GET",
  path: "/assets/reserveProof",
  summary: "Own amounts in the newest proof, and the way from each to its root",
  notes:
    "A leaf is the SHA-256 of `saker-reserves-leaf 1|proof|currency|uid|nonce|amount`, a node that of `saker-reserves-node 1|left hash|left sum|right hash|right sum`; sums are decimal texts without trailing zeros. Go up by `path`, adding the sums: the last hash must be `root`, the last sum `liabilities` of `/assets/reserves`.",
  access: "user",
  limit: "read",
  request: z.strictObject({}),
  response: z.object({
    proof,
    time: timeMs,
    uid: z.string(),
    rows: z.array(
      z.object({
        currency,
        amount: described(amountText, "In all accounts together."),
        nonce: described(
          z.string().check(z.regex(/^[0-9a-f]{32}$/)),
          "Yours alone: keeps others from guessing.",
        ),
        path: z.array(z.object({ side: z.enum(["left", "right"]), hash, sum: amountText })),
      }),
    ),
  }),
  problems: [],
  example: {
    request: {},
    response: {
      ...{ proof: 12, time: 1_785_000_000_000, uid: "48201734" },
      rows: [
        {
          ...{ currency: "USDT", amount: "10000", nonce: "5d3e2f10986b7c4d5a1f2e3d4c5b6a79" },
          path: [{ side: "left", hash: EXAMPLE_HASH, sum: "10000" }],
        },
      ],
    },
  },
})

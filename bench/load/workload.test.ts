/** Is what the generator sends what the contract says, the same every time, and whole at the end of a lap? */

import { describe, expect, test } from "vitest"
import { serverMessage, spotMarkets } from "#core/wire/index.ts"
import { EncodedLap, lapOf, sequenceOf, tradeId } from "./encoded-lap.ts"
import { ordersToken, ownAccount } from "./own-account.ts"
import { ACTIVE_ID, LAP, MIX, planMarkets, spotMarket, WORKLOAD_VERSION } from "./workload.ts"

const lap = lapOf(1)

describe("a lap", () => {
  test("is the one that its version names: what is sent changes only together with it", () => {
    expect(`${WORKLOAD_VERSION} ${lap.hash}`).toBe("W1.1 0382c205")
  })

  test("with its probes in the head is another one: the active market has no other tickers", () => {
    const inHead = lapOf(1, "head")
    expect(`${WORKLOAD_VERSION} ${inHead.hash}`).toBe("W1.1 0919d2e3")
    expect(
      inHead.texts.filter((text) => text.startsWith(`{"type":"ticker","data":{"rows":[["${ACTIVE_ID}"`)),
    ).toEqual([])
    expect(inHead.texts.length).toBe(LAP)
  })

  test("has the mix that it names", () => {
    expect(lap.depths.length / LAP).toBeCloseTo(MIX.depth - MIX.ticker, 2)
    expect(lap.trades.length / LAP).toBeCloseTo(1 - MIX.depth, 2)
  })

  test("is made of messages of the contract", () => {
    const encoded = new EncodedLap(lap, "coalesced")
    encoded.stamp(3, 0, LAP, 1_795_000_000_000)
    const text = `[${encoded.bytes
      .subarray(0, encoded.starts[2000] as number)
      .toString("latin1")
      .slice(0, -1)}]`
    const wrong = (JSON.parse(text) as unknown[]).filter(
      (message) => !serverMessage.safeParse(message).success,
    )
    expect(wrong).toEqual([])
  })

  test("goes on where the last one ended: sequences and ids without a gap, over the turn too", () => {
    const seen = { seq: sequenceOf(0, lap.depths.at(-1) ?? 0), id: tradeId(lap, 1, 0) - 1 }
    const gaps: string[] = []
    const encoded = new EncodedLap(lap, "coalesced")
    for (const number of [1, 2]) {
      encoded.stamp(number, 0, LAP, 1_795_000_000_000 + number)
      const text = encoded.bytes.toString("latin1").slice(0, -1)
      const messages = JSON.parse(`[${text}]`) as { type: string; data: Record<string, unknown> }[]
      for (const { type, data } of messages) {
        if (type === "depth") {
          if (data.prev !== seen.seq) gaps.push(`book ${data.prev} after ${seen.seq}`)
          seen.seq = Number(data.seq)
        } else if (type === "trade") {
          const id = Number((data.rows as number[][])[0]?.[0])
          if (id !== seen.id + 1) gaps.push(`trade ${id} after ${seen.id}`)
          seen.id = id
        }
      }
    }
    expect(gaps).toEqual([])
    expect(seen.id).toBe(tradeId(lap, 3, 0) - 1)
  })
})

test("the list of markets is one that the contract knows", () => {
  const feed = { kind: "simulated", source: "", practice: true, since: 0 }
  const answer = spotMarkets.response.safeParse({ time: 1, feed, rows: planMarkets().map(spotMarket) })
  expect(answer.success).toBe(true)
})

test.each([
  ["bench", 1],
  [ordersToken(20), 20],
])(
  "whoever logs in as %s gets an account that the contract knows, with %i orders whose lines are dragged",
  (token, orders) => {
    const answers = ownAccount(1_795_000_000_000, token)
    expect(answers.filter((message) => !serverMessage.safeParse(message).success)).toEqual([])
    expect(answers[1]?.data).toMatchObject({
      orders: Array(orders).fill({ instrument: ACTIVE_ID, status: "new" }),
    })
  },
)

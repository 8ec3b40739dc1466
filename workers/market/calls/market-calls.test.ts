/** Does the worker ask for what core/wire agreed on, and does it survive every kind of answer? */

import { beforeEach, describe, expect, test } from "vitest"
import { endpoints, KLINE_LIMIT_MAX, LANGUAGE_HEADER, PROBLEMS, SUCCESS_CODE } from "#core/wire/index.ts"
import { FakeSurroundings } from "../fake-surroundings.ts"
import type { WorkerProblem } from "../frame.ts"
import type { AnswerLike, CallSettings } from "../surroundings.ts"
import { KLINE_ROWS_MAX, MarketCalls, PATHS } from "./market-calls.ts"

class OneAnswer extends FakeSurroundings {
  answer: () => Promise<AnswerLike> = async () => ({ ok: true, status: 200, json: async () => null })
  headers: Record<string, string> = {}
  signal: AbortSignal | undefined

  override fetch(url: string, settings: CallSettings): Promise<AnswerLike> {
    this.calls.push(url)
    this.headers = settings.headers
    this.signal = settings.signal
    return this.answer()
  }
}

let world: OneAnswer
let calls: MarketCalls
let problems: WorkerProblem[]

beforeEach(() => {
  world = new OneAnswer()
  problems = []
  calls = new MarketCalls(world, (problem) => problems.push(problem))
  calls.configure("http://host", "de")
})

const body = (json: unknown) => async () => ({ ok: true, status: 200, json: async () => json })

test("paths and limits are those of core/wire", () => {
  expect(PATHS).toEqual({
    spot: endpoints.spotMarkets.path,
    perpetual: endpoints.contractMarkets.path,
    second: endpoints.secondMarkets.path,
    sparklines: endpoints.sparklines.path,
    kline: endpoints.kline.path,
    trades: endpoints.trades.path,
    contractSettings: endpoints.contractSettings.path,
  })
  expect(KLINE_ROWS_MAX).toBe(KLINE_LIMIT_MAX)
})

test("the language goes along in its header, and what is asked in the address", async () => {
  world.answer = body({ code: SUCCESS_CODE, data: { rows: [], more: false, holes: [] } })
  await calls.kline("BTC_USDT", "1D", 500, 1700)
  expect(world.calls).toEqual(["http://host/market/kline?symbol=BTC_USDT&interval=1D&limit=500&before=1700"])
  expect(world.headers).toEqual({ [LANGUAGE_HEADER]: "de" })
  await calls.kline("BTC_USDT", "1D", 2)
  expect(world.calls[1]).not.toContain("before")
})

describe("an answer that is", () => {
  test.each([
    ["a refusal", body({ code: PROBLEMS.RATE_LIMIT, data: null }), "RATE_LIMIT"],
    ["a refusal nobody knows", body({ code: 4711, data: null }), "INTERNAL"],
    ["nothing", body(null), "INTERNAL"],
    ["no data", body({ code: 200 }), "FORMAT"],
    ["something else", body({ code: 200, data: { rows: "x" } }), "FORMAT"],
    ["another status", async () => ({ ok: false, status: 502, json: async () => null }), "NETWORK"],
    [
      "no JSON",
      async () => ({ ok: true, status: 200, json: () => Promise.reject(new SyntaxError("no JSON")) }),
      "NETWORK",
    ],
    ["no answer", () => Promise.reject(new TypeError("failed to fetch")), "NETWORK"],
  ] as [string, () => Promise<AnswerLike>, string][])(
    "%s is told by its name",
    async (_name, answer, expected) => {
      world.answer = answer
      expect(await calls.trades("BTC_USDT", 50, 100)).toBeUndefined()
      expect(problems).toHaveLength(1)
      expect(problems[0]).toMatchObject({ kind: "call", name: expected })
    },
  )

  test("never there is given up after a minute", async () => {
    world.answer = () =>
      new Promise((_resolve, reject) => {
        world.signal?.addEventListener("abort", () => reject(new Error("aborted")))
      })
    const asked = calls.sparklines("spot")
    await world.advance(60_000)
    expect(await asked).toBeUndefined()
    expect(problems[0]?.name).toBe("NETWORK")
  })
})

test("no timer is left behind", async () => {
  world.answer = body({ code: 200, data: { rows: [] } })
  await calls.sparklines("spot")
  expect(world.timers).toBe(0)
})

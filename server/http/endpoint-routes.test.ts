/** Routes follow their endpoints: limits, both kinds of bodies, and the envelope on every answer. */

import { join } from "node:path"
import formbody from "@fastify/formbody"
import rateLimit from "@fastify/rate-limit"
import Fastify from "fastify"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod/mini"
import { endpoint, PROBLEMS } from "#core/wire/index.ts"
import { TrustedProxies } from "../calls/client-address.ts"
import { answer } from "../calls/handler.ts"
import { addFaults } from "./create-http.ts"
import { addEndpoints } from "./endpoint-routes.ts"
import { loadProblemText } from "./problem-text.ts"
import { addSite } from "./site.ts"

const app = Fastify({ bodyLimit: 1000 })
const echo = endpoint({
  method: "POST",
  path: "/echo",
  summary: "Gives back what it got",
  access: "visitor",
  limit: "read",
  request: z.strictObject({ word: z.string(), count: z.optional(z.string()) }),
  response: z.object({ word: z.string() }),
  problems: [],
  example: { request: { word: "a" }, response: { word: "a" } },
})
const broken = endpoint({ ...echo, method: "GET", path: "/broken", request: z.strictObject({}) })
const wrong = endpoint({ ...broken, path: "/wrong" })
const wider = endpoint({
  ...broken,
  path: "/wider",
  response: z.object({ rows: z.array(z.object({ word: z.string() })) }),
  example: { request: {}, response: { rows: [] } },
})
const limited = endpoint({ ...broken, path: "/limited", limit: "history" })
const limitedToo = endpoint({ ...limited, path: "/limited-too" })

beforeAll(async () => {
  const text = await loadProblemText(join(import.meta.dirname, "../../locales"), "en")
  addFaults(app, text)
  await app.register(formbody)
  await app.register(rateLimit, { global: false })
  const handlers = {
    echo: (request: { word: string }) => answer({ word: request.word }),
    broken: () => {
      throw new Error("a secret of the house")
    },
    wrong: () => answer({ words: 1 }),
    wider: () => answer({ rows: [{ word: "a", password: "a secret of the house" }] }),
    limited: () => answer({ word: "" }),
    limitedToo: () => answer({ word: "" }),
  }
  addEndpoints(app, { echo, broken, wrong, wider, limited, limitedToo }, handlers, {
    text,
    proxies: new TrustedProxies([]),
    limits: { read: 1000, history: 3, account: 1000, upload: 1000, order: 1000, cancel: 1000 },
    findSession: async () => null,
    checkAnswers: true,
  })
  await addSite(app, join(import.meta.dirname, "no-such-folder"))
  await app.ready()
})
afterAll(() => app.close())

const post = (payload: string, type: string) =>
  app.inject({ method: "POST", url: "/echo", payload, headers: { "content-type": type } })

test("JSON and form bodies mean the same", async () => {
  expect((await post('{"word":"a b"}', "application/json")).json()).toEqual({
    code: 200,
    message: "",
    data: { word: "a b" },
  })
  expect((await post("word=a+b", "application/x-www-form-urlencoded")).json().data).toEqual({ word: "a b" })
})

test.each([
  ["", "application/json"],
  ["{bad", "application/json"],
  ['{"word":"a","__proto__":{"x":1}}', "application/json"],
  ["[]", "application/json"],
  ["null", "application/json"],
  ['"word"', "application/json"],
  ['{"word":1}', "application/json"],
  ['{"word":"a","more":1}', "application/json"],
  ["word=a&word=b", "application/x-www-form-urlencoded"],
  ["word=a&__proto__=b", "application/x-www-form-urlencoded"],
  ["word=a", "text/plain"],
])("a body of %j as %s is FORMAT", async (payload, type) => {
  const response = await post(payload, type)
  expect([response.statusCode, response.json().code]).toEqual([200, PROBLEMS.FORMAT])
})

test("a body that is too large is said to be that", async () => {
  const response = await post(JSON.stringify({ word: "y".repeat(2000) }), "application/json")
  expect([response.statusCode, response.json().code]).toEqual([200, PROBLEMS.MESSAGE_SIZE])
})

test("a bug is INTERNAL with nothing of its inside, and so is an answer against its schema, or with more than it says", async () => {
  for (const url of ["/broken", "/wrong", "/wider"]) {
    const response = await app.inject({ url })
    expect([response.statusCode, response.json().code]).toEqual([500, PROBLEMS.INTERNAL])
    expect(response.body).not.toContain("secret")
  }
})

test("an address that asks too often is told so with HTTP 200, others are served on", async () => {
  const ask = (remoteAddress: string) => app.inject({ url: "/limited", remoteAddress })
  const codes: number[] = []
  for (let count = 0; count < 5; count += 1) codes.push((await ask("10.0.0.1")).json().code)
  expect(codes).toEqual([200, 200, 200, PROBLEMS.RATE_LIMIT, PROBLEMS.RATE_LIMIT])
  const refused = await ask("10.0.0.1")
  expect([refused.statusCode, refused.json().data]).toEqual([200, null])
  expect(refused.headers["retry-after"]).toBe("1")
  expect((await ask("10.0.0.2")).json().code).toBe(200)
  // Each call counts by itself, as the documents say.
  const other = await app.inject({ url: "/limited-too", remoteAddress: "10.0.0.1" })
  expect([other.json().code, other.headers["x-ratelimit-remaining"]]).toEqual([200, "2"])
})

test("an address that floods is answered late, and nobody else is", async () => {
  const ask = (remoteAddress: string) => app.inject({ url: "/limited", remoteAddress })
  const flood = Array.from({ length: 60 }, () => ask("10.0.0.7"))
  const early = await Promise.race([Promise.all(flood).then(() => "the flood"), ask("10.0.0.8")])
  expect(early).toMatchObject({ statusCode: 200 })
  const codes = (await Promise.all(flood)).map((one) => one.json().code as number)
  expect(codes.filter((code) => code === PROBLEMS.RATE_LIMIT).length).toBeGreaterThan(40)
})

test("without a built terminal the page says how to build it", async () => {
  const response = await app.inject({ url: "/" })
  expect([response.statusCode, response.headers["content-type"]]).toEqual([503, "text/plain; charset=utf-8"])
  expect(response.body).toMatch(/not built yet\. Run `npm start`/)
})

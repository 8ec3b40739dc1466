/** Every answer of the public door says what it is, is neither guessed at nor framed, and what is a user's own is kept by no cache. */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type EndpointName, endpoints } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { newPerson, type Person } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000
let server: RunningServer
let person: Person

beforeAll(async () => {
  const env = {
    SAKER_MARKETS: "2",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "10000",
    SAKER_UPLOADS_PER_SECOND: "10000",
    SAKER_ORDERS_PER_SECOND: "1000",
  }
  server = await startInProcess(env)
  person = await newPerson(server)
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const TYPE = /^(?:text\/[\w-]+|application\/[\w+.-]+|image\/svg\+xml); charset=utf-8$/

/** What holds for each answer, whatever it is. */
function expectSafe(where: string, { headers }: Response): void {
  const policy = headers.get("content-security-policy") ?? ""
  expect([where, headers.get("content-type")]).toEqual([where, expect.stringMatching(TYPE)])
  expect([where, headers.get("x-content-type-options")]).toEqual([where, "nosniff"])
  for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "default-src 'self'"])
    expect([where, policy]).toEqual([where, expect.stringContaining(part)])
  expect([where, headers.get("referrer-policy")]).toEqual([where, "same-origin"])
  expect([where, headers.getSetCookie()]).toEqual([where, []])
}

type Fields = Record<string, string | number | boolean>

describe.each(["nobody", "a user"] as const)("asked by %s", (who) => {
  test.each(Object.keys(endpoints) as EndpointName[])("%s", async (name) => {
    const { method, path, example } = endpoints[name]
    // The session that all others need would be over.
    const token = name === "logout" ? "" : person.token
    const headers: Record<string, string> =
      who === "a user" && token ? { authorization: `Bearer ${token}` } : {}
    const fields = Object.entries(example.request as Fields)
    const query = new URLSearchParams(fields.map(([key, value]) => [key, String(value)]))
    const answer =
      method === "GET"
        ? await fetch(`${server.address}${path}?${query}`, { headers })
        : await fetch(`${server.address}${path}`, {
            method,
            headers: { ...headers, "content-type": "application/json" },
            body: JSON.stringify(example.request),
          })
    expectSafe(name, answer)
    expect(answer.headers.get("cache-control")).toBe("no-store")
  })
})

test.each([
  ["/assets/export", "no-store"],
  ["/assets/taxExport?format=koinly", "no-store"],
  ["/mailbox", "no-store"],
  ["/healthz", "no-store"],
  ["/nope", "no-store"],
  [`/avatar/${"0".repeat(32)}`, "no-store"],
  ["/binance/api/v3/time", "no-store"],
  ["/binance/api/v3/account", "no-store"],
  ["/binance/nope", null],
  ["/config.json", "no-cache"],
  ["/manifest.webmanifest", "no-cache"],
  ["/docs", "no-cache"],
  ["/docs/style.css", "no-cache"],
  ["/openapi.json", "no-cache"],
  ["/udf/config", "no-store"],
  ["/udf/nope", "no-store"],
])("%s", async (path, cache) => {
  const answer = await fetch(`${server.address}${path}`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  expectSafe(path, answer)
  expect(answer.headers.get("cache-control")).toBe(cache)
})

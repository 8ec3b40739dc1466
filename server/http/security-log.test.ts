/** Refusals at a wall are told with when, where and who, without what was typed, and a flood of them in few lines. */

import { join } from "node:path"
import rateLimit from "@fastify/rate-limit"
import Fastify, { type FastifyReply } from "fastify"
import { pino } from "pino"
import { beforeEach, expect, test } from "vitest"
import { z } from "zod/mini"
import { endpoint, PROBLEMS, refuse } from "#core/wire/index.ts"
import { createLog } from "#server/start/create-log.ts"
import { TrustedProxies } from "../calls/client-address.ts"
import { addFaults } from "./create-http.ts"
import { addEndpoints } from "./endpoint-routes.ts"
import { loadProblemText } from "./problem-text.ts"
import { addSecurityLog, SecurityLog } from "./security-log.ts"

type Line = Record<string, unknown>
let lines: Line[] = []
const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(JSON.parse(line) as Line) })
beforeEach(() => {
  lines = []
})

const asked = (from: string) =>
  ({
    request: { method: "POST", raw: { socket: { remoteAddress: from }, headers: {} } },
  }) as unknown as FastifyReply

const unlock = endpoint({
  method: "POST",
  path: "/unlock",
  summary: "Needs a word",
  access: "user",
  limit: "read",
  request: z.strictObject({ word: z.string() }),
  response: z.object({}),
  problems: ["CREDENTIALS", "INSUFFICIENT_BALANCE"],
  example: { request: { word: "a" }, response: {} },
})

test("a refused call is told by its route, address and user, and nothing that was sent", async () => {
  const app = Fastify()
  const proxies = new TrustedProxies([])
  addSecurityLog(app, log, proxies)
  const text = await loadProblemText(join(import.meta.dirname, "../../locales"), "en")
  addFaults(app, text)
  await app.register(rateLimit, { global: false })
  const unlocked = ({ word }: { word: string }) =>
    refuse(word === "poor" ? "INSUFFICIENT_BALANCE" : "CREDENTIALS")
  addEndpoints(
    app,
    { unlock },
    { unlock: unlocked },
    {
      text,
      proxies,
      limits: { read: 1000, history: 1, account: 1, upload: 1, order: 1, cancel: 1 },
      findSession: async (token) => (token === "right" ? { id: 1, userId: 7 } : null),
      checkAnswers: true,
    },
  )
  const ask = async (word: string, token: string) => {
    const headers = { authorization: `Bearer ${token}`, "user-agent": "an-agent" }
    const url = "/unlock?a=a-query"
    const remoteAddress = "203.0.113.7"
    const asking = { method: "POST", url, payload: { word }, headers, remoteAddress } as const
    return (await app.inject(asking)).json().code
  }
  expect(await ask("a-secret", "right")).toBe(PROBLEMS.CREDENTIALS)
  expect(await ask("a-secret", "wrong-token")).toBe(PROBLEMS.SESSION)
  // Who has too little money has tried nothing.
  expect(await ask("poor", "right")).toBe(PROBLEMS.INSUFFICIENT_BALANCE)
  await app.close()
  const common = { level: 40, method: "POST", path: "/unlock", address: "203.0.113.7", msg: "refused" }
  expect(lines).toEqual([
    expect.objectContaining({ ...common, security: "CREDENTIALS", user: 7, time: expect.any(Number) }),
    expect.objectContaining({ ...common, security: "SESSION" }),
  ])
  expect(lines[1]).not.toHaveProperty("user")
  expect(JSON.stringify(lines)).not.toMatch(/secret|wrong-token|an-agent|a-query/)
})

test("ten a second are told one by one, the rest of a flood in one line", () => {
  let now = 0
  const told = new SecurityLog(log, new TrustedProxies([]), () => now)
  for (let count = 0; count < 25; count += 1) told.refused("RATE_LIMIT", asked("192.0.2.1"))
  now = 1000
  told.refused("CODE", asked("192.0.2.2"))
  expect(lines.map(({ security, count, address }) => [security, count ?? address])).toEqual([
    ...Array.from({ length: 10 }, () => ["RATE_LIMIT", "192.0.2.1"]),
    ["MORE", 15],
    ["CODE", "192.0.2.2"],
  ])
})

test.each([
  "ADDRESS_WAITING",
  "CLAIMS_OPEN",
  "DAILY_LIMIT",
  "FORMAT",
  "IDENTITY_NEEDED",
  "RATE_LIMIT",
  "REST_AFTER_CHANGE",
  "UNKNOWN_WITHDRAWAL",
  "WAIT",
  "WITHDRAWALS_FROZEN",
] as const)("who meets %s has tried to get around a limit, a wait or a right, and is told of", (name) => {
  new SecurityLog(log, new TrustedProxies([])).refused(name, asked("192.0.2.3"))
  expect(lines).toEqual([expect.objectContaining({ security: name, address: "192.0.2.3" })])
})

test("whatever stands in a line, it stays one line of JSON", () => {
  const written: string[] = []
  const own = createLog("warn", { write: (line: string) => void written.push(line) })
  const typed = '\n{"level":60,"msg":"forged"}\r\u2028\u001b[2J"'
  own.warn({ typed, err: new Error(typed) }, typed)
  expect(written).toHaveLength(1)
  const [line = ""] = written
  expect(line.indexOf("\n")).toBe(line.length - 1)
  for (const sign of ["\r", "\u001b"]) expect(line).not.toContain(sign)
  expect(JSON.parse(line)).toMatchObject({ level: 40, typed, msg: typed })
})

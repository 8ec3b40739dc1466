/**
 * Very many lines of the log, of calls that fail within the server, with secrets in every place of a request and in every
 * form in which they travel: none of them stands in a line, plain or encoded.
 */

import { randomBytes } from "node:crypto"
import type { FastifyInstance, InjectOptions } from "fastify"
import { sql } from "kysely"
import { afterAll, expect, test } from "vitest"
import type { Storage } from "#server/storage/storage.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { newPerson } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { createLog } from "./create-log.ts"

/** `npm run chaos` asks for a million. */
const LINES = Number(process.env.SAKER_LOG_LINES ?? 10_000)
const WITHIN_MS = 240_000 + LINES * 20
const AT_ONCE = 50

afterAll(removeFolders)

/** Of every kind that a client sends, and none that another text could hold by chance. */
const secrets = {
  password: `Pass ${randomBytes(9).toString("hex")}`,
  tradePassword: `trade+${randomBytes(9).toString("hex")}`,
  token: randomBytes(24).toString("base64url"),
  apiSecret: randomBytes(32).toString("hex"),
  mailCode: `48${randomBytes(3).readUIntBE(0, 3)}1937`,
  authenticatorSecret: "JBSWY3DPEHPK3PXPJBSWY3DP",
  authenticatorCode: `91${randomBytes(3).readUIntBE(0, 3)}4402`,
  address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
  account: `somebody.${randomBytes(6).toString("hex")}@example.org`,
  cookie: `session-${randomBytes(12).toString("hex")}`,
}

const formsOf = (text: string): string[] => [
  ...new Set([
    text,
    encodeURIComponent(text),
    Buffer.from(text).toString("hex"),
    Buffer.from(text).toString("base64").replace(/=+$/, ""),
    Buffer.from(text).toString("base64url"),
    JSON.stringify(text).slice(1, -1),
    encodeURIComponent(encodeURIComponent(text)),
  ]),
]
/** Base64 of a text that stands behind others depends on where it stands: these are its middles. */
const middlesOf = (text: string): string[] =>
  [1, 2].map((shift) =>
    Buffer.from("x".repeat(shift) + text)
      .toString("base64")
      .slice(4, -4),
  )
const FORMS = Object.values(secrets).flatMap((text) => [...formsOf(text), ...middlesOf(text)])
const isIn = new RegExp(FORMS.map((form) => form.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|"), "i")

/** Counts lines and keeps what is wrong with them, so that a million fit. */
class Scan {
  lines = 0
  readonly messages = new Map<string, number>()
  readonly found: string[] = []

  readonly write = (line: string): void => {
    this.lines += 1
    const { msg = "" } = JSON.parse(line) as { msg?: string }
    this.messages.set(msg, (this.messages.get(msg) ?? 0) + 1)
    if (isIn.test(line) && this.found.length < 5) this.found.push(line.slice(0, 2_000))
  }
}

const place = <Value>(values: readonly Value[], at: number): Value => values[at % values.length] as Value

/** Of every domain: most of them refuse what they are sent, and must not say what it was. */
const PATHS = [
  "/login/forget",
  "/spot/open",
  "/spot/place",
  "/contract/place",
  "/assets/withdraw",
  "/assets/bill",
  "/security/payPwd",
  "/security/sendCode",
  "/user/info",
  "/nowhere",
] as const

/** The `n`th request: another form, another place and another call each time. */
function request(n: number, token: string): InjectOptions {
  const texts = Object.entries(secrets)
  const given = Object.fromEntries(
    texts.map(([name, text], at) => [name, place(formsOf(text), n + at)] as const),
  )
  const isLogin = n % 8 === 0
  const isOther = n % 8 === 4
  const path = isLogin ? "/login/index" : isOther ? place(PATHS, n >> 3) : "/broken"
  const query = new URLSearchParams(given).toString()
  const nested = { data: { ...given, list: Object.values(given), again: { deeper: [given] } } }
  const bodies = [
    JSON.stringify(given),
    JSON.stringify(nested),
    `${JSON.stringify(given)},`,
    query,
    Object.values(given).join(" "),
    Buffer.from(JSON.stringify(given)).toString("base64"),
  ]
  const named = isOther && n % 16 === 12 ? `${path}/${encodeURIComponent(given.token ?? "")}` : path
  const isGet = !isLogin && n % 5 === 4
  const isJson = isLogin || n % 3 !== 2
  // Another account each time: who guesses at one is soon kept away from it.
  const login = JSON.stringify({ account: `${n}.${secrets.account}`, password: secrets.password })
  return {
    method: isGet ? "GET" : "POST",
    url: n % 2 === 1 ? `${named}?${query}` : named,
    remoteAddress: `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    headers: {
      host: "exchange.test",
      ...(isGet ? {} : { "content-type": isJson ? "application/json" : "application/x-www-form-urlencoded" }),
      authorization: `Bearer ${isOther ? token : secrets.token}`,
      token: secrets.token,
      cookie: `session=${secrets.cookie}; token=${secrets.token}`,
      "x-api-key": secrets.apiSecret,
      "user-agent": `client ${encodeURIComponent(secrets.password)}`,
      referer: `https://exchange.test/reset?code=${secrets.mailCode}&password=${encodeURIComponent(secrets.password)}`,
      origin: `https://${encodeURIComponent(secrets.account)}:${secrets.token}@exchange.test`,
    },
    ...(isGet ? {} : { payload: isLogin ? login : place(bodies, n >> 2) }),
  }
}

test(
  `${LINES} lines of calls that fail, and no secret in them in any form`,
  async () => {
    const scan = new Scan()
    let storage: Storage | undefined
    let app: FastifyInstance | undefined
    let calls = 0
    const server = await startInProcess(
      { SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "100000", SAKER_FILES_PER_SECOND: "100000" },
      {
        log: createLog("trace", scan),
        onStarted: (parts) => {
          storage = parts.storage
        },
        addRoutes: (door) => {
          app = door
          door.all("/broken", async ({ query, headers, body }) => {
            calls += 1
            const values = { ...(query as object), ...headers, body }
            const cause = Object.assign(new Error("behind it"), { queryOptions: values })
            const error = new Error("duplicate key value violates unique constraint")
            const detail = `Key (account)=(${secrets.account}) already exists`
            // As drivers of databases and of mail throw it: with what was asked.
            throw Object.assign(error, { detail, params: values, where: detail, cause, request: { values } })
          })
        },
      },
    )
    try {
      const person = await newPerson(server)
      // From here on a login fails in the middle.
      await sql`alter table users rename to users_that_are_gone`.execute(
        (storage as unknown as Storage).database,
      )
      for (let n = 0; scan.lines < LINES; n += AT_ONCE)
        await Promise.all(
          Array.from({ length: AT_ONCE }, (_, at) => app?.inject(request(n + at, person.token))),
        )
      await sql`alter table users_that_are_gone rename to users`.execute(
        (storage as unknown as Storage).database,
      )
    } finally {
      await server.close()
    }
    expect(scan.found).toEqual([])
    expect(scan.lines).toBeGreaterThanOrEqual(LINES)
    expect(calls).toBeGreaterThan(0)
    // More than the route that the test has broken itself.
    expect(scan.messages.get("a handler has failed") ?? 0).toBeGreaterThan(calls)
    // The scan finds each of them, in each form.
    const missed = FORMS.filter((form) => !isIn.test(JSON.stringify({ msg: form })))
    expect(missed).toEqual([])
  },
  WITHIN_MS,
)

/** A session ends when another takes its place, and when what proves its owner has changed (E3). */

import { Secret, TOTP } from "otpauth"
import { pino } from "pino"
import { afterAll, beforeAll, expect, test } from "vitest"
import { PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { codeTo, get, mailsTo, newPerson, type Person, post } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000
const MINUTE = 60_000
/** Open sessions of one user; the oldest ends when another begins. */
const SESSIONS_MAX = 50
let ahead = 0
const clock = movedClock(() => ahead)
const lines: string[] = []
let server: RunningServer

beforeAll(async () => {
  const env = { SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000", SAKER_CODES_PER_HOUR: "1000" }
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) })
  server = await startInProcess(env, { clock, log })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const login = async ({ account, password }: Person, token = "", totp = "") =>
  (await post<{ token: string }>(server, "/login/index", { account, password, totp }, token)).data.token
const isOpen = async (token: string) => (await get(server, "/security/index", token)).code === 200
const totpOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })

async function mailedCode(person: Person, purpose: string, account = ""): Promise<string> {
  const to = account || person.account
  const seen = (await mailsTo(server, to)).length
  ahead += MINUTE
  await person.post("/security/sendCode", account ? { purpose, account } : { purpose })
  return codeTo(server, to, seen)
}

test("a login takes the place of the session that it comes with, and of no other", async () => {
  const ada = await newPerson(server)
  const other = await login(ada)
  const next = await login(ada, ada.token)
  expect(new Set([ada.token, other, next]).size).toBe(3)
  expect([await isOpen(ada.token), await isOpen(other), await isOpen(next)]).toEqual([false, true, true])
  // What is refused ends nothing.
  const wrong = { account: ada.account, password: "wrong" }
  expect((await post(server, "/login/index", wrong, next)).code).toBe(PROBLEMS.CREDENTIALS)
  expect(await isOpen(next)).toBe(true)
  const [refused] = lines.map((line) => JSON.parse(line)).filter(({ security }) => security === "CREDENTIALS")
  expect(refused).toMatchObject({ path: "/login/index", address: "127.0.0.1" })
})

test("another address and an authenticator that is switched off end all other sessions and keep the one that asks", async () => {
  const ada = await newPerson(server)
  const { password } = ada
  let other = await login(ada)
  const email = "ada.sessions@example.org"
  const code = await mailedCode(ada, "email", email)
  const ownCode = await mailedCode(ada, "changeEmail")
  expect((await ada.post("/security/email", { email, code, ownCode, login: password })).code).toBe(200)
  expect([await isOpen(other), await isOpen(ada.token)]).toEqual([false, true])

  const here = { ...ada, account: email }
  other = await login(here)
  const begun = { login: password, code: await mailedCode(here, "totpOn") }
  const { secret } = (await ada.post<{ secret: string }>("/security/totp", begun)).data
  expect(await isOpen(other)).toBe(true)
  expect((await ada.post("/security/totpConfirm", { totp: totpOf(secret) })).code).toBe(200)
  // The password alone has led here: whoever stole it must not throw the owner out.
  expect([await isOpen(other), await isOpen(ada.token)]).toEqual([true, true])

  ahead += MINUTE
  other = await login(here, "", totpOf(secret))
  const off = { login: password, code: await mailedCode({ ...ada, account: email }, "totp") }
  expect((await ada.post("/security/totpOff", { ...off, totp: "000000" })).code).toBe(PROBLEMS.TOTP_WRONG)
  expect(await isOpen(other)).toBe(true)
  expect((await ada.post("/security/totpOff", { ...off, totp: totpOf(secret) })).code).toBe(200)
  expect([await isOpen(other), await isOpen(ada.token)]).toEqual([false, true])
})

test("a user has fifty sessions; the oldest ends when another begins", async () => {
  const ada = await newPerson(server)
  const tokens = [ada.token]
  while (tokens.length < SESSIONS_MAX) tokens.push(await login(ada))
  expect(await isOpen(ada.token)).toBe(true)
  tokens.push(await login(ada))
  expect([await isOpen(ada.token), await isOpen(tokens[1] ?? "")]).toEqual([false, true])
  // 256 bits, each another.
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  expect(new Set(tokens).size).toBe(SESSIONS_MAX + 1)
})

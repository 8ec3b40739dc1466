/** Authenticator codes work once, and only when everything else is right too. */

import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, expect, test } from "vitest"
import { PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { postFrom } from "#tests/support/from-address.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { codeTo, mailsTo, newPerson, type Person, post } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000
/** An authenticator's code lasts so long. */
const STEP_MS = 30_000
const MINUTE = 60_000
/** Time can be moved on; it never goes back. */
let ahead = 0
const clock = movedClock(() => ahead)
let server: RunningServer

beforeAll(async () => {
  const env = { SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000", SAKER_CODES_PER_HOUR: "1000" }
  server = await startInProcess(env, { clock })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const login = (account: string, password: string, totp = "") =>
  post<{ token: string }>(server, "/login/index", { account, password, totp })

/** Somebody with an authenticator: gives its code of now, unused until it is sent. */
async function withAuthenticator() {
  const person = await newPerson(server)
  const begun = { login: person.password, code: await mailedCode(person, "totpOn") }
  const { secret } = (await person.post<{ secret: string }>("/security/totp", begun)).data
  const codeNow = () => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
  expect((await login(person.account, person.password)).code).toBe(200) // not confirmed yet
  expect((await person.post("/security/totpConfirm", { totp: codeNow() })).code).toBe(200)
  return { person, codeNow }
}

/** The code of a mail to the person's address, or to another one that they want to bind. */
async function mailedCode(person: Person, purpose: string, account?: string): Promise<string> {
  const to = account ?? person.account
  const seen = (await mailsTo(server, to)).length
  ahead += MINUTE
  expect(await person.post("/security/sendCode", { purpose, ...(account && { account }) })).toMatchObject({
    code: 200,
  })
  return codeTo(server, to, seen)
}

test("it is asked for at login, each of its codes counts once, and a reset doesn't skip it", async () => {
  const { person, codeNow } = await withAuthenticator()
  const { account, password } = person
  expect((await login(account, password)).code).toBe(PROBLEMS.TOTP_NEEDED)
  expect((await login(account, password, codeNow())).code).toBe(PROBLEMS.TOTP_WRONG) // confirmed with it
  ahead += STEP_MS
  const fresh = codeNow()
  const both = await Promise.all([1, 2].map(() => login(account, password, fresh)))
  expect(both.map((answer) => answer.code).sort((a, b) => a - b)).toEqual([200, PROBLEMS.TOTP_WRONG])
  ahead += MINUTE
  const seen = (await mailsTo(server, account)).length
  await post(server, "/security/sendCode", { purpose: "forget", account })
  const code = await codeTo(server, account, seen)
  const next = { account, code, password: "a grey heron 14", confirm: "a grey heron 14" }
  expect((await post(server, "/login/forget", next)).code).toBe(PROBLEMS.TOTP_NEEDED)
  expect((await post(server, "/login/forget", { ...next, totp: codeNow() })).code).toBe(200)
})

test("nobody begins one with the password alone, or with a code for something else", async () => {
  const person = await newPerson(server)
  const { password: login } = person
  const other = await mailedCode(person, "totp")
  const code = await mailedCode(person, "totpOn")
  const begin = (given: string) => person.post("/security/totp", { login, code: given })
  expect((await begin(other)).code).toBe(PROBLEMS.CODE)
  expect((await person.post("/security/totp", { login })).code).toBe(PROBLEMS.FORMAT)
  expect((await begin(code)).code).toBe(200)
  expect((await begin(code)).code).toBe(PROBLEMS.CODE) // used up
})

test("a change that its mail code refuses leaves the authenticator's code to be used", async () => {
  const { person, codeNow } = await withAuthenticator()
  const { password } = person
  const email = "grey.heron@example.org"
  const changes = [
    {
      path: "/security/payPwd",
      purpose: "payPwd",
      body: { password: "seven herons", confirm: "seven herons" },
    },
    {
      path: "/security/email",
      purpose: "email",
      body: { email, ownCode: await mailedCode(person, "changeEmail") },
      account: email,
    },
    { path: "/security/totpOff", purpose: "totp", body: {} },
  ]
  for (const { path, purpose, body, account } of changes) {
    const right = await mailedCode(person, purpose, account)
    if (account) person.account = account
    const wrong = right === "000000" ? "111111" : "000000"
    const totp = codeNow()
    const change = (code: string) => person.post(path, { ...body, login: password, totp, code })
    expect([path, (await change(wrong)).code]).toEqual([path, PROBLEMS.CODE])
    expect([path, (await change(right)).code]).toEqual([path, 200])
  }
})

test("wrong codes of strangers who know the password leave the owner's device and mailbox their own (E1)", async () => {
  const { person, codeNow } = await withAuthenticator()
  const { account, password } = person
  const from = (address: string, more: object) =>
    postFrom<{ device: string }>(server, address, "/login/index", { account, password, ...more })
  ahead += STEP_MS
  const { device } = (await from("127.0.0.1", { totp: codeNow() })).data
  ahead += STEP_MS
  const wrong = codeNow() === "000000" ? "111111" : "000000"
  const codes: number[] = []
  for (const address of ["127.0.0.66", "127.0.0.67"])
    for (let guess = 0; guess < 4; guess += 1) codes.push((await from(address, { totp: wrong })).code)
  expect(new Set(codes)).toEqual(new Set([PROBLEMS.TOTP_WRONG]))
  expect((await from("127.0.0.68", { totp: codeNow() })).code).toBe(PROBLEMS.WAIT)
  expect((await from("127.0.0.68", { totp: codeNow(), device })).code).toBe(200)
  const code = await mailedCode(
    { ...person, post: (path, body) => post(server, path, body ?? {}) },
    "login",
    account,
  )
  expect((await from("127.0.0.1", { code })).code).toBe(PROBLEMS.TOTP_NEEDED)
  expect((await from("127.0.0.1", { code, totp: codeNow() })).code).toBe(200)
})

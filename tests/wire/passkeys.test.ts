/**
 * Who gets in with a passkey (E6)? Its owner, by what the device signed just now for this page. Never somebody with another page's, an old, a
 * repeated or a changed answer, with a device that didn't check its owner, with a copy of the device, or after it has ended.
 */

import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, expect, test } from "vitest"
import { PROBLEMS, type ProblemName } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { codeTo, get, mailsTo, newPerson, type Person, post } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { type Lies, SoftwareAuthenticator } from "#tests/support/software-authenticator.ts"

const START_WITHIN_MS = 180_000
const ORIGIN = "http://localhost:8080"
const MINUTE = 60_000
/** So long after the last: an account gets six codes an hour. */
const CODE_EVERY_MS = 11 * MINUTE

let ahead = 0
let server: RunningServer
beforeAll(async () => {
  server = await startInProcess(
    { SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "10000", SAKER_CODES_PER_HOUR: "10000" },
    { clock: movedClock(() => ahead) },
  )
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const refused = (name: ProblemName) => ({ status: 200, code: PROBLEMS[name] })
type Creation = Parameters<SoftwareAuthenticator["make"]>[0]
type Asking = Parameters<SoftwareAuthenticator["prove"]>[0]
type Begun = { token: string; user: { user_id: string } }
type Row = { id: string; name: string; made: number; used: number; isSynced: boolean }

const begin = async (person: Person) => (await person.post<Creation>("/passkey/begin")).data
const ask = async () => (await post<Asking>(server, "/passkey/ask", {})).data
const enter = (credential: object) => post<Begun>(server, "/passkey/login", { credential })
const listOf = async (person: Person) => (await person.get<{ rows: Row[] }>("/passkey/list")).data.rows

async function codeFor(person: Person, purpose: string): Promise<string> {
  ahead += CODE_EVERY_MS
  const seen = (await mailsTo(server, person.account)).length
  await person.post("/security/sendCode", { purpose })
  return await codeTo(server, person.account, seen)
}

/** What a person sends to keep what their device has made. */
async function wish(person: Person, device: SoftwareAuthenticator, lies: Lies = {}, name = "Phone") {
  const code = await codeFor(person, "passkey")
  return { name, credential: device.make(await begin(person), lies), login: person.password, code }
}

async function withPasskey(): Promise<{ person: Person; device: SoftwareAuthenticator }> {
  const person = await newPerson(server)
  const device = new SoftwareAuthenticator(ORIGIN)
  expect(await person.post("/passkey/add", await wish(person, device))).toMatchObject({ code: 200 })
  return { person, device }
}

test("its owner logs in with it; the list tells when, and a mail that it was added", async () => {
  const { person, device } = await withPasskey()
  expect(await listOf(person)).toMatchObject([{ name: "Phone", used: 0, isSynced: true }])
  expect((await mailsTo(server, person.account))[0]?.subject).toContain("A passkey was added")

  const begun = await enter(device.prove(await ask()))
  expect(begun).toMatchObject({ code: 200, data: { user: { user_id: person.user.user_id } } })
  const me = await get<{ user_id: string }>(server, "/security/index", begun.data.token)
  expect(me.data.user_id).toBe(person.user.user_id)
  expect((await listOf(person))[0]?.used).toBeGreaterThan(0)
  // Withdrawals don't rest for it.
  expect((await get<{ holdUntil: number }>(server, "/security/index", begun.data.token)).data.holdUntil).toBe(
    0,
  )
})

const LIES: readonly [string, Lies][] = [
  ["for another page", { origin: "https://localhost.example.com" }],
  ["for a page without a port's name", { origin: "http://localhost:8080.example.com" }],
  ["for another domain", { domain: "example.com" }],
  ["for a challenge of one's own", { challenge: Buffer.alloc(56, 7).toString("base64url") }],
  ["without having checked its owner", { isVerified: false }],
  ["in the other ceremony", { type: "payment.get" }],
]

test.each(LIES)("nothing that was signed %s is taken, neither to log in nor to be kept", async (_, lies) => {
  const { person, device } = await withPasskey()
  expect(await enter(device.prove(await ask(), lies))).toMatchObject(refused("PASSKEY"))
  const other = new SoftwareAuthenticator(ORIGIN)
  expect(await person.post("/passkey/add", await wish(person, other, lies))).toMatchObject(refused("PASSKEY"))
  expect(await listOf(person)).toHaveLength(1)
  expect(await enter(device.prove(await ask()))).toMatchObject({ code: 200 })
})

test("an answer counts once, even at the same moment, and for five minutes", async () => {
  const { device } = await withPasskey()
  const once = device.prove(await ask())
  const both = await Promise.all([enter(once), enter(once), enter(once)])
  expect(both.map(({ code }) => code).sort((one, other) => one - other)).toEqual([
    200,
    PROBLEMS.PASSKEY,
    PROBLEMS.PASSKEY,
  ])
  expect(await enter(once)).toMatchObject(refused("PASSKEY"))

  const late = await ask()
  ahead += 5 * MINUTE + 1
  expect(await enter(device.prove(late))).toMatchObject(refused("PASSKEY"))
})

test("a signature of another key, a stranger's passkey and a copy of the device are refused alike", async () => {
  const { device } = await withPasskey()
  const stranger = new SoftwareAuthenticator(ORIGIN)
  const { person } = await withPasskey()
  const forged = { ...stranger.prove(await ask()), id: device.id, rawId: device.id }
  const answers = [await enter(stranger.prove(await ask())), await enter(forged)]
  // Counts as often as the first did: one of both is a copy.
  await enter(device.prove(await ask(), { counter: 9 }))
  answers.push(await enter(device.prove(await ask(), { counter: 9 })))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  expect(answers[0]).toMatchObject(refused("PASSKEY"))
  expect(await listOf(person)).toHaveLength(1)
})

test("a refused proof leaves what the device has made: it can be sent again, and is kept once", async () => {
  const person = await newPerson(server)
  const device = new SoftwareAuthenticator(ORIGIN)
  const good = await wish(person, device)
  const send = (change: object) => person.post("/passkey/add", { ...good, ...change })
  expect(await send({ login: "not the password" })).toMatchObject(refused("CREDENTIALS"))
  const wrong = good.code === "000000" ? "000001" : "000000"
  expect(await send({ code: wrong })).toMatchObject(refused("CODE"))
  expect(await send({})).toMatchObject({ code: 200 })
  expect(await send({ code: await codeFor(person, "passkey") })).toMatchObject(refused("PASSKEY"))
  expect(await listOf(person)).toHaveLength(1)
})

test("where an authenticator is on it is asked for to add one, and not to log in with one", async () => {
  const person = await newPerson(server)
  const begun = { login: person.password, code: await codeFor(person, "totpOn") }
  const { data } = await person.post<{ secret: string }>("/security/totp", begun)
  const totp = () =>
    new TOTP({ secret: Secret.fromBase32(data.secret) }).generate({ timestamp: Date.now() + ahead })
  expect(await person.post("/security/totpConfirm", { totp: totp() })).toMatchObject({ code: 200 })
  const device = new SoftwareAuthenticator(ORIGIN)
  const good = await wish(person, device)
  expect(await person.post("/passkey/add", good)).toMatchObject(refused("TOTP_NEEDED"))
  expect(await person.post("/passkey/add", { ...good, totp: totp() })).toMatchObject({ code: 200 })
  expect(await enter(device.prove(await ask()))).toMatchObject({ code: 200 })
})

test("one that was removed, and all of somebody who got a new password by mail, open nothing", async () => {
  const { person, device } = await withPasskey()
  const [row] = await listOf(person)
  const pending = device.prove(await ask())
  expect(await person.post("/passkey/end", { id: row?.id })).toMatchObject({ code: 200 })
  expect(await enter(pending)).toMatchObject(refused("PASSKEY"))
  expect(await person.post("/passkey/end", { id: row?.id })).toMatchObject(refused("UNKNOWN_PASSKEY"))

  const { person: robbed, device: thiefs } = await withPasskey()
  const seen = (await mailsTo(server, robbed.account)).length
  ahead += CODE_EVERY_MS
  await post(server, "/security/sendCode", { purpose: "forget", account: robbed.account })
  const password = "a new quiet harbour 9"
  const reset = { account: robbed.account, password, confirm: password }
  const code = await codeTo(server, robbed.account, seen)
  expect(await post(server, "/login/forget", { ...reset, code })).toMatchObject({ code: 200 })
  expect(await enter(thiefs.prove(await ask()))).toMatchObject(refused("PASSKEY"))
})

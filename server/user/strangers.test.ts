/** Strangers use up no tries and no codes but their own: the owner of an account always has a way in (E1, E2). */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { PROBLEMS, type UserInfo } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { postFrom } from "#tests/support/from-address.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { codeTo, mailsTo, newPerson, type Person, post } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000
const MINUTE = 60_000
const HOME = "127.0.0.1"
const STRANGER = "127.0.0.66"
let ahead = 0
const clock = movedClock(() => ahead)
let server: RunningServer
beforeAll(async () => {
  const env = {
    SAKER_MARKETS: "1",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "10000",
    SAKER_CODES_PER_HOUR: "1000",
    SAKER_TRIES_PER_ADDRESS: "1000",
  }
  server = await startInProcess(env, { clock })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

interface Begun {
  token: string
  device: string
  user: UserInfo
}
interface More {
  password?: string
  code?: string
  device?: string
}

const logIn = ({ account, password }: Person, from: string, more: More = {}) =>
  postFrom<Begun>(server, from, "/login/index", { account, password, ...more })
const guess = (person: Person, from: string, more: More = {}) =>
  logIn(person, from, { ...more, password: "a wild guess" })
/** Guesses until it has to wait; answers how often it was heard. */
async function guessOn(person: Person, from: string, more: More = {}): Promise<number> {
  for (let heard = 0; ; heard += 1) {
    const { code } = await guess(person, from, more)
    if (code === PROBLEMS.WAIT) return heard
    expect(code).toBe(PROBLEMS.CREDENTIALS)
  }
}
const ask = (person: Person, from: string, purpose: string, device?: string) =>
  postFrom(server, from, "/security/sendCode", { purpose, account: person.account, device })
/** A code that was asked for at `from`. */
async function codeFor(person: Person, from: string, purpose: string, device?: string): Promise<string> {
  const seen = (await mailsTo(server, person.account)).length
  expect(await ask(person, from, purpose, device)).toMatchObject({ code: 200 })
  return await codeTo(server, person.account, seen)
}
const otherThan = (code: string) => (code === "000000" ? "111111" : "000000")
const knownDeviceOf = async (person: Person, from: string) => (await logIn(person, from)).data.device

describe("wrong passwords (E1)", () => {
  test("of a stranger keep that address out, not the account's owner at another", async () => {
    const ada = await newPerson(server)
    expect(await guessOn(ada, STRANGER)).toBe(5)
    expect((await logIn(ada, STRANGER)).code).toBe(PROBLEMS.WAIT)
    expect((await logIn(ada, HOME)).code).toBe(200)
  })

  test("at the owner's very address leave the device that has logged in before its own tries", async () => {
    const [ada, eve] = [await newPerson(server), await newPerson(server)]
    const device = await knownDeviceOf(ada, STRANGER)
    const others = await knownDeviceOf(eve, STRANGER)
    expect(await guessOn(ada, STRANGER)).toBe(5)
    for (const made of [others, `${device}x`, "a.b", "", "."])
      expect((await logIn(ada, STRANGER, { device: made })).code).toBe(PROBLEMS.WAIT)
    expect((await logIn(ada, STRANGER, { device })).code).toBe(200)
    // It is no way to guess without end.
    expect(await guessOn(ada, STRANGER, { device })).toBe(5)
  })

  test("by many addresses end for all strangers; device, usual address and code still pass", async () => {
    const ada = await newPerson(server)
    const device = await knownDeviceOf(ada, HOME)
    let heard = 0
    for (let address = 100; address < 115; address += 1) heard += await guessOn(ada, `127.0.0.${address}`)
    expect(heard).toBe(50)
    expect((await logIn(ada, "127.0.0.200")).code).toBe(PROBLEMS.WAIT)
    expect((await logIn(ada, "127.0.0.200", { device })).code).toBe(200)
    // The registration came from there.
    expect((await logIn(ada, HOME)).code).toBe(200)
    const code = await codeFor(ada, "127.0.0.201", "login")
    expect((await logIn(ada, "127.0.0.201", { code })).code).toBe(200)
  })

  test("don't keep out the right password with a code, which counts once and opens nothing alone", async () => {
    const ada = await newPerson(server)
    await guessOn(ada, STRANGER)
    const code = await codeFor(ada, STRANGER, "login")
    expect((await guess(ada, STRANGER, { code })).code).toBe(PROBLEMS.CREDENTIALS)
    expect((await logIn(ada, STRANGER, { code: otherThan(code) })).code).toBe(PROBLEMS.CODE)
    const both = await Promise.all([logIn(ada, STRANGER, { code }), logIn(ada, STRANGER, { code })])
    expect(both.map((one) => one.code).sort((a, b) => a - b)).toEqual([200, PROBLEMS.CODE])
    expect((await post(server, "/security/sendCode", { purpose: "login" })).code).toBe(PROBLEMS.ACCOUNT_FORM)
  })

  test("a new password makes every device unknown", async () => {
    const ada = await newPerson(server)
    const device = await knownDeviceOf(ada, HOME)
    const code = await codeFor(ada, HOME, "forget", device)
    const next = { ...ada, password: "a grey heron 21" }
    const fresh = { code, password: next.password, confirm: next.password, device }
    expect((await post(server, "/login/forget", { account: ada.account, ...fresh })).code).toBe(200)
    await guessOn(next, HOME)
    expect((await logIn(next, HOME, { device })).code).toBe(PROBLEMS.WAIT)
  })
})

describe("codes (E2)", () => {
  const reset = (person: Person, from: string, code: string, device?: string) =>
    postFrom(server, from, "/login/forget", {
      account: person.account,
      code,
      password: "a grey heron 22",
      confirm: "a grey heron 22",
      device,
    })

  test("a stranger's wrong tries and a stranger's asking leave the owner's code as it is", async () => {
    const ada = await newPerson(server)
    const code = await codeFor(ada, HOME, "forget")
    for (let wrong = 0; wrong < 20; wrong += 1)
      expect((await reset(ada, STRANGER, otherThan(code))).code).toBe(PROBLEMS.CODE)
    const theirs = await codeFor(ada, STRANGER, "forget")
    for (let wrong = 0; wrong < 6; wrong += 1) await reset(ada, STRANGER, otherThan(theirs))
    expect((await reset(ada, HOME, code)).code).toBe(200)
  })

  test("passes from another address than the one it was asked at, within a few tries", async () => {
    const [ada, bob] = [await newPerson(server), await newPerson(server)]
    const code = await codeFor(ada, HOME, "forget")
    expect((await reset(ada, "127.0.0.67", code)).code).toBe(200)
    const bobs = await codeFor(bob, HOME, "forget")
    for (let wrong = 0; wrong < 10; wrong += 1) await reset(bob, `127.0.0.${120 + wrong}`, otherThan(bobs))
    expect((await reset(bob, "127.0.0.67", bobs)).code).toBe(PROBLEMS.CODE)
    expect((await reset(bob, HOME, bobs)).code).toBe(200)
  })

  test("the few of an hour that strangers use up are not those of a known device or a session", async () => {
    const ada = await newPerson(server)
    const device = await knownDeviceOf(ada, HOME)
    const askOn = async (from: string) => {
      let sent = 0
      for (; (await ask(ada, from, "forget")).code === 200; sent += 1) ahead += MINUTE
      return sent
    }
    // The registration's own was the first of eighteen.
    const sent = [await askOn("127.0.0.70"), await askOn("127.0.0.71"), await askOn("127.0.0.72")]
    expect(sent).toEqual([6, 6, 5])
    expect(await askOn("127.0.0.73")).toBe(0)
    // The device somewhere else, and no device at the address that the registration came from.
    const code = await codeFor(ada, "127.0.0.73", "forget", device)
    expect(await ask(ada, HOME, "forget")).toMatchObject({ code: 200 })
    expect(await ada.post("/security/sendCode", { purpose: "password" })).toMatchObject({ code: 200 })
    expect((await reset(ada, "127.0.0.73", code, device)).code).toBe(200)
  })
})

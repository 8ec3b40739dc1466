/** Known attacks on accounts are refused: races of codes, reset limits, alternative spellings, floods. */

import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call, startInProcess } from "#tests/support/in-process-server.ts"
import { askForCode, codeTo, mailsTo, newPerson, post } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000
let server: RunningServer
beforeAll(async () => {
  server = await startInProcess({
    SAKER_MARKETS: "1",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "10000",
    SAKER_UPLOADS_PER_SECOND: "10000",
    SAKER_CODES_PER_HOUR: "1000",
    SAKER_TRIES_PER_ADDRESS: "20",
  })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const ask = (account: string) => askForCode(server, account)
const register = (account: string, code: string) => {
  const password = "quiet harbour 8"
  return post(server, "/register/index", { account, code, password, confirm: password })
}
const login = (account: string, password: string) => post(server, "/login/index", { account, password })
const codesOf = (answers: { code: number }[]) => answers.map(({ code }) => code)
/** So many codes that are all wrong. */
const wrongCodes = (right: string, count: number) =>
  Array.from({ length: count }, (_, place) =>
    String((Number(right) + 1 + place) % 1_000_000).padStart(6, "0"),
  )

describe("a code", () => {
  test("is dead after five wrong tries, however many are made at the same moment", async () => {
    await ask("parallel@example.org")
    const code = await codeTo(server, "parallel@example.org")
    const tries = [...wrongCodes(code, 12), code].map((one) => register("parallel@example.org", one))
    expect(new Set(codesOf(await Promise.all(tries)))).toEqual(new Set([PROBLEMS.CODE]))
  })

  test("is sent once to who asks several times at the same moment", async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => ask("impatient@example.org")))
    expect(codesOf(answers).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(3).fill(PROBLEMS.WAIT)])
    await codeTo(server, "impatient@example.org")
    expect(await mailsTo(server, "impatient@example.org")).toHaveLength(1)
    // And who presses on has not used up the few codes of an hour.
    for (let press = 0; press < 10; press += 1) {
      const answer = await ask("impatient@example.org")
      expect(answer.message).toMatch(/Try again in (60|5\d) seconds/)
    }
  })

  test("for a forgotten password goes to the mailbox that is bound, not to the one that is spelled", async () => {
    await ask("Ada.Case@example.org")
    await register("Ada.Case@example.org", await codeTo(server, "Ada.Case@example.org"))
    const wanted = { purpose: "forget", account: "ADA.case@EXAMPLE.org" }
    expect((await post(server, "/security/sendCode", wanted)).code).toBe(200)
    await codeTo(server, "Ada.Case@example.org", 1)
    expect(await mailsTo(server, wanted.account)).toEqual([])
  })
})

test("a registration's code isn't sent at the asking of another page's image (E2)", async () => {
  const path = "/register/sendemail?account=image%40example.org"
  // As a browser asks for an image, with all that it adds by itself.
  const headers = { accept: "image/*", "accept-language": "de", "sec-fetch-dest": "image", cookie: "a=1" }
  expect(await call(server, path, { headers })).toMatchObject({ code: PROBLEMS.FORMAT, data: null })
  expect((await askForCode(server, "image@example.org")).code).toBe(200)
  await codeTo(server, "image@example.org")
  expect(await mailsTo(server, "image@example.org")).toHaveLength(1)
})

test("two last pieces of a picture at the same moment are no fault of ours", async () => {
  const ada = await newPerson(server)
  const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: "#345" } })
    .jpeg()
    .toBuffer()
  const send = () => {
    const form = new FormData()
    const piece = { purpose: "front", upload: "the-same-one-twice", offset: 0, size: photo.length }
    for (const [field, value] of Object.entries(piece)) form.append(field, String(value))
    form.append("file", new Blob([new Uint8Array(photo)]), "a.jpg")
    const headers = { authorization: `Bearer ${ada.token}` }
    return call(server, "/index/upic", { method: "POST", headers, body: form })
  }
  expect(codesOf(await Promise.all([send(), send(), send()]))).toEqual([200, 200, 200])
})

test("a phrase is one line of what can be seen", async () => {
  const ada = await newPerson(server)
  const phrase = "blue\u0000 \u202eheron\u200b\n"
  expect((await ada.post("/security/phrase", { phrase, login: ada.password })).code).toBe(200)
  expect((await ada.get<{ phrase: string }>("/security/index")).data.phrase).toBe("blue heron")
})

// The last ones: from here on this address has to wait.
test("an account of one's own wipes out no wrong logins at those of others", async () => {
  const eve = await newPerson(server)
  const codes: number[] = []
  for (let guess = 0; guess < 30; guess += 1) {
    codes.push((await login(`victim${guess}@example.org`, "guess")).code)
    if (guess % 10 === 9) codes.push((await login(eve.account, eve.password)).code)
  }
  expect(codes.slice(0, 11)).toEqual([...Array<number>(10).fill(PROBLEMS.CREDENTIALS), 200])
  expect(codes.slice(-8)).toEqual(Array<number>(8).fill(PROBLEMS.WAIT))
})

test("wrong codes of one address come to an end, whosever they are", async () => {
  const codes: number[] = []
  await vi.waitFor(
    async () => {
      codes.push((await register(`nobody${codes.length}@example.org`, "123456")).code)
      expect(codes.at(-1)).toBe(PROBLEMS.WAIT)
    },
    { timeout: 60_000, interval: 1 },
  )
  expect(codes.length).toBeLessThanOrEqual(21)
})

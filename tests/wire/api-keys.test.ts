/**
 * What can a program do with an API key, and what can nobody do without its secret? A signature off by a byte, an old, a repeated one,
 * a key of somebody else, without the scope, from elsewhere, ended, expired or of a frozen account is refused by its name.
 */

import { generateKeyPairSync, sign } from "node:crypto"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { SCOPE_OF } from "#core/wire/api-key-scopes.ts"
import { endpoints, PROBLEMS, type ProblemName, signedText } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { askForKey, newKey, newNonce, signedCall } from "#tests/support/api-key.ts"
import { hmacSigning, type Signing } from "#tests/support/api-key-signing.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { codeTo, mailsTo, newPerson, type Person, post } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { SocketClient } from "#tests/support/socket-client.ts"

const START_WITHIN_MS = 180_000
/** `npm run chaos` asks for ten thousand. */
const REPEATED = Number(process.env.SAKER_REPEATED_CALLS ?? 320)
const TOGETHER = 32
const MINUTE = 60_000
let ahead = 0
const now = () => Date.now() + ahead
let server: RunningServer
const clients: SocketClient[] = []
beforeAll(async () => {
  server = await startInProcess(
    {
      SAKER_MARKETS: "1",
      SAKER_ACCOUNT_CALLS_PER_SECOND: "10000",
      SAKER_CODES_PER_HOUR: "10000",
      SAKER_ORDERS_PER_SECOND: "1000",
    },
    { clock: movedClock(() => ahead) },
  )
  // Signatures of the server's first second aren't taken: they could be of before its start.
  ahead += 2000
}, START_WITHIN_MS)
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const refused = (name: ProblemName) => ({ status: 200, code: PROBLEMS[name], data: null })
/** So long after the last: an account gets six codes an hour. */
const CODE_EVERY_MS = 11 * MINUTE
async function keyOf(person: Person, ask: Parameters<typeof newKey>[2]) {
  ahead += CODE_EVERY_MS
  return await newKey(server, person, ask)
}
const get = (by: Signing, path: string, given: Parameters<typeof signedCall>[3] = {}) =>
  signedCall(server, by, path, { time: now(), ...given })
const order = { instrument: "BTC_USDT", side: "buy", type: "limit", price: "1.00", quantity: "1" }

describe("a key", () => {
  test("reads and trades as far as its scopes go", async () => {
    const ada = await newPerson(server)
    const key = await keyOf(ada, { scopes: ["read", "spot"] })
    expect(await get(key, "/assets/index")).toMatchObject({ code: 200 })
    const cancelled = await get(key, "/spot/cancelAll", { body: {} })
    expect(cancelled).toMatchObject({ code: 200 })
    expect(await get(key, "/contract/cancelAll", { body: {} })).toMatchObject(refused("API_KEY_SCOPE"))
    expect(await get(key, "/assets/transfer", { body: {} })).toMatchObject(refused("API_KEY_SCOPE"))
    // It ends orders of both kinds.
    expect(await get(key, "/order/cancelAfter", { body: { seconds: 0 } })).toMatchObject(
      refused("API_KEY_SCOPE"),
    )
    expect(await get(key, "/spot/place", { body: order })).not.toMatchObject(refused("API_KEY_SCOPE"))
  })

  test("can't make any call that no key may make", async () => {
    const ada = await newPerson(server)
    const key = await keyOf(ada, { scopes: ["read", "spot", "contract", "transfer"] })
    const forbidden = Object.entries(endpoints).filter(
      ([name, { access }]) => access === "user" && SCOPE_OF[name as keyof typeof SCOPE_OF] === null,
    )
    expect(forbidden.length).toBeGreaterThan(20)
    for (const [, { method, path }] of forbidden) {
      const answer = await get(key, path, method === "POST" ? { body: {} } : {})
      expect({ path, ...answer }).toMatchObject({ path, ...refused("API_KEY_SCOPE") })
    }
  })

  test("is its owner's alone: it sees and ends nothing of another's", async () => {
    const [ada, ben] = [await newPerson(server), await newPerson(server)]
    const key = await keyOf(ada, { scopes: ["read"] })
    expect(await ben.post("/apiKey/end", { id: key.id })).toMatchObject(refused("UNKNOWN_API_KEY"))
    expect(await get(key, "/security/index")).toMatchObject({ data: { user_id: ada.user.user_id } })
  })

  test("isn't proven by a session's token, nor a session by it", async () => {
    const ada = await newPerson(server)
    const key = await keyOf(ada, { scopes: ["read"] })
    const headers = { authorization: `Bearer ${ada.token}` }
    expect(await get(key, "/assets/index", { sign: "0".repeat(64), headers })).toMatchObject(
      refused("API_KEY_SIGNATURE"),
    )
    expect(await get(key, "/security/logins", { headers })).toMatchObject(refused("API_KEY_SCOPE"))
  })
})

describe("a signature (E5)", () => {
  test("is refused when any byte of what it covers is another", async () => {
    const ada = await newPerson(server)
    const key = await keyOf(ada, { scopes: ["read", "spot"] })
    const [time, nonce] = [now(), newNonce()]
    const said = { time, window: 5000, nonce, method: "POST" as const, path: "/spot/cancelAll", body: "{}" }
    const right = key.sign(signedText(said))
    const wrong = [
      { ...said, time: time + 1 },
      { ...said, window: 5001 },
      { ...said, nonce: `${nonce}x` },
      { ...said, path: "/spot/cancelAll?x=1" },
      { ...said, body: "{ }" },
    ]
    for (const { path, method: _method, ...one } of wrong)
      expect(await signedCall(server, key, path, { ...one, sign: right })).toMatchObject(
        refused("API_KEY_SIGNATURE"),
      )
    const off = (right.startsWith("0") ? "1" : "0") + right.slice(1)
    expect(await signedCall(server, key, said.path, { ...said, sign: off })).toMatchObject(
      refused("API_KEY_SIGNATURE"),
    )
    // And not even then is it used up.
    expect(await signedCall(server, key, said.path, { ...said, sign: right })).toMatchObject({ code: 200 })
    expect(await signedCall(server, key, said.path, { ...said, sign: right })).toMatchObject(
      refused("API_KEY_REPEATED"),
    )
  })

  test(`counts once: of ${REPEATED} calls sent again at any time of their window every one is refused`, async () => {
    const ada = await newPerson(server)
    const key = await keyOf(ada, { scopes: ["read", "spot"] })
    for (let done = 0; done < REPEATED; done += TOGETHER) {
      const calls = Array.from({ length: Math.min(TOGETHER, REPEATED - done) }, () => ({
        ...{ time: now(), window: 5000, nonce: newNonce() },
      }))
      const send = () => Promise.all(calls.map((said) => get(key, "/assets/index", said)))
      for (const answer of await send()) expect(answer).toMatchObject({ code: 200 })
      for (const answer of await send()) expect(answer).toMatchObject(refused("API_KEY_REPEATED"))
      ahead += 1 + (done % 4_000)
      for (const { code } of await send())
        expect([PROBLEMS.API_KEY_REPEATED, PROBLEMS.API_KEY_TIME]).toContain(code)
    }
  })

  test("covers the query and the bytes of the body as sent", async () => {
    const ada = await newPerson(server)
    const key = await keyOf(ada, { scopes: ["read", "spot"] })
    expect(await get(key, "/spot/history?limit=5")).toMatchObject({ code: 200 })
    expect(await get(key, "/spot/cancelAll", { body: ' {\n "instrument":"BTC_USDT" } ' })).toMatchObject({
      code: 200,
    })
  })

  test("is refused when it is old, of the future, or of before the server's start", async () => {
    const ada = await newPerson(server)
    const key = await keyOf(ada, { scopes: ["read"] })
    const at = (time: number, window = 5000) => get(key, "/assets/index", { time, window })
    expect(await at(now() - 6000)).toMatchObject(refused("API_KEY_TIME"))
    expect(await at(now() - 6000, 60_000)).toMatchObject({ code: 200 })
    expect(await at(now() + 30_000)).toMatchObject(refused("API_KEY_TIME"))
    expect(await at(now(), 60_001)).toMatchObject(refused("FORMAT"))
    expect(await at(1, 5000)).toMatchObject(refused("FORMAT"))
  })

  test("needs each of its parts in its form", async () => {
    const ada = await newPerson(server)
    const key = await keyOf(ada, { scopes: ["read"] })
    for (const headers of [
      { "saker-nonce": "" },
      { "saker-nonce": "short" },
      { "saker-nonce": "with a blank" },
      { "saker-sign": "" },
      { "saker-time": "soon" },
      { "saker-window": "-1" },
      { "saker-key": "no\tkey" },
    ])
      expect(await get(key, "/assets/index", { headers: headers as never })).toMatchObject(refused("FORMAT"))
    const stranger = hmacSigning("sk_nobody", "secret")
    expect(await get(stranger, "/assets/index")).toMatchObject(refused("API_KEY_UNKNOWN"))
  })

  test("of Ed25519 is proven by the public key that was given", async () => {
    const ada = await newPerson(server)
    const pair = generateKeyPairSync("ed25519")
    const publicKey = pair.publicKey.export({ format: "pem", type: "spki" }).toString()
    ahead += CODE_EVERY_MS
    const answer = await askForKey(server, ada, { scopes: ["read"], kind: "ed25519", publicKey })
    expect(answer).toMatchObject({ code: 200, data: { secret: "" } })
    const signing = (privateKey: typeof pair.privateKey): Signing => ({
      key: answer.data.row.key,
      sign: (text) => sign(null, Buffer.from(text), privateKey).toString("base64"),
    })
    expect(await get(signing(pair.privateKey), "/assets/index")).toMatchObject({ code: 200 })
    const other = generateKeyPairSync("ed25519").privateKey
    expect(await get(signing(other), "/assets/index")).toMatchObject(refused("API_KEY_SIGNATURE"))
    ahead += CODE_EVERY_MS
    expect(
      await askForKey(server, ada, { scopes: ["read"], kind: "ed25519", publicKey: "AAAA" }),
    ).toMatchObject(refused("API_KEY_FORM"))
  })
})

describe("a key's life", () => {
  test("is bound to addresses and time", async () => {
    const ada = await newPerson(server)
    const elsewhere = await keyOf(ada, { scopes: ["read"], addresses: ["203.0.113.0/24"] })
    expect(await get(elsewhere, "/assets/index")).toMatchObject(refused("API_KEY_ADDRESS"))
    const here = await keyOf(ada, {
      scopes: ["read"],
      addresses: ["127.0.0.0/8"],
      expires: now() + 20 * MINUTE,
    })
    expect(await get(here, "/assets/index")).toMatchObject({ code: 200 })
    ahead += 20 * MINUTE
    expect(await get(here, "/assets/index")).toMatchObject(refused("API_KEY_UNKNOWN"))
    for (const wrong of [{ expires: 1 }, { addresses: ["home"] }]) {
      ahead += CODE_EVERY_MS
      expect(await askForKey(server, ada, { scopes: ["read"], ...wrong })).toMatchObject(refused("FORMAT"))
    }
  })

  test("tells its last use, and its owner of its making", async () => {
    const ada = await newPerson(server)
    const key = await keyOf(ada, { scopes: ["read"] })
    await get(key, "/assets/index")
    const listed = await ada.get<{ rows: { used: number; usedFrom: string }[] }>("/apiKey/list")
    expect(listed.data.rows).toMatchObject([{ key: key.key, usedFrom: "127.0.0.1" }])
    expect(listed.data.rows[0]?.used).toBeGreaterThan(now() - MINUTE)
    expect(JSON.stringify(listed)).not.toContain("secret")
    await expect.poll(async () => (await mailsTo(server, ada.account))[0]?.subject).toContain("API key")
  })

  test("ends at once: by its owner, with all, with a new password unless it is to stay, and with the account", async () => {
    const ada = await newPerson(server)
    const open = async (key: Signing) => (await get(key, "/assets/index")).code
    const first = await keyOf(ada, { scopes: ["read"] })
    expect(await open(first)).toBe(200)
    expect(await ada.post("/apiKey/end", { id: first.id })).toMatchObject({ code: 200 })
    expect(await open(first)).toBe(PROBLEMS.API_KEY_UNKNOWN)

    const [second, third] = [await keyOf(ada, { scopes: ["read"] }), await keyOf(ada, { scopes: ["read"] })]
    expect([await open(second), await open(third)]).toEqual([200, 200])
    expect(await ada.post("/apiKey/endAll", {})).toMatchObject({ data: { ended: 2 } })
    expect([await open(second), await open(third)]).toEqual([1013, 1013])

    const stays = await keyOf(ada, { scopes: ["read"] })
    let old = ada.password
    const change = async (password: string, endKeys?: boolean) => {
      ahead += CODE_EVERY_MS
      const seen = (await mailsTo(server, ada.account)).length
      await ada.post("/security/sendCode", { purpose: "password" })
      const code = await codeTo(server, ada.account, seen)
      const body = { old, password, confirm: password, code, ...(endKeys !== undefined && { endKeys }) }
      expect(await ada.post("/security/password", body)).toMatchObject({ code: 200 })
      old = password
    }
    await change("seven grey herons", false)
    expect(await open(stays)).toBe(200)
    await change("eight grey herons")
    expect(await open(stays)).toBe(PROBLEMS.API_KEY_UNKNOWN)
  })

  test("ends with a password that was forgotten", async () => {
    const ada = await newPerson(server)
    const key = await keyOf(ada, { scopes: ["read"] })
    ahead += CODE_EVERY_MS
    const seen = (await mailsTo(server, ada.account)).length
    await post(server, "/security/sendCode", { purpose: "forget", account: ada.account })
    const code = await codeTo(server, ada.account, seen)
    const password = "nine grey herons"
    const reset = { account: ada.account, code, password, confirm: password }
    expect(await post(server, "/login/forget", reset)).toMatchObject({ code: 200 })
    expect(await get(key, "/assets/index")).toMatchObject(refused("API_KEY_UNKNOWN"))
  })
})

describe("a socket", () => {
  const signedAuth = (key: Signing, change: { time?: number; nonce?: string } = {}) => {
    const said = { time: now(), window: 5000, nonce: newNonce(), ...change }
    const sign = key.sign(signedText({ ...said, method: "AUTH", path: "/socket", body: "" }))
    return { type: "auth" as const, data: { key: key.key, ...said, sign } }
  }
  async function connect(message: ReturnType<typeof signedAuth>): Promise<SocketClient> {
    const client = await SocketClient.open(`${server.address}/socket`)
    clients.push(client)
    client.send(message)
    await client.until(() => client.logins.length > 0 || client.problems.length > 0, "an answer to auth")
    return client
  }

  test("is logged in by a signature, until the key ends", async () => {
    const ada = await newPerson(server)
    const key = await keyOf(ada, { scopes: ["read"] })
    const message = signedAuth(key)
    const client = await connect(message)
    expect(client.logins).toEqual(["authenticated"])
    await client.until(() => client.account !== undefined, "the account")
    const again = await connect(message)
    expect(again.problems).toMatchObject([{ name: "API_KEY_REPEATED", of: "auth" }])
    await ada.post("/apiKey/end", { id: key.id })
    await client.until(() => client.logins.includes("sessionEnded"), "sessionEnded")
  })

  test("isn't by a key that may not read, nor by an old signature", async () => {
    const ada = await newPerson(server)
    const spot = await keyOf(ada, { scopes: ["spot"] })
    expect((await connect(signedAuth(spot))).problems).toMatchObject([{ name: "API_KEY_SCOPE" }])
    const old = signedAuth(spot, { time: now() - MINUTE })
    expect((await connect(old)).problems).toMatchObject([{ name: "API_KEY_TIME" }])
  })

  test("hears of a key that expires", async () => {
    const ada = await newPerson(server)
    const key = await keyOf(ada, { scopes: ["read"], expires: now() + 20 * MINUTE })
    const client = await connect(signedAuth(key))
    expect(client.logins).toEqual(["authenticated"])
    ahead += 20 * MINUTE
    await client.until(() => client.logins.includes("sessionEnded"), "sessionEnded")
  })
})

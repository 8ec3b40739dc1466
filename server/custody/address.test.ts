/** Deposit addresses and the address book through the API: what is checked, proven, limited, and whose it is. */

import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type AddressRow, type ChainFacts, PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { codeTo, mailsTo, newPerson, type Person } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { addressCodeOf, codeOf as securityCodeOf } from "#tests/support/withdrawer.ts"

const WITHIN_MS = 180_000
const MINUTE = 60_000
const TRON = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"
const usdt = { currency: "USDT", chain: "tron" }
const usual = { ...usdt, address: TRON }
const env = {
  SAKER_MARKETS: "1",
  SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
  SAKER_ADDRESS_WAIT_SECONDS: "3600",
  SAKER_DATA: freshFolder(),
}

let ahead = 0
const clock = movedClock(() => ahead)
let server: RunningServer
beforeAll(async () => {
  server = await startInProcess(env, { clock })
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

const moved = {
  get server() {
    return server
  },
  pass: (ms: number) => {
    ahead += ms
  },
}
/** For exactly this entry. */
const codeOf = (person: Person, entry: Partial<typeof usual> = {}) =>
  addressCodeOf(moved, person, { ...usual, ...entry })
/** With a fresh code, unless one is given. */
async function add(person: Person, { code, remark = "", ...entry }: Given = {}) {
  const proof = code ?? (await codeOf(person, entry))
  return await person.post<AddressRow>("/assets/addAddress", { ...usual, ...entry, remark, code: proof })
}
type Given = Partial<typeof usual> & { code?: string; remark?: string }
const bookOf = async (person: Person) =>
  (await person.get<{ rows: AddressRow[] }>("/assets/addresses")).data.rows
const depositTo = (person: Person, asset: object) =>
  person.post<{ address: string; uri: string }>("/assets/depositAddress", asset)

describe("a deposit address", () => {
  test("is the user's for good: the same for every token of its chain, after a restart too, and nobody else's (D7)", async () => {
    const [ada, ben] = [await newPerson(server), await newPerson(server)]
    const bitcoin = { currency: "BTC", chain: "bitcoin" }
    const { data } = await depositTo(ada, bitcoin)
    expect(data).toMatchObject({
      uri: `bitcoin:${data.address}`,
      minimum: "0.0001",
      creditAfter: 2,
      finalAfter: 6,
    })
    expect((await depositTo(ben, bitcoin)).data.address).not.toBe(data.address)
    const [ether, token] = await Promise.all(
      ["ETH", "USDT"].map((currency) => depositTo(ada, { currency, chain: "ethereum" })),
    )
    expect(ether?.data.uri).toBe(`ethereum:${ether?.data.address}`)
    expect(token?.data).toMatchObject({ address: ether?.data.address, uri: ether?.data.address })
    const drawn = await ada.post("/assets/faucet", { ...bitcoin, key: "one" })
    expect(drawn.code).toBe(200)
    await server.close()
    server = await startInProcess(env, { clock })
    const again = { ...ada, post: (path: string, body = {}) => postAs(ada, path, body) }
    expect((await depositTo(again as Person, bitcoin)).data).toEqual(data)
    // Nor does the faucet forget when it gave last.
    expect((await again.post("/assets/faucet", { ...bitcoin, key: "one" })).data).toEqual(drawn.data)
    expect((await again.post("/assets/faucet", { ...bitcoin, key: "two" })).code).toBe(PROBLEMS.WAIT)
  }, 60_000)

  test("is only for what goes over the chain", async () => {
    const ada = await newPerson(server)
    expect((await depositTo(ada, { currency: "BTC", chain: "tron" })).code).toBe(PROBLEMS.UNKNOWN_CURRENCY)
  })
})

const postAs = async (person: Person, path: string, body: object) => {
  const response = await fetch(`${server.address}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${person.token}` },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { code: number; data: unknown }
}

describe("the terms", () => {
  test("of each currency and chain are those that hold", async () => {
    const ada = await newPerson(server)
    const { data } = await ada.get<{ practice: boolean; addressWaitSeconds: number; rows: ChainFacts[] }>(
      "/assets/chains",
    )
    expect(data).toMatchObject({ practice: true, addressWaitSeconds: 3600 })
    expect(data.rows.map(({ currency, chain }) => `${currency} ${chain}`)).toEqual([
      "BTC bitcoin",
      "ETH ethereum",
      "USDT ethereum",
      "USDT tron",
    ])
    const open = { depositsOpen: true, withdrawalsOpen: true, hasFaucet: true }
    expect(data.rows.at(-1)).toEqual({
      ...{ currency: "USDT", chain: "tron", creditAfter: 20, finalAfter: 40, minDeposit: "1" },
      ...{ withdrawalFee: "1", minWithdrawal: "5", depositMinutes: 1, finalMinutes: 1, ...open },
    })
  })
})

describe("the address book", () => {
  test("takes an address with a code, waits from then on, and forgets it when it is removed (D7)", async () => {
    const ada = await newPerson(server)
    const { code, data } = await add(ada, { remark: "  Own\n wallet " })
    expect(code).toBe(200)
    expect(data).toMatchObject({ ...usdt, address: TRON, remark: "Own wallet" })
    expect(data.readyAt - data.added).toBe(3_600_000)
    expect(await bookOf(ada)).toEqual([data])
    // Said before a code is made.
    expect((await ada.post("/assets/addressCode", usual)).code).toBe(PROBLEMS.ADDRESS_KNOWN)
    expect((await add(ada, { code: "000000" })).code).toBe(PROBLEMS.ADDRESS_KNOWN)
    // Over another chain, or of another currency, it is another entry.
    const ethereum = { chain: "ethereum", address: "0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb" }
    expect((await add(ada, ethereum)).data.address).toBe("0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB")
    expect((await add(ada, { ...ethereum, currency: "ETH" })).code).toBe(200)
    expect((await ada.post("/assets/removeAddress", { id: data.id })).code).toBe(200)
    expect((await ada.post("/assets/removeAddress", { id: data.id })).code).toBe(PROBLEMS.UNKNOWN_ADDRESS)
    const again = (await add(ada)).data
    expect(again.id).not.toBe(data.id)
    expect(again.readyAt).toBeGreaterThan(data.readyAt)
  })

  test.each([
    ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u", "ADDRESS_CHECKSUM"],
    ["ТR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "ADDRESS_FORM"],
    ["0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "ADDRESS_CHAIN"],
    ["<script>alert(1)</script>", "ADDRESS_FORM"],
  ] as const)("refuses %s, before a code is looked at", async (address, problem) => {
    const ada = await newPerson(server)
    expect((await add(ada, { address, code: "000000" })).code).toBe(PROBLEMS[problem])
    expect((await ada.post("/assets/addressCode", { ...usual, address })).code).toBe(PROBLEMS[problem])
    expect(await bookOf(ada)).toEqual([])
  })

  test("takes each code once, and no code of another purpose or another user", async () => {
    const [ada, ben] = [await newPerson(server), await newPerson(server)]
    const code = await codeOf(ada)
    expect((await add(ben, { code })).code).toBe(PROBLEMS.CODE)
    const both = await Promise.all([add(ada, { code }), add(ada, { code })])
    const [done, refused, ...others] = both
      .map((answer) => answer.code)
      .toSorted((one) => (one === 200 ? -1 : 1))
    expect([done, others]).toEqual([200, []])
    expect([PROBLEMS.CODE, PROBLEMS.ADDRESS_KNOWN]).toContain(refused)
    const [row] = await bookOf(ada)
    // Its address is free again; its code isn't.
    await ada.post("/assets/removeAddress", { id: row?.id })
    expect((await add(ada, { code })).code).toBe(PROBLEMS.CODE)
    expect(await bookOf(ada)).toEqual([])
    ahead += MINUTE
    const seen = (await mailsTo(server, ada.account)).length
    await ada.post("/security/sendCode", { purpose: "payPwd" })
    const foreign = await codeTo(server, ada.account, seen)
    expect((await add(ada, { code: foreign })).code).toBe(PROBLEMS.CODE)
  })

  test("takes a code only for the address, coin and chain that it was asked for (D7)", async () => {
    const ada = await newPerson(server)
    const ethereum = { chain: "ethereum", address: "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB" }
    const code = await codeOf(ada, ethereum)
    // The message says what it is for, so that a changed address is seen before the code is typed.
    const [mail] = await mailsTo(server, ada.account)
    expect(mail?.text).toContain(`Network: Ethereum (ERC-20)\nAddress: ${ethereum.address}`)
    for (const changed of [
      { ...ethereum, address: "0x52908400098527886E0F7030069857D2E4169EE7" },
      { ...ethereum, currency: "ETH" },
      { address: TRON },
    ])
      expect((await add(ada, { ...changed, code })).code).toBe(PROBLEMS.CODE)
    expect(await bookOf(ada)).toEqual([])
    // The same address without its checksum is the same.
    const small = { ...ethereum, address: ethereum.address.toLowerCase() }
    expect((await add(ada, { ...small, code })).code).toBe(200)
    const told = await vi.waitFor(async () => {
      const notices = (await mailsTo(server, ada.account)).filter(({ subject }) => subject.includes("added"))
      expect(notices).toHaveLength(1)
      return notices[0]
    }, 15_000)
    expect(told?.text).toContain(ethereum.address)
  })

  test("asks for the authenticator where there is one", async () => {
    const ada = await newPerson(server)
    const begun = { login: ada.password, code: await securityCodeOf(moved, ada, "totpOn") }
    const { data } = await ada.post<{ secret: string }>("/security/totp", begun)
    const totp = () =>
      new TOTP({ secret: Secret.fromBase32(data.secret) }).generate({ timestamp: clock.now() })
    expect((await ada.post("/security/totpConfirm", { totp: totp() })).code).toBe(200)
    const code = await codeOf(ada)
    expect((await add(ada, { code })).code).toBe(PROBLEMS.TOTP_NEEDED)
    const fresh = await codeOf(ada)
    expect(
      (
        await ada.post("/assets/addAddress", {
          ...usdt,
          address: TRON,
          remark: "",
          code: fresh,
          totp: totp(),
        })
      ).code,
    ).toBe(200)
  })

  test("keeps markup as the text it is, and shows another's book to nobody", async () => {
    const [ada, ben] = [await newPerson(server), await newPerson(server)]
    const remark = "<img src=x onerror=alert(1)>"
    const { data } = await add(ada, { remark: `${remark}\u202e` })
    expect(data.remark).toBe(remark)
    expect((await ben.post("/assets/removeAddress", { id: data.id })).code).toBe(PROBLEMS.UNKNOWN_ADDRESS)
    expect(await bookOf(ben)).toEqual([])
    expect(await bookOf(ada)).toEqual([data])
  })
})

test("outside of the sandbox nothing comes in or goes out, and the terms say so; the book is there all the same", async () => {
  const ada = await newPerson(server)
  const { data: row } = await add(ada)
  await server.close()
  server = await startInProcess({ ...env, SAKER_SANDBOX: "0", SAKER_SMTP: "smtp://127.0.0.1:9" }, { clock })
  const headers = { authorization: `Bearer ${ada.token}` }
  const read = async <Data>(path: string) =>
    ((await (await fetch(server.address + path, { headers })).json()) as { data: Data }).data
  const { rows } = await read<{ rows: ChainFacts[] }>("/assets/chains")
  expect(rows).toHaveLength(4)
  expect(rows.filter(({ depositsOpen, withdrawalsOpen }) => depositsOpen || withdrawalsOpen)).toEqual([])
  const details = { ...usdt, address: row.id, amount: "10" }
  expect((await postAs(ada, "/assets/depositAddress", usdt)).code).toBe(PROBLEMS.CHAIN_CLOSED)
  expect((await postAs(ada, "/assets/withdrawCode", details)).code).toBe(PROBLEMS.CHAIN_CLOSED)
  expect(await read("/assets/addresses")).toEqual({ rows: [row] })
  expect((await postAs(ada, "/assets/removeAddress", { id: row.id })).code).toBe(200)
}, 180_000)

/** Deposits and withdrawals through the API, with simulated chains: what arrives, what leaves, and what attackers try. */

import { Secret, TOTP } from "otpauth"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type BillRow, type ChainFacts, type Deposit, PROBLEMS, type Withdrawal } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { mailsTo, newPerson, type Person } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import {
  addressCodeOf,
  codeOf,
  deposited,
  fundsOf,
  newAddress,
  newKey,
  newWithdrawer,
  setTradePassword,
  TRADE_PASSWORD,
  untilStatus,
  withdrawCodeOf,
  withdrawn,
} from "#tests/support/withdrawer.ts"
import { runOperator } from "../operator/run-operator.ts"

const WITHIN_MS = 180_000
const HOUR = 3_600_000
let ahead = 0
let server: RunningServer
const pass = (ms: number) => {
  ahead += ms
}
const moved = {
  get server() {
    return server
  },
  pass,
}
const data = freshFolder()

beforeAll(async () => {
  server = await startInProcess(
    {
      ...{ SAKER_DATA: data, SAKER_MARKETS: "2", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000" },
      SAKER_SANDBOX_APPROVE_SECONDS: "",
      ...{ SAKER_SANDBOX_BLOCK_MS: "20", SAKER_ADDRESS_WAIT_SECONDS: "0", SAKER_WITHDRAW_WAIT_SECONDS: "0" },
    },
    { clock: movedClock(() => ahead) },
  )
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

let key = ""
async function operate(...args: string[]) {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const environment = { SAKER_DATA: data, SAKER_OPERATOR_KEY: key }
  const code = await runOperator(args, { environment, say, complain: say })
  return { code, text: said.join("\n") }
}
const approve = async (id: number) => {
  key ||= (await operate("key-add", "olga")).text.split("\n")[1] ?? ""
  return await operate("withdraw-approve", String(id))
}
/** Messages of this subject, once there are as many. */
const noticesTo = (person: Person, count: number, subject: RegExp) =>
  vi.waitFor(async () => {
    const mails = (await mailsTo(server, person.account)).filter((mail) => subject.test(mail.subject))
    expect(mails.length).toBeGreaterThanOrEqual(count)
    return mails
  }, 30_000)
const refused = (name: keyof typeof PROBLEMS) => ({ code: PROBLEMS[name] })
type Withdrawer = Person & { address: number }
const detailsOf = ({ address }: Withdrawer, amount = "100") => ({
  ...{ currency: "USDT", chain: "tron", address, amount },
})
const ask = (person: Person, given: object) =>
  person.post<Withdrawal>("/assets/withdraw", { tradePassword: TRADE_PASSWORD, key: newKey(), ...given })

describe("a deposit from the faucet", () => {
  test("arrives once, can be withdrawn when it is final, and stands in list and bill (D1)", async () => {
    const ada = await newPerson(server)
    const row = await deposited(moved, ada)
    expect(row).toMatchObject({ amount: "1000", currency: "USDT", chain: "tron", confirmations: 40 })
    expect(await fundsOf(ada)).toEqual({ available: "1000", held: "0" })
    const { data: bill } = await ada.get<{ rows: BillRow[] }>("/assets/bill?kind=deposit")
    expect(bill.rows).toMatchObject([{ amount: "1000", balance: "1000", currency: "USDT" }])
    const list = (query: string) => ada.get<{ rows: Deposit[]; next: string }>(`/assets/deposits?${query}`)
    expect((await list("chain=tron&status=final&currency=USDT")).data.rows).toEqual([row])
    expect((await list("currency=BTC")).data.rows).toEqual([])
    expect((await list("from=5&to=4")).code).toBe(PROBLEMS.TIME_RANGE)
    expect((await list(`to=${(row?.seen ?? 0) - 1}`)).data.rows).toEqual([])
  })

  test("comes once a minute; the same key is answered the same", async () => {
    const ada = await newPerson(server)
    const draw = { currency: "BTC", chain: "bitcoin", key: "f-1" }
    const both = await Promise.all([ada.post("/assets/faucet", draw), ada.post("/assets/faucet", draw)])
    expect(both[0]).toMatchObject({ code: 200, data: { amount: "0.02" } })
    expect(both[1].data).toEqual(both[0].data)
    expect(await ada.post("/assets/faucet", { ...draw, key: "f-2" })).toMatchObject(refused("WAIT"))
    expect(await ada.post("/assets/faucet", { ...draw, chain: "tron" })).toMatchObject(
      refused("UNKNOWN_CURRENCY"),
    )
  })
})

describe("a withdrawal (D3)", () => {
  test("is proven, waits for its approval, is sent and final; list, bill and balance add up", async () => {
    const ada = await newWithdrawer(moved)
    const { data: asked } = await withdrawn(moved, ada, { amount: "250.5" })
    expect(asked).toMatchObject({ status: "waiting", amount: "250.5", fee: "1", tx: "" })
    const mails = await mailsTo(server, ada.account)
    const mail = mails.find(({ text }) => text.includes("confirms this withdrawal"))
    for (const named of ["250.5 USDT", "TRON (TRC-20)", asked.address]) expect(mail?.text).toContain(named)
    await untilStatus(ada, asked.id, "review")
    expect(await fundsOf(ada)).toEqual({ available: "748.5", held: "251.5" })
    expect((await approve(asked.id)).text).toContain(`${asked.id} is approved`)
    const final = await untilStatus(ada, asked.id, "final")
    expect(final.tx).not.toBe("")
    expect(await fundsOf(ada)).toEqual({ available: "748.5", held: "0" })
    const { data: bill } = await ada.get<{ rows: BillRow[] }>("/assets/bill")
    expect(bill.rows.map(({ kind, amount }) => [kind, amount])).toEqual(
      expect.arrayContaining([
        ["withdrawal", "-250.5"],
        ["withdrawal-fee", "-1"],
      ]),
    )
    const { data: list } = await ada.get<{ rows: Withdrawal[] }>("/assets/withdrawals?status=final")
    expect(list.rows).toEqual([final])
    const { data: info } = await ada.get("/assets/withdrawInfo")
    expect(info).toMatchObject({ limit: "1000", used: "250.5", left: "749.5", isFrozen: false, restUntil: 0 })
  })

  test("is taken back while it waits, gives the limit back, and is nobody else's to take", async () => {
    const [ada, ben] = [await newWithdrawer(moved), await newPerson(server)]
    const { data: asked } = await withdrawn(moved, ada)
    expect(await ben.post("/assets/cancelWithdraw", { id: asked.id })).toMatchObject(
      refused("UNKNOWN_WITHDRAWAL"),
    )
    expect(await ben.get(`/assets/withdrawal?id=${asked.id}`)).toMatchObject(refused("UNKNOWN_WITHDRAWAL"))
    expect((await ada.post<Withdrawal>("/assets/cancelWithdraw", { id: asked.id })).data.status).toBe(
      "cancelled",
    )
    expect(await ada.post("/assets/cancelWithdraw", { id: asked.id })).toMatchObject(refused("WRONG_STATE"))
    expect(await fundsOf(ada)).toEqual({ available: "1000", held: "0" })
    expect((await ada.get("/assets/withdrawInfo")).data).toMatchObject({ used: "0", left: "1000" })
    expect((await approve(asked.id)).code).toBe(1)
  })

  test("asked for twice with one key is one, though the code is spent", async () => {
    const ada = await newWithdrawer(moved)
    const details = detailsOf(ada)
    const code = await withdrawCodeOf(moved, ada, details)
    const given = { ...details, code, key: newKey() }
    const answers = await Promise.all([ask(ada, given), ask(ada, given), ask(ada, given)])
    expect(new Set(answers.map((one) => one.data?.id)).size).toBe(1)
    expect((await ada.get<{ rows: unknown[] }>("/assets/withdrawals")).data.rows).toHaveLength(1)
  })

  test("is rejected by the operator with a reason that its owner reads", async () => {
    const ada = await newWithdrawer(moved)
    const { data: asked } = await withdrawn(moved, ada)
    await untilStatus(ada, asked.id, "review")
    await approve(-1)
    const reason = "The address is on a list."
    expect((await operate("withdrawals")).text).toContain(ada.user.user_id)
    expect((await operate("withdraw-reject", String(asked.id), "--reason", reason)).code).toBe(0)
    expect(await untilStatus(ada, asked.id, "rejected")).toMatchObject({ reason })
    expect(await fundsOf(ada)).toEqual({ available: "1000", held: "0" })
    expect((await operate("audit", "--user", ada.user.user_id)).text).toMatch(/withdrawal\.reject/)
    const [mail] = await noticesTo(ada, 1, /rejected/)
    expect(mail?.text).toContain(`Reason: ${reason}`)
  })

  test("is told by mail when it was asked for and when it was sent, with the owner's phrase", async () => {
    const ada = await newWithdrawer(moved)
    await noticesTo(ada, 1, /withdrawal address added/)
    const phrase = "grey herons at dawn"
    expect(await ada.post("/security/phrase", { phrase, login: ada.password })).toMatchObject({ code: 200 })
    const { data: asked } = await withdrawn(moved, ada)
    const [first] = await noticesTo(ada, 1, /withdrawal requested/)
    expect(first?.text).toContain(`Your anti-phishing phrase: ${phrase}\n\n`)
    expect(first?.text).toContain(
      "100 USDT\nNetwork: TRON (TRC-20)\nAddress: TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    )
    await approve(asked.id)
    const { tx } = await untilStatus(ada, asked.id, "final")
    const [sent, ...more] = await noticesTo(ada, 1, /withdrawal sent/)
    expect(sent?.text).toContain(`Transaction: ${tx}`)
    expect(more).toEqual([])
  })

  test("can't be asked for while the operator has frozen them; the code isn't lost by that", async () => {
    const ada = await newWithdrawer(moved)
    await approve(-1)
    const details = detailsOf(ada)
    const code = await withdrawCodeOf(moved, ada, details)
    const reason = "The wallets are counted."
    expect((await operate("withdrawals-freeze", "--reason", reason)).code).toBe(0)
    expect(await ask(ada, { ...details, code })).toMatchObject(refused("WITHDRAWALS_FROZEN"))
    expect((await ada.get("/assets/withdrawInfo")).data).toMatchObject({
      isFrozen: true,
      frozenReason: reason,
    })
    expect((await operate("withdrawals")).text).toContain(reason)
    expect((await operate("withdrawals-unfreeze", "--reason", "They are all there.")).code).toBe(0)
    expect(await ask(ada, { ...details, code })).toMatchObject({ code: 200 })
    expect((await operate("audit")).text).toMatch(/withdrawals\.freeze[\s\S]*|withdrawals\.unfreeze/)
  })
})

test("a chain that the operator shut tells no address, takes no withdrawal, and its terms say so (D1)", async () => {
  const ada = await newWithdrawer(moved)
  await approve(-1)
  const usdt = { currency: "USDT", chain: "tron" }
  const shut = (chain: string) => operate("chain-close", chain, "USDT", "--reason", "The node is replaced.")
  expect((await shut("bitcoin")).code).toBe(1)
  expect((await shut("tron")).code).toBe(0)
  expect((await shut("tron")).code).toBe(1)
  const { data } = await ada.get<{ rows: ChainFacts[] }>("/assets/chains")
  const closed = data.rows.filter(({ depositsOpen, withdrawalsOpen }) => !depositsOpen || !withdrawalsOpen)
  expect(closed).toMatchObject([{ ...usdt, depositsOpen: false, withdrawalsOpen: false }])
  for (const [path, body] of [
    ["depositAddress", usdt],
    ["faucet", { ...usdt, key: newKey() }],
    ["withdrawCode", detailsOf(ada)],
  ] as const)
    expect(await ada.post(`/assets/${path}`, body)).toMatchObject(refused("CHAIN_CLOSED"))
  expect((await operate("chain-open", "tron", "USDT", "--reason", "It is in step.")).code).toBe(0)
  expect(await ada.post("/assets/depositAddress", usdt)).toMatchObject({ code: 200 })
  expect((await operate("audit")).text).toMatch(/chain\.close[\s\S]*USDT over tron/)
})

describe("an attacker", () => {
  test("gets nowhere with another's address, or with a code for other details", async () => {
    const [ada, eve] = [await newWithdrawer(moved), await newWithdrawer(moved)]
    expect(await eve.post("/assets/withdrawCode", detailsOf(ada))).toMatchObject(refused("UNKNOWN_ADDRESS"))
    const second = await newAddress(moved, ada, { address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" })
    const code = await withdrawCodeOf(moved, ada, detailsOf(ada))
    for (const changed of [{ address: second }, { amount: "101" }, { address: eve.address }])
      expect(await ask(ada, { ...detailsOf(ada), ...changed, code })).toMatchObject(refused("CODE"))
    expect(await ask(eve, { ...detailsOf(eve), code })).toMatchObject(refused("CODE"))
    expect(await ask(ada, { ...detailsOf(ada), code })).toMatchObject({ code: 200 })
  })

  test("can't use a code twice, nor guess it, nor do without the trade password", async () => {
    const ada = await newWithdrawer(moved)
    const details = detailsOf(ada, "10")
    const code = await withdrawCodeOf(moved, ada, details)
    expect(await ask(ada, { ...details, code, tradePassword: "wrong" })).toMatchObject(
      refused("TRADE_PASSWORD"),
    )
    expect(await ask(ada, { ...details, code, tradePassword: ada.password })).toMatchObject(
      refused("TRADE_PASSWORD"),
    )
    expect(await ask(ada, { ...details, code })).toMatchObject({ code: 200 })
    expect(await ask(ada, { ...details, code })).toMatchObject(refused("CODE"))
    const fresh = await withdrawCodeOf(moved, ada, details)
    const wrong = fresh === "000000" ? "000001" : "000000"
    for (let tries = 0; tries < 5; tries += 1)
      expect(await ask(ada, { ...details, code: wrong })).toMatchObject(refused("CODE"))
    expect(await ask(ada, { ...details, code: fresh })).toMatchObject(refused("CODE"))
  })

  test("can't use the address book's code, nor an address that was taken out meanwhile", async () => {
    const ada = await newWithdrawer(moved)
    const entry = { currency: "USDT", chain: "tron", address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8" }
    const other = await addressCodeOf(moved, ada, entry)
    expect(await ask(ada, { ...detailsOf(ada), code: other })).toMatchObject(refused("CODE"))
    const code = await withdrawCodeOf(moved, ada, detailsOf(ada))
    await ada.post("/assets/removeAddress", { id: ada.address })
    expect(await ask(ada, { ...detailsOf(ada), code })).toMatchObject(refused("UNKNOWN_ADDRESS"))
  })

  test("passes neither balance nor daily limit with requests at once (D4)", async () => {
    const ada = await newWithdrawer(moved)
    await deposited(moved, ada)
    const wanted = [detailsOf(ada, "600"), detailsOf(ada, "601")]
    // A code replaces the one before: only one of them is good, so the second comes by another way.
    const first = await withdrawCodeOf(moved, ada, wanted[0] ?? detailsOf(ada))
    const tries = await Promise.all(Array.from({ length: 5 }, () => ask(ada, { ...wanted[0], code: first })))
    expect(tries.filter(({ code }) => code === 200)).toHaveLength(1)
    const second = await withdrawCodeOf(moved, ada, wanted[1] ?? detailsOf(ada))
    expect(await ask(ada, { ...wanted[1], code: second })).toMatchObject(refused("DAILY_LIMIT"))
    expect(await fundsOf(ada)).toMatchObject({ available: "1399" })
    pass(25 * HOUR)
    expect(await withdrawn(moved, ada, { amount: "601" })).toMatchObject({ code: 200 })
  })

  test("can't withdraw for a day after a change of password, but can cancel", async () => {
    const ada = await newWithdrawer(moved)
    const { data: asked } = await withdrawn(moved, ada, { amount: "10" })
    await setTradePassword(moved, ada, "eight grey herons")
    const code = await withdrawCodeOf(moved, ada, detailsOf(ada))
    const given = { ...detailsOf(ada), tradePassword: "eight grey herons" }
    expect(await ask(ada, { ...given, code })).toMatchObject(refused("REST_AFTER_CHANGE"))
    expect(await ada.post("/assets/cancelWithdraw", { id: asked.id })).toMatchObject({ code: 200 })
    pass(24 * HOUR)
    const later = await withdrawCodeOf(moved, ada, detailsOf(ada))
    expect(await ask(ada, { ...given, code: later })).toMatchObject({ code: 200 })
  })

  test.each([
    ["-5", "FORMAT"],
    ["0", "WRONG_SIZE"],
    ["0.000000001", "PRECISION"],
    ["1e3", "FORMAT"],
    ["<b>5</b>", "FORMAT"],
    ["99999999999999999999999", "AMOUNT_LIMIT"],
  ] as const)("is refused an amount of %s", async (amount, problem) => {
    const ada = await newPerson(server)
    const given = { currency: "USDT", chain: "tron", address: 1, amount }
    expect(await ada.post("/assets/withdrawCode", given)).toMatchObject({
      code: expect.any(Number),
      data: null,
    })
    expect(await ask(ada, { ...given, code: "123456" })).toMatchObject(refused(problem))
  })

  test("is refused too little, and more than there is", async () => {
    const ada = await newWithdrawer(moved)
    expect(await withdrawn(moved, ada, { amount: "4.99999999" })).toMatchObject(refused("MIN_WITHDRAWAL"))
    expect(await withdrawn(moved, ada, { amount: "999.5" })).toMatchObject(refused("INSUFFICIENT_BALANCE"))
    expect(await withdrawn(moved, ada, { amount: "999" })).toMatchObject({ code: 200 })
  })

  test("needs the authenticator's code where one is on; it is asked for last and used once", async () => {
    const ada = await newWithdrawer(moved)
    const begun = { login: ada.password, code: await codeOf(moved, ada, "totpOn") }
    const { data: made } = await ada.post<{ secret: string }>("/security/totp", begun)
    const totp = () =>
      new TOTP({ secret: Secret.fromBase32(made.secret) }).generate({ timestamp: Date.now() + ahead })
    expect(await ada.post("/security/totpConfirm", { totp: totp() })).toMatchObject({ code: 200 })
    pass(24 * HOUR)
    const code = await withdrawCodeOf(moved, ada, detailsOf(ada))
    expect(await ask(ada, { ...detailsOf(ada), code })).toMatchObject(refused("TOTP_NEEDED"))
    expect(await ask(ada, { ...detailsOf(ada), code, totp: "000000" })).toMatchObject(refused("TOTP_WRONG"))
    expect((await ada.get("/assets/withdrawInfo")).data).toMatchObject({ needs: { totp: true } })
    expect(await ask(ada, { ...detailsOf(ada), code, totp: totp() })).toMatchObject({ code: 200 })
  })

  test("finds markup in a remark told as the text that it is", async () => {
    const ada = await newWithdrawer(moved)
    const remark = '<img src=x onerror="alert(1)">'
    const address = await newAddress(moved, ada, { address: "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8", remark })
    expect((await withdrawn(moved, { ...ada, address }, { amount: "10" })).data.remark).toBe(remark)
  })
})

/** A user in tests who can withdraw: with a trade password, an address in the book, and coins from the sandbox's faucet. */

import { expect, vi } from "vitest"
import type { Deposit, Withdrawal } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { codeTo, mailsTo, newPerson, type Person } from "./person.ts"

/** Far more than it takes on a busy machine. */
const WITHIN = { timeout: 60_000, interval: 50 }
export const TRADE_PASSWORD = "seven grey herons"
const USDT_ADDRESS = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"

/** Server whose chains are quick, and whose clock a test moves on. */
export interface MovedServer {
  server: RunningServer
  /** Moves the clock on. */
  pass(ms: number): void
}

export interface Details {
  currency: string
  chain: string
  address: number
  amount: string
}

let keys = 0
export const newKey = (): string => {
  keys += 1
  return `w-${keys}`
}

/** Asks for a code and answers it; a minute passes before, so that there is one. */
async function codeBy(moved: MovedServer, person: Person, ask: () => Promise<{ code: number }>) {
  const seen = (await mailsTo(moved.server, person.account)).length
  moved.pass(60_000)
  expect(await ask()).toMatchObject({ code: 200 })
  return await codeTo(moved.server, person.account, seen)
}

export const codeOf = (moved: MovedServer, person: Person, purpose: string) =>
  codeBy(moved, person, () => person.post("/security/sendCode", { purpose }))

/** The code for exactly this withdrawal. */
export const withdrawCodeOf = (moved: MovedServer, person: Person, details: Details) =>
  codeBy(moved, person, () => person.post("/assets/withdrawCode", details))

export async function setTradePassword(moved: MovedServer, person: Person, password = TRADE_PASSWORD) {
  const code = await codeOf(moved, person, "payPwd")
  const given = { login: person.password, password, confirm: password, code }
  expect(await person.post("/security/payPwd", given)).toMatchObject({ code: 200 })
}

/** The code for exactly this address. */
export const addressCodeOf = (
  moved: MovedServer,
  person: Person,
  entry: { currency: string; chain: string; address: string },
) => codeBy(moved, person, () => person.post("/assets/addressCode", entry))

/** The number of an address of the own book that waits no longer. */
export async function newAddress(
  moved: MovedServer,
  person: Person,
  { remark = "", ...more }: { remark?: string; address?: string } = {},
): Promise<number> {
  const entry = { currency: "USDT", chain: "tron", address: USDT_ADDRESS, ...more }
  const code = await addressCodeOf(moved, person, entry)
  const given = { ...entry, remark, code }
  const added = await person.post<{ id: number }>("/assets/addAddress", given)
  expect(added).toMatchObject({ code: 200 })
  return added.data.id
}

/** Coins of the faucet, until they may be withdrawn. */
export async function deposited(moved: MovedServer, person: Person, currency = "USDT", chain = "tron") {
  moved.pass(60_000)
  const drawn = await person.post<{ tx: string }>("/assets/faucet", { currency, chain, key: newKey() })
  expect(drawn).toMatchObject({ code: 200 })
  return await vi.waitFor(async () => {
    const { data } = await person.get<{ rows: Deposit[] }>("/assets/deposits")
    const row = data.rows.find(({ tx }) => tx === drawn.data.tx)
    expect(row?.status).toBe("final")
    return row
  }, WITHIN)
}

/** Somebody with 1,000 USDT of deposits and an address for them. */
export async function newWithdrawer(moved: MovedServer): Promise<Person & { address: number }> {
  const person = await newPerson(moved.server)
  await setTradePassword(moved, person)
  const address = await newAddress(moved, person)
  await deposited(moved, person)
  return { ...person, address }
}

/** Asks for a withdrawal with all proofs. */
export async function withdrawn(
  moved: MovedServer,
  person: Person & { address: number },
  more: Partial<Details> & { key?: string } = {},
) {
  const { key = newKey(), ...other } = more
  const details = { currency: "USDT", chain: "tron", address: person.address, amount: "100", ...other }
  const code = await withdrawCodeOf(moved, person, details)
  return await person.post<Withdrawal>("/assets/withdraw", {
    ...{ ...details, tradePassword: TRADE_PASSWORD, code, key },
  })
}

export const untilStatus = (person: Person, id: number, status: Withdrawal["status"]): Promise<Withdrawal> =>
  vi.waitFor(async () => {
    const { data } = await person.get<Withdrawal>(`/assets/withdrawal?id=${id}`)
    expect(data.status).toBe(status)
    return data
  }, WITHIN)

/** Available and held of a currency in the funding account. */
export async function fundsOf(person: Person, currency = "USDT") {
  type Row = { wallet: string; currency: string; available: string; held: string }
  const { data } = await person.get<{ balances: Row[] }>("/assets/index")
  const row = data.balances.find((one) => one.wallet === "funding" && one.currency === currency)
  return row ? { available: row.available, held: row.held } : { available: "0", held: "0" }
}

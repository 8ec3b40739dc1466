/** Starts a journey as a user with money: signed up through the real API, with the day's practice funds. */

import { expect, type Page, type Request } from "@playwright/test"
import { bringToken, getFrom, postTo, type SignedUp, signUp } from "./signed-up.ts"

export interface Trader extends SignedUp {
  /** Their open orders as the server has them. */
  openOrders(): Promise<ServerOrder[]>
  /** What is free in the funding account. */
  available(currency: string): Promise<string>
  /** What any program would post in their name. */
  post<Data>(path: string, body: object): Promise<{ code: number; message: string; data: Data }>
}

export interface ServerOrder {
  id: number
  clientOrderId: string
  side: string
  type: string
  price: string
  quantity: string
  status: string
  executed: string
}

let funded = 0

export async function newTrader(base: string): Promise<Trader> {
  const person = await signUp(base)
  funded += 1
  const { code } = await postTo(base, "/assets/practice", { key: `funds-${funded}` }, person.token)
  if (code !== 200) throw new Error(`no practice money: ${code}`)
  return {
    ...person,
    openOrders: async () => {
      const { data } = await getFrom<{ rows: ServerOrder[] }>(base, "/spot/open", person.token)
      return data.rows
    },
    available: async (currency) => {
      const { data } = await getFrom<{
        balances: { wallet: string; currency: string; available: string }[]
      }>(base, "/assets/index", person.token)
      const row = data.balances.find((each) => each.wallet === "funding" && each.currency === currency)
      return row?.available ?? "0"
    },
    post: (path, body) => postTo(base, path, body, person.token),
  }
}

/** The same with part of the practice money in the contract account. */
export async function newContractTrader(base: string, amount = "5000"): Promise<Trader> {
  const trader = await newTrader(base)
  const moved = { from: "funding", to: "contract", currency: "USDT", amount, key: `margin-${funded}` }
  const { code } = await trader.post("/assets/transfer", moved)
  if (code !== 200) throw new Error(`no margin: ${code}`)
  return trader
}

/** The same with part of the practice money in the account of second contracts. */
export async function newSecondTrader(base: string, amount = "1000"): Promise<Trader> {
  const trader = await newTrader(base)
  const moved = { from: "funding", to: "second", currency: "USDT", amount, key: `stake-${funded}` }
  const { code } = await trader.post("/assets/transfer", moved)
  if (code !== 200) throw new Error(`no stake: ${code}`)
  return trader
}

/** Fills an order of a contract at the market. A server that has just started has no fresh index for a moment: then again. */
export async function tradeContract(trader: Trader, order: object): Promise<void> {
  const placed = async () => (await trader.post("/contract/place", { ...order, type: "market" })).code
  await expect.poll(placed).toBe(200)
}

/** A page of theirs. */
export async function openAs(page: Page, trader: Trader): Promise<void> {
  await bringToken(page, trader.token)
}

/** Bodies of all orders that the page sends from now on. */
export function watchOrders(page: Page, kind: "spot" | "contract" = "spot"): Record<string, unknown>[] {
  const sent: Record<string, unknown>[] = []
  page.on("request", (request: Request) => {
    if (request.method() === "POST" && request.url().endsWith(`/${kind}/place`))
      sent.push(request.postDataJSON())
  })
  return sent
}

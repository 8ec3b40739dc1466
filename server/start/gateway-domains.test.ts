/** What each domain does through a gateway, and that what has one owner is the same at all of them. */

import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { PROBLEMS, type SecondContract, type SpotOrder } from "#core/wire/index.ts"
import { runOperator } from "#server/operator/run-operator.ts"
import { newKey, newNonce, signedCall } from "#tests/support/api-key.ts"
import { byMarket, newContractTrader, positionsOf } from "#tests/support/contract-trader.ts"
import { type Fleet, GATEWAYS_LEFT_OUT, gatewaysCanRun, openFleet } from "#tests/support/gateways.ts"
import { newOptionTrader, opened } from "#tests/support/option-trader.ts"
import { get, newPerson, type Person, post } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"
import type { RunningServer } from "./start-server.ts"

const WITHIN_MS = 60_000
const SYMBOL = "BTC_USDT"
const poll = <T>(read: () => Promise<T> | T) => expect.poll(read, { timeout: WITHIN_MS, interval: 50 })

let fleet: Fleet
let one: RunningServer
let other: RunningServer

beforeAll(async () => {
  if (!gatewaysCanRun) return
  fleet = await openFleet()
  const gateways = [await fleet.gateway(), await fleet.gateway()]
  one = gateways[0]?.server as RunningServer
  other = gateways[1]?.server as RunningServer
})
afterAll(async () => {
  await fleet?.close()
  removeFolders()
})

/** The same person, who asks this server. */
const at = <P extends Person>(server: RunningServer, person: P): P => ({
  ...person,
  get: (path: string) => get(server, path, person.token),
  post: (path: string, body: object = {}) => post(server, path, body, person.token),
})

describe.skipIf(!gatewaysCanRun)(`through a gateway${GATEWAYS_LEFT_OUT}`, () => {
  test("positions are opened at one and closed at the other", async () => {
    const trader = await newContractTrader(fleet.exchange)
    expect(await byMarket(at(one, trader), "buy", "0.01")).toMatchObject({ code: 200 })
    await poll(async () => (await positionsOf(at(other, trader))).map(({ quantity }) => quantity)).toEqual([
      "0.01",
    ])
    // With all that follows from the mark, which moves each second.
    await poll(async () => {
      const [mine, theirs] = await Promise.all([positionsOf(at(one, trader)), positionsOf(trader)])
      return mine.length === 1 && JSON.stringify(mine) === JSON.stringify(theirs)
    }).toBe(true)
    const closed = await at(other, trader).post("/contract/closeAll", {})
    expect(closed).toMatchObject({ code: 200 })
    expect(await positionsOf(at(other, trader))).toEqual([])
    await poll(async () => (await trader.get<{ rows: unknown[] }>("/contract/closed")).data.rows.length).toBe(
      1,
    )
  })

  test("second contracts that are opened at a gateway run everywhere", async () => {
    const trader = await newOptionTrader(fleet.exchange)
    const mine = await opened(at(one, trader))
    const running = async (server: RunningServer) =>
      (await at(server, trader).get<{ rows: SecondContract[] }>("/option/running")).data.rows
    await poll(async () => (await running(other)).map(({ id }) => id)).toEqual([mine.id])
    expect(await running(one)).toEqual(await running(fleet.exchange))
  })

  test("what the exchange's process alone has is asked of it", async () => {
    const trader = await newTrader(fleet.exchange)
    for (const path of [
      "/assets/worth?days=7",
      "/assets/withdrawInfo",
      "/ai/products",
      "/security/getAuthInfo",
    ])
      expect({ path, ...(await get(one, path, trader.token)) }).toMatchObject({ path, code: 200 })
    // A refusal that was made there has its own name here.
    const wrong = await post(one, "/login/index", { account: trader.account, password: "not this one" })
    expect(wrong.code).toBe(PROBLEMS.CREDENTIALS)
  })

  test("an own limit that is set at one binds at the other", async () => {
    const trader = await newTrader(fleet.exchange)
    const price = await priceAt(one, SYMBOL, 0.9)
    const place = (server: RunningServer) =>
      at(server, trader).post<SpotOrder>("/spot/place", {
        ...{ instrument: SYMBOL, side: "buy", type: "limit", price, quantity: "0.001" },
      })
    expect((await place(other)).code).toBe(200)
    const preferences = { orderValueMax: "1" }
    expect(
      await at(one, trader).post("/security/preferencesSet", { preferences: JSON.stringify(preferences) }),
    ).toMatchObject({ code: 200 })
    await poll(async () => (await place(other)).code).toBe(PROBLEMS.OWN_LIMIT)
  })

  test("a signature counts once among all of them, and a key that ends, ends everywhere", async () => {
    const trader = await newTrader(fleet.exchange)
    const key = await newKey(fleet.exchange, trader, { scopes: ["read", "spot"] })
    const signed = { time: Date.now(), nonce: newNonce() }
    expect((await signedCall(one, key, "/spot/open", signed)).code).toBe(200)
    expect((await signedCall(other, key, "/spot/open", signed)).code).toBe(PROBLEMS.API_KEY_REPEATED)
    expect((await signedCall(fleet.exchange, key, "/spot/open", signed)).code).toBe(PROBLEMS.API_KEY_REPEATED)
    expect((await signedCall(other, key, "/spot/open")).code).toBe(200)
    expect((await at(one, trader).post("/apiKey/end", { id: key.id })).code).toBe(200)
    await poll(async () => (await signedCall(other, key, "/spot/open")).code).toBe(PROBLEMS.API_KEY_UNKNOWN)
  })

  test("whom the operator freezes is out at every gateway", async () => {
    const said: string[] = []
    const operate = async (...args: string[]) => {
      const environment = { SAKER_DATA: fleet.env.SAKER_DATA ?? "", SAKER_OPERATOR_KEY: operatorKey }
      const say = (line: string) => void said.push(line)
      return await runOperator(args, { environment, say, complain: say })
    }
    let operatorKey = ""
    expect(await operate("key-add", "somebody", "--json")).toBe(0)
    operatorKey = (JSON.parse(said.join("")) as { key: string }).key
    const person = await newPerson(fleet.exchange)
    const client = await SocketClient.open(`${one.address}/socket`)
    client.send({ type: "auth", data: { token: person.token } })
    await client.until(() => client.account !== undefined, "account")
    expect((await get(other, "/security/index", person.token)).code).toBe(200)
    expect(await operate("freeze", person.user.user_id, "--reason", "a test")).toBe(0)
    await client.until(() => client.logins.includes("sessionEnded"), "the end")
    await poll(async () => (await get(other, "/security/index", person.token)).code).toBe(999)
    await client.close()
  })
})

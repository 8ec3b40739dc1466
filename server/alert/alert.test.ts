/** Alerts through the real API and socket: armed, fired once, told, changed, limited (J1, J2, J5). */

import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type AlertCondition, type AlertRow, PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { mailsTo, newPerson, type Person } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"

const WITHIN_MS = 180_000
const SYMBOL = "BTC_USDT"
const env = {
  SAKER_MARKETS: "2",
  SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
  SAKER_ALERTS_PER_USER: "5",
}
let server: RunningServer
beforeAll(async () => {
  server = await startInProcess(env)
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, WITHIN_MS)

const priceAlert = (price: string, direction = "cross", source = "last") => ({
  ...{ kind: "price", instrument: SYMBOL, source, direction, price },
})
/** Right after the start a market may have no price yet: then it is asked again, as nothing was armed. */
const arm = (person: Person, condition: object, more: object = {}) =>
  vi.waitFor(
    async () => {
      const body = { condition, note: "", mail: false, push: false, ...more }
      const answer = await person.post<AlertRow>("/alert/add", body)
      expect(answer.code).not.toBe(PROBLEMS.FEED_STALE)
      return answer
    },
    { timeout: 60_000 },
  )
const openOf = async (person: Person) => (await person.get<{ rows: AlertRow[] }>("/alert/list")).data.rows
const firedOf = async (person: Person) =>
  (await person.get<{ rows: AlertRow[]; next: string }>("/alert/history")).data.rows
const refusal = (name: keyof typeof PROBLEMS) => ({ code: PROBLEMS[name], data: null })

async function socketOf(person: Person): Promise<SocketClient> {
  const client = await SocketClient.open(`${server.address}/socket`)
  client.send({ type: "auth", data: { token: person.token } })
  await client.until(() => client.snapshots === 1)
  return client
}
const toldBy = (client: SocketClient) =>
  client.privately.filter(({ type }) => type === "alert").flatMap(({ rows }) => rows as AlertRow[])

describe("an alert", () => {
  test("on a price fires once: told on the socket, in the history, by mail; not again (J5, J7)", async () => {
    const ada = await newPerson(server)
    const client = await socketOf(ada)
    // A hair from the market on either side: one of them is crossed within seconds, sooner or later both.
    const armNear = async () => {
      for (const share of [1.00002, 0.99998]) {
        const price = await priceAt(server, SYMBOL, share)
        expect(await arm(ada, priceAlert(price), { mail: true, note: "look\n now" })).toMatchObject({
          code: 200,
          data: { state: "armed", note: "look now", fired: 0, version: 1 },
        })
      }
    }
    const hasFired = async (timeout: number) =>
      await vi
        .waitFor(() => expect(toldBy(client).map(({ state }) => state)).toContain("fired"), { timeout })
        .then(
          () => true,
          () => false,
        )
    await armNear()
    // On a busy machine the market may have gone from both before they were armed: then two more, where it is now.
    if (!(await hasFired(20_000))) {
      await armNear()
      expect(await hasFired(60_000)).toBe(true)
    }
    const [fired] = await firedOf(ada)
    if (!fired) throw new Error("it fired")
    const { price } = fired.condition as Extract<AlertCondition, { kind: "price" }>
    const [value, level] = [Number(fired.value), Number(price)]
    expect(fired.side === "up" ? value >= level : value <= level).toBe(true)
    expect(fired.fired).toBeGreaterThan(fired.armed)
    // The newest may be the other one, stored in this very moment and told in the next.
    await vi.waitFor(() =>
      expect(toldBy(client).filter(({ id, state }) => id === fired.id && state === "fired")).toEqual([fired]),
    )
    await vi.waitFor(
      async () => {
        const mails = (await mailsTo(server, ada.account)).filter(({ text }) => text.includes(price))
        expect(mails).toHaveLength(1)
        expect(mails[0]?.subject).toContain("last price")
        expect(mails[0]?.text).toContain(fired.value)
        expect(mails[0]?.text).toContain("look now")
      },
      { timeout: 20_000 },
    )
    // Not seen yet: whoever comes later finds it in the snapshot, until somebody has seen it.
    const later = await socketOf(ada)
    expect(later.account?.alerts).toContainEqual(fired)
    await ada.post("/alert/seen", { ids: [fired.id] })
    await vi.waitFor(() => expect(toldBy(later)).toContainEqual({ ...fired, seen: true, version: 3 }))
    expect((await openOf(ada)).map(({ id }) => id)).not.toContain(fired.id)
    expect((await firedOf(ada)).filter(({ id }) => id === fired.id)).toHaveLength(1)
    expect(client.faults).toEqual([])
    await Promise.all([client.close(), later.close()])
  })

  test("on own fills fires at the next one, and of a market only there", async () => {
    const trader = await newTrader(server)
    const anywhere = await arm(trader, { kind: "fill", instrument: "" })
    const elsewhere = await arm(trader, { kind: "fill", instrument: `${SYMBOL}_PERP` })
    await trader.place({ instrument: SYMBOL, side: "buy", type: "market", quantity: "0.001" })
    await vi.waitFor(async () =>
      expect((await firedOf(trader)).map(({ id }) => id)).toEqual([anywhere.data.id]),
    )
    expect((await openOf(trader)).filter(({ state }) => state === "armed").map(({ id }) => id)).toEqual([
      elsewhere.data.id,
    ])
  })

  test("that holds already is refused, as is one that can never fire (J1, J2)", async () => {
    const ben = await newPerson(server)
    const [low, high] = [await priceAt(server, SYMBOL, 0.5), await priceAt(server, SYMBOL, 1.5)]
    const perpetual = `${SYMBOL}_PERP`
    const line = (from: number, to: number) => ({
      ...{ kind: "line", instrument: SYMBOL, source: "last", direction: "cross" },
      from: { time: from, price: high },
      to: { time: to, price: low },
    })
    const cases: [object, keyof typeof PROBLEMS][] = [
      [priceAlert(low, "above"), "ALERT_REACHED"],
      [priceAlert(high, "below"), "ALERT_REACHED"],
      [priceAlert("0"), "ALERT_TERMS"],
      [priceAlert("1.123456789"), "PRECISION"],
      [priceAlert(low, "cross", "mark"), "ALERT_TERMS"],
      [{ ...priceAlert(low), instrument: "NONE_USDT" }, "UNKNOWN_INSTRUMENT"],
      [{ ...priceAlert(low), instrument: `${SYMBOL}_SEC` }, "UNKNOWN_INSTRUMENT"],
      [line(5, 5), "ALERT_TERMS"],
      [{ kind: "funding", instrument: SYMBOL, direction: "above", rate: "0.01" }, "ALERT_TERMS"],
      [{ kind: "funding", instrument: perpetual, direction: "below", rate: "0.9" }, "ALERT_REACHED"],
      [{ kind: "volume", instrument: SYMBOL, minutes: 60, volume: "0.00000001" }, "ALERT_REACHED"],
      [{ kind: "price", instrument: SYMBOL }, "FORMAT"],
      [{ kind: "change", instrument: SYMBOL, direction: "above", minutes: 7, change: "0.1" }, "FORMAT"],
    ]
    for (const [condition, name] of cases)
      expect([condition, await arm(ben, condition)]).toMatchObject([condition, refusal(name)])
    expect(await openOf(ben)).toEqual([])
  })

  test("of each kind waits with its side, is paused, armed again, changed and removed", async () => {
    const eve = await newPerson(server)
    const [low, high] = [await priceAt(server, SYMBOL, 0.5), await priceAt(server, SYMBOL, 1.5)]
    const perpetual = `${SYMBOL}_PERP`
    const kinds: [object, AlertRow["side"]][] = [
      [priceAlert(high), "up"],
      [{ kind: "change", instrument: SYMBOL, direction: "below", minutes: 1440, change: "0.9" }, "down"],
      [{ kind: "volume", instrument: SYMBOL, minutes: 5, volume: "90000000" }, "up"],
      [{ kind: "funding", instrument: perpetual, direction: "cross", rate: "-0.9" }, "down"],
      [{ kind: "margin", instrument: "", ratio: "0.8" }, "up"],
    ]
    for (const [condition, side] of kinds)
      expect(await arm(eve, condition)).toMatchObject({ code: 200, data: { condition, side } })
    expect(await arm(eve, { kind: "fill", instrument: "" })).toMatchObject(refusal("ALERT_COUNT"))
    const [first] = await openOf(eve)
    if (!first) throw new Error("there are five")
    const change = (body: object) => eve.post<AlertRow>("/alert/change", { id: first.id, ...body })
    expect(await change({ state: "paused" })).toMatchObject({ data: { state: "paused", version: 2 } })
    expect(await change({ condition: priceAlert(low) })).toMatchObject({
      data: { state: "paused", side: "" },
    })
    expect(await change({ state: "armed", mail: true })).toMatchObject({
      data: { state: "armed", side: "down", mail: true },
    })
    expect(await eve.post("/alert/remove", { id: first.id })).toMatchObject({ code: 200 })
    expect(await eve.post("/alert/remove", { id: first.id })).toMatchObject(refusal("UNKNOWN_ALERT"))
    expect(await openOf(eve)).toHaveLength(4)
  })
})

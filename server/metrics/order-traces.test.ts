/** A traced order has a span from the asking to the answer with its parts inside, and nothing of whose it is. */

import { type Context, type Span, type TimeInput, trace } from "@opentelemetry/api"
import { afterAll, expect, test } from "vitest"
import type { Amount, Lots, Ticks } from "#core/money/units.ts"
import { createEngine } from "#server/engine/engine.ts"
import { createExchange, systemClock } from "#server/exchange/exchange.ts"
import { SPOT, spotInstrument } from "#tests/support/test-exchange.ts"
import { traceOrders } from "./order-traces.ts"

interface Noted {
  name: string
  parent: Noted | undefined
  from: number
  to: number
  attributes: Record<string, unknown>
}

const noted: Noted[] = []
const bySpan = new WeakMap<object, Noted>()
/** What of an SDK the traces use: it only notes. */
const noting = {
  startSpan(name: string, { startTime }: { startTime: TimeInput }, within: Context): Span {
    const parent = trace.getSpan(within)
    const attributes = {}
    const one: Noted = {
      name,
      parent: parent && bySpan.get(parent),
      from: Number(startTime),
      to: 0,
      attributes,
    }
    noted.push(one)
    const span = {
      setAttribute: (key: string, value: unknown) => {
        one.attributes[key] = value
        return span
      },
      end: (time: TimeInput) => {
        one.to = Number(time)
      },
    } as unknown as Span
    bySpan.set(span, one)
    return span
  },
}

afterAll(() => trace.disable())

test("orders are traced while somebody asks for it, and only then", async () => {
  trace.setGlobalTracerProvider({ getTracer: () => noting as never })
  const journal = {
    keep: () => new Promise<void>((resolve) => setTimeout(resolve, 5)),
    failure: () => undefined,
  }
  const log = { error: () => undefined }
  const exchange = createExchange({ engine: createEngine(), clock: systemClock, log, journal })
  const amounts = [{ currency: "USDT", amount: 1_000_000_000_000n as Amount }]
  await exchange.submit({ type: "instrument.set", instrument: spotInstrument() })
  await exchange.submit({ type: "faucet.draw", account: "u77", amounts })
  const place = (price: number) =>
    exchange.submit({
      ...{ type: "order.place", account: "u77", instrument: SPOT, side: "buy", orderType: "limit" },
      ...{ price: price as Ticks, quantity: 7 as Lots },
    })
  await place(11)
  expect(noted).toEqual([])

  const stop = traceOrders()
  expect(await place(11)).toMatchObject({ ok: true })
  expect(await place(999_999)).toMatchObject({ ok: false })
  await exchange.submit({ type: "faucet.draw", account: "u77", amounts })
  stop()
  await place(11)
  await exchange.stop()

  const names = noted.map(({ name, parent }) => `${parent?.name ?? "–"} > ${name}`)
  const one = ["– > order.place", "order.place > wait for the engine", "order.place > apply and keep"]
  expect(names).toEqual([...one, ...one])
  const [whole, waits, keeps] = noted
  expect(whole?.attributes).toEqual({ "saker.instrument": SPOT, "saker.result": "done" })
  expect(noted[3]?.attributes).toEqual({ "saker.instrument": SPOT, "saker.result": "INSUFFICIENT_BALANCE" })
  expect(waits).toMatchObject({ from: whole?.from, to: keeps?.from })
  expect(keeps?.to).toBe(whole?.to)
  expect((whole?.to ?? 0) - (whole?.from ?? 0)).toBeGreaterThan(4)
})

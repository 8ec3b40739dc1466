/** The machine's own calls, on a door without an exchange behind it. */

import Fastify from "fastify"
import { afterEach, expect, test } from "vitest"
import { MachineDoor } from "./machine-door.ts"
import type { MachineSettings } from "./machine-settings.ts"

const LOCKSTEP = { speed: null, from: 0, to: 60_000, stepMs: 1000, symbols: ["BTCUSDT"] }
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function doorAt(settings: object, blankEveryMs?: number) {
  const app = Fastify()
  const door = new MachineDoor(settings as MachineSettings, blankEveryMs)
  door.addRoutes(app)
  const address = await app.listen({ port: 0, host: "127.0.0.1" })
  closers.push(() => app.close())
  const advance = (body: object) =>
    fetch(`${address}/machine/advance`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  return { door, advance }
}

test("a long move sends blanks until it is over, and takes no other meanwhile", async () => {
  const { door, advance } = await doorAt(LOCKSTEP, 1)
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let now = 0
  door.open({
    standing: () => ({ now, news: 0, isEnded: false }),
    async advance(time) {
      asked.resolve()
      await released.promise
      now = time
    },
    end: () => undefined,
  })
  const response = await advance({ ms: 5000 })
  await asked.promise
  const reader = response.body?.getReader()
  const first = await reader?.read()
  expect(new TextDecoder().decode(first?.value).trim()).toBe("")
  const second = await advance({ ms: 1000 })
  expect({ status: second.status, body: await second.json() }).toEqual({
    ...{ status: 409, body: { error: "the clock is being moved on" } },
  })
  released.resolve()
  let text = ""
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    text += new TextDecoder().decode(part.value)
  expect(JSON.parse(text)).toMatchObject({ now: 5000, ended: false, lockstep: true })
})

test("a clock that runs by itself can't be moved, and before the stretch there is none", async () => {
  const { door, advance } = await doorAt({ ...LOCKSTEP, speed: 10 })
  expect((await advance({ ms: 1000 })).status).toBe(503)
  const standing = () => ({ now: 0, news: 0, isEnded: false })
  door.open({ standing, advance: () => Promise.reject(new Error("moved")), end: () => undefined })
  const { status, ...response } = await advance({ ms: 1000 }).then(async (answer) => ({
    ...{ status: answer.status, body: await answer.json() },
  }))
  expect({ status, ...response }).toEqual({
    ...{ status: 409, body: { error: "the clock runs by itself; start with --lockstep" } },
  })
})

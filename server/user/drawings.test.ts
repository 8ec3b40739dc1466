/** Are drawings kept for their user alone, merged between devices, and limited? Through the real door. */

import { afterAll, beforeAll, expect, test } from "vitest"
import { DRAWINGS_MAX, type Drawing } from "#core/drawing/drawing.ts"
import { PROBLEMS } from "#core/wire/problem.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { newPerson, type Person } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000
let server: RunningServer
beforeAll(async () => {
  server = await startInProcess({ SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "10000" })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

const drawing = (id: string, price = "100"): Drawing => ({
  id,
  kind: "horizontal",
  points: [{ time: 1_795_392_000_000, price }],
  colour: "accent",
  width: 1,
  dash: "solid",
  text: "",
  risk: "",
  locked: false,
  hidden: false,
})

interface Kept {
  version: number
  drawings: Drawing[]
}
const save = (person: Person, version: number, drawings: Drawing[], removed: string[] = []) =>
  person.post<Kept & { merged: boolean }>("/drawing/save", {
    instrument: "BTC_USDT",
    form: 1,
    version,
    drawings,
    removed,
  })
const read = async (person: Person, instrument = "BTC_USDT") =>
  (await person.get<Kept>(`/drawing/index?instrument=${instrument}`)).data

test("two devices that knew the same version both keep what they drew; the later one is told", async () => {
  const ada = await newPerson(server)
  const first = await save(ada, 0, [drawing("one")])
  expect(first.data).toMatchObject({ merged: false, drawings: [drawing("one")] })
  const known = first.data.version
  const phone = await save(ada, known, [drawing("two")])
  expect(phone.data).toMatchObject({ merged: false, drawings: [drawing("one"), drawing("two")] })
  const desk = await save(ada, known, [drawing("one", "101")], ["never-there"])
  expect(desk.data).toMatchObject({ merged: true, drawings: [drawing("one", "101"), drawing("two")] })
  expect(desk.data.version).toBeGreaterThan(phone.data.version)
  expect(await read(ada)).toEqual({
    version: desk.data.version,
    drawings: [drawing("one", "101"), drawing("two")],
  })
})

test("saves at the same time lose nothing", async () => {
  const ada = await newPerson(server)
  const ids = Array.from({ length: 8 }, (_, at) => `line-${at}`)
  await Promise.all(ids.map((id) => save(ada, 0, [drawing(id)])))
  expect((await read(ada)).drawings.map(({ id }) => id).toSorted()).toEqual(ids)
})

test("another market and another user have their own", async () => {
  const [ada, bob] = [await newPerson(server), await newPerson(server)]
  await save(ada, 0, [drawing("one")])
  expect(await read(ada, "ETH_USDT")).toEqual({ version: 0, drawings: [] })
  expect(await read(bob)).toEqual({ version: 0, drawings: [] })
})

test("nothing is left of what was deleted whole, and its versions still rise", async () => {
  const ada = await newPerson(server)
  const { data } = await save(ada, 0, [drawing("one")])
  await save(ada, data.version, [], ["one"])
  expect(await read(ada)).toEqual({ version: 0, drawings: [] })
  const again = await save(ada, data.version, [drawing("two")])
  expect(again.data.version).toBeGreaterThan(data.version)
})

test("over the limit nothing is taken, but what is there may still be changed and deleted", async () => {
  const ada = await newPerson(server)
  for (let from = 0; from < DRAWINGS_MAX; from += 40) {
    const part = Array.from({ length: 40 }, (_, at) => drawing(`line-${from + at}`))
    expect(await save(ada, 0, part)).toMatchObject({ code: 200 })
  }
  expect(await save(ada, 0, [drawing("more")])).toMatchObject({ code: PROBLEMS.DRAWING_COUNT })
  expect((await read(ada)).drawings).toHaveLength(DRAWINGS_MAX)
  expect(await save(ada, 0, [drawing("line-0", "7")])).toMatchObject({ code: 200 })
  expect(await save(ada, 0, [drawing("more")], ["line-1"])).toMatchObject({ code: 200 })
})

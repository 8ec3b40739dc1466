/** Tests of layouts and templates through the real door: kept for their user alone, merged between devices, limited, refused where they are none. */

import { afterAll, beforeAll, expect, test } from "vitest"
import { PROBLEMS } from "#core/wire/problem.ts"
import { TEMPLATES_MAX } from "#core/workspace/chart-template.ts"
import { type DeskLayout, LAYOUTS_MAX } from "#core/workspace/layout.ts"
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

const layout = (id: string, change: Partial<DeskLayout> = {}): DeskLayout => ({
  id,
  name: `Desk ${id}`,
  columns: [["book"], ["chart", "orders"]],
  widths: {},
  heights: {},
  interval: "1m",
  studies: {},
  tables: {},
  ...change,
})

interface Kept {
  version: number
  layouts: DeskLayout[]
}
const save = (person: Person, version: number, layouts: object[], removed: string[] = []) =>
  person.post<Kept & { merged: boolean }>("/layout/save", { form: 1, version, layouts, removed })
const read = async (person: Person) => (await person.get<Kept>("/layout/index")).data

test("two devices that knew the same version both keep what they saved; the later one is told", async () => {
  const ada = await newPerson(server)
  const { data: first } = await save(ada, 0, [layout("one")])
  expect(first).toMatchObject({ merged: false, layouts: [layout("one")] })
  const phone = await save(ada, first.version, [layout("two")])
  const desk = await save(ada, first.version, [layout("one", { name: "Evening" })], ["never-there"])
  expect(desk.data).toMatchObject({
    merged: true,
    layouts: [layout("one", { name: "Evening" }), layout("two")],
  })
  expect(desk.data.version).toBeGreaterThan(phone.data.version)
  const { merged: _merged, ...kept } = desk.data
  expect(await read(ada)).toEqual(kept)
})

test("saves at the same time lose nothing, and another user has none of them", async () => {
  const [ada, bob] = [await newPerson(server), await newPerson(server)]
  const ids = Array.from({ length: 8 }, (_, at) => `desk-${at}`)
  await Promise.all(ids.map((id) => save(ada, 0, [layout(id)])))
  expect((await read(ada)).layouts.map(({ id }) => id).toSorted()).toEqual(ids)
  expect(await read(bob)).toEqual({ version: 0, layouts: [] })
})

test("over the limit nothing is taken, but what is there may still be changed and deleted", async () => {
  const ada = await newPerson(server)
  for (let at = 0; at < LAYOUTS_MAX; at += 1)
    expect(await save(ada, 0, [layout(`desk-${at}`)])).toMatchObject({ code: 200 })
  expect(await save(ada, 0, [layout("more")])).toMatchObject({ code: PROBLEMS.LAYOUT_COUNT })
  expect((await read(ada)).layouts).toHaveLength(LAYOUTS_MAX)
  expect(await save(ada, 0, [layout("desk-0", { name: "New" })])).toMatchObject({ code: 200 })
  expect(await save(ada, 0, [layout("more")], ["desk-1"])).toMatchObject({ code: 200 })
})

test("templates of indicators are kept the same way, beside the layouts", async () => {
  const [ada, bob] = [await newPerson(server), await newPerson(server)]
  const template = (id: string, name = id) => ({ id, name, studies: {}, panes: [["volume"], ["rsi", "atr"]] })
  const keep = (version: number, templates: object[], removed: string[] = []) =>
    ada.post<{ version: number; merged: boolean }>("/template/save", { form: 1, version, templates, removed })
  const { data: first } = await keep(0, [template("a")])
  await keep(first.version, [template("b")])
  expect((await keep(first.version, [template("a", "Renamed")])).data).toMatchObject({
    merged: true,
    templates: [template("a", "Renamed"), template("b")],
  })
  for (let at = 2; at < TEMPLATES_MAX; at += 1) await keep(0, [template(`t${at}`)])
  expect(await keep(0, [template("more")])).toMatchObject({ code: PROBLEMS.TEMPLATE_COUNT })
  expect(await keep(0, [], ["b"])).toMatchObject({ code: 200 })
  expect((await bob.get<object>("/template/index")).data).toEqual({ version: 0, templates: [] })
  expect((await read(ada)).layouts).toEqual([])
})

test.each([
  ["a panel twice", layout("x", { columns: [["book"], ["book"]] })],
  ["a field more", { ...layout("x"), script: "1" }],
  ["a name of nothing", layout("x", { name: " " })],
  ["more than fits", layout("x", { studies: Object.fromEntries(longStudies()) })],
])("%s is refused, and nothing is kept of it", async (_what, hostile) => {
  const ada = await newPerson(server)
  expect(await save(ada, 0, [hostile])).toMatchObject({ code: PROBLEMS.FORMAT })
  expect((await read(ada)).layouts).toEqual([])
})

function longStudies(): [string, DeskLayout["studies"][string]][] {
  const study = { lengths: Array(8).fill(100), colours: Array(8).fill("a".repeat(40)) }
  return Array.from({ length: 30 }, (_, at) => [`study${at}`, study])
}

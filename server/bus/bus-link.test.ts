/** What a gateway asks is done once or not at all, of the newest writer alone, and it knows when it is cut off. */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { BusConnection } from "./bus-connection.ts"
import { BusLink } from "./bus-link.ts"
import { type Ask, type SaidBatch, type Standing, sayText, subjectsOf } from "./bus-messages.ts"

const subjects = subjectsOf("test")

beforeEach(() =>
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout", "performance"] }),
)
afterEach(() => void vi.useRealTimers())

/** A bus that notes what is asked; who answers, and when, is the test's. */
function scene(standing: Partial<Standing> = {}) {
  const hearing = new Map<string, (text: string, reply: (value: unknown) => void) => void>()
  const answers = new Map<string, (text: string | undefined) => void>()
  const asked: { subject: string; ask: Ask; token: string }[] = []
  const now: Standing = {
    ...{ term: 3, format: 1, rules: 1, seq: 10, revision: 5, now: 50_000, silentSince: 0 },
    ...standing,
  }
  const state = { answersPings: true }
  const bus = {
    isUp: () => true,
    whenUp: () => undefined,
    hear: (subject: string, hears: (text: string) => void) => hearing.set(subject, hears),
    say: () => undefined,
    ask: (subject: string, value: unknown, token: string) => {
      if (subject !== subjects.pings) asked.push({ subject, ask: value as Ask, token })
      else if (state.answersPings) answers.get(token)?.(sayText(now))
      return true
    },
    hearAnswer: (token: string, hears: (text: string | undefined) => void) => {
      answers.set(token, hears)
      return () => answers.delete(token)
    },
  }
  const batches: SaidBatch[] = []
  const link = new BusLink({
    ...{ bus: bus as unknown as BusConnection, name: "test", term: 3 },
    elapsed: () => performance.now(),
    onBatch: (said) => void batches.push(said),
    onNote: () => undefined,
    onStanding: () => undefined,
    onUp: () => undefined,
  })
  link.start()
  const sayBatch = (term: number) =>
    hearing.get(subjects.batches)?.(sayText({ batch: { term } }), () => undefined)
  const answer = (token: string, value: unknown) =>
    answers.get(token)?.(value === undefined ? undefined : sayText(value))
  return { link, asked, answer, state, now, batches, sayBatch }
}
const command = { kind: "command", command: { type: "order.cancel-all", account: "u1" } } as const

test("is asked again under the same id until the answer comes, however late", async () => {
  const { link, asked, answer } = scene()
  const done = link.ask(command)
  await vi.advanceTimersByTimeAsync(5000)
  expect(asked.length).toBe(3)
  expect(new Set(asked.map(({ ask }) => ask.id)).size).toBe(1)
  // The deadline is that of the first: what comes later is not done.
  expect(new Set(asked.map(({ ask }) => ask.deadline))).toEqual(new Set([52_000]))
  expect(asked[0]?.subject).toBe(subjects.asks(3))
  answer(asked[0]?.token ?? "", { seq: 11, refused: "late" })
  expect(await done).toEqual({ known: true, answered: { seq: 11, refused: "late" } })
})

test("what reaches nobody was not done; what may have reached somebody is unknown once another writes", async () => {
  const { link, asked, answer, sayBatch } = scene()
  const nobody = link.ask(command)
  answer(asked[0]?.token ?? "", undefined)
  expect(await nobody).toMatchObject({ known: false, why: "undone" })
  const lost = link.ask(command)
  await vi.advanceTimersByTimeAsync(2500)
  // The first try may have been heard, the second was not.
  answer(asked[1]?.token ?? "", undefined)
  sayBatch(4)
  await vi.advanceTimersByTimeAsync(100)
  expect(await lost).toMatchObject({ known: false, why: "unknown", term: 3 })
})

test("without answers it is cut off, asks for nothing, and is there again with the next", async () => {
  const { link, asked, state } = scene()
  expect(link.isCut()).toBe(false)
  state.answersPings = false
  await vi.advanceTimersByTimeAsync(2000)
  expect(link.isCut()).toBe(true)
  expect(await link.ask(command)).toMatchObject({ known: false, why: "undone" })
  expect(asked).toEqual([])
  state.answersPings = true
  await vi.advanceTimersByTimeAsync(300)
  expect(link.isCut()).toBe(false)
})

test("a writer that was replaced has nothing to say", async () => {
  const { link, batches, sayBatch, now } = scene()
  sayBatch(3)
  sayBatch(4)
  sayBatch(3)
  expect(batches.map(({ batch }) => batch.term)).toEqual([3, 4])
  // Its word that all is well doesn't count either.
  await vi.advanceTimersByTimeAsync(2000)
  expect(link.isCut()).toBe(true)
  now.term = 4
  await vi.advanceTimersByTimeAsync(300)
  expect(link.isCut()).toBe(false)
  expect(link.term).toBe(4)
})

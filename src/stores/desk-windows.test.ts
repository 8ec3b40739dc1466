/** Tests of panels in windows: they leave the desk with their window and come back with its end. */

import { beforeEach, expect, test, vi } from "vitest"
import { deskWindows, holdWindow, noteWindow } from "./desk-windows.ts"

/** The browser's locks in short: a name is held once, whoever else asks waits their turn. */
class Locks {
  readonly #last = new Map<string, Promise<unknown>>()
  request(name: string, ...given: unknown[]): Promise<unknown> {
    const run = given.at(-1) as () => unknown
    const { signal } = (given.length > 1 ? given[0] : {}) as { signal?: AbortSignal }
    const before = this.#last.get(name) ?? Promise.resolve()
    const mine = before.then(() => (signal?.aborted ? undefined : run()))
    this.#last.set(name, mine)
    return mine
  }
}

beforeEach(() => {
  vi.stubGlobal("navigator", { locks: new Locks() })
  deskWindows.open = []
})

test("a panel is away for as long as its window holds", async () => {
  const close = await new Promise<() => void>((resolve) => {
    const stop: () => void = holdWindow("d", "book", () => queueMicrotask(() => resolve(stop)))
  })
  noteWindow("d", "book")
  noteWindow("d", "book")
  expect(deskWindows.open).toEqual(["book"])
  close()
  await vi.waitFor(() => expect(deskWindows.open).toEqual([]))
})

test("windows of another desk, and other panels, are no matter", async () => {
  await new Promise<void>((resolve) => void holdWindow("other", "book", resolve))
  noteWindow("d", "book")
  await vi.waitFor(() => expect(deskWindows.open).toEqual([]))
})

test("where the end of a window can't be known its panel stays", () => {
  vi.stubGlobal("navigator", {})
  let isHeld = false
  holdWindow("d", "tape", () => {
    isHeld = true
  })
  noteWindow("d", "tape")
  expect(isHeld).toBe(true)
  expect(deskWindows.open).toEqual([])
})

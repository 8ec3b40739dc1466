/** Does the device get whole in the end, when some files can't be had at first, without fetching any twice? */

import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { FileStore } from "./file-store.ts"

const SCOPE = "https://saker.example/"
const address = (name: string) => `${SCOPE}assets/${name}`

/** What is kept, by address. */
let kept: Map<string, Response>
const fetched: string[] = []
/** Addresses whose next so many fetches fail. */
let failing: Map<string, number>

beforeEach(() => {
  vi.useFakeTimers()
  kept = new Map()
  failing = new Map()
  fetched.length = 0
  const cache = {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async (url: string) => kept.get(url),
    put: async (url: string, answer: Response) => void kept.set(url, answer),
  }
  vi.stubGlobal("caches", { open: async () => cache })
  vi.stubGlobal("fetch", async (url: string) => {
    fetched.push(url)
    const left = failing.get(url) ?? 0
    failing.set(url, left - 1)
    if (left > 0) throw new TypeError("Failed to fetch")
    return Object.defineProperty(new Response("x"), "type", { value: "basic" })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const [a, b, c] = ["a.js", "b.js", "c.css"].map(address) as [string, string, string]

async function keepAll(): Promise<void> {
  const done = new FileStore(SCOPE).keepAll([a, b, c])
  await vi.runAllTimersAsync()
  await done
}

test("a file that fails at first is had in the next try, and the others once", async () => {
  failing.set(b, 1)
  await keepAll()
  expect([...kept.keys()].sort()).toEqual([a, b, c])
  expect(fetched).toEqual([a, b, c, b])
})

test("what is kept already isn't fetched again", async () => {
  kept.set(a, new Response("x"))
  await keepAll()
  expect(fetched).toEqual([b, c])
})

test("a file that can't be had costs no other, and is left for the next start", async () => {
  failing.set(a, 1000)
  await keepAll()
  expect([...kept.keys()]).toEqual([b, c])
  expect(fetched.filter((url) => url === a)).toHaveLength(3)
  failing.clear()
  await keepAll()
  expect(kept.has(a)).toBe(true)
})

test("what was asked for ahead is given once, while it is fresh, and what failed is asked for anew by the next page", async () => {
  const store = new FileStore(SCOPE)
  const config = `${SCOPE}config.json`
  const ask = () => store.answer({ url: config } as Request, "plain")
  store.askAhead(config)
  await ask()
  expect(fetched).toHaveLength(1)
  await ask()
  expect(fetched).toHaveLength(2)
  store.askAhead(config)
  vi.advanceTimersByTime(20_000)
  await ask()
  expect(fetched).toHaveLength(4)
  failing.set(config, 1)
  store.askAhead(config)
  // The one kept is given, as whenever the network fails.
  expect(await ask()).toBe(kept.get(config))
})

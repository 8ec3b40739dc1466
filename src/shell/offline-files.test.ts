/** Does the page ask for its screens late, again when something changed, and for less where data is dear? */

import { afterEach, beforeEach, expect, test, vi } from "vitest"

let speak: typeof import("#tests/support/words.ts").speak
let keepFilesOffline: typeof import("./offline-files.ts").keepFilesOffline

const asked: unknown[] = []
const container = Object.assign(new EventTarget(), {
  register: async () => undefined,
  ready: Promise.resolve({ active: { postMessage: (message: unknown) => asked.push(message) } }),
})

function pageWith(saveData: boolean | undefined): void {
  const connection = saveData === undefined ? undefined : { saveData }
  for (const [name, value] of Object.entries({ serviceWorker: container, connection }))
    Object.defineProperty(navigator, name, { value, configurable: true })
}

beforeEach(async () => {
  vi.useFakeTimers()
  vi.stubGlobal("window", new EventTarget())
  vi.stubGlobal("document", { baseURI: "https://saker.example/" })
  asked.length = 0
  // A page of its own: it listens for other words for as long as it stands.
  vi.resetModules()
  ;({ speak } = await import("#tests/support/words.ts"))
  ;({ keepFilesOffline } = await import("./offline-files.ts"))
  await speak("en")
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const wish = (language: string, isSparing: boolean) => ({ keep: { language, isSparing } })

test.each([
  [undefined, false],
  [false, false],
  [true, true],
])("where saveData is %s it spares: %s", async (saveData, isSparing) => {
  pageWith(saveData)
  await keepFilesOffline()
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(asked).toEqual([wish("en", isSparing)])
})

test("another language, a newer release and a line that is back are reasons to ask again", async () => {
  pageWith(undefined)
  await keepFilesOffline()
  await vi.advanceTimersByTimeAsync(20_000)
  asked.length = 0
  await speak("de")
  container.dispatchEvent(new Event("controllerchange"))
  window.dispatchEvent(new Event("online"))
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toContainEqual(wish("de", false))
  expect(asked.length).toBeGreaterThanOrEqual(2)
})

/** Push messages at the service worker: what is shown of them, and where a press leads (J8). */

import { beforeEach, describe, expect, test } from "vitest"
import { marketHash, openPush, type PushSurroundings, showPush } from "./push-notices.ts"

const SCOPE = "https://saker.example/desk/"

/** What the browser was asked to do, in order. */
const done: string[] = []
let shown: { title: string; options: NotificationOptions }[] = []
beforeEach(() => {
  done.length = 0
  shown = []
})

interface Refusals {
  focus?: boolean
  navigate?: boolean
  open?: boolean
}
const refused = () => Promise.reject(new TypeError("not allowed"))

/** A browser with these tabs; what it refuses rejects, as browsers do it. */
function browserWith(tabs: string[], refuses: Refusals = {}): PushSurroundings {
  const noted = (what: string, isRefused = false) => {
    done.push(what)
    return isRefused ? refused() : Promise.resolve(null)
  }
  return {
    scope: SCOPE,
    show: async (title, options) => void shown.push({ title, options }),
    open: (address) => noted(`open ${address}`, refuses.open),
    tabs: async () =>
      tabs.map((url, place) => ({
        url,
        focus: () => noted(`focus ${place}`, refuses.focus) as Promise<never>,
        navigate: (address: string) => noted(`${place} to ${address}`, refuses.navigate) as Promise<null>,
      })),
  }
}

const message = { title: "BTC/USDT last price", text: "≥ 65000", tag: "alert-7", market: "BTC_USDT" }

test("a message is shown in the server's words, one notification for each alert, heard each time (J8)", async () => {
  await showPush(JSON.stringify(message), browserWith([]))
  expect(shown).toEqual([
    {
      title: "BTC/USDT last price",
      options: {
        body: "≥ 65000",
        icon: `${SCOPE}icons/icon-192.png`,
        ...{ tag: "alert-7", renotify: true, data: { market: "BTC_USDT" } },
      },
    },
  ])
})

test.each(["", "not JSON", "null", "[1]", '{"text":"x"}', '{"title":[]}'])(
  "of %j, which isn't understood, is shown who has sent it",
  async (body) => {
    await showPush(body, browserWith([]))
    expect(shown.map(({ title }) => title)).toEqual(["saker.example"])
  },
)

test("a message without a tag asks for nothing that a browser refuses", async () => {
  await showPush('{"title":"x"}', browserWith([]))
  expect(shown[0]?.options).not.toHaveProperty("renotify")
})

test.each([
  ["BTC_USDT", "#/pages/spot/trade?symbol=BTC_USDT"],
  ["BTC_USDT_PERP", "#/pages/contract/trade?symbol=BTC_USDT_PERP"],
  ["BTC_USDT_SEC", "#/pages/option/trade?symbol=BTC_USDT_SEC"],
  ["", undefined],
  ["BTC_USDT&to=//evil.example", undefined],
  ["javascript:alert(1)", undefined],
])("%j is shown at %j", (market, hash) => {
  expect(marketHash(market)).toBe(hash)
})

describe("a press", () => {
  const HASH = "#/pages/spot/trade?symbol=BTC_USDT"
  const press = (browser: PushSurroundings, market: unknown = "BTC_USDT") => openPush({ market }, browser)

  test("goes to the tab used last, which then shows the market and keeps the rest of its address", async () => {
    await press(browserWith([`${SCOPE}?hud#/pages/index/index`, `${SCOPE}#/`]))
    expect(done).toEqual(["focus 0", `0 to ${SCOPE}?hud${HASH}`])
  })

  test("goes to the tab that shows the market already, and leaves it as it is", async () => {
    await press(browserWith([`${SCOPE}#/`, `${SCOPE}${HASH}&interval=1h`]))
    expect(done).toEqual(["focus 1"])
  })

  test("takes no market for another whose name begins alike", async () => {
    await press(browserWith([`${SCOPE}${HASH}X`]))
    expect(done).toEqual(["focus 0", `0 to ${SCOPE}${HASH}`])
  })

  test("opens a tab where there is none, or only another application's of this origin", async () => {
    await press(browserWith(["https://saker.example/other/#/"]))
    expect(done).toEqual([`open ${SCOPE}${HASH}`])
  })

  test.each([[""], ["x y"], [7], [undefined]])(
    "without a market (%j) leads to the page as it stands",
    async (market) => {
      await openPush(market === undefined ? null : { market }, browserWith([`${SCOPE}#/`]))
      await openPush(market === undefined ? null : { market }, browserWith([]))
      expect(done).toEqual(["focus 0", `open ${SCOPE}`])
    },
  )

  test("where the browser doesn't let a tab be moved a new one is opened, and nothing rejects", async () => {
    await press(browserWith([`${SCOPE}#/`], { focus: true, navigate: true, open: true }))
    expect(done).toEqual(["focus 0", `0 to ${SCOPE}${HASH}`, `open ${SCOPE}${HASH}`])
    await press(browserWith([], { open: true }))
  })
})

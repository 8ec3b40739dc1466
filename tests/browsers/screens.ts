/** Every screen of the site in this engine, at the size of a phone and of a desk: it is there, whole, and nothing breaks. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { placeAt, type ScreenName, type ScreenPath, site } from "#src/places/site.ts"
import { screens } from "#src/routes.ts"
import { getFrom } from "../support/signed-up.ts"
import type { Size } from "./engine.ts"
import type { Person } from "./person.ts"
import { until } from "./until.ts"

export const PHONE: Size = { width: 390, height: 844 }
export const DESK: Size = { width: 1440, height: 900 }

const words = JSON.parse(readFileSync(join(import.meta.dirname, "../../locales/en/app.json"), "utf8")) as {
  screen: Record<ScreenName, string>
}

/** Somebody who is logged in is led on from these. */
const ENTRANCES: readonly ScreenPath[] = ["/login", "/register", "/forgot"]

interface Visit {
  address: string
  /** What the browser's tab says besides the brand. */
  title: string
}

const visitOf = (path: ScreenPath, search = "", title = words.screen[site[path].name]): Visit => ({
  address: search ? `${path}?${search}` : path,
  title,
})

/** What a visitor sees before they come in. */
export const openEntrances = (person: Person): Promise<number> =>
  openAll(
    person,
    ENTRANCES.map((path) => visitOf(path)),
  )

/** All others, for somebody who is logged in. Answers how many. */
export async function openScreens(person: Person, base: string): Promise<number> {
  const { data } = await getFrom<{ rows: { id: string; title: string }[] }>(base, "/article/index")
  const [article] = data.rows
  const others = (Object.keys(screens) as ScreenPath[]).filter((path) => !ENTRANCES.includes(path))
  return await openAll(
    person,
    others.map((path) => {
      if (path === "/pages/article/detail") return visitOf(path, `id=${article?.id}`, article?.title)
      if (path === "/open-location") return visitOf(path, "latitude=52.5&longitude=13.4&name=Berlin")
      const isOfMarket = placeAt(path).search?.includes("symbol")
      return visitOf(path, isOfMarket ? `symbol=${marketFor(path)}` : "")
    }),
  )
}

const marketFor = (path: ScreenPath) =>
  path.includes("contract") ? "BTC_USDT_PERP" : path.includes("option") ? "BTC_USDT_SEC" : "BTC_USDT"

async function openAll(person: Person, visits: Visit[]): Promise<number> {
  for (const size of [PHONE, DESK]) {
    await person.resize(size)
    for (const { address, title } of visits) {
      await person.go(address)
      await lookAt(person, title, `${address} at ${size.width} px`)
    }
  }
  return visits.length
}

async function lookAt(person: Person, title: string, where: string): Promise<void> {
  let inARow = 0
  await until(`the screen ${where}`, async () => {
    const { title: shown, isDone, failure, sticksOut } = await person.reads(readScreen)
    const isThere = isDone && shown.split(" · ").includes(title) && failure === "" && sticksOut <= 0
    // The head changes a moment before the screen below it does: one look may still see the old one.
    inARow = isThere ? inARow + 1 : 0
    return inARow > 2 || `${shown}; ${failure || "no failure"}; sticks out by ${sticksOut} px`
  })
  await person.complainsOfNothing(where)
}

/** Runs in the page. */
function readScreen() {
  const main = document.querySelector<HTMLElement>("#main")
  const head = document.querySelector("h1")
  const page = document.documentElement
  const over = (box: Element | null) => (box ? box.scrollWidth - box.clientWidth : 0)
  return {
    title: document.title,
    isDone:
      window.watched?.pending === 0 &&
      Boolean(head?.textContent?.trim()) &&
      // Beyond its own head, that is: on a desk it stands there before the screen's code has come.
      Boolean(main?.innerText.replace(head?.innerText ?? "", "").trim()),
    failure: main?.querySelector<HTMLElement>("[role=alert]")?.innerText ?? "",
    sticksOut: Math.max(over(page), over(main)),
  }
}

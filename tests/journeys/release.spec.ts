/** A new release comes while tabs are open: they go on, they are told, and nothing that is typed is lost. */

import { rmSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { expect, PHONE, test } from "../support/journey.ts"
import { deployNext, firstRelease, loseChunk } from "../support/releases.ts"
import { type SakerProcess, startSaker } from "../support/saker-process.ts"
import { SMALL } from "../support/setups.ts"

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })
test.describe.configure({ timeout: 120_000 })

/** One server for the file: its site goes from release to release. */
let site = ""
let saker: SakerProcess | undefined
test.beforeAll(async () => {
  site = firstRelease()
  saker = await startSaker({ ...SMALL, options: { siteFolder: site } })
})
test.afterAll(async () => {
  await saker?.end()
  // Its own folder only: the worker's other server goes on, and lives in its own.
  if (saker) rmSync(saker.data, { recursive: true, force: true })
})

const ready = (page: Page) => page.getByText("A new version is available.")
const gone = (page: Page) => page.getByText("A newer version may be available")
const entryOf = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src)
const goToMarkets = (page: Page) =>
  page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Markets" }).tap()
const listed = (page: Page) => page.getByRole("button", { name: "Search markets" })
const hasStayed = (page: Page) => page.evaluate(() => "stayed" in window)

/** Home, and a mark on the page itself that goes when it is loaded anew. */
async function openHome(page: Page): Promise<void> {
  await page.goto(`${saker?.url}/`)
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  // What looks for releases comes last, once the screen stands.
  await expect(page.locator('link[rel="manifest"]')).toHaveAttribute("href", /lang=en/)
  await page.evaluate(() => void Object.assign(window, { stayed: true }))
}

const fillSomething = (page: Page) =>
  page.evaluate(() => document.body.append(Object.assign(document.createElement("input"), { value: "0.5" })))
const emptyIt = (page: Page) => page.evaluate(() => document.querySelector("body > input")?.remove())

test("tabs from before open screens that they had never fetched, are told of the release, and reload only when asked @verify", async ({
  context,
}) => {
  const tab = await context.newPage()
  const busy = await context.newPage()
  for (const each of [tab, busy]) await openHome(each)
  const before = await entryOf(tab)
  await fillSomething(busy)

  const { data, port } = saker as SakerProcess
  await saker?.end()
  deployNext(site)
  saker = await startSaker({ ...SMALL, options: { siteFolder: site }, data, port })
  await tab.bringToFront()
  await expect(ready(tab)).toBeVisible({ timeout: 60_000 })
  await goToMarkets(tab)
  await expect(listed(tab)).toBeVisible()
  expect(await hasStayed(tab)).toBe(true)
  expect(await entryOf(tab)).toBe(before)

  await tab.getByRole("button", { name: "Reload" }).tap()
  await expect.poll(() => entryOf(tab).catch(() => before)).not.toBe(before)
  await expect(listed(tab)).toBeVisible()
  await expect(ready(tab)).toBeHidden()

  // The other tab has an amount filled in: nothing is said there before it is empty.
  await busy.bringToFront()
  await expect(busy.getByText("Live", { exact: true }).first()).toBeVisible({ timeout: 60_000 })
  expect(await ready(busy).count()).toBe(0)
  expect(await hasStayed(busy)).toBe(true)
  await emptyIt(busy)
  await expect(ready(busy)).toBeVisible({ timeout: 60_000 })
  expect(await hasStayed(busy)).toBe(true)
})

test("what was drawn on a chart, and the indicators on it, are there in the next release @verify", async ({
  page,
}) => {
  const chart = page.getByRole("region", { name: "Chart" })
  const open = async () => {
    await page.goto(`${saker?.url}/#/pages/kline/index?symbol=BTC_USDT&interval=15m`)
    await expect(chart.locator("figure")).toHaveAttribute("data-bars", /^[1-9]\d+$/, { timeout: 60_000 })
  }
  const tool = (name: string) =>
    page.getByRole("toolbar", { name: "Drawing tools" }).getByRole("button", { name, exact: true })
  const supertrend = chart.getByRole("button", { name: /^ST,/ })
  await open()
  await supertrend.tap()
  await page.getByRole("button", { name: "More", exact: true }).tap()
  await page.getByRole("dialog").getByRole("button", { name: "Draw", exact: true }).tap()
  await tool("Horizontal line").tap()
  const box = await chart.locator("figure").boundingBox()
  if (!box) throw new Error("no chart")
  await page.touchscreen.tap(box.x + box.width * 0.4, box.y + box.height * 0.4)
  await expect(page.locator("[data-handle]")).toHaveCount(1)
  const before = await entryOf(page)

  deployNext(site)
  await page.reload()
  await open()
  expect(await entryOf(page)).not.toBe(before)
  await expect(supertrend).toHaveAttribute("aria-pressed", "true")
  await tool("Drawings").tap()
  await expect(page.getByRole("dialog", { name: "Drawings" }).getByRole("listitem")).toHaveText([
    /^Horizontal line/,
  ])
})

test("with its code really gone a screen comes by one reload; gone from the new release too, its face says so @verify", async ({
  page,
}) => {
  const deploy = () => {
    deployNext(site)
    rmSync(join(saker?.data ?? "", "releases"), { recursive: true, force: true })
  }
  await openHome(page)
  deploy()
  // With something filled in there is no reload, only the face.
  await fillSomething(page)
  await goToMarkets(page)
  await expect(gone(page)).toBeVisible()
  expect(await hasStayed(page)).toBe(true)
  await emptyIt(page)

  // Loaded anew at home: where it stood, the page would ask for that screen's code at once, and keep it.
  await openHome(page)
  deploy()
  await goToMarkets(page)
  await expect(listed(page)).toBeVisible({ timeout: 60_000 })
  expect(await hasStayed(page), "it was loaded anew").toBe(false)

  // A release of which the browser has no screen but home; the reload of before is forgotten.
  await page.evaluate(() => sessionStorage.clear())
  deploy()
  await openHome(page)
  let loads = 0
  page.on("load", () => {
    loads += 1
  })
  deploy()
  loseChunk(site, "spot-market.route")
  await goToMarkets(page)
  await expect(gone(page)).toBeVisible({ timeout: 60_000 })
  expect(loads).toBe(1)
})

/** A trader makes a picture of a position, open or closed; it shows what was chosen and nothing else. */

import { readFileSync } from "node:fs"
import type { Page } from "@playwright/test"
import decodeQR from "qr/decode.js"
import sharp from "sharp"
import { DESK, expect, PHONE, SMALL_PHONE, sidewaysOverflow, test } from "../support/journey.ts"
import { expectAccessible, LOOKS, lookName, putOn } from "../support/looks.ts"
import { newContractTrader, openAs, type Trader, tradeContract } from "../support/page-trader.ts"
import { getFrom } from "../support/signed-up.ts"

const SYMBOL = "BTC_USDT_PERP"

async function buyer(url: string): Promise<Trader> {
  const trader = await newContractTrader(url, "600")
  await tradeContract(trader, { instrument: SYMBOL, quantity: "0.010", side: "buy" })
  return trader
}

/** Somebody who has also sold it again. */
async function formerBuyer(url: string): Promise<Trader> {
  const trader = await buyer(url)
  await tradeContract(trader, { instrument: SYMBOL, quantity: "0.010", side: "sell", reduceOnly: true })
  return trader
}

const idIn = async (url: string, list: "positions" | "closed", { token }: Trader) =>
  (await getFrom<{ rows: { id: number }[] }>(url, `/contract/${list}`, token)).data.rows[0]?.id

declare global {
  interface Window {
    /** Texts of the picture that was drawn last. */
    pictureTexts: string[]
  }
}

/** Every text that a canvas is given from now on. A picture begins with its ground, over all of it. */
async function watchDrawing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.pictureTexts = []
    const { fillText, fillRect } = CanvasRenderingContext2D.prototype
    CanvasRenderingContext2D.prototype.fillRect = function (x, y, width, height) {
      if (width === this.canvas.width && height === this.canvas.height) window.pictureTexts = []
      fillRect.call(this, x, y, width, height)
    }
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      window.pictureTexts.push(text)
      fillText.call(this, text, ...place)
    }
  })
}

const picture = (page: Page) => page.getByRole("img", { name: /^Picture to share/ })
const isDrawn = (page: Page) => expect(picture(page)).toHaveAttribute("aria-busy", "false")
const drawnTexts = async (page: Page) => {
  await isDrawn(page)
  return page.evaluate(() => window.pictureTexts)
}

async function savedPicture(page: Page): Promise<{ name: string; file: Buffer }> {
  await isDrawn(page)
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Save image" }).click(),
  ])
  return { name: download.suggestedFilename(), file: readFileSync(await download.path()) }
}

async function pixelsOf(file: Buffer) {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data: new Uint8Array(data), width: info.width, height: info.height }
}

/** How many pixels differ from the one in the corner, which is the ground. */
function inkedPixels(data: Uint8Array): number {
  let count = 0
  for (let place = 0; place < data.length; place += 4)
    if (data[place] !== data[0] || data[place + 1] !== data[1] || data[place + 2] !== data[2]) count += 1
  return count
}

test("an open position's picture has the row's figures, no money unless it is wanted, and is saved as a PNG that a camera reads @verify", async ({
  page,
  saker,
}) => {
  await page.setViewportSize(PHONE)
  await watchDrawing(page)
  const trader = await buyer(saker.url)
  const id = await idIn(saker.url, "positions", trader)
  await openAs(page, trader)
  await page.goto(`${saker.url}/#/pages/assets/index`)
  await page.getByRole("button", { name: /^Contract/ }).click()
  const figure = (name: RegExp) => page.locator("[data-position] dl > div", { hasText: name }).locator("dd")
  const entry = await figure(/^Entry/).innerText()
  await expect(figure(/^Mark/)).toHaveText(/\d/)
  await page.getByRole("link", { name: "Share BTC/USDT Perp Long" }).click()
  await expect(page).toHaveURL(new RegExp(`/pages/contract/share\\?id=${id}$`))

  const texts = await drawnTexts(page)
  expect(texts).toEqual(
    expect.arrayContaining(["Saker · Practice money", "BTC/USDT", "Long 20×", "ROE", "Entry", entry, "Mark"]),
  )
  expect(texts.join("\n")).toMatch(/^[+\u2212]?\d+\.\d\d\u202f%$/m)
  // With the market's decimals, as in the row.
  expect(texts[texts.indexOf("Mark") + 1]).toMatch(/^[\d,]+\.\d$/)
  await page.reload()
  expect(await drawnTexts(page), "when the page begins here").toContain(entry)
  const money = /^[+\u2212]?[\d.,]+\u00a0USDT$/m
  expect(texts.join("\n")).not.toMatch(money)
  await expect(picture(page)).toHaveAccessibleName(/BTC\/USDT, Long 20×, ROE .+ Entry .+ Mark .+ Invite code/)

  const bare = await savedPicture(page)
  expect(bare.name).toBe(`BTC-USDT-long-${id}.png`)
  const pixels = await pixelsOf(bare.file)
  expect([pixels.width, pixels.height]).toEqual([1080, 1080])
  expect(inkedPixels(pixels.data)).toBeGreaterThan(30_000)
  const { data: invite } = await getFrom<{ code: string; link: string }>(
    saker.url,
    "/security/invite",
    trader.token,
  )
  expect(texts).toContain(invite.code)
  expect(decodeQR(pixels, { timeLimit: 10_000 })).toBe(`${saker.url}/${invite.link}`)

  await page.getByRole("switch", { name: "Profit or loss in money" }).click()
  await expect.poll(async () => (await drawnTexts(page)).join("\n")).toMatch(money)
  expect((await savedPicture(page)).file.equals(bare.file)).toBe(false)
  // The one switch for own amounts takes it off the picture again.
  await page.getByRole("button", { name: "Hide amounts" }).click()
  await expect(page.getByRole("switch", { name: "Profit or loss in money" })).toBeDisabled()
  await expect.poll(async () => (await drawnTexts(page)).join("\n")).not.toMatch(money)
  await expect.poll(async () => (await savedPicture(page)).file.equals(bare.file)).toBe(true)
})

test("a closed position's picture in every look and shape, without the invite where it isn't wanted @verify", async ({
  page,
  saker,
}) => {
  await page.setViewportSize(DESK)
  await watchDrawing(page)
  const trader = await formerBuyer(saker.url)
  await openAs(page, trader)
  await page.goto(`${saker.url}/#/pages/contract/history`)
  await page.getByRole("tab", { name: "Closed positions" }).click()
  const cells = page.locator("tbody tr td")
  const heads = page.locator("thead th")
  await expect(heads.filter({ hasText: "Net return" })).toBeVisible()
  const column = async (name: string) => cells.nth((await heads.allInnerTexts()).indexOf(name)).innerText()
  const figures = await Promise.all(["Opened at", "Closed at", "Net return"].map(column))
  const net = await column("Net PnL")
  await page.getByRole("link", { name: "Share BTC/USDT Perp Long" }).click()
  expect(await drawnTexts(page)).toEqual(expect.arrayContaining(["Opened at", "Net return", ...figures]))
  await page.getByRole("switch", { name: "Profit or loss in money" }).click()
  await expect.poll(() => drawnTexts(page)).toContain(`${net}\u00a0USDT`)

  const seen = new Set<string>()
  for (const look of ["Night", "Day", "Rings", "Gain or loss"]) {
    await page.getByRole("button", { name: look, exact: true }).click()
    await expect(page.getByRole("button", { name: look, exact: true })).toHaveAttribute(
      "aria-pressed",
      "true",
    )
    const { data } = await pixelsOf((await savedPicture(page)).file)
    seen.add(String(data.subarray(0, 3)))
  }
  expect(seen.size).toBe(4)
  for (const [shape, size] of [
    ["Portrait", [1080, 1350]],
    ["Landscape", [1600, 900]],
  ] as const) {
    await page.getByRole("radio", { name: shape }).check({ force: true })
    const pixels = await pixelsOf((await savedPicture(page)).file)
    expect([pixels.width, pixels.height]).toEqual(size)
    expect(decodeQR(pixels, { timeLimit: 10_000 })).toContain("#/register?invite=")
  }
  await page.getByRole("switch", { name: "Invite code and QR code" }).click()
  await expect.poll(() => drawnTexts(page)).not.toContain("Invite code")
  const without = await pixelsOf((await savedPicture(page)).file)
  expect(() => decodeQR(without)).toThrow()
})

test("an address of no position of one's own says so, and a share sheet gets the picture as a file @verify", async ({
  page,
  saker,
}) => {
  await page.setViewportSize(SMALL_PHONE)
  await page.addInitScript(() => {
    const shared: { name: string; type: string; size: number; text: string }[] = []
    Object.assign(window, { shared })
    Object.assign(navigator, {
      canShare: ({ files = [] }: ShareData) => files.every(({ type }) => type === "image/png"),
      share: async ({ files = [], text = "" }: ShareData) => {
        for (const { name, type, size } of files) shared.push({ name, type, size, text })
      },
    })
  })
  const trader = await buyer(saker.url)
  const other = await buyer(saker.url)
  await openAs(page, trader)
  const main = page.getByRole("main")
  await page.goto(`${saker.url}/#/pages/contract/share`)
  await expect(main).toContainText("No position was chosen.")
  for (const wrong of ["abc", "0", "999999999", await idIn(saker.url, "positions", other)]) {
    await page.goto(`${saker.url}/#/pages/contract/share?id=${wrong}`)
    await expect(main).toContainText("You have no position with this number.")
  }
  await expect(main.getByRole("link", { name: "Contract history" })).toBeVisible()

  const id = await idIn(saker.url, "positions", trader)
  await page.goto(`${saker.url}/#/pages/contract/share?id=${id}`)
  await isDrawn(page)
  await page.getByRole("button", { name: "Share", exact: true }).click()
  const shared = () => page.evaluate(() => Reflect.get(window, "shared"))
  await expect.poll(shared).toMatchObject([{ name: `BTC-USDT-long-${id}.png`, type: "image/png" }])
  const [{ size, text }] = await shared()
  expect(size).toBeGreaterThan(10_000)
  expect(text).toContain("/#/register?invite=")
})

test("nothing is cut at 360 px, in German @verify", async ({ page, saker }) => {
  await page.setViewportSize(SMALL_PHONE)
  await page.addInitScript(() => localStorage.setItem("lang", "de"))
  const trader = await buyer(saker.url)
  await openAs(page, trader)
  await page.goto(`${saker.url}/#/pages/contract/share?id=${await idIn(saker.url, "positions", trader)}`)
  await expect(page.locator("canvas[aria-busy=false]")).toBeVisible()
  expect(await sidewaysOverflow(page)).toBe(0)
})

for (const look of LOOKS)
  test(`axe finds nothing on the sharing of a position, ${lookName(look)} @verify`, async ({
    page,
    saker,
  }) => {
    const trader = await formerBuyer(saker.url)
    await putOn(page, look)
    await openAs(page, trader)
    await page.goto(`${saker.url}/#/pages/contract/share?id=${await idIn(saker.url, "closed", trader)}`)
    await isDrawn(page)
    await expectAccessible(page, "share")
    await page.goto(`${saker.url}/#/pages/contract/share?id=999999999`)
    await expect(page.getByRole("main")).toContainText("You have no position with this number.")
    await expectAccessible(page, "no position")
  })

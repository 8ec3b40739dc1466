/** A trade screen on a phone: swiped from face to face by a finger, turned on its side, and a screen that is told to stay on. */

import type { Page } from "@playwright/test"
import { LANGUAGES } from "#core/wire/language.ts"
import { expect, expectNoOverflowAt, PHONE, SMALL_PHONE, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { place, priceAt } from "../support/own-orders.ts"
import { newContractTrader, newTrader, openAs } from "../support/page-trader.ts"
import { fingersOn } from "../support/touch.ts"

const SPOT = "/pages/spot/trade?symbol=BTC_USDT"
const PERP = "/pages/contract/trade?symbol=BTC_USDT_PERP"
const LYING = { width: 844, height: 390 }

const face = (page: Page, name: string) => page.getByRole("main").getByRole("tab", { name, exact: true })
const isChosen = (page: Page, name: string) =>
  expect(face(page, name)).toHaveAttribute("aria-selected", "true")
/** Right behind a swipe a browser may take a tap for its end: whoever meant it taps again. */
const tapFace = (page: Page, name: string) =>
  expect(async () => {
    await face(page, name).tap()
    await expect(face(page, name)).toHaveAttribute("aria-selected", "true", { timeout: 1000 })
  }).toPass()
const region = (page: Page, name: string) => page.getByRole("main").getByRole("region", { name })

/** How many places in the shown face, itself among them, a finger scrolls up: of two the outer one leads past the end of the inner. */
const scrollersWithin = (page: Page) =>
  page.locator("[id^=face-panel-]").evaluateAll(
    (faces) =>
      faces
        .filter((each) => Math.abs(each.getBoundingClientRect().left) < 1)
        .flatMap((each) => [each, ...each.querySelectorAll("*")])
        .filter((each) => each.clientHeight > 0 && each.scrollHeight > each.clientHeight + 1)
        .filter((each) => ["auto", "scroll"].includes(getComputedStyle(each).overflowY)).length,
  )

/** Across the middle of what is shown, as a thumb does it. */
async function swipe(page: Page, to: "left" | "right"): Promise<void> {
  // A finger that comes down while a face still glides only stops it.
  const offset = () =>
    page
      .locator("[id^=face-panel-]")
      .first()
      .evaluate(({ parentElement: track }) => (track ? track.scrollLeft % track.clientWidth : -1))
  await expect.poll(offset).toBe(0)
  const fingers = await fingersOn(page)
  const [near, far] = [70, PHONE.width - 70]
  await (to === "left" ? fingers.drag([far, 420], [near, 424]) : fingers.drag([near, 420], [far, 424]))
}

test.describe("by a finger", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("a spot market's faces are swiped through, the tabs keep step, and the chart keeps its own pan", async ({
    page,
    open,
    saker,
  }) => {
    const complaints = watchComplaints(page)
    await openAs(page, await newTrader(saker.url))
    await open(SPOT)
    await isChosen(page, "Book")
    await expect(region(page, "Order book").getByRole("button").nth(4)).toBeEnabled()
    await swipe(page, "left")
    await isChosen(page, "Trades")
    // On the way there two faces have trades.
    await expect(page.getByRole("tabpanel", { name: "Trades" }).getByRole("region")).toBeInViewport({
      ratio: 0.9,
    })
    await swipe(page, "left")
    await isChosen(page, "Order")
    const amount = region(page, "Order ticket").getByRole("textbox", { name: "Amount", exact: true })
    await amount.fill("0.01")
    await expect(region(page, "Order ticket").getByRole("button", { name: /^Buy 0\.01/ })).toBeVisible()
    await swipe(page, "right")
    await isChosen(page, "Trades")

    await tapFace(page, "Chart")
    const chart = region(page, "Chart").locator("figure")
    await expect(chart).toBeInViewport({ ratio: 0.9 })
    await expect(region(page, "Chart").getByText(/MA7/).first()).toBeAttached()
    await swipe(page, "left")
    await isChosen(page, "Chart")
    await tapFace(page, "Book")
    await expect(region(page, "Order book")).toBeInViewport({ ratio: 0.9 })
    // Only what is in view is drawn.
    await expect(page.getByRole("main").locator("figure")).toHaveCount(0)
    await swipe(page, "right")
    await isChosen(page, "Chart")
    expect(complaints).toEqual([])
  })

  test("of a contract any face leads to the order, with the side that was pressed @verify", async ({
    page,
    open,
    saker,
  }) => {
    await openAs(page, await newContractTrader(saker.url))
    await open(PERP)
    await isChosen(page, "Order")
    await swipe(page, "left")
    await isChosen(page, "Book")
    // As in `tapFace`: right behind a swipe.
    await expect(async () => {
      await page
        .getByRole("main")
        .getByRole("button", { name: /^Sell . Short/ })
        .tap()
      await expect(face(page, "Order")).toHaveAttribute("aria-selected", "true", { timeout: 1000 })
    }).toPass()
    await expect(region(page, "Order ticket")).toBeInViewport()
  })

  test("every face passes axe, and nothing sticks out on the smallest phone @verify", async ({
    page,
    open,
    saker,
  }) => {
    await openAs(page, await newContractTrader(saker.url))
    for (const address of [SPOT, PERP]) {
      await open(address)
      for (const name of ["Chart", "Book", "Trades", "Order"]) {
        await tapFace(page, name)
        await isChosen(page, name)
        await expectAccessible(page, `${address} ${name}`)
        await expectNoOverflowAt(page, SMALL_PHONE, `${address} ${name}`)
        expect(await scrollersWithin(page), `${address} ${name}`).toBeLessThanOrEqual(1)
        await page.setViewportSize(PHONE)
      }
    }
  })
})

test.describe("on the smallest phone", () => {
  test.use({ viewport: SMALL_PHONE, hasTouch: true, isMobile: true })

  /** Words that end beyond what holds them, or are taller than it. */
  const cutWords = (page: Page, words: string, frame: string) =>
    page.locator(words).evaluateAll(
      (all, around) =>
        all
          // For screen readers alone: a box of one pixel.
          .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1)
          .filter((each) => {
            const [own, other] = [each, each.closest(around) ?? each].map((at) => at.getBoundingClientRect())
            const isOut = (own?.right ?? 0) > (other?.right ?? 0) + 1
            const isCut = getComputedStyle(each).overflowY === "hidden"
            return isOut || (isCut && each.scrollHeight > each.clientHeight + 1)
          })
          .map((each) => each.textContent),
      frame,
    )

  test("what is chosen of trades, the newest order's price, the book's shares and a contract's funding are whole in every language @verify", async ({
    page,
    open,
    saker,
  }) => {
    const trader = await newTrader(saker.url)
    await place(trader, { side: "sell", price: await priceAt(saker.url, "BTC_USDT", 1.2) })
    await openAs(page, trader)
    for (const language of LANGUAGES) {
      await page.addInitScript((code) => localStorage.setItem("lang", code), language)
      await page.goto("about:blank")
      await open(SPOT)
      await expect(page.locator("[data-hint]")).toContainText(/\d/)
      expect(await cutWords(page, "[data-hint]", "button"), language).toEqual([])
      expect(await cutWords(page, "section header > span", "section"), language).toEqual([])
      await open(PERP)
      const shares = "section table + div span"
      await expect(page.locator(shares).first()).toContainText(/\d/)
      expect(await cutWords(page, shares, "section"), language).toEqual([])
      await open("/pages/contract/index")
      const terms = "[data-index] [data-terms] > span"
      await expect(page.locator(terms).nth(1)).toContainText(/\d\d:\d\d/)
      expect(await cutWords(page, terms, "[data-terms]"), language).toEqual([])
    }
  })
})

test.describe("lying down", () => {
  test.use({ viewport: LYING, hasTouch: true, isMobile: true })

  test("the ticket stands beside the chart, and sends from there @verify", async ({ page, open, saker }) => {
    const trader = await newTrader(saker.url)
    await openAs(page, trader)
    await open(SPOT)
    await page
      .getByRole("main")
      .getByRole("button", { name: /^Buy BTC/ })
      .tap()
    await isChosen(page, "Order")
    const ticket = region(page, "Order ticket")
    const chart = await region(page, "Chart").boundingBox()
    const beside = await ticket.boundingBox()
    expect(beside?.x).toBeGreaterThanOrEqual((chart?.x ?? 0) + (chart?.width ?? 0))
    expect(chart?.width).toBeGreaterThan(LYING.width / 2)
    // A limit at the last price may lie beyond the best one by the time it is sent.
    await ticket.getByRole("tab", { name: "Market" }).tap()
    await ticket.getByRole("textbox", { name: "Amount", exact: true }).fill("100")
    await ticket.getByRole("button", { name: /^Buy/ }).tap()
    await page.getByRole("alertdialog").getByRole("button", { name: /^Buy/ }).tap()
    await expect.poll(async () => Number(await trader.available("USDT"))).toBeLessThan(10_000)
    await tapFace(page, "Book")
    await expect(region(page, "Order book")).toBeVisible()
  })

  test("the pair of a contract has its words on one line in every language, beside the book and in the ticket @verify", async ({
    page,
    open,
    saker,
  }) => {
    await openAs(page, await newContractTrader(saker.url))
    // Words that wrap are as high as two lines; those that stick out are wider than their button.
    const unfit = (place: string) =>
      page.locator(place).evaluateAll((buttons) =>
        buttons
          .filter((button) => {
            const words = document.createRange()
            const text = document.createTreeWalker(button, NodeFilter.SHOW_TEXT).nextNode()
            if (!text) return true
            words.selectNodeContents(text)
            const [box, own] = [words.getBoundingClientRect(), button.getBoundingClientRect()]
            return words.getClientRects().length > 1 || box.left < own.left || box.right > own.right
          })
          .map((button) => button.textContent),
      )
    for (const language of LANGUAGES) {
      await page.addInitScript((code) => localStorage.setItem("lang", code), language)
      await page.goto("about:blank")
      await open(PERP)
      await expect(page.locator("html")).toHaveAttribute("lang", language)
      const pair = "main [id^=side-] ~ div button"
      await expect(page.locator(pair)).toHaveCount(2)
      await expect.poll(() => unfit(pair), language).toEqual([])
      await page.getByRole("main").locator("[role=tab][id$=ticket]").tap()
      const asked = "[data-contract-actions] button"
      await expect(page.locator(asked).nth(1)).toBeVisible()
      await expect.poll(() => unfit(asked), language).toEqual([])
      const room = page.locator("[id^=side-panel]")
      expect(await room.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      // The price is whole, if need be without its unit.
      const price = page.locator("main input[inputmode=decimal]").first()
      await expect(price).toHaveValue(/^\d+[.,]\d$/)
      expect(await price.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
  })
})

test.describe("a switch", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("keeps the screen on while a trade screen is shown, and on no other @verify", async ({
    page,
    open,
    saker,
  }) => {
    await openAs(page, await newTrader(saker.url))
    // The browser's own lock, counted: nothing else tells that it is held.
    await page.addInitScript(() => {
      const counts = { held: 0 }
      Object.assign(globalThis, { counts })
      const request = navigator.wakeLock.request.bind(navigator.wakeLock)
      navigator.wakeLock.request = async (kind) => {
        const lock = await request(kind)
        counts.held += 1
        lock.addEventListener("release", () => {
          counts.held -= 1
        })
        return lock
      }
    })
    const held = () =>
      page.evaluate(() => (globalThis as unknown as { counts: { held: number } }).counts.held)
    await open("/pages/user/preferences")
    await page.getByRole("switch", { name: "Keep the screen on" }).tap()
    expect(await held()).toBe(0)
    await open(SPOT)
    await expect.poll(held).toBe(1)
    await open("/pages/spot/index")
    await expect.poll(held).toBe(0)
  })
})

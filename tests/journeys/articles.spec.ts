/** A visitor reads: lists, articles, help, about, service, documents, downloads; and what happens when none of it comes. */

import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { expect, PHONE, SMALL_PHONE, sidewaysOverflow, test, watchComplaints } from "../support/journey.ts"
import { expectAccessible, LOOKS, lookName, putOn } from "../support/looks.ts"
import { freshFolder, startSaker } from "../support/saker-process.ts"
import { smallWith } from "../support/setups.ts"

const SCREENS = [
  "/pages/article/index?category_id=92",
  "/pages/article/detail?id=order-book",
  "/pages/article/detail?id=no-such-article",
  "/pages/article/notice",
  "/pages/article/help",
  "/pages/article/msb",
  "/pages/ks/index",
  "/pages/user/about",
  "/pages/user/download",
]

/** Nine screens, each looked at whole: more than one test's usual time where the cores are shared. */
const WALK_MS = 180_000

/** Shown when the answer is there: no skeleton, no error. */
async function expectAnswer(page: Page): Promise<void> {
  await expect(page.getByRole("main").locator("a, p, h2").first()).toBeVisible()
  await expect(page.getByRole("alert")).toHaveCount(0)
}

test.describe("on a phone", () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

  test("the platform's notices lead from the side panel to an article and back, without a complaint", async ({
    page,
    open,
  }) => {
    const complaints = watchComplaints(page)
    await open("/")
    await page.getByRole("button", { name: "Menu" }).click()
    await page.getByRole("dialog").getByRole("link", { name: "Announcements" }).click()
    await expect(page).toHaveURL(/#\/pages\/article\/index\?category_id=92$/)
    await expect(page.getByRole("button", { name: "Announcements" })).toHaveAttribute("aria-pressed", "true")
    await page.getByRole("link", { name: "All money here is practice money" }).click()
    await expect(page).toHaveURL(/#\/pages\/article\/detail\?id=practice-money$/)
    await expect(page.getByRole("heading", { name: "All money here is practice money" })).toBeVisible()
    await expect(page.getByText("it isn't us")).toBeVisible()
    await expect(page).toHaveTitle(/All money here is practice money/)
    await page.getByRole("button", { name: "Back" }).click()
    await expect(page).toHaveURL(/category_id=92$/)
    await expect(page.getByRole("link", { name: "All money here is practice money" })).toBeVisible()
    expect(complaints).toEqual([])
  })

  test("another shelf is chosen without a new step in the history @verify", async ({ page, open }) => {
    await open("/")
    await open("/pages/article/index")
    await page.getByRole("button", { name: "Help" }).click()
    await expect(page).toHaveURL(/category_id=10$/)
    await expect(page.getByRole("link", { name: "How to read the order book" })).toBeVisible()
    await expect(page.getByRole("link", { name: "All money here is practice money" })).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL(/#\/$/)
  })

  test("an address leads straight to an article, in the reader's language @verify", async ({
    page,
    open,
  }) => {
    await page.addInitScript(() => localStorage.setItem("lang", "de"))
    await open("/pages/article/detail?id=second-contracts")
    await expect(
      page.getByRole("heading", { name: "Wie ein Sekundenkontrakt abgerechnet wird" }),
    ).toBeVisible()
    await expect(page.locator("[lang=de] li").first()).toBeVisible()
  })

  test("an article that doesn't exist is said to be none, and leads to those that do @verify", async ({
    page,
    open,
  }) => {
    for (const path of ["/pages/article/detail?id=no-such-article", "/pages/article/detail"]) {
      await open(path)
      await expect(page.getByText("This article doesn't exist or has been removed.")).toBeVisible()
    }
    await page.getByRole("link", { name: "View all articles" }).click()
    await expect(page.getByRole("link", { name: "What Saker is" })).toBeVisible()
  })

  test("the help is searched by title @verify", async ({ page, open }) => {
    await open("/pages/article/help")
    await expect(page.getByRole("link", { name: "How to read the order book" })).toBeVisible()
    await page.getByRole("searchbox").fill("FUNDING mark")
    await expect(page.getByRole("link", { name: "How to read the order book" })).toHaveCount(0)
    await expect(page.getByRole("link", { name: "Mark price and funding" })).toBeVisible()
    await page.getByRole("searchbox").fill("xyzzy")
    await expect(page.getByText("No results for “xyzzy”.")).toBeVisible()
    await page.getByRole("searchbox").fill("")
    await expect(page.getByRole("link", { name: "How to read the order book" })).toBeVisible()
  })

  test("the download page has a code for the phone and says what the operator has not published @verify", async ({
    page,
    open,
  }) => {
    await open("/pages/user/download")
    await expect(page.getByRole("img", { name: /QR code of http/ })).toBeVisible()
    await expect(page.getByText("No apps are available.")).toBeVisible()
  })
})

test("a list that doesn't come says so, and comes when it is asked for again @verify", async ({
  page,
  open,
}) => {
  await page.route("**/article/index?**", (route) => route.abort())
  await page.setViewportSize(PHONE)
  await open("/pages/article/notice")
  await expect(page.getByRole("alert")).toContainText("Couldn't load this page")
  await page.unroute("**/article/index?**")
  await page.getByRole("button", { name: "Try again" }).click()
  await expect(page.getByRole("link", { name: "All money here is practice money" })).toBeVisible()
  await expect(page.getByRole("alert")).toHaveCount(0)
})

test("a refusal of the server is said in its own words @verify", async ({ page, open }) => {
  const refusal = { code: 1001, message: "Too many requests. Try again in a moment.", data: null }
  await page.route("**/index/kefu", (route) => route.fulfill({ json: refusal }))
  await open("/pages/ks/index")
  await expect(page.getByRole("alert")).toContainText("Too many requests. Try again in a moment.")
})

test("a long list is fetched page by page as it is scrolled @verify", async ({ page, open }) => {
  await page.setViewportSize(SMALL_PHONE)
  const cursors: (string | null)[] = []
  const all = Array.from({ length: 100 }, (_, index) => ({
    id: `a${index}`,
    category_id: 92,
    title: `Notice ${index}`,
    summary: "",
    date: 1_795_132_800_000,
    pinned: false,
    language: "en",
  }))
  await page.route("**/article/index?**", (route) => {
    const cursor = new URL(route.request().url()).searchParams.get("cursor")
    cursors.push(cursor)
    const from = cursor === null ? 0 : Number(cursor.split(".a")[1]) + 1
    const rows = all.slice(from, from + 20)
    const next = from + 20 < all.length ? `0.1.a${from + 19}` : ""
    return route.fulfill({ json: { code: 200, message: "", data: { categories: [], rows, next } } })
  })
  await open("/pages/article/notice")
  await expect(page.getByRole("link", { name: "Notice 0", exact: true })).toBeVisible()
  const main = page.getByRole("main")
  await expect(async () => {
    await main.evaluate((element) => element.scrollTo(0, element.scrollHeight))
    await expect(page.getByRole("link", { name: "Notice 99", exact: true })).toBeVisible({ timeout: 1000 })
  }).toPass()
  expect(cursors).toEqual([null, "0.1.a19", "0.1.a39", "0.1.a59", "0.1.a79"])
  // Only what is near the screen is in the page.
  expect(await page.getByRole("link", { name: /^Notice / }).count()).toBeLessThan(60)
})

test("hostile HTML does nothing even if a server lets it through", async ({ page, open }) => {
  const html =
    '<p>before</p><img src=x onerror="window.hit=1"><script>window.hit=1</script><a href="javascript:window.hit=1">x</a><svg onload="window.hit=1"></svg><p style="position:fixed">after</p>'
  const data = {
    id: "x",
    category_id: 92,
    title: "X",
    summary: "",
    date: 1,
    pinned: false,
    language: "en",
    html,
  }
  await page.route("**/article/detail?**", (route) =>
    route.fulfill({ json: { code: 200, message: "", data } }),
  )
  await open("/pages/article/detail?id=x")
  await expect(page.getByText("after")).toBeVisible()
  await page.getByText("x", { exact: true }).first().click()
  expect(await page.evaluate(() => "hit" in window)).toBe(false)
  expect(await page.locator("article [style], article [onerror], article script, article svg").count()).toBe(
    0,
  )
})

test("what an operator supplies is shown: channels, a document with its file, a changed article @verify", async ({
  page,
}) => {
  const folder = freshFolder()
  const put = (path: string, text: string) => writeFileSync(join(folder, path), text)
  for (const room of ["articles", "documents", "files"]) mkdirSync(join(folder, room))
  put("categories.json", '[{"id":92,"kind":"notice","title":"News"}]')
  put("articles/first.md", "---\ntitle: Opening hours\ncategory: 92\ndate: 2026-01-02\n---\nAlways.")
  put("documents/msb.md", "---\ntitle: Registration\nfiles: msb.pdf\n---\nAs filed.")
  put("files/msb.pdf", "%PDF-1.4")
  put(
    "service.json",
    '{"text":"We answer soon.","channels":[{"kind":"email","name":"Email","value":"help@exchange.example","address":"mailto:help@exchange.example"}]}',
  )
  const saker = await startSaker(smallWith({ SAKER_CONTENT: folder }))
  await page.goto(`${saker.url}/#/pages/ks/index`)
  await expect(page.getByRole("link", { name: "Email" })).toHaveAttribute(
    "href",
    "mailto:help@exchange.example",
  )
  await expect(page.getByRole("button", { name: "Copy Email" })).toBeVisible()
  await page.goto(`${saker.url}/#/pages/article/msb`)
  const file = page.getByRole("link", { name: /msb\.pdf/ })
  await expect(file).toHaveAttribute("href", `${saker.url}/content/msb.pdf`)
  const served = await page.request.get(`${saker.url}/content/msb.pdf`)
  expect([served.status(), served.headers()["content-disposition"]]).toEqual([200, "attachment"])
  put("articles/first.md", "---\ntitle: New hours\ncategory: 92\ndate: 2026-01-02\n---\nStill always.")
  await expect(async () => {
    await page.goto(`${saker.url}/?${Date.now()}#/pages/article/notice`)
    await expect(page.getByRole("link", { name: "New hours" })).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 60_000 })
  await saker.end()
})

for (const look of LOOKS)
  test(`axe finds nothing, ${lookName(look)} @verify`, async ({ page, open }) => {
    test.setTimeout(WALK_MS)
    await putOn(page, look)
    for (const path of SCREENS) {
      await open(path)
      await expectAnswer(page)
      await expectAccessible(page, path)
    }
  })

test("nothing sticks out sideways at 360 px in the longest languages @verify", async ({ page, open }) => {
  test.setTimeout(WALK_MS)
  await page.setViewportSize(SMALL_PHONE)
  for (const language of ["de", "pl", "fr"]) {
    await page.addInitScript((code) => localStorage.setItem("lang", code), language)
    for (const path of SCREENS) {
      await open(path)
      await page.reload()
      await expectAnswer(page)
      expect(await sidewaysOverflow(page), `${language} ${path}`).toBe(0)
    }
  }
})

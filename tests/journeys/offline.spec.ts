/** The network is gone when the terminal is opened: every screen opens all the same, says so, and shows no figure as if it were fresh. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { placeAt, type ScreenName, type ScreenPath, site } from "#src/places/site.ts"
import { expect, PHONE, test } from "../support/journey.ts"
import { expectAllKept, keptFiles } from "../support/kept-files.ts"
import { startSaker } from "../support/saker-process.ts"
import { SMALL } from "../support/setups.ts"
import { bringToken, signUp } from "../support/signed-up.ts"

test.use({ viewport: PHONE, hasTouch: true, isMobile: true, serviceWorkers: "allow" })
test.describe.configure({ timeout: 900_000 })

const words = JSON.parse(readFileSync(join(import.meta.dirname, "../../locales/en/app.json"), "utf8"))

/** The head of a screen that doesn't bear its own name. */
const HEADS: Partial<Record<ScreenName, string>> = { home: "Saker", kline: "BTC/USDT" }

/** What stands on a screen that needs no server. Any other says that its data couldn't be had. */
const SAYS: Partial<Record<ScreenName, string | RegExp>> = {
  login: "Forgot password?",
  register: "Send code and continue",
  forgot: "Set new password",
  language: "Deutsch",
  download: "Add to home screen",
  preferences: "Appearance",
  chooseLocation: "Use my location",
  openLocation: "52° N, 13° E",
  layout: "This is not a Saker layout",
  panel: "Chart BTC/USDT",
}

const NOT_HAD = /Couldn[’']t load/

/** What each address reads that can't do without. */
const SEARCH: Partial<Record<ScreenPath, string>> = {
  "/pages/article/detail": "?id=1",
  "/pages/contract/share": "?id=1",
  "/pages/ai/product": "?id=usdt-7",
  "/pages/ai/withdraw": "?id=1",
  "/open-location": "?latitude=52&longitude=13",
}

async function expectScreen(page: Page, address: string, path: ScreenPath): Promise<void> {
  const { name } = site[path]
  await page.goto(`${address}/#${path}${SEARCH[path] ?? ""}`)
  const head = page.getByRole("heading", { name: HEADS[name] ?? words.screen[name], exact: true })
  await expect(head.filter({ visible: true }).first(), path).toBeVisible()
  await expect(
    page
      .getByRole("main")
      .getByText(SAYS[name] ?? NOT_HAD)
      .first(),
    path,
  ).toBeVisible()
}

/** All that a visitor sees, or all that is a user's own. */
async function expectScreensOf(who: "visitor" | "user", page: Page, address: string): Promise<void> {
  for (const path of Object.keys(site) as ScreenPath[])
    if ((placeAt(path).who ?? "visitor") === who) await expectScreen(page, address, path)
}

test("after one visit to home every screen opens without a server, says offline, and is live again by itself @verify", async ({
  page,
}) => {
  const first = await startSaker(SMALL)
  await page.goto(`${first.url}/`)
  await expectAllKept(page, "en")
  // Nothing that the market said, no document, and nobody's answer.
  const own = /^(?:|assets\/.+|icons\/.+|theme\.js|icon\.svg|config\.json|manifest\.webmanifest)$/
  expect((await keptFiles(page)).filter((file) => !own.test(file))).toEqual([])

  await first.end()
  await page.reload()
  await expect(page.getByText(/offline/i).first()).toBeVisible()
  await expectScreensOf("visitor", page, first.url)
  await expect(page.getByText("Live", { exact: true })).toHaveCount(0)

  await page.goto(`${first.url}/#/`)
  const second = await startSaker({ ...SMALL, data: first.data, port: first.port })
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible()
  await second.end()
})

test("without a server a user's screens open as well, and in a language chosen meanwhile @verify", async ({
  page,
}) => {
  const saker = await startSaker(SMALL)
  await bringToken(page, (await signUp(saker.url)).token)
  await page.goto(`${saker.url}/`)
  await expectAllKept(page, "en")
  await page.goto(`${saker.url}/#/pages/user/language`)
  await page.getByText("Deutsch", { exact: true }).tap()
  await expect(page.getByRole("heading", { name: "Sprache" }).first()).toBeVisible()
  await expectAllKept(page, "de")

  await saker.end()
  await page.reload()
  await expect(page.getByRole("heading", { name: "Sprache" }).first()).toBeVisible()
  await page.getByText("English", { exact: true }).tap()
  await expect(page.getByRole("heading", { name: "Language" }).first()).toBeVisible()
  await expectScreensOf("user", page, saker.url)
})

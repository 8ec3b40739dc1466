/** The network is gone when the terminal is opened: it opens all the same, says so, and shows no figure as if it were fresh. */

import { expect, PHONE, test } from "../support/journey.ts"
import { startSaker } from "../support/saker-process.ts"

test.use({ viewport: PHONE, hasTouch: true, isMobile: true, serviceWorkers: "allow" })
test.describe.configure({ timeout: 120_000 })

test("without a server the page opens, says offline, shows what was opened before, and is live again by itself", async ({
  page,
}) => {
  const first = await startSaker()
  await page.goto(`${first.url}/`)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.goto(`${first.url}/#/pages/spot/index`)
  await expect(page.getByRole("button", { name: "Search markets" })).toBeVisible()
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys()
      const requests = await Promise.all(names.map(async (name) => await (await caches.open(name)).keys()))
      return requests.flat().map(({ url }) => new URL(url).pathname)
    })
  await expect
    .poll(async () => (await kept()).filter((path) => /\/(?:en|spot-market\.route)-/.test(path)).length)
    .toBe(3)
  // Nothing that the market said, no document, and nobody's answer.
  const own = /^\/(?:|assets\/.+|icons\/.+|theme\.js|icon\.svg|config\.json|manifest\.webmanifest)$/
  expect((await kept()).filter((path) => !own.test(path))).toEqual([])

  await first.end()
  await page.reload()
  await expect(page.getByText(/offline/i).first()).toBeVisible({ timeout: 30_000 })
  await page.getByRole("navigation", { name: "Main navigation" }).getByRole("link", { name: "Home" }).tap()
  await expect(page.getByRole("heading", { level: 2 }).first()).toBeVisible()
  await expect(page.getByText("Live", { exact: true })).toHaveCount(0)

  const second = await startSaker({ data: first.data, port: first.port })
  await expect(page.getByText("Live", { exact: true }).first()).toBeVisible({ timeout: 40_000 })
  await second.end()
})

/**
 * A push message on a device: handed to the real service worker by the browser's own tools, for a subscription needs a push
 * service on the internet. That part is tested with a stand-in (src/user/push-here.test.tsx, server/alert/push-sender.test.ts).
 */

import type { BrowserContext, Page } from "@playwright/test"
import { expect, PHONE, test } from "../support/journey.ts"
import { expectAccessible } from "../support/looks.ts"
import { bringToken, signUp } from "../support/signed-up.ts"

test.use({ viewport: PHONE, serviceWorkers: "allow", permissions: ["notifications"] })

/** Hands messages to the page's service worker as a push service would. */
async function pushServiceOf(context: BrowserContext, page: Page): Promise<(body: string) => Promise<void>> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  const tools = await context.newCDPSession(page)
  const registered = new Promise<string>((known) => {
    tools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (first) known(first.registrationId)
    })
  })
  await tools.send("ServiceWorker.enable")
  const registrationId = await registered
  const origin = new URL(page.url()).origin
  return async (data) =>
    void (await tools.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data }))
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const notifications = await (await navigator.serviceWorker.ready).getNotifications()
    return notifications.map(({ title, body, tag }) => ({ title, body, tag }))
  })

/** Runs in the service worker, whose names the tests' types don't have. */
const PRESS = `(async () => {
  const [notification] = await registration.getNotifications({ tag: "alert-7" })
  self.dispatchEvent(new NotificationEvent("notificationclick", { notification }))
})()`

test("a message is one notification for each alert, whatever comes, and a press on it goes to the market (J8)", async ({
  context,
  page,
  open,
  saker,
}) => {
  const person = await signUp(saker.url)
  await bringToken(page, person.token)
  await open("/pages/user/preferences")
  const group = page.getByRole("region", { name: "Alerts" })
  await expect(group.getByRole("switch", { name: "Alert sound" })).toBeChecked()
  const own = group.getByRole("switch", { name: "Notifications on this device" })
  await expect(own).toBeEnabled()
  await own.focus()
  await page.keyboard.press("Space")
  // A journey's browser is private, and Chromium subscribes in no such window.
  await expect(group.getByRole("status")).toContainText("couldn't subscribe with its push service")
  await expect(own).not.toBeChecked()
  await expectAccessible(page)

  const push = await pushServiceOf(context, page)
  const message = { title: "BTC/USDT last price", text: "≥ 65000", tag: "alert-7", market: "BTC_USDT" }
  const told = { title: message.title, body: "≥ 66000", tag: "alert-7" }
  // On a busy machine Chromium loses what is handed to a worker that has just been installed: then once more, as a push service does.
  await expect(async () => {
    await push(JSON.stringify(message))
    await push(JSON.stringify({ ...message, text: "≥ 66000" }))
    await expect.poll(() => shown(page), { timeout: 5000 }).toEqual([told])
  }).toPass()
  await push("not what a server sends")
  await expect.poll(() => shown(page)).toContainEqual({ title: new URL(saker.url).host, body: "", tag: "" })

  // Set before the press: it is gone where the page was loaded anew.
  await page.evaluate(() => Object.assign(window, { stays: true }))
  await context.serviceWorkers()[0]?.evaluate(PRESS)
  await expect(page).toHaveURL(/#\/pages\/spot\/trade\?symbol=BTC_USDT/)
  expect(await page.evaluate(() => "stays" in window)).toBe(true)
  await expect.poll(async () => (await shown(page)).map(({ tag }) => tag)).toEqual([""])
})

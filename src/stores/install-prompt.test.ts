/** Is the right way onto the home screen offered? */

import { afterEach, expect, test, vi } from "vitest"
import { firstWay, install, installation, watchInstall } from "./install-prompt.ts"

const browser = { isStandalone: false, userAgent: "Mozilla/5.0 (X11; Linux) Chrome/140", touchPoints: 0 }
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari"
const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari"

afterEach(() => {
  vi.unstubAllGlobals()
  installation.way = "none"
})

test.each([
  ["a browser that has offered nothing", browser, "none"],
  ["an iPhone", { ...browser, userAgent: IPHONE }, "ios"],
  ["an iPad, which calls itself a Mac", { ...browser, userAgent: MAC, touchPoints: 5 }, "ios"],
  ["a Mac", { ...browser, userAgent: MAC }, "none"],
  ["a page opened from the home screen", { ...browser, userAgent: IPHONE, isStandalone: true }, "installed"],
])("%s", (_who, given, way) => {
  expect(firstWay(given)).toBe(way)
})

function browserThat(outcome: "accepted" | "dismissed") {
  const page = new EventTarget()
  vi.stubGlobal("window", page)
  vi.stubGlobal("matchMedia", () => ({ matches: false }))
  vi.stubGlobal("navigator", { userAgent: browser.userAgent, maxTouchPoints: 0 })
  watchInstall()
  const prompt = vi.fn(async () => ({ outcome }))
  const offer = Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt })
  page.dispatchEvent(offer)
  return { offer, prompt, page }
}

test("the browser's offer is held back until it is asked for, and used once", async () => {
  const { offer, prompt } = browserThat("accepted")
  expect(offer.defaultPrevented).toBe(true)
  expect(installation.way).toBe("prompt")
  expect(prompt).not.toHaveBeenCalled()
  expect(await install()).toBe(true)
  expect(installation.way).toBe("installed")
  expect(await install()).toBe(false)
  expect(prompt).toHaveBeenCalledTimes(1)
})

test("a no is a no: nothing is offered any more", async () => {
  browserThat("dismissed")
  expect(await install()).toBe(false)
  expect(installation.way).toBe("none")
})

test("installed by the browser's own menu counts as installed", () => {
  const { page } = browserThat("dismissed")
  page.dispatchEvent(new Event("appinstalled"))
  expect(installation.way).toBe("installed")
})

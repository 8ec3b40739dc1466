/** Firefox ESR without a display, driven by puppeteer-core over WebDriver BiDi, the one protocol that Firefox still has. */

import { existsSync } from "node:fs"
import puppeteer, { type Page } from "puppeteer-core"
import type { Engine, EngineWindow } from "./engine.ts"

const PATHS = ["/usr/bin/firefox-esr", "/usr/bin/firefox"]
/** A first start on a busy machine writes a whole profile. */
const START_WITHIN_MS = 90_000

const installed = () => process.env.SAKER_FIREFOX ?? PATHS.find((path) => existsSync(path))

export const firefox: Engine = {
  name: "Firefox",
  packages: "firefox-esr",
  isInstalled: () => installed() !== undefined,
  open,
}

async function open(): Promise<EngineWindow> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: installed() ?? "",
    headless: true,
    timeout: START_WITHIN_MS,
    protocolTimeout: START_WITHIN_MS,
  })
  const page = await browser.newPage()
  return {
    name: (await browser.version()).replace("/", " "),
    goTo: async (url) => void (await page.goto(url)),
    resize: (size) => page.setViewport(size),
    evaluate: async (read, ...args) =>
      (await page.evaluate(`(${read})(...${JSON.stringify(args)})`)) as ReturnType<typeof read>,
    press: ([x, y]) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    back: async () => goBack(page),
    picture: () => page.screenshot(),
    close: () => browser.close(),
  }
}

/** It waits for a page that comes; Back that closes a sheet brings none. What it did is seen by what follows. */
function goBack(page: Page): void {
  page.goBack().catch(() => undefined)
}

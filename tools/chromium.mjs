/** Finds a Chromium: a setting, an installed one, Playwright's own, or one that gets installed now. */

import { spawnSync } from "node:child_process"
import { existsSync } from "node:fs"
import { join } from "node:path"
import { fail, node, root, say } from "./steps.mjs"

const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
]

/**
 * Features that nothing is measured with. The last four are the address bar's own pages: headless too, the browser loads them
 * beside the page under test, 300 modules and some 2 s of CPU on a slow machine.
 */
export const UNMEASURED = [
  "Translate",
  "MediaRouter",
  "OptimizationHints",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
  "PreloadTopChromeWebUI",
].join(",")

const works = (path) => existsSync(path) && spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0

async function playwrightsOwn() {
  const { chromium } = await import("@playwright/test")
  return chromium.executablePath()
}

async function found() {
  const own = await playwrightsOwn().catch(() => "")
  return [...INSTALLED, own].find((path) => path && works(path))
}

/** Path of a working Chromium; where none can be had, one clear line and exit 1. */
export async function ensureChromium() {
  const set = process.env.SAKER_CHROMIUM ?? process.env.CHROME_PATH
  if (set) return works(set) ? set : fail(`SAKER_CHROMIUM: ${set} is no Chromium that starts`)
  const there = await found()
  if (there) return there
  install()
  return (
    (await found()) ??
    fail("no Chromium found and none could be installed: set SAKER_CHROMIUM to one and run again")
  )
}

/** Where there is no network a mirror may never answer. */
const INSTALL_WITHIN_MS = 300_000

function install() {
  if (process.getuid?.() === 0 && existsSync("/usr/bin/apt-get")) {
    say("installing Chromium from Debian's packages …")
    const quiet = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } }
    const patience = ["-o", "Acquire::Retries=1", "-o", "Acquire::http::Timeout=30"]
    spawnSync("apt-get", ["update", ...patience], quiet)
    spawnSync("apt-get", ["install", "-y", ...patience, "--no-install-recommends", "chromium"], quiet)
    if (INSTALLED.some(works)) return
  }
  say("installing Chromium by Playwright …")
  spawnSync(node, [join(root, "node_modules/playwright-core/cli.js"), "install", "chromium"], {
    stdio: "inherit",
    timeout: INSTALL_WITHIN_MS,
  })
}

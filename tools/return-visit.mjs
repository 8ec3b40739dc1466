/**
 * How soon does a phone that has the page's files show figures again? Opens home, lets the service worker keep it, closes
 * it, and opens it anew, at a phone's distance and pace: all connections go through a proxy of 75 ms each way, and the
 * page's thread is slowed 4 times. Told is the time from the start of the navigation to the first price on the screen.
 */

import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import puppeteer from "puppeteer-core"
import { UNMEASURED } from "./chromium.mjs"

/** Half of the round trip of Lighthouse's phone. */
const ONE_WAY_MS = 75
const SLOWED = 4
const VISITS = 5
const SCREEN = { width: 412, height: 823, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const KEPT_WITHIN_MS = 60_000
const SHOWN_WITHIN_MS = 30_000

/** Runs in the page before its own scripts: notes when the first price of a market is there to be painted. */
function watchFirstFigure() {
  const isShown = () =>
    [...document.querySelectorAll("main a")].some((row) => /\d[.,]\d/.test(row.textContent ?? ""))
  const look = () => {
    if (isShown()) window.firstFigureMs = performance.now()
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

/** A TCP proxy that adds distance. */
async function openDistance(address) {
  const { hostname, port } = new URL(address)
  const sockets = new Set()
  const door = createServer((near) => {
    const far = connect(Number(port), hostname)
    for (const [one, other] of [
      [near, far],
      [far, near],
    ]) {
      sockets.add(one)
      one.setNoDelay(true)
      one.on("data", (data) => setTimeout(() => other.writable && other.write(data), ONE_WAY_MS))
      one.on("error", () => undefined)
      one.on("close", () => {
        sockets.delete(one)
        setTimeout(() => other.destroy(), ONE_WAY_MS)
      })
    }
  })
  door.listen(0, "127.0.0.1")
  await once(door, "listening")
  return {
    address: `http://127.0.0.1:${door.address().port}`,
    close() {
      for (const socket of sockets) socket.destroy()
      door.close()
    },
  }
}

async function visit(browser, address, isSlowed) {
  const page = await browser.newPage()
  await page.setViewport(SCREEN)
  if (isSlowed) await page.emulateCPUThrottling(SLOWED)
  await page.evaluateOnNewDocument(watchFirstFigure)
  await page.goto(address, { waitUntil: "domcontentloaded" })
  await page.waitForFunction("window.firstFigureMs !== undefined", { timeout: SHOWN_WITHIN_MS })
  return { page, firstFigureMs: await page.evaluate("window.firstFigureMs") }
}

/** @returns {Promise<number[]>} ms from the navigation to the first price, of each return visit */
export async function measureReturnVisits(chromium, serverAddress) {
  const distance = await openDistance(serverAddress)
  const profile = mkdtempSync(join(tmpdir(), "saker-return-"))
  const browser = await puppeteer.launch({
    executablePath: chromium,
    userDataDir: profile,
    args: ["--no-sandbox", "--disable-gpu", `--disable-features=${UNMEASURED}`],
  })
  try {
    const { page } = await visit(browser, distance.address, false)
    await page.waitForFunction("navigator.serviceWorker.controller !== null", { timeout: KEPT_WITHIN_MS })
    await page.close()
    const times = []
    for (let count = 0; count < VISITS; count += 1) {
      const again = await visit(browser, distance.address, true)
      times.push(again.firstFigureMs)
      await again.page.close()
    }
    return times
  } finally {
    await browser.close()
    distance.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

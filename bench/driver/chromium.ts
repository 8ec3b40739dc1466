/** Starts Chromium: one headless process a page, the same flags for every cell, removed with its folder. */

import { type ChildProcess, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { UNMEASURED } from "../../tools/chromium.mjs"

/**
 * Every flag and why:
 * - `--headless=new`: the real browser without a window; frames come at 60 Hz from a timer.
 * - `--no-sandbox`: tests run as root in containers. It costs and saves nothing on the paths measured here.
 * - `--disable-gpu`: machines of CI have none; software compositing everywhere, so that figures compare.
 * - `--disable-background-…`, `--disable-renderer-backgrounding`: a headless window must not be slowed as hidden.
 * - `--disable-extensions … --disable-sync`: nothing of the browser's own runs beside the page.
 * - `--disable-features=…`: see `tools/chromium.mjs`.
 * - `--js-flags=--expose-gc`: the heap is measured after a collection, not at a moment of chance.
 * - `--enable-precise-memory-info`: memory figures not rounded.
 */
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-background-networking",
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
  "--disable-extensions",
  "--disable-component-update",
  "--disable-default-apps",
  "--disable-sync",
  `--disable-features=${UNMEASURED}`,
  "--no-first-run",
  "--no-default-browser-check",
  "--mute-audio",
  "--js-flags=--expose-gc",
  "--enable-precise-memory-info",
  "--remote-debugging-port=0",
] as const

const START_TIMEOUT_MS = 30_000

export interface Chromium {
  /** Address of the browser's DevTools socket. */
  debuggerUrl: string
  pid: number
  close(): Promise<void>
}

export async function startChromium(
  path: string,
  size: { width: number; height: number },
): Promise<Chromium> {
  const profile = mkdtempSync(join(tmpdir(), "saker-bench-"))
  const child = spawn(
    path,
    [...FLAGS, `--user-data-dir=${profile}`, `--window-size=${size.width},${size.height}`, "about:blank"],
    { stdio: ["ignore", "ignore", "pipe"] },
  )
  try {
    const debuggerUrl = await readDebuggerUrl(child)
    return { debuggerUrl, pid: child.pid ?? 0, close: () => end(child, profile) }
  } catch (error) {
    await end(child, profile)
    throw error
  }
}

function readDebuggerUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ""
    const timer = setTimeout(() => reject(new Error(`Chromium did not start: ${said}`)), START_TIMEOUT_MS)
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`Chromium ended with ${code}: ${said}`)))
    child.stderr?.on("data", (chunk: Buffer) => {
      said = (said + String(chunk)).slice(-4000)
      const url = /DevTools listening on (ws:\S+)/.exec(said)?.[1]
      if (!url) return
      clearTimeout(timer)
      child.removeAllListeners("exit")
      child.stderr?.resume()
      resolve(url)
    })
  })
}

async function end(child: ChildProcess, profile: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((resolve) => child.once("exit", resolve))
    child.kill("SIGKILL")
    await ended
  }
  // Its own children may still write for a moment.
  rmSync(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
}

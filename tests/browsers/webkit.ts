/**
 * WebKitGTK in its own small browser on a virtual display, driven by WebKitWebDriver. The client is these lines over
 * `fetch`: W3C WebDriver is a dozen posts of JSON, and the libraries for it (selenium-webdriver, webdriver) bring a manager
 * of downloaded drivers or forty packages, of which none would be used.
 */

import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Engine, EngineWindow, Point, Size } from "./engine.ts"
import { until } from "./until.ts"

const DRIVER = "/usr/bin/WebKitWebDriver"
const DISPLAY_SERVER = "/usr/bin/Xvfb"
const START_WITHIN_MS = 90_000
const ANSWER_WITHIN_MS = 120_000

export const webkit: Engine = {
  name: "WebKit",
  packages: "webkit2gtk-driver xvfb",
  isInstalled: () => existsSync(DRIVER) && existsSync(DISPLAY_SERVER) && browserPath() !== undefined,
  open,
}

/** The browser that WebKitWebDriver starts by itself; a newer Debian has it in another folder. */
const browserPath = () => globSync("/usr/{lib,libexec}/{*-linux-gnu*/,}webkit2gtk-4*/MiniBrowser")[0]

type Ask = (method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<unknown>

async function open(): Promise<EngineWindow> {
  const folder = mkdtempSync(join(tmpdir(), "saker-webkit-"))
  const children: ChildProcess[] = []
  // However this process ends: detached, they would stay for good.
  const killAll = () => {
    for (const child of children) killGroup(child)
  }
  process.once("exit", killAll)
  const end = async () => {
    process.off("exit", killAll)
    for (const child of children.reverse()) await endGroup(child)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const display = await startDisplay(children)
    const ask = await startDriver(children, folder, display)
    return await openSession(ask, end)
  } catch (error) {
    await end()
    throw error
  }
}

/** A screen that nobody sees, under a number that was free. */
async function startDisplay(children: ChildProcess[]): Promise<string> {
  const child = spawn(
    DISPLAY_SERVER,
    ["-displayfd", "3", "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
    { detached: true, stdio: ["ignore", "ignore", "ignore", "pipe"] },
  )
  children.push(child)
  let said = ""
  child.stdio[3]?.on("data", (chunk: Buffer) => {
    said += chunk.toString()
  })
  await until("a virtual display", () => gone(child, "Xvfb") || said.includes("\n"), START_WITHIN_MS)
  return `:${said.trim()}`
}

async function startDriver(children: ChildProcess[], folder: string, display: string): Promise<Ask> {
  const port = await freePort()
  const child = spawn(DRIVER, [`--port=${port}`, "--host=127.0.0.1"], {
    detached: true,
    stdio: "ignore",
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: "x11",
      HOME: folder,
      XDG_CONFIG_HOME: withSlimBars(folder),
      XDG_CACHE_HOME: folder,
      XDG_DATA_HOME: folder,
      XDG_RUNTIME_DIR: folder,
      // Neither a bus nor a graphics card is there; what is drawn is our own page.
      GSETTINGS_BACKEND: "memory",
      NO_AT_BRIDGE: "1",
      LIBGL_ALWAYS_SOFTWARE: "1",
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    },
  })
  children.push(child)
  const ask = client(`http://127.0.0.1:${port}`)
  const answers = () =>
    ask("GET", "/status").then(
      () => true,
      () => gone(child, "WebKitWebDriver"),
    )
  await until("an answer of WebKitWebDriver", answers, START_WITHIN_MS)
  return ask
}

/** Its window is never narrower than its toolbar, 447 px as it comes: a phone needs a slim one. */
function withSlimBars(folder: string): string {
  const config = join(folder, "config")
  mkdirSync(join(config, "gtk-3.0"), { recursive: true })
  const slim = "* { font-size: 1px; padding: 0; margin: 0; min-width: 0; min-height: 0; border-width: 0; }"
  writeFileSync(join(config, "gtk-3.0/gtk.css"), slim)
  return config
}

function client(address: string): Ask {
  return async (method, path, body) => {
    const response = await fetch(address + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
    })
    const { value } = (await response.json()) as { value: { error?: string; message?: string } | null }
    if (!response.ok) throw new Error(`WebKitWebDriver ${path}: ${value?.error}: ${value?.message}`)
    return value
  }
}

async function openSession(ask: Ask, end: () => Promise<void>): Promise<EngineWindow> {
  const capabilities = {
    pageLoadStrategy: "normal",
    timeouts: { pageLoad: START_WITHIN_MS },
    "webkitgtk:browserOptions": { binary: browserPath(), args: ["--automation"] },
  }
  const session = (await ask("POST", "/session", { capabilities: { alwaysMatch: capabilities } })) as {
    sessionId: string
    capabilities: { browserVersion: string }
  }
  const own: Ask = (method, path, body) => ask(method, `/session/${session.sessionId}${path}`, body)
  const evaluate: EngineWindow["evaluate"] = async (read, ...args) =>
    (await own("POST", "/execute/sync", {
      script: `return (${read}).apply(null, arguments)`,
      args,
    })) as ReturnType<typeof read>
  return {
    name: `WebKitGTK ${session.capabilities.browserVersion}`,
    goTo: async (url) => void (await own("POST", "/url", { url })),
    resize: (size) => resize(own, evaluate, size),
    evaluate,
    press: async (at) => void (await own("POST", "/actions", { actions: [pressAt(at)] })),
    type: async (text) => void (await own("POST", "/actions", { actions: [keys(text)] })),
    // The driver's own Back waits for a page to load, and where a sheet closes none does.
    back: () => evaluate(() => history.back()),
    picture: async () => Buffer.from(String(await own("GET", "/screenshot")), "base64"),
    close: async () => {
      await own("DELETE", "").catch(() => undefined)
      await end()
    },
  }
}

/** The window has a bar of a height of its own, and takes its time. */
async function resize(ask: Ask, evaluate: EngineWindow["evaluate"], size: Size): Promise<void> {
  await until(`a page of ${size.width}×${size.height}`, async () => {
    const inner = await evaluate(() => ({ width: innerWidth, height: innerHeight }))
    if (inner.width === size.width && inner.height === size.height) return true
    const outer = (await ask("GET", "/window/rect")) as Size
    await ask("POST", "/window/rect", {
      width: outer.width + size.width - inner.width,
      height: outer.height + size.height - inner.height,
    })
    return `${inner.width}×${inner.height}`
  })
}

const pressAt = ([x, y]: Point) => ({
  type: "pointer",
  id: "mouse",
  parameters: { pointerType: "mouse" },
  actions: [
    { type: "pointerMove", duration: 0, origin: "viewport", x: Math.round(x), y: Math.round(y) },
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ],
})

const keys = (text: string) => ({
  type: "key",
  id: "keyboard",
  actions: [...text].flatMap((value) => [
    { type: "keyDown", value },
    { type: "keyUp", value },
  ]),
})

/** False while it runs; throws as soon as it has ended by itself. */
function gone(child: ChildProcess, name: string): false {
  if (child.exitCode !== null || child.signalCode !== null)
    throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}`)
  return false
}

/** With all that it has started itself: the browser outlives its driver. */
async function endGroup(child: ChildProcess): Promise<void> {
  if (child.pid === undefined) return
  const isRunning = child.exitCode === null && child.signalCode === null
  const ended = isRunning ? new Promise((resolve) => child.once("exit", resolve)) : undefined
  killGroup(child)
  await ended
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL")
  } catch {
    // Nothing of it is left.
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === "string") throw new Error("no free port")
  return address.port
}

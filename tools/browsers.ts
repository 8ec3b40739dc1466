/**
 * `npm run browsers`: does the product work in Firefox and WebKit? Starts the real server for each engine, opens every
 * screen at the size of a phone and of a desk, and trades: tests/browsers. The engines are Debian's; one that isn't there
 * is named with the packages that bring it. Ends with 1 when a walk fails, or when neither engine could be tried;
 * `-- --where-installed` (as `npm run verify` asks) lets that pass. `-- --only Firefox` tries one.
 */

import { writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import type { Engine, EngineWindow } from "../tests/browsers/engine.ts"
import { firefox } from "../tests/browsers/firefox.ts"
import { Person } from "../tests/browsers/person.ts"
import { openEntrances, openScreens } from "../tests/browsers/screens.ts"
import { register, tradeOnDesk, tradeOnPhone } from "../tests/browsers/trade.ts"
import { watchedSite } from "../tests/browsers/watched-site.ts"
import { webkit } from "../tests/browsers/webkit.ts"
import { removeFolders, startSaker } from "../tests/support/saker-process.ts"
import { ensureBuilt, ensureInstalled, ensureSeeded } from "./steps.mjs"

const { values: asked } = parseArgs({
  options: { "where-installed": { type: "boolean", default: false }, only: { type: "string" } },
})
const engines = [firefox, webkit].filter(({ name }) => !asked.only || asked.only === name)
const say = (text: string) => console.log(`saker: ${text}`)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** Undefined where it can't be tried, with one line that says why. */
async function openEngine(engine: Engine): Promise<EngineWindow | undefined> {
  const { name, packages } = engine
  if (!engine.isInstalled()) {
    say(`${name} is not installed, so not tried: apt-get install -y ${packages}`)
    return undefined
  }
  try {
    return await engine.open()
  } catch (error) {
    say(`${name} is installed but can't be started here, so not tried: ${messageOf(error).split("\n")[0]}`)
    return undefined
  }
}

async function walk(window: EngineWindow, base: string): Promise<void> {
  const person = new Person(window, base)
  const step = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now()
    const result = await work()
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    say(
      `${window.name}: ${name}${typeof result === "number" ? `, ${result} screens at two sizes` : ""}, ${seconds} s`,
    )
  }
  await person.load("/")
  await step("the entrances", () => openEntrances(person))
  await step("registering, practice money", () => register(person, base))
  await step("a trade on a phone", () => tradeOnPhone(person))
  await step("a trade on a desk", () => tradeOnDesk(person))
  await step("everything else", () => openScreens(person, base))
}

/** Whether the walk through this engine came to its end. */
async function tryEngine(window: EngineWindow): Promise<boolean> {
  const saker = await startSaker({ options: { siteFolder: watchedSite() } })
  const killServer = () => void saker.end("SIGKILL")
  process.once("exit", killServer)
  try {
    await walk(window, saker.url)
    return true
  } catch (error) {
    console.error(`failed: ${window.name}: ${error instanceof Error ? error.stack : error}`)
    const picture = join(tmpdir(), `saker-${window.name.split(" ")[0]}.png`.toLowerCase())
    await window.picture().then(
      (png) => {
        writeFileSync(picture, png)
        console.error(`    what was in sight: ${picture}`)
      },
      () => undefined,
    )
    return false
  } finally {
    await saker.end()
    removeFolders()
    process.off("exit", killServer)
  }
}

// So that what was started ends with this process: puppeteer, the driver and the server are told by its `exit`.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(1))
ensureInstalled()
ensureBuilt()
ensureSeeded()
let tried = 0
let failed = 0
for (const engine of engines) {
  const window = await openEngine(engine)
  if (!window) continue
  tried += 1
  try {
    if (!(await tryEngine(window))) failed += 1
  } finally {
    await window.close()
  }
}
if (tried > 0) say(`${tried - failed} of ${tried} browser engines hold up`)
process.exit(failed > 0 || (tried === 0 && !asked["where-installed"]) ? 1 : 0)

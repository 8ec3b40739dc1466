/**
 * `npm run soak -- --minutes 120`: the server as `npm start` runs it, looked at once a minute; with `--page` a browser on the
 * spot desk beside it, `--sockets N` that many clients, `--stalled N` that many that never read, `--orders N` that many
 * orders a second. Each look is kept at once in
 * `dist/soak/NAME.jsonl`, the curves are drawn at the end or when it is interrupted. Ends with 1 when a client noticed a fault.
 */

import { appendFileSync, mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { ensureChromium } from "../../tools/chromium.mjs"
import { bundledServer, ensureBuilt, ensureBundled, ensureSeeded } from "../../tools/steps.mjs"
import { Page } from "../driver/page.ts"
import { describeMachine, describeVersions } from "../report/machine.ts"
import { freePort, startRealServer } from "../server/real-server.ts"
import { drawSoak } from "./curves.ts"
import { Orders } from "./orders.ts"
import { type Sample, ServerLook } from "./sample.ts"
import { Sockets } from "./sockets.ts"
import { StalledSockets } from "./stalled.ts"

const MINUTE_MS = 60_000
const SYMBOL = "BTC_USDT"
const folder = join(import.meta.dirname, "../../dist/soak")
/** Many users from one address, as no address is. */
const FOR_ORDERS = {
  SAKER_ACCOUNT_CALLS_PER_SECOND: "10000",
  SAKER_ORDERS_PER_SECOND: "1000",
  SAKER_CANCELS_PER_SECOND: "1000",
  SAKER_CODES_PER_HOUR: "100000",
  SAKER_TRIES_PER_ADDRESS: "100000",
  SAKER_PRACTICE_FUNDS: "USDT:10000000,BTC:1000",
}

const wish = readWish()
ensureBuilt()
ensureBundled()
ensureSeeded()
const metricsPort = await freePort()
// Else it runs as it comes.
const settings = {
  ...(wish.stalled > 0 && { SAKER_METRICS_PORT: String(metricsPort) }),
  ...(wish.orders > 0 && FOR_ORDERS),
}
const server = await startRealServer(settings, { command: bundledServer, isAsItComes: true })
const address = `http://127.0.0.1:${server.port}`
const page = wish.isWithPage ? await openDesk() : undefined
const sockets = wish.sockets > 0 ? await Sockets.open(server.port, wish.sockets) : undefined
const stalled = wish.stalled > 0 ? new StalledSockets(server.port, metricsPort, wish.stalled) : undefined
const orders =
  wish.orders > 0 ? await Orders.start({ address, mailbox: server.mailbox }, wish.orders) : undefined
const look = new ServerLook({ pid: server.pid, address, folder: server.folder })
const samples: Sample[] = []
let isInterrupted = false
let wake = () => {}
process.once("SIGINT", () => {
  isInterrupted = true
  wake()
})

const begun = performance.now()
const name = `soak-${[...(page ? ["page"] : []), ...(sockets ? [`${wish.sockets}-sockets`] : []), ...(stalled ? [`${wish.stalled}-stalled`] : []), ...(orders ? [`${wish.orders}-orders`] : [])].join("-") || "defaults"}`
mkdirSync(folder, { recursive: true })
const file = join(folder, `${name}.jsonl`)
writeFileSync(file, "")
try {
  for (let minute = 1; minute <= wish.minutes && !isInterrupted; minute += 1) {
    await pauseUntil(begun + minute * MINUTE_MS)
    if (isInterrupted) break
    samples.push(await takeSample())
    appendFileSync(file, `${JSON.stringify(samples.at(-1))}\n`)
    console.error(`soak: ${JSON.stringify(samples.at(-1))}`)
  }
} finally {
  orders?.stop()
  sockets?.stop()
  stalled?.stop()
  await page?.close()
  await server.close()
}
const { processor, cores } = describeMachine()
const versions = describeVersions(undefined)
const drawn = drawSoak(samples, {
  title: titleOf(),
  foot: `${new Date().toISOString().slice(0, 10)} · ${processor}, ${cores} cores · Node ${versions.node} · ${versions.saker}`,
})
writeFileSync(join(folder, `${name}.svg`), drawn)
console.error(`soak: kept in ${folder}/${name}.jsonl and .svg`)
const isFaulty = (samples.at(-1)?.sockets?.faults ?? 0) > 0 || (page?.errors.length ?? 0) > 0
for (const error of page?.errors ?? []) console.error(`soak: the page logged ${error}`)
process.exit(isFaulty ? 1 : 0)

async function takeSample(): Promise<Sample> {
  const minute = Math.round(((performance.now() - begun) / MINUTE_MS) * 10) / 10
  return {
    minute,
    ...(await look.take()),
    ...(page ? { heapMb: Math.round((await page.collectedHeap()) / 1e5) / 10 } : {}),
    ...(orders ? { orders: orders.take() } : {}),
    ...(sockets ? { sockets: sockets.take() } : {}),
    ...(stalled ? { stalled: stalled.take() } : {}),
  }
}

async function openDesk(): Promise<Page> {
  const desk = await Page.open(`${address}/#/pages/spot/trade?symbol=${SYMBOL}`, {
    width: 1440,
    height: 900,
    scripts: [],
    storage: {},
    chromium: await ensureChromium(),
  })
  await desk.waitFor("document.querySelector('canvas')")
  return desk
}

function titleOf(): string {
  const beside = [
    ...(page ? ["a page on spot trade"] : []),
    ...(sockets ? [`${wish.sockets} sockets`] : []),
    ...(stalled ? [`${wish.stalled} that never read`] : []),
    ...(orders ? [`${wish.orders} orders a second`] : []),
  ]
  return `The server over time: ${beside.length === 0 ? "at its defaults, nobody there" : beside.join(", ")}`
}

async function pauseUntil(at: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, at - performance.now()))
    wake = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

function readWish() {
  try {
    const { values } = parseArgs({
      options: {
        minutes: { type: "string", default: "120" },
        sockets: { type: "string", default: "0" },
        stalled: { type: "string", default: "0" },
        orders: { type: "string", default: "0" },
        page: { type: "boolean", default: false },
      },
    })
    return {
      minutes: wholeNumber("minutes", values.minutes),
      sockets: wholeNumber("sockets", values.sockets),
      stalled: wholeNumber("stalled", values.stalled),
      orders: wholeNumber("orders", values.orders),
      isWithPage: values.page,
    }
  } catch (error) {
    console.error(`soak: ${error instanceof Error ? error.message : error}`)
    process.exit(2)
  }
}

function wholeNumber(option: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new Error(`--${option} takes a whole number, not ${text}`)
  return Number(text)
}

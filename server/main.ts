/**
 * Entry: reads the settings, starts the server, says where it is, and ends it when asked to. The server itself is loaded
 * while the database's thread is already at work.
 */

import { flushCompileCache } from "node:module"
import { networkInterfaces } from "node:os"
import { setFlagsFromString } from "node:v8"
import { readSettings, type Settings } from "./settings/settings.ts"
import { StartProblem } from "./settings/start-problem.ts"
import { beginStart } from "./start/begin-start.ts"
import { HeldUp } from "./start/held-up.ts"
import type { RunningServer } from "./start/start-server.ts"
import { placeOf } from "./storage/place-of.ts"
import type { WriterLock } from "./storage/writer-lock.ts"

/** A stop that takes longer is cut off; what was saved before stays. */
const STOP_WITHIN_MS = 8000
/** One that hands over has the time to keep its state: without it a server of a new version may not be able to go on. */
const HAND_OVER_WITHIN_MS = 60_000
/** The operator gets the answer first. */
const ANSWER_LEAVES_MS = 100

/**
 * V8 lets the memory of what lives long double before it looks, though what is in use hardly changes once the server is ready:
 * from then on it looks at each so many percent. During the start, which grows all the time, that would cost a sixth of it.
 */
const GROWTH_PERCENT = 20

const TAKEN_OVER_LOOK_MS = 500

const heldUp = new HeldUp()
const isHeldUp = () => heldUp.isNow()

async function run(settings: Settings): Promise<void> {
  try {
    if (settings.isGateway) return await runGateway(settings)
    let begun = await beginStart(settings)
    const { startServer } = await import("./start/start-server.ts")
    if (settings.isStandby) begun = { lock: await takeTurn(settings) }
    let end: (withinMs: number) => void = () => undefined
    const handOver = () => void setTimeout(() => end(HAND_OVER_WITHIN_MS), ANSWER_LEAVES_MS)
    const server = await startServer(settings, { begun, handOver, isHeldUp })
    end = endOnSignal(server)
    if (settings.isStandby) endWhenTakenOver(server, (await import("./start/standby.ts")).isTakenOver)
    await announce(server, settings)
    // Node writes it at a clean end; a server that is killed would compile everything anew at each start.
    flushCompileCache()
    setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
  } catch (error) {
    end(
      error instanceof StartProblem
        ? [error.message]
        : [String(error instanceof Error ? error.stack : error)],
    )
  }
}

/** Loaded only where it is asked for: page, calls and sockets for an exchange that another process has. */
async function runGateway(settings: Settings): Promise<void> {
  const { startGateway } = await import("./start/start-gateway.ts")
  const server = await startGateway(settings, { isHeldUp })
  endOnSignal(server)
  // One that can't follow any more has nothing true to show: its keeper starts it anew from the newest snapshot.
  endWhenTakenOver(server, (failure) => failure !== undefined)
  await announce(server, settings)
  flushCompileCache()
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}

/** Loaded only where it is asked for: of two servers on one database the second waits here. */
async function takeTurn(settings: Settings): Promise<WriterLock> {
  const { checkStandby, standBy } = await import("./start/standby.ts")
  checkStandby(settings)
  return await standBy(settings, (line) => process.stdout.write(`${line}\n`))
}

/** Whoever was taken over has nothing to save and nothing true to show: its keeper starts it anew, as the next standby. */
function endWhenTakenOver(
  server: RunningServer,
  isTakenOver: (failure: string | undefined) => boolean,
): void {
  setInterval(() => {
    const failure = server.failure()
    if (!isTakenOver(failure)) return
    process.stderr.write(`Saker ends: ${failure}\n`)
    process.exit(1)
  }, TAKEN_OVER_LOOK_MS).unref()
}

function end(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exitCode = 1
  // Nothing is left to do, but a half-opened thing must not keep the process.
  setTimeout(() => process.exit(1), 1000).unref()
}

async function announce(server: RunningServer, settings: Settings): Promise<void> {
  heldUp.start()
  const lan = isOpenToAll(settings.host) ? lanAddresses().map((host) => `http://${host}:${server.port}`) : []
  const { kind, source } = server.feed
  const lines = [
    `Saker is ready at ${server.address}`,
    ...lan.map((address) => `  on this network  ${address}`),
    `  feed             ${source ? `${kind}:${source}` : kind}${server.feed.practice ? " (practice money)" : ""}`,
    ...seedLines(settings),
    ...walkLines(settings),
    ...(server.metrics ? [`  metrics          ${server.metrics}`] : []),
    ...(server.mailbox ? [`  mailbox          ${server.mailbox}`] : []),
    `  data             ${settings.databaseUrl ? `PostgreSQL at ${placeOf(settings.databaseUrl)}` : settings.data}`,
  ]
  process.stdout.write(`${lines.join("\n")}\n`)
  const [phone] = lan
  if (phone && (settings.qr ?? process.stdout.isTTY)) {
    const { default: encodeQR } = await import("qr")
    process.stdout.write(`\n${encodeQR(phone, "ascii", { border: 2 })}\n  Open it on a phone: ${phone}\n`)
  }
}

const isOpenToAll = (host: string): boolean => host === "0.0.0.0" || host === "::"

/** Whoever knows the seed of a simulated market can compute its future: the operator is told at each start. */
const seedLines = ({ feed, seed }: Settings): string[] =>
  feed.kind === "simulated" && seed !== null
    ? [
        `  seed             ${seed}: whoever knows it can compute all prices to come; for tests and demonstrations only`,
      ]
    : []

const walkLines = ({ feed, priceWalks }: Settings): string[] =>
  feed.kind === "simulated" && priceWalks
    ? ["  price walks      on: the operator can move prices; for tests and demonstrations only"]
    : []

function lanAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter((one) => one.family === "IPv4" && !one.internal)
    .map((one) => one.address)
}

/** Answers how to end it without a signal. */
function endOnSignal(server: RunningServer): (withinMs: number) => void {
  let isEnding = false
  const stop = (withinMs: number) => {
    // A second Ctrl-C means: now.
    if (isEnding) process.exit(1)
    isEnding = true
    setTimeout(() => process.exit(1), withinMs).unref()
    server.close().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
        process.exit(1)
      },
    )
  }
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const)
    process.on(signal, () => stop(STOP_WITHIN_MS))
  return stop
}

// Last, when everything above is defined.
const result = readSettings(process.env)
if (result.ok) await run(result.settings)
else end(result.lines)

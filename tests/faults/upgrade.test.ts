/**
 * An exchange that goes on while its processes are replaced: the one that writes hands over to one that stands by, of the same version and
 * then of a later one, behind two gateways and under load. Every acknowledged order is there once, and an earlier version refuses.
 */

import { afterAll, expect, test } from "vitest"
import { WebSocket } from "ws"
import type { SpotMarket } from "#core/wire/market.ts"
import { HANDED_OVER_WITHIN_MS } from "#server/journal/hand-over.ts"
import { runOperator } from "#server/operator/run-operator.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { FORMAT } from "#server/storage/schema.ts"
import { Bookkeeper, SYMBOL } from "#tests/support/bookkeeper.ts"
import { GATEWAYS_LEFT_OUT, gatewaysCanRun } from "#tests/support/gateways.ts"
import { startNats } from "#tests/support/nats.ts"
import { freshDatabase, LEFT_OUT, postgresIsThere } from "#tests/support/postgres.ts"
import {
  endAll,
  freshFolder,
  removeFolders,
  type SakerProcess,
  type SakerSetup,
  startAndFail,
  startSaker,
} from "#tests/support/saker-process.ts"
import { getFrom } from "#tests/support/signed-up.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { newTrader, priceAt } from "#tests/support/trader.ts"
import { serverFlags } from "../../tools/steps.mjs"

const WITHIN_MS = 180_000
const ORDERS = 20
/** The server as a later version of it. */
const NEXT = { serve: [...serverFlags, "--import", "./tests/support/next-version.ts", "server/main.ts"] }
const STANDBY = { SAKER_STANDBY: "1" }
const GATEWAY = { SAKER_GATEWAY: "1" }

afterAll(removeFolders)

const asServer = ({ url, port }: SakerProcess) => ({ address: url, port }) as RunningServer
/** Waits for the end of a process that ends by itself. */
const ended = (saker: SakerProcess) => saker.end("SIGCONT")

/** Servers on one database, of this version and the next, with one data folder. */
class Ground {
  readonly #pids: number[] = []
  readonly #data = freshFolder()
  readonly #env: Record<string, string>
  #key = ""

  constructor(env: Record<string, string>) {
    this.#env = {
      ...{ SAKER_MARKETS: "6", SAKER_ORDERS_PER_SECOND: "1000", SAKER_CANCELS_PER_SECOND: "1000" },
      SAKER_RESTART_PAUSE: "20",
      ...env,
    }
  }

  setup(env: Record<string, string>, version: Pick<SakerSetup, "serve"> = {}): SakerSetup {
    const onSpawn = (pid: number) => void this.#pids.push(pid)
    return { ...version, data: this.#data, env: { ...this.#env, ...env }, onSpawn }
  }

  start(env: Record<string, string>, version: Pick<SakerSetup, "serve"> = {}): Promise<SakerProcess> {
    return startSaker(this.setup(env, version))
  }

  async operate(...words: string[]): Promise<{ code: number; text: string }> {
    const said: string[] = []
    const say = (line: string) => void said.push(line)
    const environment = { SAKER_DATA: this.#data, SAKER_OPERATOR_KEY: this.#key }
    const code = await runOperator(words, { environment, say, complain: say })
    return { code, text: said.join("\n") }
  }

  async addKey(): Promise<void> {
    this.#key = (await this.operate("key-add", "olga")).text.split("\n")[1] ?? ""
  }

  differencesIn(books: Bookkeeper, database: string): Promise<string[]> {
    return books.differencesIn(database, this.#data)
  }

  end(): void {
    endAll(this.#pids)
  }
}

/** As soon as one stands by; answers what the operator read. */
async function handOver(ground: Ground): Promise<string> {
  let text = ""
  const isDone = async () => {
    const answer = await ground.operate("hand-over")
    text = answer.text
    return answer.code
  }
  await expect.poll(isDone, { timeout: WITHIN_MS }).toBe(0)
  return text
}

/** Waits until the last one has ended and the next one is ready: then every market is open, with no pause (N6). */
async function takenOver(last: SakerProcess, next: Promise<SakerProcess>): Promise<SakerProcess> {
  const began = Date.now()
  expect(await ended(last)).toBe(0)
  const opened = await next
  // On a machine so busy that it took longer the pause of a restart holds.
  if (Date.now() - began < HANDED_OVER_WITHIN_MS)
    expect(await marketStates(opened.url)).toEqual(new Set(["open"]))
  return opened
}

async function marketStates(url: string): Promise<Set<string>> {
  const { data } = await getFrom<{ rows: SpotMarket[] }>(url, "/market/exchange")
  return new Set(data.rows.map(({ state }) => state))
}

test.skipIf(!gatewaysCanRun)(
  `hands over under load, to its own version and to the next, behind two gateways${GATEWAYS_LEFT_OUT}`,
  async () => {
    const { url: database, drop } = await freshDatabase()
    const nats = await startNats()
    const ground = new Ground({ DATABASE_URL: database, SAKER_NATS: nats.url })
    const ready = (url: string) =>
      expect
        .poll(async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.status, {
          timeout: WITHIN_MS,
        })
        .toBe(200)
    try {
      const first = await ground.start(STANDBY)
      await ground.addKey()
      expect(await ground.operate("hand-over")).toEqual({
        code: 1,
        text: expect.stringContaining("no server stands by"),
      })
      const trader = await newTrader(asServer(first))
      const price = await priceAt(asServer(first), SYMBOL, 0.9)
      const gateways = await Promise.all([ground.start(GATEWAY), ground.start(GATEWAY)])
      const addresses = gateways.map(({ url }) => url)
      for (const url of addresses) await ready(url)
      const books = new Bookkeeper({ token: trader.token, price, addresses })
      const workOn = async () => {
        const before = books.count("gone")
        await expect.poll(() => books.count("gone"), { timeout: WITHIN_MS }).toBeGreaterThan(before + ORDERS)
      }
      const compare = async () => {
        await books.stop()
        for (const url of addresses) {
          await ready(url)
          expect(await books.differencesAt(url)).toEqual([])
        }
        expect(await ground.differencesIn(books, database)).toEqual([])
      }
      books.start()
      await workOn()

      // To the same version: no market pauses, and whoever is at a gateway stays connected.
      const client = await SocketClient.open(`${addresses[0]}/socket`)
      const secondStands = ground.start(STANDBY)
      expect(await handOver(ground)).toContain(`format ${FORMAT} rules`)
      const second = await takenOver(first, secondStands)
      await workOn()
      await compare()
      expect([client.socket.readyState, client.closed]).toEqual([WebSocket.OPEN, undefined])
      await client.close()

      // To the next version, which gateways of this one can't follow: they say so and end, and make room for new ones.
      books.start()
      await workOn()
      const nextStands = ground.start(STANDBY, NEXT)
      expect(await handOver(ground)).toContain(`format ${FORMAT + 1} rules`)
      const next = await takenOver(second, nextStands)
      for (const gateway of gateways) {
        expect(await ended(gateway)).toBe(1)
        expect(gateway.output()).toMatch(/Saker ends: .*of another version|Saker ends: .*have rules version/)
      }
      addresses.splice(0, 2, (await ground.start(GATEWAY, NEXT)).url)
      await workOn()
      await compare()

      // Back is no way: whoever is older says so in one line, and the exchange goes on.
      const older = await Promise.all([STANDBY, GATEWAY].map((env) => startAndFail(ground.setup(env))))
      for (const { code, output } of older) {
        expect(code).toBe(1)
        expect(output.trim().split("\n")).toEqual([
          expect.stringContaining(
            `was written by a newer Saker (data format ${FORMAT + 1}, this one reads up to ${FORMAT})`,
          ),
        ])
      }
      await ready(next.url)
    } finally {
      ground.end()
      await nats.end()
      await drop()
    }
  },
  3 * WITHIN_MS,
)

test.skipIf(!postgresIsThere)(
  `a later version leaves the commands of a killed one to its own version${postgresIsThere ? "" : ` (${LEFT_OUT})`}`,
  async () => {
    const { url: database, drop } = await freshDatabase()
    const ground = new Ground({ DATABASE_URL: database, SAKER_RESTART_PAUSE: "0" })
    try {
      const first = await ground.start(STANDBY)
      const trader = await newTrader(asServer(first))
      const price = await priceAt(asServer(first), SYMBOL, 0.9)
      const books = new Bookkeeper({ token: trader.token, price, addresses: [first.url] })
      const id = await books.place(first.url)
      expect(books.expected.get(id)).toBe("open")

      let said = () => ""
      const later = startSaker({
        ...ground.setup(STANDBY, NEXT),
        onOutput: (output) => {
          said = output
        },
      })
      later.catch(() => undefined)
      await expect.poll(() => said(), { timeout: WITHIN_MS }).toContain("another server writes")
      await first.end("SIGKILL")
      await expect.poll(() => said(), { timeout: WITHIN_MS }).toContain("was not stopped cleanly")
      const again = await ground.start(STANDBY)
      expect(await books.differencesAt(again.url)).toEqual([])
      // A clean stop is enough: nobody has to ask for a hand-over.
      expect(await again.end()).toBe(0)
      expect(await books.differencesAt((await later).url)).toEqual([])
      expect(await ground.differencesIn(books, database)).toEqual([])
    } finally {
      ground.end()
      await drop()
    }
  },
  3 * WITHIN_MS,
)

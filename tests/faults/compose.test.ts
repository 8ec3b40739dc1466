/**
 * What docs/gateways has for several machines, run as it is written: the environment of the compose file, the NATS server's configuration,
 * Caddy with TLS in front of two gateways. One of them is frozen and one is ended under load. Of containers there are only their processes.
 */

import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { parse } from "yaml"
import { PROBLEMS, type SpotOrder } from "#core/wire/index.ts"
import { readSettings } from "#server/settings/settings.ts"
import type { StartOptions } from "#server/start/stage.ts"
import { startGateway } from "#server/start/start-gateway.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { CADDY_LEFT_OUT, caddyIsThere, startCaddy, type TestCaddy } from "#tests/support/caddy.ts"
import { freePort } from "#tests/support/free-port.ts"
import { GATEWAYS_LEFT_OUT, gatewaysCanRun } from "#tests/support/gateways.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { startNats, Wire } from "#tests/support/nats.ts"
import { freshDatabase } from "#tests/support/postgres.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { SocketClient } from "#tests/support/socket-client.ts"
import { newTrader, priceAt, type Trader } from "#tests/support/trader.ts"

const WITHIN_MS = 120_000
/** Three servers in one process, on a machine that may be busy: then gateways are cut off for long. */
const BUSY_WITHIN_MS = 400_000
const SYMBOL = "BTC_USDT"
const folder = join(import.meta.dirname, "../../docs/gateways")
const [BUSY, RATE_LIMIT] = [PROBLEMS.ENGINE_BUSY, PROBLEMS.RATE_LIMIT]
const NATS_PASSWORD = "pw1"
const SYSTEMD = "systemd-analyze"
const systemdIsThere = spawnSync(SYSTEMD, ["--version"]).error === undefined
const SYSTEMD_LEFT_OUT = systemdIsThere ? "" : ` (left out: no ${SYSTEMD} on this machine's PATH)`
const VISITORS = Array.from({ length: 16 }, (_, number) => `127.0.1.${number + 1}`)

interface Service {
  environment?: Record<string, string>
  command?: string | string[]
  volumes?: string[]
  depends_on?: Record<string, unknown>
}
interface Compose {
  services: Record<string, Service>
  volumes: Record<string, unknown>
}
const compose = parse(readFileSync(join(folder, "compose.yaml"), "utf8"), { merge: true }) as Compose
const serviceNamed = (name: string): Service => {
  const found = compose.services[name]
  if (!found) throw new Error(`no service ${name}`)
  return found
}
/** Of the services that run Saker. */
const SAKERS = Object.keys(compose.services).filter((name) => serviceNamed(name).command === "npm start")

/** As compose puts `.env` into it. */
const filledIn = (text: string, values: Record<string, string>) =>
  text.replace(/\$\{(\w+)(?::-[^}]*)?\}/g, (_, name: string) => values[name] ?? "")
const environmentOf = (name: string, values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(serviceNamed(name).environment ?? {}).map(([key, text]) => [key, filledIn(text, values)]),
  )

describe("the compose file", () => {
  test("names services, volumes and files that there are", () => {
    for (const service of Object.values(compose.services)) {
      for (const needed of Object.keys(service.depends_on ?? {}))
        expect(compose.services).toHaveProperty(needed)
      for (const volume of service.volumes ?? []) {
        const [from = ""] = volume.split(":")
        if (from.startsWith("./")) expect(() => readFileSync(join(folder, from))).not.toThrow()
        else if (!from.startsWith("$")) expect(compose.volumes).toHaveProperty(from)
      }
    }
  })

  test("gives each Saker settings that it takes, and the proxy the gateways at their port", () => {
    expect(SAKERS).toEqual(["exchange-1", "exchange-2", "gateway-1", "gateway-2"])
    const ports = SAKERS.map((name) => {
      const read = readSettings(environmentOf(name, { POSTGRES_PASSWORD: "pw0", NATS_PASSWORD }))
      if (!read.ok) throw new Error(read.lines.join("\n"))
      const { isStandby, isGateway, host } = read.settings
      expect([name, isStandby, isGateway]).toEqual([name, name.startsWith("e"), name.startsWith("g")])
      // The proxy comes from another container.
      expect(host).toBe("0.0.0.0")
      return read.settings.port
    })
    expect(environmentOf("proxy", {}).SAKER_GATEWAYS).toBe(`gateway-1:${ports[2]} gateway-2:${ports[3]}`)
  })
})

/** Lines of a unit file by their names; a name may come several times. */
const linesOf = (text: string, name: string) =>
  text.split("\n").flatMap((line) => (line.startsWith(`${name}=`) ? [line.slice(name.length + 1)] : []))

describe("the systemd units", () => {
  const units = [
    ["gateways/saker-exchange.service", "saker-exchange.service"],
    ["gateways/saker-gateway@.service", "saker-gateway@8081.service"],
    ["standby/saker.service", "saker.service"],
  ] as const
  const read = (file: string) => readFileSync(join(folder, "..", file), "utf8")

  test.each(units)("%s gives Saker settings that it takes, and never gives it up", (file) => {
    const own = linesOf(read(file), "Environment").flatMap((line) => line.replaceAll("%i", "8081").split(" "))
    const shared = { DATABASE_URL: "postgres://saker:pw0@db/saker", SAKER_NATS: "nats://saker:pw1@bus:4222" }
    const settings = readSettings({ ...shared, ...Object.fromEntries(own.map((one) => one.split("="))) })
    expect(settings).toMatchObject({ ok: true })
    expect(own.length).toBeGreaterThan(1)
    expect([linesOf(read(file), "Restart"), linesOf(read(file), "StartLimitIntervalSec")]).toEqual([
      ["always"],
      ["0"],
    ])
  })

  test.skipIf(!systemdIsThere).each(units)(`%s is understood by systemd${SYSTEMD_LEFT_OUT}`, (file, name) => {
    const place = join(freshFolder(), name)
    writeFileSync(place, read(file).replace("/usr/bin/npm", process.execPath))
    const verified = spawnSync(SYSTEMD, ["verify", place], { encoding: "utf8" })
    expect([verified.status, verified.stderr]).toEqual([0, ""])
  })
})

const canRun = gatewaysCanRun && caddyIsThere
const LEFT_OUT = canRun ? "" : caddyIsThere ? GATEWAYS_LEFT_OUT : ` (${CADDY_LEFT_OUT})`

describe.skipIf(!canRun)(`behind Caddy${LEFT_OUT}`, () => {
  const closers: (() => Promise<void> | void)[] = []
  const gateways: RunningServer[] = []
  /** Between Caddy and each gateway: how a machine is ended and frozen. */
  const wires: Wire[] = []
  let exchange: RunningServer
  let caddy: TestCaddy
  let trader: Trader

  beforeAll(async () => {
    const { url, drop } = await freshDatabase()
    closers.push(drop)
    const nats = await startNats(-1, { config: join(folder, "nats.conf"), env: { NATS_PASSWORD } })
    closers.push(() => nats.end())
    const data = freshFolder()
    // What containers have of their own: names of machines, a folder, the network.
    const here = (name: string) => {
      const given = environmentOf(name, { POSTGRES_PASSWORD: "pw0", NATS_PASSWORD })
      expect(given).toMatchObject({
        DATABASE_URL: "postgres://saker:pw0@database/saker",
        SAKER_DATA: "/data",
      })
      return {
        ...given,
        ...{ DATABASE_URL: url, SAKER_DATA: data, SAKER_TRUSTED_PROXIES: "127.0.0.1", PORT: "0" },
        SAKER_NATS: (given.SAKER_NATS ?? "").replace("bus:4222", new URL(nats.url).host),
        ...{ SAKER_HOST: "127.0.0.1", SAKER_MARKETS: "6", SAKER_SEED: "52", SAKER_LOG: "error" },
      }
    }
    // On a busy machine a gateway's start may take longer than the log reaches back, and a keeper would have to start it anew.
    const rhythm = { snapshotMs: 3_600_000, snapshotCommands: 10_000_000, hashCommands: 10_000 }
    exchange = await startInProcess({ ...here("exchange-1"), SAKER_STANDBY: "0" }, { rhythm })
    closers.push(() => exchange.close())
    const siteFolder = join(data, "site")
    mkdirSync(siteFolder)
    writeFileSync(join(siteFolder, "index.html"), "<!doctype html><title>page</title>")
    for (const name of ["gateway-1", "gateway-2"]) {
      const read = readSettings(here(name))
      if (!read.ok) throw new Error(read.lines.join("\n"))
      const addRoutes: StartOptions["addRoutes"] = (app, { proxies }) =>
        void app.get("/who", ({ raw }) => ({
          name,
          address: proxies.addressOf(raw),
          https: proxies.isHttps(raw),
        }))
      const server = await startGateway(read.settings, { siteFolder, addRoutes })
      closers.push(() => server.close())
      gateways.push(server)
      const wire = await Wire.to(server.address)
      closers.push(() => wire.close())
      wires.push(wire)
    }
    const places = wires.map((wire) => new URL(wire.url).host).join(" ")
    caddy = await startCaddy(join(folder, "Caddyfile"), { SAKER_GATEWAYS: places }, await freePort())
    closers.push(() => caddy.end())
    trader = await newTrader(exchange)
  }, BUSY_WITHIN_MS)
  afterAll(async () => {
    for (const closer of closers.reverse()) await closer()
    removeFolders()
  })

  const who = async (from: string, headers: Record<string, string> = {}) => {
    const { status, text } = await caddy.ask("/who", { from, headers })
    if (status !== 200) throw new Error(`answered ${status}`)
    return JSON.parse(text) as { name: string; address: string; https: boolean }
  }
  const socketFrom = (localAddress: string) =>
    SocketClient.open(`${caddy.url}/socket`, { socket: { ca: caddy.ca, localAddress, family: 4 } })

  test("pages, calls and sockets pass; an address is whose it is, whatever its visitor says, and stays at one gateway", async () => {
    const page = await caddy.ask("/", { from: "127.0.1.1" })
    expect([page.status, page.text]).toEqual([200, "<!doctype html><title>page</title>"])
    expect(page.headers["strict-transport-security"]).toBeDefined()
    const seen = new Map<string, string>()
    for (const from of VISITORS) {
      const first = await who(from)
      const again = await who(from, { "x-forwarded-for": "9.9.9.9", "x-forwarded-proto": "http" })
      expect([first, again]).toEqual([again, { name: first.name, address: from, https: true }])
      seen.set(from, first.name)
    }
    expect(new Set(seen.values())).toEqual(new Set(["gateway-1", "gateway-2"]))
    const client = await socketFrom("127.0.1.2")
    client.send({ type: "auth", data: { token: trader.token } })
    await client.until(() => client.account !== undefined, "the account")
    await client.subscribe("ticker", SYMBOL)
    expect(client.faults).toEqual([])
    await client.close()
  })

  test(
    "a gateway that freezes is left out, and comes back; one that ends under load is, and no order is lost or doubled",
    async () => {
      const visitorsOf = async (name: string) => {
        const all = await Promise.all(VISITORS.map(async (from) => ({ from, name: (await who(from)).name })))
        return all.filter((one) => one.name === name).map(({ from }) => from)
      }
      const [theirs = ""] = await visitorsOf("gateway-1")
      const nameOf = (from: string) =>
        Promise.race([
          who(from).then(({ name }) => name),
          new Promise<string>((resolve) => setTimeout(resolve, 5000, "nobody").unref()),
        ]).catch(() => "nobody")
      const poll = (from: string) => expect.poll(() => nameOf(from), { timeout: WITHIN_MS })
      // Nothing crosses any more, and nothing is refused.
      wires[0]?.slow(10 * WITHIN_MS)
      await poll(theirs).toBe("gateway-2")
      wires[0]?.cut()
      wires[0]?.mend()
      await poll(theirs).toBe("gateway-1")

      const price = await priceAt(exchange, SYMBOL, 0.9)
      const client = await socketFrom(theirs)
      const acknowledged = new Set<string>()
      const unanswered = new Set<string>()
      let [answered, isOver] = [0, false]
      const line = async (from: string, number: number) => {
        for (let count = 0; !isOver; count += 1) {
          const clientOrderId = `line-${number}-${count}`
          const body = {
            instrument: SYMBOL,
            side: "buy",
            type: "limit",
            price,
            quantity: "0.0003",
            clientOrderId,
          }
          const headers = { authorization: `Bearer ${trader.token}` }
          const answer = await caddy.ask("/spot/place", { from, method: "POST", body, headers }).then(
            ({ status, text }) => (status === 200 ? (JSON.parse(text) as { code: number }) : undefined),
            () => undefined,
          )
          if (answer) answered += 1
          if (!answer) unanswered.add(clientOrderId)
          else if (answer.code === 200) acknowledged.add(clientOrderId)
          // A machine that is short of processors cuts a gateway off, and then it refuses.
          else expect([BUSY, RATE_LIMIT], JSON.stringify(answer)).toContain(answer.code)
          // Under the limit of a user.
          await new Promise((resolve) => setTimeout(resolve, 150))
        }
      }
      const lines = [theirs, theirs].map(line)
      await expect.poll(() => acknowledged.size, { timeout: WITHIN_MS }).toBeGreaterThan(5)
      // As a killed process: its connections break, and nobody listens there any more.
      wires[0]?.close()
      const before = answered
      await expect.poll(() => answered, { timeout: WITHIN_MS }).toBeGreaterThan(before + 10)
      isOver = true
      await Promise.all(lines)
      expect(await nameOf(theirs)).toBe("gateway-2")
      await client.until(() => client.closed !== undefined, "the socket's end")
      const again = await socketFrom(theirs)
      await again.subscribe("ticker", SYMBOL)
      await again.close()
      const open = (await trader.open()).map(({ clientOrderId }: SpotOrder) => clientOrderId ?? "")
      expect(new Set(open).size).toBe(open.length)
      expect([...acknowledged].filter((id) => !open.includes(id))).toEqual([])
      expect(open.filter((id) => !acknowledged.has(id) && !unanswered.has(id))).toEqual([])
      // Of each line one at most was under way when it ended.
      expect(unanswered.size).toBeLessThanOrEqual(lines.length)
    },
    BUSY_WITHIN_MS,
  )
})

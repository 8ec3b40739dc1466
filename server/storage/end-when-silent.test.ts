/** What is asked of a database that falls silent fails, and connections that work come back; who stands by must live. */

import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { Client } from "pg"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { Wire } from "#tests/support/nats.ts"
import { freshDatabase, LEFT_OUT, onServer, postgresIsThere } from "#tests/support/postgres.ts"
import { endWhenSilent } from "./end-when-silent.ts"
import { openStorage } from "./open-storage.ts"
import { postgresPool, schemaPlace } from "./postgres-storage.ts"
import { StandbyMark, standbysOf } from "./standby-mark.ts"
import { WriterLock } from "./writer-lock.ts"

const WITHIN_MS = 60_000
const SILENT_MS = 200
/** Never the reason for anything here. */
const NEVER_MS = 600_000

if (!postgresIsThere) test.skip(`a database that falls silent: ${LEFT_OUT}`, () => undefined)

describe.runIf(postgresIsThere)("a database that falls silent", () => {
  let server: Awaited<ReturnType<typeof freshDatabase>>
  const settings = () => ({ data: "", database: "simulated-1", seedFile: "", databaseUrl: server.url })
  beforeAll(async () => {
    server = await freshDatabase()
  })
  afterAll(() => server.drop())

  /** Through a wire of its own. */
  async function wired(): Promise<{ wire: Wire; connectionString: string }> {
    const wire = await Wire.to(server.url)
    const url = new URL(server.url)
    url.port = String(wire.port)
    return { wire, connectionString: url.href }
  }

  test("ends what is asked of it, and the goodbye", async () => {
    const { wire, connectionString } = await wired()
    for (const ask of [(client: Client) => client.query("select 1"), (client: Client) => client.end()]) {
      const client = new Client({ connectionString })
      const broke = new Promise<Error>((resolve) => client.on("error", resolve))
      await client.connect()
      endWhenSilent(client, SILENT_MS)
      expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }])
      wire.hush()
      await ask(client).catch(() => undefined)
      expect(String(await broke)).toMatch(/PostgreSQL didn't answer within 0.2 s/)
      wire.mend()
    }
    wire.close()
  })

  test("is asked again on a new connection by a pool, once it answers", async () => {
    const { wire, connectionString } = await wired()
    const pool = postgresPool({ ...settings(), databaseUrl: connectionString }, { max: 1 })
    pool.on("connect", (client) => void endWhenSilent(client, SILENT_MS))
    await pool.query("select 1")
    wire.hush()
    await expect(pool.query("select 1")).rejects.toThrow("didn't answer")
    wire.mend()
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }])
    await pool.end()
    wire.close()
  })

  test("ends each connection as it stops or starts: that is said in one line", async () => {
    const closing = createServer((socket) => void socket.once("data", () => socket.destroy()))
    closing.listen(0, "127.0.0.1")
    await once(closing, "listening")
    const { port } = closing.address() as AddressInfo
    const databaseUrl = `postgres://postgres@127.0.0.1:${port}/postgres`
    await expect(openStorage({ ...settings(), databaseUrl })).rejects.toThrow(
      /^DATABASE_URL: [^\n]+ doesn't answer \(Connection terminated[^\n]+$/,
    )
    closing.close()
  })

  test("keeps the lock of a writer that it takes for alive: the writer itself ends that connection and has it again", async () => {
    const { wire, connectionString } = await wired()
    const config = { connectionString, application_name: "saker ghost test" }
    const writer = new WriterLock({ config, name: "ghost", answerWithinMs: NEVER_MS })
    const pool = postgresPool(settings())
    const owners = async () => {
      const { rows } = await pool.query<{ pid: number }>(
        `select pid from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and application_name = 'saker ghost test'`,
      )
      return rows.map(({ pid }) => pid)
    }
    expect(await writer.take()).toBe(true)
    const before = await owners()
    expect(before).toHaveLength(1)
    wire.loseNear()
    await vi.waitFor(() => expect(writer.isHeld()).toBe(false), { timeout: WITHIN_MS })
    expect(await owners()).toEqual(before)
    expect(await writer.take()).toBe(true)
    expect(await owners()).not.toEqual(before)
    await writer.release()
    await pool.end()
    wire.close()
  })

  test("ends the lock's connection alone: the writer takes it again, and several who ask hear the same", async () => {
    const config = { connectionString: server.url, application_name: "saker lock test" }
    const lock = new WriterLock({ config, name: "lost", answerWithinMs: NEVER_MS })
    expect(await Promise.all([lock.take(), lock.take(), lock.take()])).toEqual([true, true, true])
    await onServer(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'saker lock test'",
    )
    await vi.waitFor(() => expect(lock.isHeld()).toBe(false), { timeout: WITHIN_MS })
    const client = new Client({ connectionString: server.url })
    await client.connect()
    const ours = [lock.isOursAt(client), lock.isOursAt(client), lock.take()]
    expect(await Promise.all(ours)).toEqual([true, true, true])
    await client.end()
    await lock.release()
  })

  test("who stands by and falls silent counts no more, until it shows again that it lives", async () => {
    const pool = postgresPool(settings())
    const { schema } = schemaPlace(settings())
    const mark = new StandbyMark(pool, schema, "other:1")
    await mark.show()
    const standing = (silentMs: number) => standbysOf(pool, schema, silentMs)
    expect(await standing(NEVER_MS)).toEqual(["other:1"])
    await vi.waitFor(async () => expect(await standing(1000)).toEqual([]), { timeout: WITHIN_MS })
    const living = async () => {
      await mark.show()
      return await standing(1000)
    }
    await vi.waitFor(async () => expect(await living()).toEqual(["other:1"]), { timeout: WITHIN_MS })
    mark.close()
    await vi.waitFor(async () => expect(await standing(NEVER_MS)).toEqual([]), { timeout: WITHIN_MS })
    await pool.end()
  })
})

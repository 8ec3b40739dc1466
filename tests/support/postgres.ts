/** Finds a PostgreSQL server for tests: the one that was named, or one on this machine that accepts us. */

import { randomBytes } from "node:crypto"
import { Client } from "pg"

/** Tried when nothing is named: how a developer's machine and CI usually let one in. */
const USUAL = ["postgres://postgres@127.0.0.1:5432/postgres"]
const KNOCK_MS = 2000

/** Address of a server on which databases may be made; undefined when there is none. */
async function findServer(): Promise<string | undefined> {
  const named = process.env.SAKER_TEST_DATABASE_URL
  for (const url of named ? [named] : USUAL) {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: KNOCK_MS })
    client.on("error", () => undefined)
    try {
      await client.connect()
      const { rows } = await client.query<{ may: boolean }>(
        "select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user",
      )
      if (rows[0]?.may) return url
    } catch (error) {
      // A server that was named must be there; one that is merely usual needn't.
      if (named) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  return undefined
}

const server = await findServer()

/** Says what is left out, in the test's own name, where there is no server. */
export const postgresIsThere = server !== undefined
export const LEFT_OUT = "left out: no PostgreSQL server on this machine (SAKER_TEST_DATABASE_URL names one)"

/** A database of its own on the server, and how to be rid of it. */
export async function freshDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  if (server === undefined) throw new Error(LEFT_OUT)
  const name = `saker_test_${randomBytes(6).toString("hex")}`
  await onServer(`create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`drop database if exists ${name} with (force)`) }
}

/** Runs one statement as the server's master. */
export async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: server ?? "" })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Small files of the data folder that only their owner may read: addresses and keys of this server's own doors. */

import { randomBytes } from "node:crypto"
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { renameForced } from "./force-path.ts"

const SECRET_BYTES = 32
const SECRET = /^[A-Za-z0-9_-]{43}$/

/** 256 bits, as they may stand in an address. */
export const newSecret = (): string => randomBytes(SECRET_BYTES).toString("base64url")

/** Writes `value` as JSON: whole or not at all, and never, not even for a moment, readable by others. */
export async function writePrivate(folder: string, name: string, value: object): Promise<void> {
  const file = join(folder, name)
  const draft = `${file}.new`
  await mkdir(folder, { recursive: true })
  await rm(draft, { force: true })
  await writeFile(draft, `${JSON.stringify(value)}\n`, { mode: 0o600, flag: "wx" })
  await renameForced(draft, file)
}

/** The secret that the file keeps, from start to start; made where there is none that can be read. */
export async function keptSecret(folder: string, name: string): Promise<string> {
  const kept = await readSecret(join(folder, name)).catch(() => undefined)
  if (kept !== undefined) return kept
  const secret = newSecret()
  await writePrivate(folder, name, { secret })
  return secret
}

async function readSecret(file: string): Promise<string | undefined> {
  const { secret } = JSON.parse(await readFile(file, "utf8")) as { secret?: unknown }
  return typeof secret === "string" && SECRET.test(secret) ? secret : undefined
}

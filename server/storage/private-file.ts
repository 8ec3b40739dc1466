/** Small files of the data folder that only their owner may read: addresses and keys of this server's own doors. */

import { randomBytes } from "node:crypto"
import { mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { StartProblem, systemCode } from "../settings/start-problem.ts"
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

/**
 * The secret that the file keeps, from start to start; made where there is no file. Throws a StartProblem where there is one that
 * can't be read: another secret in its place would end, without a word, all that was made with the first.
 */
export async function keptSecret(folder: string, name: string): Promise<string> {
  const kept = await readSecret(join(folder, name))
  if (kept !== undefined) return kept
  const secret = newSecret()
  await writePrivate(folder, name, { secret })
  return secret
}

/** Undefined: there is no such file. */
async function readSecret(file: string): Promise<string | undefined> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined
    throw unreadable(file, systemCode(error) ?? "it can't be read")
  })
  if (text === undefined) return undefined
  const secret = secretIn(text)
  if (secret === undefined) throw unreadable(file, "it holds none")
  return secret
}

function secretIn(text: string): string | undefined {
  try {
    const kept = JSON.parse(text) as { secret?: unknown } | null
    return typeof kept?.secret === "string" && SECRET.test(kept.secret) ? kept.secret : undefined
  } catch {
    return undefined
  }
}

const unreadable = (file: string, why: string): StartProblem =>
  new StartProblem(
    `the secret in ${file}: ${why}; put the file back from a copy of the data folder, or remove it to begin with a new secret, which ends what was made with the old one (API keys, the mailbox's address)`,
  )

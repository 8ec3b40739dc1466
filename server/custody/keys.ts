/** The phrase that all addresses come from (BIP-39): made at the first start, kept encrypted in the data folder. */

import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { promisify } from "node:util"
import { generateMnemonic, mnemonicToSeedWebcrypto, validateMnemonic } from "@scure/bip39"
import { wordlist } from "@scure/bip39/wordlists/english.js"
import { StartProblem, systemCode } from "../settings/start-problem.ts"
import { newSecret, writePrivate } from "../storage/private-file.ts"

/** In the data folder, readable by their owner alone. Never in the database, so in no backup of it either. */
const PHRASE_FILE = "custody-phrase.json"
const KEY_FILE = "custody-key.json"

const PHRASE_BITS = 256
/** What deriving costs: `N` and `p` of scrypt. */
interface Cost {
  N: number
  p: number
}
/** A key that a person has chosen can be guessed at: 64 MiB, twice. */
const OF_A_PERSON: Cost = { N: 2 ** 16, p: 2 }
/** Of files that say nothing of it, and of our own keys: 256 random bits are guessed by nobody, and a start needn't wait. */
const USUAL: Cost = { N: 2 ** 15, p: 1 }
const BLOCK = 8
const CIPHER = "aes-256-gcm"
const KEY_BYTES = 32
const IV_BYTES = 12

interface KeySettings {
  /** Data folder. */
  folder: string
  /** `SAKER_CUSTODY_KEY`: what the phrase is encrypted with; empty: a file. */
  key: string
  /** `SAKER_CUSTODY_KEY_FILE`: its first line; empty: one beside the phrase, made at the first start. */
  keyFile: string
}

interface LockedPhrase {
  /** Left out: {@link USUAL}. */
  cost?: Cost
  salt: string
  iv: string
  tag: string
  text: string
}

/**
 * The seed of all addresses (BIP-39, without a passphrase of its own). What is there and can't be read is never
 * replaced by a new one: the addresses that were given out would be lost.
 * @throws StartProblem that a person can act on
 */
export async function openSeed(settings: KeySettings): Promise<Uint8Array> {
  const locked = await readPrivate(settings.folder, PHRASE_FILE)
  const phrase = locked === undefined ? await makePhrase(settings) : await unlock(locked, settings)
  return await mnemonicToSeedWebcrypto(phrase)
}

async function makePhrase(settings: KeySettings): Promise<string> {
  const phrase = generateMnemonic(wordlist, PHRASE_BITS)
  const key = await keyOf(settings, "may be made")
  const cost = settings.key || settings.keyFile ? OF_A_PERSON : USUAL
  const [salt, iv] = [randomBytes(16), randomBytes(IV_BYTES)]
  const cipher = createCipheriv(CIPHER, await derived(key, salt, cost), iv)
  const text = Buffer.concat([cipher.update(phrase, "utf8"), cipher.final()])
  const [saltText, ivText, tag] = [salt, iv, cipher.getAuthTag()].map((bytes) => bytes.toString("base64"))
  const row = { salt: saltText, iv: ivText, tag, text: text.toString("base64"), cost }
  await writePrivate(settings.folder, PHRASE_FILE, row)
  return phrase
}

async function unlock(locked: unknown, settings: KeySettings): Promise<string> {
  const key = await keyOf(settings, "must be there")
  try {
    const { salt, iv, tag, text, cost = USUAL } = Object(locked) as LockedPhrase
    const bytes = (given: string) => Buffer.from(given, "base64")
    const decipher = createDecipheriv(CIPHER, await derived(key, bytes(salt), cost), bytes(iv))
    decipher.setAuthTag(bytes(tag))
    const phrase = Buffer.concat([decipher.update(bytes(text)), decipher.final()]).toString("utf8")
    if (validateMnemonic(phrase, wordlist)) return phrase
  } catch {
    // Why exactly is nobody's business: the key or the file isn't right.
  }
  throw new StartProblem(
    `${PHRASE_FILE} in SAKER_DATA can't be opened with the key of custody; allowed: the file and the key it was written with (SAKER_CUSTODY_KEY, SAKER_CUSTODY_KEY_FILE, or ${KEY_FILE} beside it)`,
  )
}

function derived(key: string, salt: Buffer, { N, p }: Cost): Promise<Buffer> {
  // scrypt takes 128 · N · r bytes; a file that was tampered with must not take the machine.
  const maxmem = 2 * 128 * OF_A_PERSON.N * BLOCK
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt)
  return derive(key, salt, KEY_BYTES, { N, r: BLOCK, p, maxmem })
}

async function keyOf(settings: KeySettings, made: "may be made" | "must be there"): Promise<string> {
  const { folder, key, keyFile } = settings
  if (key !== "") return key
  if (keyFile !== "") {
    const [line = ""] = (await readOf(keyFile, "SAKER_CUSTODY_KEY_FILE")).split("\n")
    if (line.trim() === "") throw new StartProblem("SAKER_CUSTODY_KEY_FILE: its first line is empty")
    return line.trim()
  }
  const kept = Object(await readPrivate(folder, KEY_FILE)) as { key?: unknown }
  if (typeof kept.key === "string") return kept.key
  if (made === "must be there")
    throw new StartProblem(
      `${KEY_FILE} is not in SAKER_DATA, but what it encrypted is; allowed: bring it back, or set SAKER_CUSTODY_KEY or SAKER_CUSTODY_KEY_FILE`,
    )
  const secret = newSecret()
  await writePrivate(folder, KEY_FILE, { key: secret })
  return secret
}

/** Undefined: there is no such file. A file that is no JSON counts as one that can't be opened, not as none. */
async function readPrivate(folder: string, name: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(join(folder, name), "utf8"))
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined
    if (error instanceof SyntaxError) return null
    throw new StartProblem(`${name} in SAKER_DATA can't be read (${systemCode(error) ?? "unknown"})`)
  }
}

const readOf = (file: string, setting: string): Promise<string> =>
  readFile(file, "utf8").catch((error: unknown) => {
    throw new StartProblem(`${setting}: ${file} can't be read (${systemCode(error) ?? "unknown"})`)
  })

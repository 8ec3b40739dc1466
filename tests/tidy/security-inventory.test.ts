/** The inventory of what there is to guard names every table, secret file, key, connection, kind of file, log and limit of the code. */

import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { PICTURE_BYTES_MAX } from "#core/wire/identity-calls.ts"
import { endpoints } from "#core/wire/index.ts"
import { SETTINGS } from "#server/settings/settings.ts"
import { allOf, code, filesWith, server } from "./running-code.ts"
import { root } from "./source-files.ts"

const inventory = readFileSync(join(root, "docs/security-inventory.md"), "utf8")
const sections = new Map(inventory.split(/^## /m).map((part) => [part.split("\n")[0], part]))
const section = (title: string): string => sections.get(title) ?? ""
const namesIn = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name)
const textOf = (path: string) => code.find((file) => file.path === path)?.text ?? ""

test("every table of the database is of one kind, and every kind says how it is kept, seen and for how long", () => {
  const kinds = ["secret", "of a person", "of the house", "public"]
  const [, kept = "", listed = ""] = section("Data").split("| Kind |")
  const rowOf = (kind: string) => listed.split("\n").find((line) => line.startsWith(`| ${kind} |`)) ?? ""
  const named = kinds.flatMap((kind) => namesIn(rowOf(kind)))
  expect(named.toSorted()).toEqual([...new Set(allOf(/createTable\("(\w+)"\)/g, server))].toSorted())
  const rows = kept.split("\n").filter((line) => /^\| (?!What|-)/.test(line))
  for (const kind of kinds) expect(rows.filter((line) => line.startsWith(`| ${kind} |`))).toHaveLength(1)
  for (const row of rows.filter((line) => line.split("|").length > 3)) expect(row.split("|")).toHaveLength(8)
})

test("every file that only its owner may read is named", () => {
  const writing = server.filter(({ text }) => /\b(?:writePrivate|keptSecret)\(/.test(text))
  const constants = allOf(/\b(?:writePrivate|keptSecret)\(\s*[\w.]+,\s*([A-Z_]+)/g, writing)
  const files = constants.flatMap((name) => allOf(new RegExp(`\\b${name} = "([\\w.-]+)"`, "g"), writing))
  expect(new Set(constants).size).toBeGreaterThanOrEqual(6)
  for (const file of files) expect(inventory).toContain(`\`${file}\``)
})

/** What the code takes of each implementation of cryptography, and the word of the inventory that it stands under. */
const CRYPTOGRAPHY: Record<string, Record<string, string>> = {
  "node:crypto": {
    createCipheriv: "AES-256-GCM",
    createDecipheriv: "AES-256-GCM",
    createHash: "SHA-256",
    createHmac: "HMAC-SHA-256",
    createPublicKey: "Ed25519",
    hash: "SHA-256",
    hkdfSync: "HKDF",
    randomBytes: "All chance is the system's",
    randomInt: "All chance is the system's",
    randomUUID: "All chance is the system's",
    scrypt: "scrypt",
    timingSafeEqual: "SHA-256",
    verify: "Ed25519",
  },
  "@node-rs/argon2": { hash: "argon2id", verify: "argon2id" },
  "@noble/curves/secp256k1.js": { secp256k1: "secp256k1" },
  "@noble/hashes/legacy.js": { ripemd160: "RIPEMD-160" },
  "@noble/hashes/sha2.js": { sha256: "SHA-256" },
  "@noble/hashes/sha3.js": { keccak_256: "Keccak-256" },
  "@noble/hashes/utils.js": { bytesToHex: "", utf8ToBytes: "" },
  "@scure/base": { base58check: "", bech32: "", bech32m: "" },
  "@scure/bip32": { HDKey: "BIP-39" },
  "@scure/bip39": {
    generateMnemonic: "BIP-39",
    mnemonicToSeedWebcrypto: "BIP-39",
    validateMnemonic: "BIP-39",
  },
  "@scure/bip39/wordlists/english.js": { wordlist: "BIP-39" },
  "@simplewebauthn/browser": {},
  "@simplewebauthn/server": {},
  "micro-eth-signer": { addr: "Keccak-256", Transaction: "secp256k1" },
  otpauth: { Secret: "HMAC-SHA-1", TOTP: "HMAC-SHA-1" },
  "web-push": {},
}

/** Packages and modules that do something else. A new one is judged before it is named here. */
const OTHER =
  /^(?:@electric-sql|@fastify|@nats-io|@opentelemetry|@zxcvbn-ts|ccxt|decimal\.js|fastify|file-type|hyparquet-writer|i18next|kysely|marked|nodemailer|pg|pino|prom-client|qr|rate-limiter-flexible|sanitize-html|sharp|ws|zod|node:(?!crypto).*)(?:\/|$)/

test("every use of cryptography is of a proven implementation, and stands among the algorithms", () => {
  const keys = section("Keys and algorithms")
  const imports = code.flatMap(({ path, text }) =>
    [...text.matchAll(/\bimport\s+(?!type\b)([^"';]*?)\s+from\s+"([^".#][^"]*)"/g)].map(
      ([, what = "", from = ""]) => ({ path, from, what }),
    ),
  )
  const ofCore = /^(?:server|core)\//
  const used = imports.filter(({ path, from }) =>
    ofCore.test(path) ? !OTHER.test(from) : from in CRYPTOGRAPHY,
  )
  expect(used.length).toBeGreaterThan(30)
  for (const { path, from, what } of used) {
    const known = CRYPTOGRAPHY[from]
    expect([path, from, known !== undefined]).toEqual([path, from, true])
    if (!known || Object.keys(known).length === 0) continue
    const names = what.replace(/[{}]/g, "").split(",")
    const values = names.map((name) => name.trim()).filter((name) => name !== "" && !name.startsWith("type "))
    for (const name of values) {
      expect([path, name, name in known]).toEqual([path, name, true])
      expect(keys).toContain(known[name])
    }
  }
  // First words of the tables of SHA-1, SHA-256, SHA-512 and AES: whoever writes one himself needs them.
  const own = /0x67452301|0x6a09e667|0x428a2f98|0x428a2f98d728ae22|0x63, 0x7c, 0x77|1732584193/i
  expect(filesWith(own)).toEqual([])
})

test("signatures are Ed25519, P-256 and what devices bring; those of the chains alone are secp256k1", () => {
  expect(filesWith(/secp256k1/)).toEqual(["server/custody/addresses.ts", "server/custody/evm/evm-wallet.ts"])
  expect(filesWith(/createPublicKey|createPrivateKey|generateKeyPair|createSign\(|createVerify\(/)).toEqual([
    "server/user/api-keys/key-signature.ts",
  ])
  // The object identifier of Ed25519, before the 32 bytes of every key that is taken.
  expect(textOf("server/user/api-keys/key-signature.ts")).toContain('"302a300506032b6570032100"')
  // ES256, EdDSA, RS256.
  expect(allOf(/\bALGORITHMS = \[([^\]]*)\]/g)).toEqual(["-7, -8, -257"])
  expect(section("Keys and algorithms")).toContain("| passkeys | ES256, Ed25519, RS256,")
})

/** Modules that speak to another machine, with the word of the inventory that they stand under. */
const SPEAKING: Record<string, string> = {
  "server/alert/push-sender.ts": "push services of browsers",
  "server/bus/bus-connection.ts": "NATS",
  "server/custody/evm/json-rpc.ts": "Ethereum's node",
  "server/feed/ccxt/exchange-transport.ts": "exchanges",
  "server/feed/ccxt/open-exchange.ts": "exchanges",
  "server/mail/smtp-carrier.ts": "mail server",
  "server/mail/sms-carrier.ts": "provider of text messages",
  "server/storage/postgres-storage.ts": "PostgreSQL",
  "server/storage/writer-lock.ts": "PostgreSQL",
  // The operator's own door, on this machine.
  "server/operator/run-operator.ts": "",
}

test("every module that speaks to another machine, and every setting that names one, stands among the connections", () => {
  const connections = section("What it talks to")
  const speaking =
    /\bfetch\((?!\w+: )|\bimport\s+(?!type\b)[^"';]*?\b(?:request|connect|createConnection|Pool|Client|createTransport)\b[^"';]*?from "(?:node:|pg"|nodemailer")|import\s+(?!type\b)[^"';]*from "@nats-io|import\("ccxt|from "(?:ccxt|undici|axios)"|\bnew (?:WebSocket|EventSource)\(|createSocket\(/
  expect(filesWith(speaking, server)).toEqual(Object.keys(SPEAKING).toSorted())
  for (const word of Object.values(SPEAKING)) expect(connections).toContain(word)
  // Whose addresses the page is told, and the server never asks.
  const ofThePage = [
    "SAKER_LOGO",
    "SAKER_API",
    "SAKER_SOCKET",
    "SAKER_MOBILE_SITE",
    "SAKER_IOS",
    "SAKER_ANDROID",
  ]
  const naming = Object.values(SETTINGS)
    .filter(({ allowed }) => /an address that starts|base address/.test(allowed))
    .map(({ name }) => name)
  expect(naming.length).toBeGreaterThan(8)
  for (const name of naming.filter((one) => !ofThePage.includes(one)))
    expect(connections).toContain(`\`${name}\``)
})

test("the files that users may send are as they are written down", () => {
  const files = section("Files of users")
  const multipart = Object.entries(endpoints).filter(([, one]) => "body" in one && one.body === "multipart")
  expect(multipart.map(([name]) => name)).toEqual(["uploadPicture"])
  const pictures = textOf("server/user/pictures.ts")
  const figure = (name: string) =>
    Number(new RegExp(`${name} = ([\\d_]+)`).exec(pictures)?.[1]?.replaceAll("_", ""))
  expect(files).toContain(`${figure("PIXELS_MAX") / 1_000_000} million pixels`)
  expect(files).toContain(`${figure("EDGE_MIN")} (papers)`)
  expect(files).toContain(`${PICTURE_BYTES_MAX / 1024 ** 2} MiB at most`)
  expect([figure("OPEN_MAX"), files.includes("six at a time")]).toEqual([6, true])
  const kinds = [...textOf("server/user/picture-kind.ts").matchAll(/"image\/(\w+)"/g)].map(
    ([, kind = ""]) => kind,
  )
  expect(kinds).toHaveLength(3)
  for (const kind of kinds) expect(files.toLowerCase()).toContain(kind)
  expect(textOf("server/user/open-accounts.ts")).toContain('{ name: "upload", points: 40, seconds: HOUR')
  expect(files).toContain("forty an hour")
})

test("logs are written by one logger and into two tables, all of them named, and nowhere else", () => {
  const logs = section("What is logged")
  expect(filesWith(/\bpino\(/)).toEqual(["server/start/create-log.ts", "server/time-machine/machine.ts"])
  expect(textOf("server/start/create-log.ts")).toMatch(/pino\.destination\(\{ dest: 2,/)
  // The words of a start, an end and a fault for whoever stands before the screen.
  expect(filesWith(/process\.(?:stdout|stderr)|console\./, server)).toEqual(["server/main.ts"])
  expect(logs).toContain("on stderr")
  // Who writes rows of logins and of acts.
  for (const table of ["logins", "audit"]) {
    expect(filesWith(new RegExp(`insertInto\\("${table}"\\)`)).length).toBeGreaterThan(0)
    expect(logs).toContain(`table \`${table}\``)
  }
  // Neither a transport, nor a file, nor another machine takes lines.
  expect(filesWith(/pino\.transport|transport: \{|appendFile|syslog/i, server)).toEqual([])
})

test("every limit that can be set stands beside what it bounds", () => {
  const costs = section("What costs much")
  const limits = Object.values(SETTINGS)
    .map(({ name }) => name)
    .filter((name) => /_PER_(?:SECOND|HOUR|ADDRESS)$|_MAX$/.test(name) && !/TRIES/.test(name))
  expect(limits.length).toBeGreaterThan(10)
  for (const name of limits) expect(costs).toContain(`\`${name}\``)
  for (const [, name = ""] of costs.matchAll(/`(SAKER_\w+)`/g))
    expect(Object.values(SETTINGS).map((one) => one.name)).toContain(name)
  const memory = Number(
    /memoryCost: ([\d_]+)/.exec(textOf("server/user/passwords.ts"))?.[1]?.replaceAll("_", ""),
  )
  expect(costs).toContain(`hashing a password (${Math.round(memory / 1024)} MiB)`)
  expect(costs).toContain(`${/WAITING_MAX = (\d+)/.exec(textOf("server/user/passwords.ts"))?.[1]} wait`)
  expect(costs).toContain(`${/DRAW_WITHIN_SECONDS = (\d+)/.exec(textOf("server/user/pictures.ts"))?.[1]} s`)
})

/** Addresses of chains: tells whether a text is one, of which chain, and how it is written. The same check as typed and at the server. */

import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { base58check, bech32, bech32m } from "@scure/base"
import { CHAINS, type Chain } from "./chain-assets.ts"

/**
 * Why a text is no address of the chain. `ADDRESS_FORM`: it doesn't look like one. `ADDRESS_CHECKSUM`: it does, but a
 * character is wrong. `ADDRESS_CHAIN`: it is a right one of another chain.
 */
type AddressProblem = "ADDRESS_FORM" | "ADDRESS_CHECKSUM" | "ADDRESS_CHAIN"
export type CheckedAddress = { ok: true; value: string } | { ok: false; problem: AddressProblem }

type Check = (text: string) => CheckedAddress

const wrong = (problem: AddressProblem): CheckedAddress => ({ ok: false, problem })
const right = (value: string): CheckedAddress => ({ ok: true, value })

const TEXT_MAX = 120
/** No letter of another alphabet that looks like one of ours, nothing that can't be seen. */
const PLAIN = /^[0-9A-Za-z]+$/

/**
 * Checks an address and writes it as it is shown: ETH with the case of EIP-55, bech32 in lower case, the others as they
 * are. Nothing is trimmed or guessed. Holds D7.
 * @example checkAddress("ethereum", "0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb") // 0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB
 */
export function checkAddress(chain: Chain, text: string): CheckedAddress {
  if (text.length > TEXT_MAX || !PLAIN.test(text)) return wrong("ADDRESS_FORM")
  const checked = CHECKS[chain](text)
  if (checked.ok) return checked
  const isOfAnother = CHAINS.some((other) => other !== chain && CHECKS[other](text).ok)
  return isOfAnother ? wrong("ADDRESS_CHAIN") : checked
}

/** `0x` and 40 hex digits of an address as EIP-55 writes it. */
export function withChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)))
  const upper = (digit: string, at: number) =>
    Number.parseInt(hash[at] ?? "0", 16) >= 8 ? digit.toUpperCase() : digit
  return `0x${[...digits].map(upper).join("")}`
}

/** All lower or all upper case carries no checksum and is taken; mixed case must be the right one. */
function checkEthereum(text: string): CheckedAddress {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return wrong("ADDRESS_FORM")
  const digits = text.slice(2)
  const shown = withChecksum(text)
  const isUniform = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isUniform || shown === text ? right(shown) : wrong("ADDRESS_CHECKSUM")
}

const base58 = base58check(sha256)
const HASH_BYTES = 20
const BASE58 = /^[1-9A-HJ-NP-Za-km-z]+$/

/** The version byte and 20 bytes of a base58 address; undefined: the checksum isn't right. */
function versionOf(text: string): { version: number; bytes: number } | undefined {
  try {
    const bytes = base58.decode(text)
    return { version: bytes[0] ?? -1, bytes: bytes.length - 1 }
  } catch {
    return undefined
  }
}

/** Starts with T, 34 characters of base58: version 0x41. */
function checkTron(text: string): CheckedAddress {
  if (!/^T.{33}$/.test(text) || !BASE58.test(text)) return wrong("ADDRESS_FORM")
  const read = versionOf(text)
  if (!read) return wrong("ADDRESS_CHECKSUM")
  return read.version === 0x41 && read.bytes === HASH_BYTES ? right(text) : wrong("ADDRESS_FORM")
}

/** Pay to public key hash (1…), to script hash (3…), to witness (bc1…); main network only. */
function checkBitcoin(text: string): CheckedAddress {
  if (/^bc1/i.test(text)) return checkWitness(text)
  if (!/^[13].{24,33}$/.test(text) || !BASE58.test(text)) return wrong("ADDRESS_FORM")
  const read = versionOf(text)
  if (!read) return wrong("ADDRESS_CHECKSUM")
  const isKnown = (read.version === 0 || read.version === 5) && read.bytes === HASH_BYTES
  return isKnown ? right(text) : wrong("ADDRESS_FORM")
}

/** The characters of bech32 without its checksum's meaning. */
const WITNESS = /^bc1[02-9ac-hj-np-z]{11,87}$/

function checkWitness(text: string): CheckedAddress {
  const lower = text.toLowerCase()
  const isUniform = text === lower || text === text.toUpperCase()
  if (!isUniform || !WITNESS.test(lower)) return wrong("ADDRESS_FORM")
  const program = readWitness(lower)
  if (!program) return wrong("ADDRESS_CHECKSUM")
  return isPayable(program) ? right(lower) : wrong("ADDRESS_FORM")
}

interface WitnessProgram {
  version: number
  program: Uint8Array
}

/** Version 0 has the checksum of bech32, the later ones that of bech32m (BIP-350). Undefined: neither is right. */
export function readWitness(address: string): WitnessProgram | undefined {
  for (const [code, isOf] of [
    [bech32, (version: number) => version === 0],
    [bech32m, (version: number) => version > 0],
  ] as const) {
    try {
      const { prefix, words } = code.decode(address as `${string}1${string}`, 90)
      const [version = -1, ...rest] = words
      if (prefix === "bc" && version <= 16 && isOf(version)) return { version, program: code.fromWords(rest) }
    } catch {
      // Not of this checksum.
    }
  }
  return undefined
}

/** Version 0 of 20 or 32 bytes, taproot of 32: money sent to any other is lost to whoever comes first. */
function isPayable({ version, program: { length } }: WitnessProgram): boolean {
  if (version === 0) return length === 20 || length === 32
  return version === 1 && length === 32
}

const CHECKS: Readonly<Record<Chain, Check>> = {
  bitcoin: checkBitcoin,
  ethereum: checkEthereum,
  tron: checkTron,
}

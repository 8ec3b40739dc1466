/** Addresses of users from the seed: BIP-84 for Bitcoin, BIP-44 for Ethereum and TRON. Made of public keys alone. */

import { createHash } from "node:crypto"
import { secp256k1 } from "@noble/curves/secp256k1.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { base58check, bech32 } from "@scure/base"
import { HDKey } from "@scure/bip32"
import { withChecksum } from "#core/chain/address.ts"
import { CHAINS, type Chain } from "#core/chain/chain-assets.ts"

/** Of the first account's receiving addresses; what follows is the user's number. */
const PATHS: Readonly<Record<Chain, string>> = {
  bitcoin: "m/84'/0'/0'/0",
  ethereum: "m/44'/60'/0'/0",
  tron: "m/44'/195'/0'/0",
}
const TRON_VERSION = 0x41
const NUMBERS = 2 ** 31

const WRITE: Readonly<Record<Chain, (key: HDKey) => string>> = {
  bitcoin: (key) => {
    if (!key.pubKeyHash) throw new Error("a key without a hash")
    return bech32.encode("bc", [0, ...bech32.toWords(key.pubKeyHash)])
  },
  ethereum: (key) => withChecksum(`0x${Buffer.from(accountOf(key)).toString("hex")}`),
  tron: (key) => base58check(sha256).encode(Uint8Array.of(TRON_VERSION, ...accountOf(key))),
}

/** The last 20 bytes of the hash of a public key's two coordinates. */
function accountOf({ publicKey }: HDKey): Uint8Array {
  if (!publicKey) throw new Error("a key without its public part")
  return keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)).subarray(-20)
}

export class Addresses {
  readonly #branches: Readonly<Record<Chain, HDKey>>
  /** Tells one seed from another and gives nothing away: 32 hex digits. */
  readonly fingerprint: string

  /** What could spend is forgotten: addresses are made of the public keys alone. */
  constructor(seed: Uint8Array) {
    const root = HDKey.fromMasterSeed(seed)
    const branch = (chain: Chain) =>
      HDKey.fromExtendedKey(root.derive(PATHS[chain]).wipePrivateData().publicExtendedKey)
    const [bitcoin, ethereum, tron] = CHAINS.map(branch) as [HDKey, HDKey, HDKey]
    this.#branches = { bitcoin, ethereum, tron }
    root.wipePrivateData()
    const keys = CHAINS.map((chain) => this.#branches[chain].publicExtendedKey).join(" ")
    this.fingerprint = createHash("sha256").update(keys).digest("hex").slice(0, 32)
  }

  /** The same for good for a user's number, from 0 to 2^31 - 1. */
  of(chain: Chain, userNumber: number): string {
    if (!Number.isInteger(userNumber) || userNumber < 0 || userNumber >= NUMBERS)
      throw new RangeError(`no address of number ${userNumber}`)
    return WRITE[chain](this.#branches[chain].deriveChild(userNumber))
  }
}

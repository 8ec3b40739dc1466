/** The wallet that withdrawals are paid from: one key of the custody's own phrase, which no user's address comes from. */

import { secp256k1 } from "@noble/curves/secp256k1.js"
import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex } from "@noble/hashes/utils.js"
import { HDKey } from "@scure/bip32"
import { addr, Transaction } from "micro-eth-signer"

/** BIP-44: the second account's first address. Users' are of the first account. */
const PATH = "m/44'/60'/1'/0/0"

/** What is signed (EIP-1559). Amounts in wei. */
export interface UnsignedTransaction {
  chainId: bigint
  nonce: bigint
  to: string
  value: bigint
  data: string
  gasLimit: bigint
  maxFeePerGas: bigint
  maxPriorityFeePerGas: bigint
}

export interface SignedTransaction {
  tx: string
  raw: string
}

export class EvmWallet {
  /** With its checksum. */
  readonly address: string
  readonly #key: Uint8Array

  constructor(seed: Uint8Array) {
    const root = HDKey.fromMasterSeed(seed)
    const { privateKey } = root.derive(PATH)
    root.wipePrivateData()
    if (!privateKey) throw new Error("a key without its private part")
    this.#key = privateKey
    this.address = addr.fromPublicKey(secp256k1.getPublicKey(privateKey))
  }

  /** The same fields always become the same bytes (RFC 6979). */
  sign(fields: UnsignedTransaction): SignedTransaction {
    // Its limits for what people type don't fit: fees have a limit of their own, and numbers of a busy wallet go on.
    const unsigned = Transaction.prepare({ type: "eip1559", ...fields, accessList: [] }, false)
    const bytes = unsigned.signBy(this.#key, false).toBytes({ includeSignature: true })
    return { tx: `0x${bytesToHex(keccak_256(bytes))}`, raw: `0x${bytesToHex(bytes)}` }
  }
}

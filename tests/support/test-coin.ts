/** The smallest ERC-20 coin that tests need, written in the machine's own words: nothing has to be compiled. */

/** Words of the machine that the coin uses (Ethereum's yellow paper, appendix H). */
const OPCODES = {
  ADD: "01",
  SUB: "03",
  LT: "10",
  EQ: "14",
  SHR: "1c",
  CALLER: "33",
  CALLDATALOAD: "35",
  CODECOPY: "39",
  MSTORE: "52",
  SLOAD: "54",
  SSTORE: "55",
  JUMP: "56",
  JUMPI: "57",
  JUMPDEST: "5b",
  DUP1: "80",
  DUP2: "81",
  DUP3: "82",
  SWAP1: "90",
  SWAP2: "91",
  LOG3: "a3",
  RETURN: "f3",
  REVERT: "fd",
} as const

/** Bytes that `PUSH` words write: their name's number says how many. */
const pushed = (bytes: string): string => (0x5f + bytes.length / 2).toString(16) + bytes

/**
 * `PUSH:ff` pushes bytes, `PUSH:@name` the place of `name:`, which is a place that can be jumped to; the rest are opcodes.
 * Places lie below 256.
 */
function assemble(text: string): string {
  const words = text.replace(/;.*$/gm, "").split(/\s+/).filter(Boolean)
  const places = new Map<string, string>()
  const bytesOf = (word: string): string => {
    const [, place] = /^PUSH:@(\w+)$/.exec(word) ?? []
    if (place !== undefined) return pushed(places.get(place) ?? "00")
    if (word.startsWith("PUSH:")) return pushed(word.slice(5))
    if (word.endsWith(":")) return OPCODES.JUMPDEST
    const code = OPCODES[word as keyof typeof OPCODES]
    if (code === undefined) throw new Error(`no word of the machine: ${word}`)
    return code
  }
  let at = 0
  for (const word of words) {
    if (word.endsWith(":")) places.set(word.slice(0, -1), at.toString(16).padStart(2, "0"))
    at += bytesOf(word).length / 2
  }
  return words.map(bytesOf).join("")
}

/** Decimals of the coin, as USDT has them on Ethereum. */
export const COIN_DECIMALS = 6

/** A balance lies in the storage under the address itself. Whoever asks for more than it has is undone. */
const COIN = assemble(`
  PUSH:00 CALLDATALOAD PUSH:e0 SHR                       ; selector
  DUP1 PUSH:313ce567 EQ PUSH:@decimals JUMPI
  DUP1 PUSH:70a08231 EQ PUSH:@balanceOf JUMPI
  DUP1 PUSH:a9059cbb EQ PUSH:@transfer JUMPI
fail:
  PUSH:00 DUP1 REVERT
decimals:
  PUSH:0${COIN_DECIMALS} PUSH:@answer JUMP
balanceOf:
  PUSH:04 CALLDATALOAD SLOAD
answer:
  PUSH:00 MSTORE PUSH:20 PUSH:00 RETURN
transfer:
  CALLER SLOAD PUSH:24 CALLDATALOAD                      ; … balance units
  DUP1 DUP3 LT PUSH:@fail JUMPI
  DUP1 SWAP2 SUB CALLER SSTORE                           ; … units
  PUSH:04 CALLDATALOAD                                   ; … units to
  DUP2 DUP2 SLOAD ADD DUP2 SSTORE
  SWAP1 PUSH:00 MSTORE                                   ; … to
  CALLER PUSH:ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef
  PUSH:20 PUSH:00 LOG3                                   ; Transfer(from, to, units)
  PUSH:01 PUSH:@answer JUMP
`)

/** What makes the contract when it is sent as a transaction to nobody: all units belong to the sender. */
export function coinDeployment(units: bigint): string {
  const supply = units.toString(16).padStart(64, "0")
  const size = (COIN.length / 2).toString(16).padStart(2, "0")
  const setUp = (from: string) =>
    assemble(
      `PUSH:${supply} CALLER SSTORE PUSH:${size} PUSH:${from} PUSH:00 CODECOPY PUSH:${size} PUSH:00 RETURN`,
    )
  const from = (setUp("00").length / 2).toString(16).padStart(2, "0")
  return `0x${setUp(from)}${COIN}`
}

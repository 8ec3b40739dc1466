/** Addresses as the chains' own documents give them are taken, and no other (D7). */

import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkAddress } from "./address.ts"
import { CHAINS, type Chain } from "./chain-assets.ts"

/** BIP-173, BIP-350, EIP-55, and well-known ones of main networks. */
const RIGHT: Readonly<Record<Chain, readonly string[]>> = {
  bitcoin: [
    "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
    "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
    "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
    "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
    "3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy",
  ],
  ethereum: [
    "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
    "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
    "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
    "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    "0x52908400098527886E0F7030069857D2E4169EE7",
    "0xde709f2102306220921060314715629080e2fb77",
  ],
  tron: ["TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "TJRabPrwbZy45sbavfcjinPJC18kjpRTv8"],
}

const problemOf = (chain: Chain, text: string) => {
  const checked = checkAddress(chain, text)
  return checked.ok ? "none" : checked.problem
}

/**
 * EIP-55 has one bit a letter, so a changed address of few letters is now and then a right one; in one case alone it
 * has none. The checksums of the other chains have 30 bits and more.
 */
const isRightByChance = (chain: Chain, text: string): boolean =>
  chain === "ethereum" && (/^0x(?:[0-9a-f]{40}|[0-9A-F]{40})$/.test(text) || bySpecification(text) === text)

/** EIP-55 in its own words: a letter is a capital where the hash of the small letters has a digit of 8 or more. */
function bySpecification(text: string): string {
  const small = text.slice(2).toLowerCase()
  const hash = bytesToHex(keccak_256(utf8ToBytes(small)))
  return `0x${small.replace(/[a-f]/g, (letter, at: number) => ("89abcdef".includes(hash.charAt(at)) ? letter.toUpperCase() : letter))}`
}

describe.each(CHAINS)("on %s", (chain) => {
  test.each(RIGHT[chain])("%s is taken as it is", (address) => {
    expect(checkAddress(chain, address)).toEqual({ ok: true, value: address })
  })

  test.each(CHAINS.filter((other) => other !== chain).flatMap((other) => RIGHT[other]))(
    "%s is said to be of another chain",
    (address) => expect(problemOf(chain, address)).toBe("ADDRESS_CHAIN"),
  )

  test("one character that is another, missing or too much is refused", () => {
    const change = fc.record({
      address: fc.constantFrom(...RIGHT[chain]),
      at: fc.nat(),
      by: fc.constantFrom(..."0123456789ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz"),
    })
    fc.assert(
      fc.property(change, ({ address, at, by }) => {
        const here = at % address.length
        const [before, after] = [address.slice(0, here), address.slice(here + 1)]
        for (const changed of [before + by + after, before + after, before + by + address.slice(here)]) {
          if (changed.toLowerCase() === address.toLowerCase()) continue
          if (!isRightByChance(chain, changed)) expect(checkAddress(chain, changed).ok).toBe(false)
        }
      }),
      { numRuns: 300 },
    )
  })

  test("nothing else is one, and nothing throws", () => {
    fc.assert(fc.property(fc.string(), (text) => !checkAddress(chain, text).ok))
  })
})

describe("the checksum", () => {
  test.each([
    ["ethereum", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed"],
    ["bitcoin", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"],
    ["bitcoin", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"],
    ["tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u"],
    // BIP-350: version 1 with the checksum of bech32, version 0 with that of bech32m.
    ["bitcoin", "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd"],
    ["bitcoin", "bc1q0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vq54well"],
  ] as const)("of %s %s is told from a wrong form", (chain, text) => {
    expect(problemOf(chain, text)).toBe("ADDRESS_CHECKSUM")
  })

  test("is written by EIP-55 where all letters are of one case, and bech32 in lower case", () => {
    const [shown = ""] = RIGHT.ethereum
    expect(checkAddress("ethereum", shown.toLowerCase())).toEqual({ ok: true, value: shown })
    expect(checkAddress("ethereum", `0x${shown.slice(2).toUpperCase()}`)).toEqual({ ok: true, value: shown })
    const [witness = ""] = RIGHT.bitcoin
    expect(checkAddress("bitcoin", witness.toUpperCase())).toEqual({ ok: true, value: witness })
  })
})

describe("the form", () => {
  test.each([
    ["bitcoin", "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx", "of a test network"],
    ["bitcoin", "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn", "of a test network"],
    ["bitcoin", "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs", "of a version that nobody can spend yet"],
    ["bitcoin", "BC1QW508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", "of two cases"],
    ["ethereum", "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "without 0x"],
    ["ethereum", "0X5AAEB6053F3E94C9B9A09F33669435E7EF1BEAED", "with 0X"],
    ["ethereum", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA\u0435d", "with a Cyrillic е"],
    ["ethereum", "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe\uff24", "with a full-width D"],
    ["tron", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t ", "with a space behind"],
    ["tron", "\u200bTR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", "with something that isn't seen"],
    ["tron", "0x41a614f803b6fd780986a42c78ec9c7f77e6ded13c", "in hex"],
    ["bitcoin", "<b>1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa</b>", "with markup"],
    ["bitcoin", "", "of nothing"],
  ] as const)("of %s %s is refused: %s", (chain, text, _why) => {
    expect(problemOf(chain, text)).toBe("ADDRESS_FORM")
  })
})

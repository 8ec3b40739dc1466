/** Addresses come out of a seed as the published vectors of BIP-32, BIP-39, BIP-84 and well-known wallets have them. */

import { HDKey } from "@scure/bip32"
import { mnemonicToSeedSync } from "@scure/bip39"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { checkAddress } from "#core/chain/address.ts"
import { CHAINS } from "#core/chain/chain-assets.ts"
import { Addresses } from "./addresses.ts"

const ABANDON = `${"abandon ".repeat(11)}about`
const JUNK = `${"test ".repeat(11)}junk`
const seedOf = (phrase: string) => mnemonicToSeedSync(phrase)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

describe("the packages agree with", () => {
  test("BIP-32, test vector 1", () => {
    const root = HDKey.fromMasterSeed(Buffer.from("000102030405060708090a0b0c0d0e0f", "hex"))
    expect(root.derive("m/0'/1/2'/2/1000000000").publicExtendedKey).toBe(
      "xpub6H1LXWLaKsWFhvm6RVpEL9P4KfRZSW7abD2ttkWP3SSQvnyA8FSVqNTEcYFgJS2UaFcxupHiYkro49S8yGasTvXEYBVPamhGW6cFJodrTHy",
    )
  })

  test("BIP-39: the phrase of zeros with TREZOR", () => {
    expect(hex(mnemonicToSeedSync(ABANDON, "TREZOR"))).toBe(
      "c55257c360c07c72029aebc1b53c05ed0362ada38ead3e3e9efa3708e53495531f09a6987599d18264c1e1c92f2cf141630c7a3c4ab7c81b2f001698e7463b04",
    )
  })
})

describe("addresses", () => {
  test.each([
    [ABANDON, "bitcoin", 0, "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu"],
    [ABANDON, "bitcoin", 1, "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g"],
    [ABANDON, "ethereum", 0, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"],
    [JUNK, "ethereum", 0, "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"],
    [JUNK, "ethereum", 1, "0x70997970C51812dc3A010C7d01b50e0d17dc79C8"],
    [ABANDON, "tron", 0, "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"],
  ] as const)("of %s on %s, number %d, is %s", (phrase, chain, number, address) => {
    expect(new Addresses(seedOf(phrase)).of(chain, number)).toBe(address)
  })

  test("of any number pass the check of their chain, stay the same, and are nobody else's (D7)", () => {
    const [one, again] = [new Addresses(seedOf(ABANDON)), new Addresses(seedOf(ABANDON))]
    const other = new Addresses(seedOf(JUNK))
    const number = fc.nat(2 ** 31 - 2)
    fc.assert(
      fc.property(fc.constantFrom(...CHAINS), number, (chain, n) => {
        const address = one.of(chain, n)
        expect(checkAddress(chain, address)).toEqual({ ok: true, value: address })
        expect(again.of(chain, n)).toBe(address)
        expect(one.of(chain, n + 1)).not.toBe(address)
        expect(other.of(chain, n)).not.toBe(address)
      }),
      { numRuns: 25 },
    )
    expect(one.fingerprint).toBe(again.fingerprint)
    expect(one.fingerprint).not.toBe(other.fingerprint)
  })

  test.each([-1, 0.5, 2 ** 31, Number.NaN])("of number %d there are none", (number) => {
    expect(() => new Addresses(seedOf(ABANDON)).of("bitcoin", number)).toThrow(RangeError)
  })
})

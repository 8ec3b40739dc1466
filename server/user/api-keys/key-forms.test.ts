/** Tests of reading public keys, signatures and networks as typed. */

import { createHmac, generateKeyPairSync, sign } from "node:crypto"
import { describe, expect, test } from "vitest"
import { addressCheck, readNetwork } from "./address-list.ts"
import { ed25519Verifier, hmacVerifier, readPublicKey, secretOf } from "./key-signature.ts"

const pair = generateKeyPairSync("ed25519")
const pem = pair.publicKey.export({ format: "pem", type: "spki" }).toString()

describe("a public key", () => {
  test("is read as PEM and as bytes, to the same", () => {
    const raw = readPublicKey(pem)
    expect(Buffer.from(raw ?? "", "base64")).toHaveLength(32)
    expect(readPublicKey(` ${raw}\n`)).toBe(raw)
  })

  test.each([
    ["nothing", ""],
    ["too short", "AAAA"],
    ["not base64", "!".repeat(44)],
    ["a private key", pair.privateKey.export({ format: "pem", type: "pkcs8" }).toString()],
    [
      "another curve",
      generateKeyPairSync("x25519").publicKey.export({ format: "pem", type: "spki" }).toString(),
    ],
    [
      "RSA",
      generateKeyPairSync("rsa", { modulusLength: 2048 })
        .publicKey.export({ format: "pem", type: "spki" })
        .toString(),
    ],
  ])("isn't %s", (_name, text) => {
    expect(readPublicKey(text)).toBeUndefined()
  })

  test("proves what its private key has signed, and nothing else", () => {
    const verifier = ed25519Verifier(readPublicKey(pem) ?? "")
    const text = Buffer.from("1795392000000\n5000\nnonce-01\nGET\n/assets/index\n")
    const good = sign(null, text, pair.privateKey).toString("base64")
    expect(verifier(text, good)).toBe(true)
    expect(verifier(Buffer.concat([text, Buffer.from(" ")]), good)).toBe(false)
    for (const bad of ["", "AAAA", good.slice(4), Buffer.alloc(64).toString("base64")])
      expect(verifier(text, bad)).toBe(false)
  })
})

test("a secret is of one key and one server, and its signature of one text", () => {
  const secret = secretOf("master", "sk_a")
  expect([secretOf("master", "sk_b"), secretOf("other", "sk_a")]).not.toContain(secret)
  const verifier = hmacVerifier(secret)
  const signed = createHmac("sha256", secret).update("text").digest("hex")
  expect(verifier(Buffer.from("text"), signed.toUpperCase())).toBe(true)
  for (const bad of ["", "0".repeat(64), `${signed}0`, signed.slice(1)])
    expect(verifier(Buffer.from("text"), bad)).toBe(false)
  expect(verifier(Buffer.from("texts"), signed)).toBe(false)
})

describe("a list of addresses", () => {
  test.each(["203.0.113.7", "203.0.113.0/24", "2001:db8::1", "2001:db8::/48"])("takes %s", (text) => {
    expect(readNetwork(` ${text} `)).toBe(text)
  })
  test.each([
    "",
    "203.0.113",
    "203.0.113.0/33",
    "203.0.113.0/0",
    "2001:db8::/129",
    "fe80::1%eth0",
    "a/b",
    "1.2.3.4/8/8",
    "localhost",
  ])("doesn't take %j", (text) => {
    expect(readNetwork(text)).toBeUndefined()
  })
  test("lets in what it names", () => {
    const mayFrom = addressCheck(["203.0.113.0/24", "2001:db8::1"])
    expect(["203.0.113.9", "2001:db8::1", "203.0.114.9", "2001:db8::2", "unknown"].map(mayFrom)).toEqual([
      ...[true, true, false, false, false],
    ])
    expect(addressCheck([])("unknown")).toBe(true)
  })
})

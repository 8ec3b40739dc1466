/** Spellings of one mailbox or phone are one account; look-alikes are not. */

import { expect, test } from "vitest"
import { maskAccount, readAccountName } from "./account-name.ts"

test.each([
  ["Ada@Example.ORG", "ada@example.org"],
  ["  ada@example.org ", "ada@example.org"],
  ["ada@bücher.example", "ada@xn--bcher-kva.example"],
  ["ada@XN--BCHER-KVA.example", "ada@xn--bcher-kva.example"],
  // The sign for kelvin is a K.
  ["\u212A@example.org", "k@example.org"],
  // With the accent apart.
  ["jose\u0301@example.org", "jos\u00e9@example.org"],
  ["+49 151 12345678", "+4915112345678"],
  ["0049 (151) 123-45 678", "+4915112345678"],
  ["+49 (0)151 12345678", "+4915112345678"],
])("%s is %s", (typed, key) => {
  expect(readAccountName(typed)?.key).toBe(key)
})

test.each([
  "ada",
  "ada@example",
  "ada@@example.org",
  "ada lovelace@example.org",
  "ada@example.org\r\nBcc: eve@example.org",
  "ada\u200b@example.org",
  "ada\u202e@example.org",
  "ａｄａ@example.org",
  "ada@example.org\0",
  ".ada@example.org",
  "ada..l@example.org",
  "ada@example..org",
  "ada@127.0.0.11",
  "ada@1.22",
  "151 12345678",
  "+0151 12345678",
  "+49 151 1234567890123",
  "+٤٩١٥١١٢٣٤٥٦٧٨",
])("%j is no account", (typed) => {
  expect(readAccountName(typed)).toBeUndefined()
})

test("a mask tells neither mailbox nor number", () => {
  expect(["ada@mail.example.org", "+4915112345678"].map(maskAccount)).toEqual(["a•••@m•••.org", "+49•••78"])
})

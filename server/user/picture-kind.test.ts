/** Tests of what is taken for a picture. */

import { expect, test } from "vitest"
import { pictureKind } from "./picture-kind.ts"

const PNG = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\x0cIDAT"
const of = (text: string) => pictureKind(Buffer.from(text, "latin1"))

test.each([
  ["image/png", PNG],
  ["image/jpeg", "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0"],
  ["image/webp", "RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0"],
])("%s is told by its first bytes", async (kind, text) => {
  expect(await of(text)).toBe(kind)
})

test.each([
  ["a picture behind a tag of music", `ID3\x03\0\0\0\0\0\x04abcd${PNG}`],
  ["a GIF", "GIF89a\x01\0\x01\0"],
  ["an SVG", "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>"],
  ["nothing", ""],
])("%s is none", async (_what, text) => {
  expect(await of(text)).toBeUndefined()
})

/** Fuzz target: whether an upload is a picture, told by its content as the server tells it. */

import { pictureKind } from "#server/user/picture-kind.ts"
import { bytesOf, type FuzzTarget, must } from "../fuzz-target.ts"

/** How what draws pictures knows them: by their first bytes. */
const BEGINNINGS = /^(?:\xff\xd8\xff|\x89PNG|RIFF[\s\S]{4}WEBP)/

const PNG =
  "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x02\0\0\0\x90wS\xde\0\0\0\x0cIDAT\x08\xd7c\xf8\xcf\xc0\0\0\x03\x01\x01\0"
const JPEG = "\xff\xd8\xff\xe0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xff\xdb\0C\0"
const ZIP = "PK\x03\x04\x14\0\0\0\x08\0\0\0!\0\0\0\0\0\x05\0\0\0\x05\0\0\0\x0b\0\0\0_rels/.rels12345"

export const target: FuzzTarget = {
  form: "bytes",
  seeds: [
    ...[
      PNG,
      JPEG,
      "RIFF\x24\0\0\0WEBPVP8 \x18\0\0\0",
      "GIF89a\x01\0\x01\0",
      "II*\0\x08\0\0\0\0\0\0\0",
      "%PDF-1.7\n",
    ],
    ...["\0\0\0\x18ftypheic\0\0\0\0mif1heic", "ID3\x03\0\0\0\0\0\x0a", "OggS\0\x02", "\x1aE\xdf\xa3", ZIP],
    ...["<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'/>", "BM\x3a\0\0\0", "MM\0*\0\0\0\x08"],
  ],
  async read(input) {
    const kind = await pictureKind(bytesOf(input))
    must(kind === undefined || BEGINNINGS.test(input), `taken for ${kind}, which begins otherwise`)
    return [kind ?? "none"]
  },
}

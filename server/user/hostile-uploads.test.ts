/** Hundreds of hostile pictures, each different, leave nothing behind on disk or in memory. */

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { crc32, deflateSync } from "node:zlib"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { PIECE_BYTES_MAX, PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call, startInProcess } from "#tests/support/in-process-server.ts"
import { liveBytes } from "#tests/support/memory.ts"
import { newPerson, type Person } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

/** `npm run verify` asks for 200. */
const COUNT = Number(process.env.SAKER_HOSTILE_UPLOADS ?? 30)
/** A user may begin forty uploads an hour. */
const PER_PERSON = 30
/** The whole server runs in this process: what it reads and checks meanwhile is in it. */
const GROWTH_MAX = 256 * 1024 * 1024
const START_WITHIN_MS = 180_000
const EACH_WITHIN_MS = 2000

const data = freshFolder()
let server: RunningServer
beforeAll(async () => {
  server = await startInProcess({
    SAKER_DATA: data,
    SAKER_MARKETS: "1",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
    SAKER_UPLOADS_PER_SECOND: "10000",
  })
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

/** Stands in everything hostile that carries a load; must be found nowhere. */
const LOAD = "<script>alert('the load')</script>"
const text = (content: string) => Buffer.from(content, "latin1")
/** Differs from one file to the next, the same in every run. */
const filler = (seed: number, length: number) =>
  Buffer.from(Array.from({ length }, (_, place) => (seed * 31 + place * 17 + ((place * seed) >> 3)) & 255))

function pngChunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([text(type), body])
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  size.writeUInt32BE(body.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, sum])
}
const PNG_HEAD = Buffer.from("89504e470d0a1a0a", "hex")
function png(width: number, height: number, pixels: Buffer, ...extra: Buffer[]): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // One bit a pixel, grey.
  header[8] = 1
  return Buffer.concat([
    PNG_HEAD,
    pngChunk("IHDR", header),
    ...extra,
    pngChunk("IDAT", pixels),
    pngChunk("IEND", Buffer.alloc(0)),
  ])
}
/** All pixels are really there: some hundred megabytes out of some kilobytes. */
const honestBomb = (edge: number) =>
  png(edge, edge, deflateSync(Buffer.alloc((Math.ceil(edge / 8) + 1) * edge)))

interface Hostile {
  what: string
  make(seed: number): Buffer | Promise<Buffer>
  name?: (seed: number) => string
  type?: string
  /** It is a picture with something hung on: taken, but drawn anew without it. */
  isPicture?: true
}

const small = (format: "jpeg" | "png" | "webp", edge = 260) =>
  sharp({ create: { width: edge, height: edge, channels: 3, background: "#345" } })
    .toFormat(format)
    .toBuffer()

/** Sets the size that a JPEG claims. */
function claimJpegSize(jpeg: Buffer, edge: number): Buffer {
  const claimed = Buffer.from(jpeg)
  const frame = claimed.indexOf(Buffer.from([0xff, 0xc0]))
  claimed.writeUInt16BE(edge, frame + 5)
  claimed.writeUInt16BE(edge, frame + 7)
  return claimed
}

const TRAVERSAL = [
  "../../../kept/a.jpg",
  "..\\..\\a.jpg",
  "/etc/passwd",
  "a.jpg\0.php",
  "%2e%2e%2fa.jpg",
  "a".repeat(300),
]
const traversing = (seed: number) => TRAVERSAL[seed % TRAVERSAL.length] ?? ""

const HOSTILE: readonly Hostile[] = [
  {
    what: "an SVG with a script",
    make: (seed) => text(`<svg xmlns='http://www.w3.org/2000/svg' width='${seed + 300}'>${LOAD}</svg>`),
    type: "image/svg+xml",
  },
  {
    what: "an SVG of entities",
    make: (seed) =>
      text(
        `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "${"x".repeat(seed + 9)}"><!ENTITY c "&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;">]><svg>&d;</svg>`,
      ),
  },
  { what: "a page", make: (seed) => text(`<!doctype html><p>${seed}</p>${LOAD}`), type: "image/jpeg" },
  { what: "a program for a server", make: (seed) => text(`<?php /*${seed}*/ ?>${LOAD}`), name: traversing },
  { what: "a GIF before a script", make: (seed) => text(`GIF89a/*${seed}*/=1;${LOAD}`), type: "image/gif" },
  { what: "a document", make: (seed) => text(`%PDF-1.${seed % 8}\n${LOAD}`) },
  { what: "an archive", make: (seed) => Buffer.concat([text("PK\x03\x04"), filler(seed, 400), text(LOAD)]) },
  { what: "a program", make: (seed) => Buffer.concat([text("\x7fELF"), filler(seed, 900), text(LOAD)]) },
  {
    what: "a TIFF",
    make: () =>
      sharp({ create: { width: 300, height: 300, channels: 3, background: "#345" } })
        .tiff()
        .toBuffer(),
  },
  { what: "an AVIF's head", make: (seed) => Buffer.concat([text("\0\0\0\x20ftypavif"), filler(seed, 600)]) },
  {
    what: "noise behind a JPEG's head",
    make: (seed) =>
      Buffer.concat([Buffer.from("ffd8ffe000104a464946", "hex"), filler(seed, 3000), text(LOAD)]),
  },
  {
    what: "noise behind a PNG's head",
    make: (seed) => Buffer.concat([PNG_HEAD, filler(seed, 3000), text(LOAD)]),
  },
  {
    what: "noise behind a WebP's head",
    make: (seed) => Buffer.concat([text("RIFF\xff\xff\xff\x7fWEBPVP8 "), filler(seed, 3000)]),
  },
  {
    what: "half a JPEG",
    make: async (seed) => {
      const whole = await small("jpeg")
      return whole.subarray(0, Math.floor(whole.length * (0.2 + (seed % 6) / 10)))
    },
    name: traversing,
  },
  {
    what: "a PNG that claims too many pixels",
    make: (seed) => png(60_000 + seed, 60_000, deflateSync(Buffer.alloc(100))),
  },
  { what: "a PNG that has too many pixels", make: (seed) => honestBomb(9000 + seed) },
  {
    what: "a PNG of one long line",
    make: (seed) => png(2_000_000_000 + seed, 1, deflateSync(Buffer.alloc(100))),
  },
  {
    what: "a JPEG that claims too many pixels",
    make: async (seed) => claimJpegSize(await small("jpeg"), 65_000 + (seed % 500)),
  },
  { what: "a picture too small to be read", make: (seed) => small("png", 20 + (seed % 100)) },
  { what: "a PNG without pixels", make: (seed) => png(300 + seed, 300, Buffer.alloc(0)) },
  {
    what: "a PNG with a bomb among its words",
    make: (seed) =>
      png(
        300 + seed,
        300,
        deflateSync(Buffer.alloc(39 * 10)),
        pngChunk("zTXt", Buffer.concat([text("Comment\0\0"), deflateSync(Buffer.alloc(20_000_000))])),
      ),
  },
  { what: "nothing but zeros", make: (seed) => Buffer.alloc(100 + seed) },
  {
    what: "a JPEG with a page behind it",
    make: async (seed) => Buffer.concat([await small("jpeg", 260 + (seed % 40)), text(LOAD)]),
    isPicture: true,
    name: traversing,
  },
  {
    what: "a PNG with an archive behind it",
    make: async (seed) => Buffer.concat([await small("png", 260 + (seed % 40)), text(`PK\x03\x04${LOAD}`)]),
    isPicture: true,
  },
  {
    what: "a JPEG with a script as its comment",
    make: async (seed) => {
      const jpeg = await small("jpeg", 260 + (seed % 40))
      const size = Buffer.alloc(2)
      size.writeUInt16BE(LOAD.length + 2)
      return Buffer.concat([
        jpeg.subarray(0, 2),
        Buffer.from([0xff, 0xfe]),
        size,
        text(LOAD),
        jpeg.subarray(2),
      ])
    },
    isPicture: true,
  },
  {
    what: "a WebP with a script as its words",
    make: async (seed) =>
      sharp(await small("webp", 260 + (seed % 40)))
        .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${LOAD.replaceAll("'", "")}</x:xmpmeta>`)
        .webp()
        .toBuffer(),
    isPicture: true,
  },
]

let uploads = 0
async function send(person: Person, { name, type }: Hostile, bytes: Buffer, seed: number) {
  uploads += 1
  const upload = `a-hostile-upload-${uploads}`
  for (let offset = 0; ; offset += PIECE_BYTES_MAX) {
    const bit = bytes.subarray(offset, offset + PIECE_BYTES_MAX)
    const form = new FormData()
    for (const [field, value] of Object.entries({ purpose: "front", upload, offset, size: bytes.length }))
      form.append(field, String(value))
    form.append(
      "file",
      new Blob([new Uint8Array(bit)], { type: type ?? "image/png" }),
      name?.(seed) ?? "a.png",
    )
    const answer = await call<{ id: string } | null>(server, "/index/upic", {
      method: "POST",
      headers: { authorization: `Bearer ${person.token}` },
      body: form,
    })
    if (answer.code !== 200 || offset + bit.length >= bytes.length) return answer
  }
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(data, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
const REFUSED = [PROBLEMS.PICTURE_KIND, PROBLEMS.PICTURE_SIZE]

test(
  `${COUNT} hostile uploads leave nothing, and the memory is what it was`,
  async () => {
    let person = await newPerson(server)
    const ids = new Set<string>()
    // The machinery comes into memory once.
    await send(person, { what: "an honest picture", make: () => small("jpeg") }, await small("jpeg", 900), 0)
    const honest = new Set(filesIn("pictures"))
    liveBytes()
    const before = process.memoryUsage().rss
    let most = before
    for (let seed = 0; seed < COUNT; seed += 1) {
      if (seed % PER_PERSON === PER_PERSON - 1) person = await newPerson(server)
      const hostile = HOSTILE[seed % HOSTILE.length] as Hostile
      const answer = await send(person, hostile, await hostile.make(seed), seed)
      if (hostile.isPicture) ids.add(answer.data?.id ?? "")
      expect([hostile.what, hostile.isPicture ? answer.code : REFUSED.includes(answer.code as 7012)]).toEqual(
        [hostile.what, hostile.isPicture ? 200 : true],
      )
      if (seed % 5 === 0) liveBytes()
      most = Math.max(most, process.memoryUsage().rss)
    }
    const left = filesIn("pictures").filter((file) => !honest.has(file))
    expect(left.map((file) => file.slice(-36, -4)).toSorted()).toEqual([...ids].toSorted())
    for (const file of left) {
      const drawn = readFileSync(file)
      expect(drawn.includes("alert(")).toBe(false)
      expect((await sharp(drawn).metadata()).format).toBe("jpeg")
    }
    // Nothing found its way out of the folder, whatever it was called.
    expect(filesIn(".").filter((file) => /(?:^|[\\/])(?:passwd|a\.jpg)$|\.php/.test(file))).toEqual([])
    expect(most - before).toBeLessThan(GROWTH_MAX)
  },
  START_WITHIN_MS + COUNT * EACH_WITHIN_MS,
)

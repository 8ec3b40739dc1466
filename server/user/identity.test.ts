/** Pictures are uploaded safely, and the identity goes through its states. Through the real API. */

import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { PICTURE_BYTES_MAX, PIECE_BYTES_MAX, PROBLEMS, type UserInfo } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { call, startInProcess } from "#tests/support/in-process-server.ts"
import { newPerson, type Person } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000
const data = freshFolder()
let server: RunningServer
let ada: Person
let eve: Person

beforeAll(async () => {
  server = await startInProcess({
    SAKER_DATA: data,
    SAKER_MARKETS: "1",
    SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
    SAKER_UPLOADS_PER_SECOND: "10000",
    SAKER_SANDBOX_APPROVE_SECONDS: "1",
  })
  ada = await newPerson(server)
  eve = await newPerson(server)
}, START_WITHIN_MS)
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

let uploads = 0
function newUpload(): string {
  uploads += 1
  return `an-upload-of-the-test-${uploads}`
}
const kept = () => readdirSync(join(data, "pictures/kept"))
const incoming = () => readdirSync(join(data, "pictures/incoming"))

interface Piece {
  purpose: string
  upload: string
  offset: number
  size: number
}
/** Sends one piece as a browser would. */
function sendPiece(person: Person, piece: Partial<Piece>, bytes: Uint8Array, name = "a.jpg") {
  const form = new FormData()
  for (const [field, value] of Object.entries(piece)) form.append(field, String(value))
  form.append("file", new Blob([new Uint8Array(bytes)]), name)
  return call<{ received: number; id: string }>(server, "/index/upic", {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}` },
    body: form,
  })
}
/** Sends a whole file in pieces; the last answer. */
async function send(person: Person, bytes: Uint8Array, purpose = "front", name = "a.jpg") {
  const upload = newUpload()
  for (let offset = 0; ; offset += PIECE_BYTES_MAX) {
    const bit = bytes.subarray(offset, offset + PIECE_BYTES_MAX)
    const answer = await sendPiece(person, { purpose, upload, offset, size: bytes.length }, bit, name)
    if (answer.code !== 200 || answer.data.id !== "" || offset + bit.length >= bytes.length) return answer
  }
}

const photo = (edge = 900) =>
  sharp({
    create: {
      width: edge,
      height: edge,
      channels: 3,
      background: "#345",
      noise: { type: "gaussian", mean: 90, sigma: 60 },
    },
  })

describe("a picture", () => {
  test("is drawn anew without its metadata, and kept where nothing is served", async () => {
    const original = await photo()
      .withExif({ IFD0: { Copyright: "a secret place" } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"><place>a secret place</place></x:xmpmeta>')
      .jpeg()
      .toBuffer()
    expect(original.includes("a secret place")).toBe(true)
    const answer = await send(ada, original)
    expect(answer).toMatchObject({ code: 200, data: { id: expect.stringMatching(/^[0-9a-f]{32}$/) } })
    const file = readFileSync(join(data, "pictures/kept", `${answer.data.id}.jpg`))
    expect(file.includes("a secret place")).toBe(false)
    expect(await sharp(file).metadata()).toMatchObject({ format: "jpeg", width: 900 })
    for (const path of [`/avatar/${answer.data.id}`, `/pictures/kept/${answer.data.id}.jpg`])
      expect((await fetch(`${server.address}${path}`)).status).toBe(404)
    expect(incoming()).toEqual([])
  })

  test("sent as a file alone is whole, and stands for either side of a document", async () => {
    const bytes = await photo().png().toBuffer()
    expect(bytes.length).toBeGreaterThan(PIECE_BYTES_MAX)
    const whole = await sendPiece(ada, {}, bytes)
    expect(whole).toMatchObject({
      code: 200,
      data: { received: bytes.length, id: expect.stringMatching(/^[0-9a-f]{32}$/) },
    })
    expect(incoming()).toEqual([])
    // A piece needs the name of its upload: without it nobody could go on.
    const fault = { code: PROBLEMS.FORMAT }
    expect(await sendPiece(ada, { offset: 5 }, bytes)).toMatchObject(fault)
    expect(await sendPiece(ada, { size: bytes.length + 1 }, bytes)).toMatchObject(fault)
  })

  test("goes on where it stopped; pieces out of order or sent twice change nothing", async () => {
    const bytes = await photo().png().toBuffer()
    const upload = newUpload()
    const [first, second] = [bytes.subarray(0, 200_000), bytes.subarray(200_000, 400_000)]
    const piece = { purpose: "back", upload, size: bytes.length }
    expect((await sendPiece(ada, { ...piece, offset: 0 }, first)).data.received).toBe(200_000)
    expect((await sendPiece(ada, { ...piece, offset: 0 }, first)).data.received).toBe(200_000)
    expect((await sendPiece(ada, { ...piece, offset: 390_000 }, second)).data.received).toBe(200_000)
    const state = await ada.get<{ received: number }>(`/index/upicState?upload=${upload}`)
    expect(state.data.received).toBe(200_000)
    expect((await eve.get<{ received: number }>(`/index/upicState?upload=${upload}`)).data.received).toBe(0)
    for (let offset = 200_000; offset < bytes.length; offset += 200_000)
      await sendPiece(ada, { ...piece, offset }, bytes.subarray(offset, offset + 200_000))
    expect(incoming()).toEqual([])
  })

  test("that is none, is a bomb, or hides something is refused and leaves nothing", async () => {
    const before = kept()
    const script = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>")
    const jpeg = await photo(300).jpeg().toBuffer()
    // A PNG that says it has a million by a million pixels.
    const bomb = Buffer.from(await photo(300).png().toBuffer())
    bomb.writeUInt32BE(1_000_000, 16)
    bomb.writeUInt32BE(1_000_000, 20)
    const hostile: [string, Uint8Array, string?][] = [
      ["svg", script],
      ["html", Buffer.from("<!doctype html><script>alert(1)</script>")],
      ["php", Buffer.from("<?php system($_GET[0]) ?>"), "../../../a.php"],
      ["gif", Buffer.from("GIF89a\x01\x00\x01\x00\x00\x00\x00;", "latin1")],
      ["pdf", Buffer.from("%PDF-1.7 %âãÏÓ")],
      ["zip", Buffer.from("PK\x03\x04aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "latin1")],
      ["cut jpeg", jpeg.subarray(0, 400)],
      ["jpeg head before a script", Buffer.concat([jpeg.subarray(0, 20), script])],
      ["bomb", bomb],
      ["tiny", await photo(20).jpeg().toBuffer()],
    ]
    for (const [what, bytes, name] of hostile) {
      const answer = await send(eve, bytes, "front", name)
      expect([PROBLEMS.PICTURE_KIND, PROBLEMS.PICTURE_SIZE], what).toContain(answer.code)
    }
    expect(kept()).toEqual(before)
    expect(incoming()).toEqual([])
  })

  test("with something hung on loses it", async () => {
    const polyglot = Buffer.concat([
      await photo(300).jpeg().toBuffer(),
      Buffer.from("PK<script>secret</script>"),
    ])
    const { data: drawn } = await send(eve, polyglot, "back")
    expect(readFileSync(join(data, "pictures/kept", `${drawn.id}.jpg`)).includes("secret")).toBe(false)
  })

  test("without a session, or in too large a piece, is not even looked at", async () => {
    const nobody = { ...ada, token: "nobody" }
    expect((await send(nobody, Buffer.from("x"))).code).toBe(PROBLEMS.SESSION)
    const piece = { purpose: "front", upload: newUpload(), offset: 0, size: PICTURE_BYTES_MAX }
    expect((await sendPiece(eve, piece, Buffer.alloc(PICTURE_BYTES_MAX + 1))).code).toBe(
      PROBLEMS.MESSAGE_SIZE,
    )
    expect(incoming()).toEqual([])
  })
})

describe("an identity", () => {
  const form = async (person: Person) => ({
    real_name: "Ada Lovelace",
    id_number: "L01X00T471",
    residence: "GB",
    front: (await sendPiece(person, {}, await photo().jpeg().toBuffer())).data.id,
    back: (await send(person, await photo().jpeg().toBuffer(), "back")).data.id,
  })

  test("is under review, then verified by the sandbox, and shows itself masked", async () => {
    expect((await ada.get("/security/getAuthInfo")).data).toMatchObject({ status: "none", submitted: 0 })
    const given = await form(ada)
    const answer = await ada.post("/security/primaryAuth", given)
    expect(answer).toMatchObject({
      code: 200,
      data: { status: "review", real_name: "A•• L•••••••", id_number: "••••T471", residence: "GB" },
    })
    expect((await ada.post("/security/primaryAuth", given)).code).toBe(PROBLEMS.WRONG_STATE)
    await vi.waitFor(
      async () => expect((await ada.get<UserInfo>("/security/index")).data.identity).toBe("verified"),
      { timeout: 60_000, interval: 200 },
    )
  })

  test("takes only the person's own pictures, each once, and all or nothing", async () => {
    const [mine, theirs] = [await form(eve), await form(await newPerson(server))]
    const stolen = await eve.post("/security/primaryAuth", { ...mine, back: theirs.back })
    expect(stolen.code).toBe(PROBLEMS.UNKNOWN_PICTURE)
    const swapped = await eve.post("/security/primaryAuth", { ...mine, front: mine.back, back: mine.front })
    expect(swapped.code).toBe(PROBLEMS.UNKNOWN_PICTURE)
    expect((await eve.get("/security/getAuthInfo")).data).toMatchObject({ status: "none" })
    expect((await eve.post("/security/primaryAuth", mine)).code).toBe(200)
  })
})

test("an avatar is shown to all, small and square, and gone when it is replaced", async () => {
  const set = async (id: string) => ada.post<{ avatar: string }>("/security/avatar", { id })
  const first = (await send(ada, await photo(600).webp().toBuffer(), "avatar")).data.id
  const { avatar } = (await set(first)).data
  const shown = await fetch(server.address + avatar)
  expect(shown.headers.get("content-type")).toBe("image/jpeg")
  expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({
    width: 256,
    height: 256,
  })
  expect((await ada.get<UserInfo>("/security/index")).data.avatar).toBe(avatar)
  expect((await eve.post("/security/avatar", { id: first })).code).toBe(PROBLEMS.UNKNOWN_PICTURE)
  await set((await send(ada, await photo(600).jpeg().toBuffer(), "avatar")).data.id)
  expect((await fetch(server.address + avatar)).status).toBe(404)
  expect(kept()).not.toContain(`${first}.jpg`)
})

/** Every malformed body is the client's fault: FORMAT, with the field to blame where there is one; never a 500. */

import { once } from "node:events"
import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { endpoints, PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { newPerson, type Person } from "#tests/support/person.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"

let server: RunningServer
let ada: Person
beforeAll(async () => {
  const env = { SAKER_MARKETS: "1", SAKER_ACCOUNT_CALLS_PER_SECOND: "1000", SAKER_UPLOADS_PER_SECOND: "1000" }
  server = await startInProcess(env, { siteFolder: freshFolder() })
  ada = await newPerson(server)
}, 180_000)
afterAll(async () => {
  await server.close()
  removeFolders()
})

interface Told {
  status: number
  code: number
  message: string
}

async function send(path: string, type: string, body: string | Buffer): Promise<Told> {
  const headers = { "content-type": type, authorization: `Bearer ${ada.token}`, lang: "en" }
  const answer = await fetch(server.address + path, { method: "POST", headers, body: body as BodyInit })
  return { status: answer.status, ...((await answer.json()) as { code: number; message: string }) }
}
const wrong = (field?: string) => ({
  status: 200,
  code: PROBLEMS.FORMAT,
  message: `The request contains an invalid value${field ? `: ${field}` : ""}.`,
})

const { path } = endpoints.uploadPicture
const TYPE = "multipart/form-data; boundary=XX"
const part = (name: string, value: string) =>
  `--XX\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
const FILE =
  '--XX\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n'
const whole = `${part("purpose", "front")}${part("upload", "u".repeat(20))}${part("offset", "0")}${part("size", "30")}${FILE}abc\r\n--XX--\r\n`

describe("a multipart body", () => {
  test("that is whole is taken", async () => {
    expect(await send(path, TYPE, whole)).toMatchObject({ status: 200, code: 200 })
  })

  test("that is cut off anywhere is FORMAT", async () => {
    const answers = []
    for (let length = 0; length < whole.length - 6; length += 7)
      answers.push(await send(path, TYPE, whole.slice(0, length)))
    for (const answer of answers)
      expect([answer.status, answer.code], answer.message).toEqual([200, PROBLEMS.FORMAT])
  })

  test.each([
    ["cut off in its file", `${part("purpose", "front")}${FILE}abc`, TYPE, "file"],
    ["with a value that is too long", `${part("upload", "u".repeat(500))}--XX--\r\n`, TYPE, "upload"],
    ["with a wrong value", whole.replace("front", "sideways"), TYPE, "purpose"],
    ["with a field that nobody knows", `${part("more", "1")}${whole}`, TYPE, "more"],
    ["with a field named as a prototype", `${part("__proto__", "1")}${whole}`, TYPE, undefined],
    ["with a made-up name that is none", `${part("<b>x</b>", "1")}${whole}`, TYPE, undefined],
    ["without a boundary", whole, "multipart/form-data", undefined],
    ["with another boundary", whole, "multipart/form-data; boundary=YY", undefined],
    ["with a broken head", "--XX\r\nContent-Disposition\r\n\r\n1\r\n--XX--\r\n", TYPE, undefined],
    [
      "with JSON that is none",
      `--XX\r\nContent-Disposition: form-data; name="size"\r\nContent-Type: application/json\r\n\r\n{\r\n--XX--\r\n`,
      TYPE,
      undefined,
    ],
    ["with two files", whole.replace(/--XX--\r\n$/, `${FILE}abc\r\n--XX--\r\n`), TYPE, undefined],
    ["with twenty fields", `${part("more", "1").repeat(20)}--XX--\r\n`, TYPE, undefined],
    ["that is empty", "", TYPE, undefined],
    ["that is JSON", "{}", "application/json", undefined],
  ])("%s is FORMAT", async (_what, body, type, field) => {
    const told = await send(path, type, body)
    if (field === undefined) expect(told).toMatchObject({ status: 200, code: PROBLEMS.FORMAT })
    else expect(told).toEqual({ ...wrong(field), data: null })
  })

  test("whose connection ends in the middle leaves the server well", async () => {
    const socket = connect(server.port, "127.0.0.1")
    socket.on("error", () => undefined)
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ada.token}\r\nContent-Type: ${TYPE}\r\nContent-Length: 5000\r\n\r\n${whole.slice(0, 200)}`,
    )
    await once(socket, "connect")
    socket.resume().end()
    await once(socket, "close")
    expect(await send(path, TYPE, whole)).toMatchObject({ status: 200 })
  })
})

describe("another body", () => {
  test.each([
    ["/login/index", "application/json", '{"account":"a@example.org"}', "password"],
    ["/login/index", "application/json", '{"account":7,"password":"x"}', "account"],
    ["/login/index", "application/json", '{"account":"a@b.org","password":"x","more":1}', "more"],
    ["/login/index", "application/x-www-form-urlencoded", "account=a%40b.org", "password"],
    ["/login/index", "application/json", "{", undefined],
    ["/login/index", "application/json", "", undefined],
    ["/login/index", "application/json", "[]", undefined],
    ["/login/index", "application/json", '{"account":"a","password":"x","<b>":1}', undefined],
    ["/login/index", "application/octet-stream", "\0\0", undefined],
    ["/login/index", TYPE, whole, undefined],
    ["/login/index", TYPE, whole.slice(0, 100), undefined],
  ])("%s as %s: %j blames %s", async (path, type, body, field) => {
    const told = await send(path, type, body)
    if (field === undefined) expect(told).toMatchObject({ status: 200, code: PROBLEMS.FORMAT })
    else expect(told).toEqual({ ...wrong(field), data: null })
  })
})

/** Push messages against a stand-in service that decrypts them as a browser would; where they may go, and where not (J7, J8). */

import { createDecipheriv, createECDH, createHmac, randomBytes } from "node:crypto"
import { statSync } from "node:fs"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { type AlertRow, PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { freshFolder, removeFolders } from "#tests/support/saker-process.ts"
import { newTrader } from "#tests/support/trader.ts"
import { isPublicAddress, isPushService, pushKeysIn } from "./push-sender.ts"

const WITHIN_MS = 180_000

/** What a browser holds: it alone can read what is sent. */
const device = createECDH("prime256v1")
device.generateKeys()
const auth = randomBytes(16)
const keys = { p256dh: device.getPublicKey("base64url"), auth: auth.toString("base64url") }

const hmac = (key: Buffer, data: Buffer) => createHmac("sha256", key).update(data).digest()

/** RFC 8291 and RFC 8188, as the receiver does it. */
function decrypted(body: Buffer): unknown {
  const salt = body.subarray(0, 16)
  const idLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + idLength)
  const sealed = body.subarray(21 + idLength)
  const shared = device.computeSecret(sender)
  const info = Buffer.concat([
    Buffer.from("WebPush: info\0"),
    device.getPublicKey(),
    sender,
    Buffer.from([1]),
  ])
  const secret = hmac(hmac(auth, shared), info)
  const pseudo = hmac(salt, secret)
  const key = hmac(pseudo, Buffer.from("Content-Encoding: aes128gcm\0\x01")).subarray(0, 16)
  const nonce = hmac(pseudo, Buffer.from("Content-Encoding: nonce\0\x01")).subarray(0, 12)
  const open = createDecipheriv("aes-128-gcm", key, nonce)
  open.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([open.update(sealed.subarray(0, -16)), open.final()])
  return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString())
}

const got: { headers: IncomingHttpHeaders; body: Buffer; path: string }[] = []
let status = 201
let service: Server
let origin: string
let server: RunningServer
const folder = freshFolder()

beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      got.push({ headers: request.headers, body: Buffer.concat(parts), path: request.url ?? "" })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((done) => service.listen(0, "127.0.0.1", done))
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  server = await startInProcess({
    SAKER_MARKETS: "1",
    SAKER_DATA: folder,
    SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
    SAKER_PUSH_ORIGINS: origin,
  })
}, WITHIN_MS)
afterAll(async () => {
  await server.close()
  service.close()
  removeFolders()
}, WITHIN_MS)

describe("a device", () => {
  test("is told of a fired alert, signed and encrypted for it alone; one that is gone is forgotten (J7, J8)", async () => {
    const trader = await newTrader(server)
    const { data } = await trader.get<{ key: string }>("/alert/pushKey")
    expect(Buffer.from(data.key, "base64url")).toHaveLength(65)
    const subscribe = (endpoint: string) => trader.post("/alert/pushSubscribe", { endpoint, ...keys })
    expect(await subscribe(`${origin}/push/one`)).toMatchObject({ code: 200 })
    const fire = async () => {
      const wish = { condition: { kind: "fill", instrument: "" }, note: "mine", mail: false, push: true }
      const { data: alert } = await trader.post<AlertRow>("/alert/add", wish)
      await trader.place({ instrument: "BTC_USDT", side: "buy", type: "market", quantity: "0.001" })
      return alert
    }
    const alert = await fire()
    await vi.waitFor(() => expect(got).toHaveLength(1), { timeout: 20_000 })
    const [{ headers, body, path } = { headers: {}, body: Buffer.alloc(0), path: "" }] = got
    expect(path).toBe("/push/one")
    expect(headers).toMatchObject({ "content-encoding": "aes128gcm", urgency: "high" })
    expect(headers.authorization).toContain(`k=${data.key}`)
    expect(body.toString()).not.toContain("mine")
    expect(decrypted(body)).toMatchObject({ title: "order filled", tag: `alert-${alert.id}`, market: "" })
    expect((decrypted(body) as { text: string }).text).toContain("mine")
    status = 410
    await fire()
    await vi.waitFor(() => expect(got).toHaveLength(2), { timeout: 20_000 })
    const again = await fire()
    await vi.waitFor(
      async () => {
        const { data: history } = await trader.get<{ rows: AlertRow[] }>("/alert/history")
        expect(history.rows.map(({ id }) => id)).toContain(again.id)
      },
      { timeout: 20_000 },
    )
    expect(got).toHaveLength(2)
  })

  test("elsewhere than at a push service is refused (J8)", async () => {
    const trader = await newTrader(server)
    for (const endpoint of [
      "https://169.254.169.254/latest",
      `${server.address}/push`,
      "https://example.org/x",
    ])
      expect(await trader.post("/alert/pushSubscribe", { endpoint, ...keys })).toMatchObject({
        code: PROBLEMS.PUSH_SERVICE,
      })
    for (let count = 0; count < 10; count += 1)
      await trader.post("/alert/pushSubscribe", { endpoint: `${origin}/many/${count}`, ...keys })
    expect(await trader.post("/alert/pushSubscribe", { endpoint: `${origin}/more`, ...keys })).toMatchObject({
      code: PROBLEMS.PUSH_COUNT,
    })
    const listed = async () => (await trader.get<{ rows: object[]; most: number }>("/alert/pushDevices")).data
    expect((await listed()).rows).toHaveLength((await listed()).most)
    expect((await listed()).rows).toContainEqual({
      ...{ endpoint: `${origin}/many/0`, agent: expect.any(String), added: expect.any(Number) },
    })
    const other = await newTrader(server)
    expect((await other.get<{ rows: object[] }>("/alert/pushDevices")).data.rows).toEqual([])
    await trader.post("/alert/pushUnsubscribe", { endpoint: `${origin}/many/0` })
    expect((await listed()).rows).toHaveLength(9)
    expect(await trader.post("/alert/pushSubscribe", { endpoint: `${origin}/more`, ...keys })).toMatchObject({
      code: 200,
    })
  })
})

test("the keys are made once, and nobody else may read them (J8)", async () => {
  const [first, second] = [await pushKeysIn(folder), await pushKeysIn(folder)]
  expect(second).toEqual(first)
  expect(statSync(join(folder, "push-keys.json")).mode & 0o077).toBe(0)
})

test.each([
  ["https://fcm.googleapis.com/fcm/send/x", true],
  ["https://web.push.apple.com/x", true],
  ["https://db5.notify.windows.com/w/?token=x", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/x", true],
  ["http://fcm.googleapis.com/x", false],
  ["https://fcm.googleapis.com:8443/x", false],
  ["https://fcm.googleapis.com@127.0.0.1/x", false],
  ["https://evilpush.apple.com/x", false],
  ["https://push.apple.com.example.org/x", false],
  ["https://trusted.example.org/x", true],
  ["https://trusted.example.org:8443/x", false],
  ["not an address", false],
])("%s is a push service: %s (J8)", (endpoint, expected) => {
  expect(isPushService(endpoint, ["https://trusted.example.org"])).toBe(expected)
})

test.each([
  ["142.250.1.95", true],
  ["2607:f8b0::1", true],
  ["10.0.0.1", false],
  ["127.0.0.1", false],
  ["169.254.169.254", false],
  ["172.20.0.1", false],
  ["192.168.1.1", false],
  ["100.64.0.1", false],
  ["224.0.0.1", false],
  ["255.255.255.255", false],
  ["::1", false],
  ["fe80::1", false],
  ["fd00::1", false],
  ["::ffff:10.0.0.1", false],
  ["2002:7f00:1::", false],
])("%s is a public address: %s (J8)", (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected)
})

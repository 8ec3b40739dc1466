/** Text messages go to the operator's address, and no code is offered that nothing can deliver. */

import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, expect, test, vi } from "vitest"
import { PROBLEMS } from "#core/wire/index.ts"
import { startInProcess } from "#tests/support/in-process-server.ts"
import { askForCode } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"

const START_WITHIN_MS = 180_000
afterAll(removeFolders)
const SMTP = { SAKER_MARKETS: "1", SAKER_SANDBOX: "0", SAKER_SMTP: "smtp://127.0.0.1:1" }
const PHONE = "+4915112345678"

test(
  "without a carrier a phone is refused; with one the code is posted to it",
  async () => {
    const none = await startInProcess(SMTP)
    expect((await askForCode(none, PHONE)).code).toBe(PROBLEMS.NO_PHONES)
    await none.close()

    const posts: { to: string; text: string }[] = []
    const provider = createServer((request, response) => {
      let body = ""
      request.on("data", (chunk) => {
        body += chunk
      })
      request.on("end", () => {
        posts.push(JSON.parse(body))
        response.end()
      })
    }).listen(0, "127.0.0.1")
    await new Promise((resolve) => provider.once("listening", resolve))
    const { port } = provider.address() as AddressInfo
    const server = await startInProcess({ ...SMTP, SAKER_SMS_URL: `http://127.0.0.1:${port}/sms` })
    expect((await askForCode(server, PHONE)).code).toBe(200)
    await vi.waitFor(() => expect(posts).toHaveLength(1), { timeout: 60_000 })
    expect(posts[0]).toMatchObject({ to: PHONE, text: expect.stringMatching(/\b\d{6}\b/) })
    await server.close()
    provider.close()
  },
  START_WITHIN_MS,
)

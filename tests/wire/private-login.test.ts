/** Is a socket logged in by a token, and out within a second of the session's end, whatever ended it? */

import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { PROBLEMS } from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { movedClock, startInProcess } from "#tests/support/in-process-server.ts"
import { get, newPerson, type Person, post } from "#tests/support/person.ts"
import { removeFolders } from "#tests/support/saker-process.ts"
import { SocketClient } from "#tests/support/socket-client.ts"

const START_WITHIN_MS = 180_000
const IDLE_MINUTES = 30
const LIFETIME_MINUTES = 70

let ahead = 0
let server: RunningServer
const clients: SocketClient[] = []
beforeAll(async () => {
  server = await startInProcess(
    {
      SAKER_MARKETS: "1",
      SAKER_ACCOUNT_CALLS_PER_SECOND: "1000",
      SAKER_SESSION_IDLE_MINUTES: String(IDLE_MINUTES),
      SAKER_SESSION_LIFETIME_MINUTES: String(LIFETIME_MINUTES),
    },
    { clock: movedClock(() => ahead) },
  )
}, START_WITHIN_MS)
afterEach(async () => {
  const faults = clients.flatMap((client) => client.faults)
  for (const client of clients.splice(0)) await client.close()
  expect(faults).toEqual([])
})
afterAll(async () => {
  await server.close()
  removeFolders()
}, START_WITHIN_MS)

async function connect(token?: string): Promise<SocketClient> {
  const client = await SocketClient.open(`${server.address}/socket`)
  clients.push(client)
  if (token !== undefined) {
    client.send({ type: "auth", data: { token } })
    await client.until(() => client.logins.length > 0, "authenticated")
  }
  return client
}
const hasEnded = (client: SocketClient) =>
  client.until(() => client.logins.join() === "authenticated,sessionEnded", "sessionEnded")
async function loginAgain({ account, password }: Person): Promise<string> {
  const answer = await post<{ token: string }>(server, "/login/index", { account, password })
  return answer.data.token
}

describe("a connection", () => {
  test("is logged in by the token of an open session, and by nothing else", async () => {
    const ada = await newPerson(server)
    const client = await connect(ada.token)
    expect(client.logins).toEqual(["authenticated"])
    for (const token of ["nobody", `${ada.token}x`, "x".repeat(256)]) {
      const before = client.problems.length
      client.send({ type: "auth", data: { token } })
      await client.until(() => client.problems.length > before, "a refusal")
      expect(client.problems.at(-1)).toMatchObject({ code: PROBLEMS.SESSION, name: "SESSION", of: "auth" })
    }
  })

  test("of a device that logs out is told, those of the others are not", async () => {
    const ada = await newPerson(server)
    const other = await loginAgain(ada)
    const [here, alsoHere, there] = [await connect(ada.token), await connect(ada.token), await connect(other)]
    await ada.post("/login/logout")
    await Promise.all([hasEnded(here), hasEnded(alsoHere)])
    // What is public goes on.
    await here.subscribe("ticker", "*")
    expect(there.logins).toEqual(["authenticated"])
    here.send({ type: "auth", data: { token: ada.token } })
    await here.until(() => here.problems.some(({ of }) => of === "auth"), "a refusal")
  })

  test("is told when its session is ended from another device", async () => {
    const ada = await newPerson(server)
    const [here, there] = [await connect(ada.token), await connect(await loginAgain(ada))]
    await ada.post("/security/sessionsEnd")
    await hasEnded(there)
    expect(here.logins).toEqual(["authenticated"])
  })

  test("is told when its session has idled too long: being connected is no use of it", async () => {
    const ada = await newPerson(server)
    const client = await connect(ada.token)
    ahead += IDLE_MINUTES * 60_000 + 1000
    await hasEnded(client)
    expect((await ada.get("/security/index")).code).toBe(PROBLEMS.SESSION)
  })

  test("is told when its session is too old, however much it was used (E3)", async () => {
    const ada = await newPerson(server)
    const client = await connect(ada.token)
    for (let minutes = 0; minutes < LIFETIME_MINUTES; minutes += 10) {
      expect((await ada.get("/security/index")).code, `after ${minutes} minutes`).toBe(200)
      ahead += 10 * 60_000
    }
    ahead += 1000
    await hasEnded(client)
    expect((await ada.get("/security/index")).code).toBe(PROBLEMS.SESSION)
    expect((await get(server, "/security/index", await loginAgain(ada))).code).toBe(200)
  })

  test("that logged out, or in as somebody else, hears nothing of the first session's end", async () => {
    const [ada, eve] = [await newPerson(server), await newPerson(server)]
    const [left, changed] = [await connect(ada.token), await connect(ada.token)]
    left.send({ type: "auth", data: { token: "" } })
    changed.send({ type: "auth", data: { token: eve.token } })
    await changed.until(() => changed.logins.length === 2, "eve's login")
    await ada.post("/login/logout")
    await eve.post("/login/logout")
    await changed.until(() => changed.logins.length === 3, "the end of eve's")
    expect(changed.logins).toEqual(["authenticated", "authenticated", "sessionEnded"])
    expect(left.logins).toEqual(["authenticated"])
  })

  test("that logs in while its session ends is never left logged in", async () => {
    for (let round = 0; round < 5; round += 1) {
      const ada = await newPerson(server)
      const client = await connect()
      const ending = ada.post("/login/logout")
      client.send({ type: "auth", data: { token: ada.token } })
      await ending
      await client.until(
        () => client.problems.some(({ of }) => of === "auth") || client.logins.at(-1) === "sessionEnded",
        "refused, or told of the end",
      )
    }
  })
})

/** Does the socket say whose it is, after each connect, and does the page hear when that is over? */

import { beforeEach, expect, test } from "vitest"
import { FakeDesk } from "./fake-desk.ts"

let it: FakeDesk
beforeEach(async () => {
  it = await new FakeDesk().open()
})

const logins = () => it.world.socket.sent.filter(({ type }) => type === "auth").map(({ data }) => data.token)

test("a visitor's socket says nothing, a user's its token at once, and again after each reconnect", async () => {
  await it.desk.authenticate(null)
  expect(logins()).toEqual([])
  await it.desk.authenticate("token-of-ada")
  expect(logins()).toEqual(["token-of-ada"])
  it.world.socket.drop()
  await it.world.advance(3000)
  it.world.socket.open()
  expect(logins()).toEqual(["token-of-ada"])
  expect(it.world.socket.sent[0]?.type).toBe("auth")
})

test("logging out is said, logging in while nothing is connected waits for the connection", async () => {
  await it.desk.authenticate("token-of-ada")
  await it.desk.authenticate(null)
  expect(logins()).toEqual(["token-of-ada", ""])
  it.world.socket.drop()
  await it.desk.authenticate("token-of-eve")
  await it.world.advance(3000)
  it.world.socket.open()
  expect(logins()).toEqual(["token-of-eve"])
})

test.each([
  ["sessionEnded", {}],
  ["problem", { code: 999, name: "SESSION", of: "auth" }],
])("the page hears of the end by %s", async (type, data) => {
  await it.desk.authenticate("token-of-ada")
  it.say(type, data)
  await it.world.advance(50)
  expect(it.page.problems).toEqual([expect.objectContaining({ kind: "socket", name: "SESSION" })])
})

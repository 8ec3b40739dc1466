/** This browser's subscription as people come and go: what stands against one, and whose messages reach the device (J8). */

import { waitFor } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { pushKey, subscribePush, unsubscribePush } from "#core/wire/alert-calls.ts"
import { FakePush, replace, SERVER_KEY } from "#tests/support/fake-push.ts"
import { answer, lost, refusal } from "#tests/support/false-server.ts"
import { happens, server } from "#tests/support/page-scene.tsx"
import { installation } from "../stores/install-prompt.ts"
import { session } from "../stores/session-store.ts"
import { followPush, pushHere, pushHindrance, subscribeHere, unsubscribeHere } from "./push-here.ts"

let push: FakePush
let putBack: () => void
let stopFollowing: (() => void) | undefined

const logIn = (user: string | null) =>
  happens(() => {
    session.token = user && `token of ${user}`
    session.user = user === null ? null : ({ user_id: user } as typeof session.user)
  })

beforeEach(async () => {
  push = new FakePush()
  putBack = push.install()
  server.on(pushKey, answer(pushKey, { key: SERVER_KEY }))
  server.on(subscribePush, answer(subscribePush, {}))
  server.on(unsubscribePush, answer(unsubscribePush, {}))
  await logIn("ada")
})
afterEach(async () => {
  stopFollowing?.()
  stopFollowing = undefined
  putBack()
  installation.way = "none"
  await logIn(null)
  server.reset()
})

describe("what stands against it", () => {
  test.each([
    ["nothing", () => undefined, undefined],
    ["no service worker", () => Object.assign(push, { hasWorker: false }), "noWorker"],
    ["a no of the person", () => Object.assign(push, { permission: "denied" }), "denied"],
    ["plain HTTP", () => void replace(globalThis, "isSecureContext", false), "insecure"],
    ["a browser without push", () => Reflect.deleteProperty(globalThis, "PushManager"), "unsupported"],
    [
      "an iPhone's page that isn't installed",
      () => {
        installation.way = "ios"
        Reflect.deleteProperty(globalThis, "PushManager")
      },
      "homeScreen",
    ],
  ])("%s", async (_what, prepare, expected) => {
    prepare()
    expect(await pushHindrance()).toBe(expected)
  })
})

test("subscribing asks the person, then the push service with the server's key, then tells the server (J8)", async () => {
  expect(await subscribeHere()).toBeUndefined()
  expect(push.asked).toBe(1)
  expect(push.made).toEqual([{ userVisibleOnly: true, applicationServerKey: SERVER_KEY }])
  expect(server.requests(subscribePush)).toEqual([
    { endpoint: await pushHere(), p256dh: "p".repeat(87), auth: "a".repeat(22) },
  ])
})

test.each([
  ["denied", "hindered"],
  ["default", "dismissed"],
] as const)("an answer of %s subscribes nothing", async (given, why) => {
  push.answer = given
  expect(await subscribeHere()).toEqual({ why })
  expect(push.made).toEqual([])
  expect(server.requests(subscribePush)).toEqual([])
})

test("a push service that can't be reached is told as such, and the server hears nothing", async () => {
  push.failure = new DOMException("failed", "AbortError")
  expect(await subscribeHere()).toEqual({ why: "service" })
  expect(server.requests(subscribePush)).toEqual([])
})

test("what the server refuses is taken back in the browser, and said in the server's words", async () => {
  server.on(subscribePush, refusal("PUSH_COUNT", "Ten at most."))
  expect(await subscribeHere()).toEqual({ why: "refused", text: "Ten at most." })
  expect(await pushHere()).toBeUndefined()
})

test("ending it ends it in the browser and at the server", async () => {
  const { endpoint } = push.subscribed()
  expect(await unsubscribeHere()).toBe(true)
  expect(await pushHere()).toBeUndefined()
  expect(server.requests(unsubscribePush)).toEqual([{ endpoint }])
})

test("without a server it ends in the browser, and with a push service that hangs at the server; without both it hasn't ended", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
  server.on(unsubscribePush, lost)
  push.subscribed()
  expect(await unsubscribeHere()).toBe(true)

  push.isStuck = true
  push.subscribed()
  const without = unsubscribeHere()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await without).toBe(false)

  server.on(unsubscribePush, answer(unsubscribePush, {}))
  const hanging = unsubscribeHere()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await hanging).toBe(true)
})

describe("whoever is logged in", () => {
  test("gets no messages of the one before: that subscription is ended (J8)", async () => {
    stopFollowing = followPush()
    await subscribeHere()
    // The session ends by itself: an alert still comes.
    await logIn(null)
    expect(await pushHere()).toBeDefined()
    await logIn("grace")
    await waitFor(async () => expect(await pushHere()).toBeUndefined())
    expect(push.made).toHaveLength(1)
    // And when the first is back, nothing is made without a press.
    await logIn("ada")
    expect(await pushHere()).toBeUndefined()
  })

  test("has it made anew where the browser has lost or replaced it, and only then (J8)", async () => {
    await subscribeHere()
    const first = await pushHere()
    await logIn(null)
    stopFollowing = followPush()
    await logIn("ada")
    await happens(() => undefined)
    expect(push.made).toHaveLength(1)
    await logIn(null)
    push.subscription = null
    await logIn("ada")
    await waitFor(() => expect(server.requests(unsubscribePush)).toEqual([{ endpoint: first }]))
    expect(push.made).toHaveLength(2)
    expect(push.asked).toBe(1)
    expect(server.requests(subscribePush).map(({ endpoint }) => endpoint)).toEqual([first, await pushHere()])
  })

  test("isn't asked for permission anew when it was taken back", async () => {
    await subscribeHere()
    await logIn(null)
    push.subscription = null
    push.permission = "default"
    stopFollowing = followPush()
    await logIn("ada")
    await happens(() => undefined)
    expect(push.asked).toBe(1)
    expect(push.made).toHaveLength(1)
  })
})

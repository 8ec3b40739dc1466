/** The switch of messages to this device: what a press asks for, what is said against it, and the list of devices (J8). */

import { screen, waitFor, within } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { afterEach, beforeEach, expect, test } from "vitest"
import { pushDevices, pushKey, subscribePush, unsubscribePush } from "#core/wire/alert-calls.ts"
import { FakePush, SERVER_KEY } from "#tests/support/fake-push.ts"
import { answer, refusal } from "#tests/support/false-server.ts"
import { happens, renderInPage, server } from "#tests/support/page-scene.tsx"
import { forgetPrivateAnswers } from "../../api/kept-answers.ts"
import { session } from "../../stores/session-store.ts"
import { PushSwitch } from "./push-switch.view.tsx"

const CHROME = "Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/141.0 Mobile Safari/537.36"
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
const other = { endpoint: "https://push.example/other", agent: CHROME, added: 1_785_000_000_000 }
const here = { endpoint: "https://push.example/1", agent: FIREFOX, added: 1_785_000_100_000 }

let push: FakePush
let putBack: () => void
/** What the server lists, from now on. */
const listed = (...rows: (typeof here)[]) => server.on(pushDevices, answer(pushDevices, { rows, most: 10 }))

beforeEach(async () => {
  push = new FakePush()
  putBack = push.install()
  listed()
  server.on(pushKey, answer(pushKey, { key: SERVER_KEY }))
  await happens(() => {
    session.token = "token"
    session.user = { user_id: "ada" } as typeof session.user
  })
})
afterEach(async () => {
  putBack()
  await happens(() => {
    session.token = null
    session.user = null
  })
  forgetPrivateAnswers()
  server.reset()
})

const theSwitch = () =>
  screen.getByRole<HTMLButtonElement>("switch", { name: "Notifications on this device" })

/** Browser and server have been asked. */
async function shown(): Promise<void> {
  renderInPage(<PushSwitch />)
  await waitFor(() => expect(theSwitch().disabled).toBe(false))
}

test("nobody is asked for anything before the press; it then subscribes, and the device is in the list (J8)", async () => {
  server.on(subscribePush, answer(subscribePush, {}))
  await shown()
  expect(push.asked).toBe(0)
  expect(theSwitch().getAttribute("aria-checked")).toBe("false")
  listed(other, here)
  await userEvent.click(theSwitch())
  await waitFor(() => expect(theSwitch().getAttribute("aria-checked")).toBe("true"))
  expect(push.asked).toBe(1)
  expect(server.requests(subscribePush)).toHaveLength(1)
  const [first, second] = within(
    screen.getByRole("list", { name: "Devices with notifications" }),
  ).getAllByRole("listitem")
  expect(first?.textContent).toContain("Firefox on LinuxThis device")
  expect(within(first as HTMLElement).queryByRole("button")).toBeNull()
  expect(second?.textContent).toContain("Chrome on Android")
})

test("switched off it is unsubscribed in the browser and at the server", async () => {
  push.permission = "granted"
  const { endpoint } = push.subscribed()
  listed({ ...here, endpoint })
  server.on(unsubscribePush, answer(unsubscribePush, {}))
  await shown()
  expect(theSwitch().getAttribute("aria-checked")).toBe("true")
  listed()
  await userEvent.click(theSwitch())
  await waitFor(() => expect(theSwitch().getAttribute("aria-checked")).toBe("false"))
  expect(push.subscription).toBeNull()
  expect(server.requests(unsubscribePush)).toEqual([{ endpoint }])
  expect(screen.queryByRole("list")).toBeNull()
})

test("another device is removed from the list", async () => {
  listed(other)
  server.on(unsubscribePush, answer(unsubscribePush, {}))
  await shown()
  listed()
  await userEvent.click(await screen.findByRole("button", { name: "Remove: Chrome on Android" }))
  await waitFor(() => expect(screen.queryByRole("list")).toBeNull())
  expect(server.requests(unsubscribePush)).toEqual([{ endpoint: other.endpoint }])
})

test("a no is said with how to undo it, and once it is undone the switch can be pressed", async () => {
  push.answer = "denied"
  await shown()
  await userEvent.click(theSwitch())
  expect((await screen.findByRole("status")).textContent).toMatch(/blocked.*site settings/)
  await waitFor(() => expect(theSwitch().disabled).toBe(true))
  push.permission = "default"
  await happens(() => window.dispatchEvent(new Event("focus")))
  await waitFor(() => expect(theSwitch().disabled).toBe(false))
})

test.each([
  [
    "the push service can't be reached",
    () => Object.assign(push, { failure: new DOMException("x", "AbortError") }),
    /push service/,
  ],
  ["the question was closed", () => Object.assign(push, { answer: "default" }), /closed without an answer/],
  [
    "the server takes no more devices",
    () => server.on(subscribePush, refusal("PUSH_COUNT", "You already have 10 devices with notifications.")),
    /already have 10 devices/,
  ],
])("it stays off and says so where %s", async (_when, prepare, said) => {
  prepare()
  await shown()
  await userEvent.click(theSwitch())
  expect((await screen.findByRole("status")).textContent).toMatch(said)
  expect(theSwitch().getAttribute("aria-checked")).toBe("false")
  expect(push.subscription).toBeNull()
})

test("without the list of the server nothing can be switched, and it can be asked for again", async () => {
  server.on(pushDevices, refusal("INTERNAL", "Not now."), answer(pushDevices, { rows: [], most: 10 }))
  renderInPage(<PushSwitch />)
  await userEvent.click(await screen.findByRole("button", { name: "Try again" }))
  await waitFor(() => expect(theSwitch().disabled).toBe(false))
})

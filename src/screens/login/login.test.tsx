/** The login form when others have used up the tries: it offers a code, and sends it along at once (E1). */

import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { login, sendCode } from "#core/wire/login-calls.ts"
import { PROBLEMS } from "#core/wire/problem.ts"
import { answer } from "#tests/support/false-server.ts"
import { renderInPage, server } from "#tests/support/page-scene.tsx"
import { BarSlots } from "../../page-head/bar-slots.tsx"
import { beginSession, forgetSession, knownDevice, session } from "../../stores/session-store.ts"
import { LoginScreen } from "./login.route.tsx"

const welcome = login.example.response as ResponseOf<typeof login>
const tooMany = async () =>
  new Response(JSON.stringify({ code: PROBLEMS.WAIT, message: "Too many tries.", data: null }), {
    headers: { "retry-after": "60" },
  })
const said = (key: string) => i18next.t(`account:${key}`)
const type = (label: string, text: string) =>
  userEvent.type(screen.getByLabelText(said(label), { exact: true, selector: "input" }), text)
const submit = () => screen.getByRole("button", { name: said("login.send") })

beforeEach(() => {
  // The hint at a mailbox of the sandbox asks whether there is one.
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }))
  beginSession({ ...welcome, device: "left.here" })
  forgetSession()
})
afterEach(() => {
  forgetSession()
  server.reset()
  vi.unstubAllGlobals()
})

test("who has to wait logs in with a code instead, and the device says that it was here before", async () => {
  server.on(login, tooMany, answer(login, { ...welcome, device: "a.newer" }))
  server.on(sendCode, answer(sendCode, sendCode.example.response as ResponseOf<typeof sendCode>))
  renderInPage(
    <BarSlots>
      <LoginScreen />
    </BarSlots>,
  )
  await type("account.email", "ada@example.org")
  await type("password.label", "long winter evening")
  expect(screen.queryByText(said("login.byCode"))).toBeNull()
  await userEvent.click(submit())
  expect(await screen.findByText(said("login.byCode"))).toBeTruthy()
  await userEvent.click(screen.getByRole("button", { name: said("code.send") }))
  await type("code.label", "204881")
  await userEvent.click(submit())
  await waitFor(() => expect(session.token).toBe(welcome.token))
  const common = {
    account: "ada@example.org",
    password: "long winter evening",
    totp: "",
    device: "left.here",
  }
  expect(server.requests(login)).toEqual([
    { ...common, code: "" },
    { ...common, code: "204881" },
  ])
  expect(server.requests(sendCode)).toEqual([
    { purpose: "login", account: "ada@example.org", device: "left.here" },
  ])
  expect(knownDevice()).toBe("a.newer")
})

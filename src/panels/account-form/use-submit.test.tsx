/** Sending a form of the account: once at a time, refusals to their fields, waits counted down, nothing after leaving. */

import { act, renderHook } from "@testing-library/react"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { login } from "#core/wire/login-calls.ts"
import { PROBLEMS } from "#core/wire/problem.ts"
import { answer, held, lost, refusal } from "#tests/support/false-server.ts"
import { server } from "#tests/support/page-scene.tsx"
import { problemText } from "../../text/problem-text.ts"
import { useSubmit } from "./use-submit.ts"

const request = login.example.request as never
const welcome = login.example.response as ResponseOf<typeof login>
const onRefused = vi.fn()

const form = () =>
  renderHook(() =>
    useSubmit({ fields: ["account", "password"], places: { CREDENTIALS: "password" }, onRefused }),
  )
type Form = ReturnType<typeof form>
const send = ({ result }: Form) => act(() => result.current.send(login, request))
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const busy = (seconds: number) => async () =>
  new Response(JSON.stringify({ code: PROBLEMS.WAIT, message: "Too many tries.", data: null }), {
    headers: { "retry-after": String(seconds) },
  })

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(console, "warn").mockReturnValue()
})
afterEach(() => {
  server.reset()
  onRefused.mockReset()
  vi.restoreAllMocks()
})

describe("sending", () => {
  test("answers what the server said", async () => {
    server.on(login, answer(login, welcome))
    const shown = form()
    expect(await send(shown)).toEqual(welcome)
    expect(shown.result.current).toMatchObject({ isBusy: false, problem: undefined })
  })

  test("happens once however often it is pressed in one moment", async () => {
    const late = held()
    server.on(login, late)
    const { result } = form()
    let answers: Promise<unknown>[] = []
    await act(async () => {
      answers = [1, 2, 3].map(() => result.current.send(login, request))
    })
    expect(result.current.isBusy).toBe(true)
    await act(async () => late.give(answer(login, welcome)))
    expect(await Promise.all(answers)).toEqual([welcome, undefined, undefined])
    expect(server.paths()).toHaveLength(1)
    expect(result.current.isBusy).toBe(false)
  })

  test("that is late is still its answer; one that is lost says so and can be sent again", async () => {
    server.on(login, lost, answer(login, welcome))
    const shown = form()
    expect(await send(shown)).toBeUndefined()
    expect(shown.result.current.problem).toBe(problemText({ name: "NETWORK" }))
    expect(await send(shown)).toEqual(welcome)
    expect(shown.result.current.problem).toBeUndefined()
    expect(server.paths()).toHaveLength(2)
  })

  test("after the screen was left still answers, and says nothing any more", async () => {
    const late = held()
    server.on(login, late)
    const shown = form()
    let answered: Promise<unknown> = Promise.resolve()
    await act(async () => {
      answered = shown.result.current.send(login, request)
    })
    shown.unmount()
    late.give(refusal("CREDENTIALS"))
    expect(await answered).toBeUndefined()
    expect(onRefused).not.toHaveBeenCalled()
  })
})

describe("a refusal", () => {
  test.each([
    ["ACCOUNT_FORM", "account"],
    ["CREDENTIALS", "password"],
    ["CODE", undefined],
    ["ACCOUNT_FROZEN", undefined],
  ] as const)("%s is told at the field %s", async (name, field) => {
    server.on(login, refusal(name, "No."))
    const shown = form()
    await send(shown)
    const { problem, problemAt } = shown.result.current
    expect([problemAt("account"), problemAt("password"), problem]).toEqual([
      field === "account" ? "No." : undefined,
      field === "password" ? "No." : undefined,
      field === undefined ? "No." : undefined,
    ])
    expect(onRefused).toHaveBeenCalledExactlyOnceWith({ name, text: "No." })
  })

  test("is over as soon as something is changed, and our own word stands in its place", async () => {
    server.on(login, refusal("CREDENTIALS", "No."))
    const shown = form()
    await send(shown)
    act(() => shown.result.current.forgive())
    expect(shown.result.current.problemAt("password")).toBeUndefined()
    act(() => shown.result.current.refuse("account", "Empty."))
    expect(shown.result.current.problemAt("account")).toBe("Empty.")
  })
})

describe("a wait", () => {
  test("is counted down, sends nothing meanwhile, and takes its words along when it is over", async () => {
    server.on(login, busy(3), answer(login, welcome))
    const shown = form()
    await send(shown)
    const seen = []
    for (let second = 0; second < 4; second += 1) {
      seen.push([shown.result.current.waitSeconds, shown.result.current.problem])
      expect(await send(shown)).toEqual(second < 3 ? undefined : welcome)
      await wait(1000)
    }
    expect(seen).toEqual([
      [3, "Too many tries."],
      [2, "Too many tries."],
      [1, "Too many tries."],
      [0, undefined],
    ])
    expect(server.paths()).toHaveLength(2)
  })

  test("leaves no timer behind when the screen is left", async () => {
    server.on(login, busy(3))
    const shown = form()
    await send(shown)
    shown.unmount()
    expect(vi.getTimerCount()).toBe(0)
  })
})

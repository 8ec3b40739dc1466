/** A list that grows page after page keeps growing, whatever else is asked at the same time. */

import { act, renderHook, waitFor } from "@testing-library/react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { z } from "zod/mini"
import { endpoint } from "#core/wire/endpoint.ts"
import { usePages } from "./query.ts"
import { connectCalls } from "./server-door.ts"

const list = endpoint({
  method: "GET",
  path: "/thing/rows",
  summary: "Rows",
  access: "visitor",
  limit: "read",
  request: z.strictObject({ of: z.string(), cursor: z.optional(z.string()) }),
  response: z.object({ rows: z.array(z.string()), next: z.string() }),
  problems: [],
  example: { request: { of: "a" }, response: { rows: [], next: "" } },
})

const PAGES = 3
/** Requests that wait for their answer, as `<list> <page>`. */
const waiting: { asked: string; answer: (isThere: boolean) => void }[] = []
connectCalls({
  apiBase: "https://api.example/v1",
  token: () => null,
  sessionEnded: () => undefined,
  fetch: (url) => {
    const query = new URL(String(url)).searchParams
    const page = Number(query.get("cursor") ?? 0)
    const rows = [`${query.get("of")} ${page}`]
    const data = { rows, next: page + 1 < PAGES ? String(page + 1) : "" }
    return new Promise((resolve) => {
      const answer = (isThere: boolean) =>
        resolve(
          isThere ? Response.json({ code: 200, message: "", data }) : new Response(null, { status: 502 }),
        )
      waiting.push({ asked: rows[0] as string, answer })
    })
  },
})

beforeEach(() => vi.spyOn(console, "warn").mockReturnValue())
afterEach(() => {
  waiting.splice(0)
  vi.restoreAllMocks()
})

/** Answers the newest request for a page once it is asked. */
async function answer(page: string, isThere = true) {
  await waitFor(() => expect(waiting.map(({ asked }) => asked)).toContain(page))
  const place = waiting.findLastIndex(({ asked }) => asked === page)
  await act(async () => waiting.splice(place, 1)[0]?.answer(isThere))
}

async function opened(of: string) {
  const hook = renderHook(({ of }) => usePages(list, { of }), { initialProps: { of } })
  await answer(`${of} 0`)
  await waitFor(() => expect(hook.result.current.data).toEqual([`${of} 0`]))
  const shows = (rows: readonly string[]) => waitFor(() => expect(hook.result.current.data).toEqual(rows))
  return { ...hook, shows }
}

test("a page called off by what is asked anew is asked for again behind it", async () => {
  const { result, shows } = await opened("called-off")
  act(() => result.current.loadMore())
  await waitFor(() => expect(waiting).toHaveLength(1))
  act(() => result.current.retry())
  await answer("called-off 0")
  await answer("called-off 1")
  await shows(["called-off 0", "called-off 1"])
})

test("the end reached while the list is asked anew counts, and brings one page", async () => {
  const { result, shows } = await opened("reached")
  act(() => result.current.retry())
  await waitFor(() => expect(result.current.data).toEqual(["reached 0"]))
  act(() => result.current.loadMore())
  await answer("reached 0")
  await answer("reached 1")
  await shows(["reached 0", "reached 1"])
  await act(async () => undefined)
  expect(waiting).toEqual([])
})

test("a page that failed waits for its reader", async () => {
  const { result, shows } = await opened("failed")
  act(() => result.current.loadMore())
  await answer("failed 1", false)
  // Once more after a hiccup.
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await act(() => vi.advanceTimersByTimeAsync(1500))
  vi.useRealTimers()
  await answer("failed 1", false)
  await waitFor(() => expect(result.current.moreFailure?.name).toBe("NETWORK"))
  await act(async () => undefined)
  expect(waiting).toEqual([])
  act(() => result.current.loadMore())
  await answer("failed 1")
  await shows(["failed 0", "failed 1"])
})

test("another list begins with its first page", async () => {
  const { result, rerender, shows } = await opened("one")
  act(() => result.current.loadMore())
  rerender({ of: "other" })
  await answer("other 0")
  await shows(["other 0"])
  await act(async () => undefined)
  expect(waiting.map(({ asked }) => asked)).not.toContain("other 1")
})

/** Below a growing list: the next rows on their way, why they didn't come, or its end. */

import { render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import i18next from "i18next"
import { expect, test, vi } from "vitest"
import { ListFoot, type Paging } from "./list-foot.tsx"

const loadMore = vi.fn()
const foot = (paging: Partial<Paging> | undefined) => (
  <ListFoot
    context={{
      paging: paging && { moreFailure: undefined, isLoadingMore: false, loadMore, ...paging },
      failed: "No more rows came",
      skeleton: <p>on their way</p>,
      end: <p>that was all</p>,
    }}
  />
)
const failure = { name: "NETWORK", text: "No answer." } as const

test("the next rows are announced while they are on their way, then the end stands there", () => {
  const { container, rerender } = render(foot({ isLoadingMore: true }))
  expect(container.textContent).toBe("on their way")
  rerender(foot({}))
  expect(container.textContent).toBe("that was all")
  rerender(foot(undefined))
  expect(container.textContent).toBe("that was all")
})

test("rows that didn't come say why, and are asked for again by a press, once at a time", async () => {
  const { rerender } = render(foot({ moreFailure: failure }))
  expect(screen.getByRole("alert").textContent).toContain("No more rows cameNo answer.")
  const retry = () => screen.getByRole("button", { name: i18next.t("app:retry") })
  await userEvent.click(retry())
  expect(loadMore).toHaveBeenCalledTimes(1)
  rerender(foot({ moreFailure: failure, isLoadingMore: true }))
  await userEvent.click(retry())
  expect(loadMore).toHaveBeenCalledTimes(1)
})

test("a list without a foot's words has an empty foot", () => {
  const { container } = render(<ListFoot />)
  expect(container.textContent).toBe("")
})

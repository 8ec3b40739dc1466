/** What is owned is found by id and by account, rising by id, and is gone from both at once. */

import { expect, test } from "vitest"
import { Owned } from "./owned.ts"

const item = (key: number, account: string) => ({ key, view: { account } })

test("each account has its own, rising by id, until they are forgotten", () => {
  const owned = new Owned<ReturnType<typeof item>>()
  const [late, early, other] = [item(9, "ann"), item(3, "ann"), item(5, "bob")]
  for (const each of [late, other, early, late]) owned.add(each)
  expect(owned.list()).toEqual([early, other, late])
  expect(owned.ofAccount("ann")).toEqual([early, late])
  expect(owned.get(5)).toBe(other)
  owned.forget(early)
  expect([owned.ofAccount("ann"), owned.get(3)]).toEqual([[late], undefined])
  owned.forget(late)
  owned.forget(late)
  expect([owned.ofAccount("ann"), owned.list()]).toEqual([[], [other]])
})

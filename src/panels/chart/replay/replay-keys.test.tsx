/** A replay hears its keys as the user set them, and the space bar always. */

import { fireEvent, renderHook } from "@testing-library/react"
import { afterEach, expect, test, vi } from "vitest"
import { choices } from "../../../stores/choices-store.ts"
import { changeHotkey } from "../../../stores/hotkey-changes.ts"
import { type ReplayPresses, useReplayKeys } from "./use-replay-keys.ts"

afterEach(() => {
  choices.all = {}
})

function heard(): { pressed: string[] } {
  const pressed: string[] = []
  const press = (name: string) => vi.fn(() => void pressed.push(name))
  const presses: ReplayPresses = {
    play: press("play"),
    replayBar: press("bar"),
    replayMinute: press("minute"),
    replaySlower: press("slower"),
    replayFaster: press("faster"),
    replayResult: press("result"),
  }
  renderHook(() => useReplayKeys(presses))
  return { pressed }
}

const pressAll = (keys: string) => {
  for (const key of keys) fireEvent.keyDown(document.body, { key })
}

test("a replay is played by the keys it has at first", () => {
  const { pressed } = heard()
  pressAll(" nm,.rb")
  expect(pressed).toEqual(["play", "bar", "minute", "slower", "faster", "result"])
})

test("a changed key of the replay takes the place of the first", () => {
  expect(changeHotkey("replayBar", "b")).toBeUndefined()
  const { pressed } = heard()
  pressAll("nb")
  expect(pressed).toEqual(["bar"])
})

/** What the switch shows of what browser and server know. */

import { expect, test } from "vitest"
import { switchFace, thisFirst } from "./push-switch.model.ts"

const one = { endpoint: "https://push.example/1" }
const other = { endpoint: "https://push.example/2" }
const free = { hindrance: undefined, endpoint: undefined } as const

test.each([
  ["both know it", one.endpoint, [other, one], true],
  ["the server has forgotten it", one.endpoint, [other], false],
  ["the browser has lost it", undefined, [one], false],
  ["the server hasn't answered", one.endpoint, undefined, false],
])("on where %s: %s, %j, %s", (_when, endpoint, devices, isOn) => {
  const face = switchFace({ here: { hindrance: undefined, endpoint }, devices, failure: undefined })
  expect(face.isOn).toBe(isOn)
})

test("it can't be pressed until browser and server have been asked", () => {
  const checking = { hindrance: "checking", endpoint: undefined } as const
  expect(switchFace({ here: checking, devices: [], failure: undefined })).toMatchObject({ isDisabled: true })
  expect(switchFace({ here: free, devices: undefined, failure: undefined })).toMatchObject({
    isDisabled: true,
  })
  expect(switchFace({ here: free, devices: [], failure: undefined })).toEqual({
    ...{ isOn: false, isDisabled: false, said: undefined },
  })
})

test("what stands against it is said before what the last press came to, and still lets it be switched off", () => {
  const denied = { hindrance: "denied", endpoint: undefined } as const
  const failure = { why: "service" } as const
  expect(switchFace({ here: denied, devices: [], failure })).toEqual({
    ...{ isOn: false, isDisabled: true, said: { key: "denied" } },
  })
  const isOn = { ...denied, endpoint: one.endpoint }
  expect(switchFace({ here: isOn, devices: [one], failure })).toMatchObject({ isOn: true, isDisabled: false })
})

test("a failed press is said, a refusal in the server's words", () => {
  const said = (failure: Parameters<typeof switchFace>[0]["failure"]) =>
    switchFace({ here: free, devices: [], failure }).said
  expect(said({ why: "service" })).toEqual({ key: "service" })
  expect(said({ why: "hindered" })).toBeUndefined()
  expect(said({ why: "refused", text: "Ten at most." })).toEqual({ text: "Ten at most." })
})

test("this device stands first, the others as they come", () => {
  const third = { endpoint: "https://push.example/3" }
  expect(thisFirst([other, third, one], one.endpoint)).toEqual([one, other, third])
  expect(thisFirst([other, third], undefined)).toEqual([other, third])
})

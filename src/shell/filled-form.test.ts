/** Is work in progress told from a page that may be reloaded? */

import { expect, test } from "vitest"
import { isAnyFilled } from "./filled-form.ts"

const field = { type: "text", value: "0.5", disabled: false, readOnly: false }

test.each([
  ["an amount in a ticket", field],
  ["a password", { ...field, type: "password", value: "x" }],
  ["a message", { ...field, type: "textarea", value: "Hello" }],
  ["a chosen picture", { ...field, type: "file", value: "C:\\fakepath\\id.jpg" }],
])("%s is work", (_what, filled) => {
  expect(isAnyFilled([{ ...field, value: "" }, filled])).toBe(true)
})

test.each([
  ["an empty field", { ...field, value: " " }],
  ["a word searched for", { ...field, type: "search", value: "BTC" }],
  ["a box that is ticked", { ...field, type: "checkbox", value: "on" }],
  ["an address to copy", { ...field, readOnly: true }],
  ["a field out of use", { ...field, disabled: true }],
])("%s is none", (_what, light) => {
  expect(isAnyFilled([light])).toBe(false)
})

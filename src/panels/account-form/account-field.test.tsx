/** Whoever is about to take a phone number for an account is told what text messages risk, and what is safer. */

import { act, fireEvent, render, screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { AccountField, useAccountText } from "./account-field.view.tsx"

function Field({ autoComplete }: { autoComplete?: "username" }) {
  const account = useAccountText()
  return <AccountField account={account} problem={undefined} {...(autoComplete && { autoComplete })} />
}
const choosePhone = () => act(() => fireEvent.click(screen.getByRole("tab", { name: "Phone" })))
const RISK = /Others can read or redirect text messages; an email address with an authenticator app is safer/

test("a new account by phone: the risk of text messages stands at the field, and of mail there is none to tell", async () => {
  render(<Field />)
  expect(screen.queryByText(RISK)).toBeNull()
  await choosePhone()
  expect(screen.getByText(RISK)).toBeTruthy()
})

test("whoever logs in has chosen before: how the number is written is told alone", async () => {
  render(<Field autoComplete="username" />)
  await choosePhone()
  expect(screen.queryByText(RISK)).toBeNull()
  expect(screen.getByText("With country code, e.g. +49…")).toBeTruthy()
})

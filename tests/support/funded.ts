/** Starts a journey as a user with a day's practice money, requested through the real API. */

import { expect } from "@playwright/test"
import { getFrom, postTo, type SignedUp, signUp } from "./signed-up.ts"

interface Balance {
  wallet: string
  currency: string
  available: string
  held: string
}

/** Somebody new with what practice gives: 10000 USDT, 0.05 BTC, 1 ETH in the spot account. */
export async function signUpFunded(base: string): Promise<SignedUp> {
  const person = await signUp(base)
  expect(await postTo(base, "/assets/practice", { key: "first" }, person.token)).toMatchObject({ code: 200 })
  return person
}

/** What the server says is available now. */
export async function availableAt(
  base: string,
  { token }: SignedUp,
  wallet: string,
  currency: string,
): Promise<string> {
  const { data } = await getFrom<{ balances: Balance[] }>(base, "/assets/index", token)
  const row = data.balances.find((each) => each.wallet === wallet && each.currency === currency)
  return row?.available ?? "0"
}

let transfers = 0

/** A transfer by another way than the page. */
export async function transferAt(
  base: string,
  { token }: SignedUp,
  moved: { from: string; to: string; currency: string; amount: string },
): Promise<void> {
  transfers += 1
  const body = { ...moved, key: `journey-${transfers}` }
  expect(await postTo(base, "/assets/transfer", body, token)).toMatchObject({ code: 200 })
}

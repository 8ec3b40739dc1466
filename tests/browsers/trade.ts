/** A whole trade in this engine, by what stands on the screen: register, practice money, orders, fills, the way back. */

import { mailsOf } from "../support/signed-up.ts"
import type { Person, Target } from "./person.ts"
import { DESK, PHONE } from "./screens.ts"
import { until } from "./until.ts"

const TRADE = "/pages/spot/trade?symbol=BTC_USDT"
const AT_MARKETS = /^#\/pages\/spot\/index/
const AT_TRADE = /^#\/pages\/spot\/trade/

const button = (named: RegExp, inside = ""): Target => ({ at: `${inside} button`, named })
const field = (named: RegExp, inside = ""): Target => ({ at: `${inside} input`, named })
const tab = (named: RegExp, inside = ""): Target => ({ at: `${inside} [role=tab]`, named })

const SHEET = "[role=dialog]"
const QUESTION = "[role=alertdialog]"
const TICKET = "section[aria-label='Order ticket']"
const ORDERS = "section[aria-label='Orders and balances']"

/** From the form to an account with practice money. */
export async function register(person: Person, base: string): Promise<void> {
  const account = `walker-${process.pid}-${Date.now()}@example.org`
  const password = "quiet harbour 517"
  await person.resize(PHONE)
  await person.go("/register")
  await person.fill(field(/^Email/, "main"), account)
  await person.press(button(/^Send code and continue$/))
  await person.fill(field(/^Verification code/), await codeFor(base, account))
  await person.fill(field(/^Password$/), password)
  await person.fill(field(/^Confirm password/), password)
  await person.press(button(/^Create account$/, "main"))
  await person.isAt(/^#\/$/)
  await person.press(button(/^Get practice money$/))
  await person.seesNo(button(/^Get practice money$/))
  await person.complainsOfNothing("the registration")
}

async function codeFor(base: string, account: string): Promise<string> {
  let code = ""
  await until("a code in the mailbox", async () => {
    const [mail] = await mailsOf(base, account)
    code = /\b\d{6}\b/.exec(mail?.subject ?? "")?.[0] ?? ""
    return code !== ""
  })
  return code
}

/** On a phone everything happens in sheets; Back closes each of them before it leaves the screen. */
export async function tradeOnPhone(person: Person): Promise<void> {
  await person.resize(PHONE)
  // By links, as people do: what somebody types into the address bar leaves no trace that Back could read.
  await person.press({ at: "nav a", named: /^Markets$/ })
  await person.isAt(AT_MARKETS)
  // Rows of the list change places under a press.
  await person.press({ at: "nav a", named: /^Trade$/ })
  await person.isAt(AT_TRADE)
  const buy = button(/^Buy BTC/, "main")
  await person.press(buy)
  await person.sees({ at: SHEET })
  await person.back()
  await person.seesNo({ at: SHEET })
  await person.isAt(AT_TRADE)

  await person.press(buy)
  await person.press(tab(/^Market$/, SHEET))
  await person.fill(field(/^Amount/, SHEET), "250")
  await person.press(button(/^Buy BTC for 250 USDT/, SHEET))
  await person.press(button(/^Buy BTC for 250 USDT/, QUESTION))
  await person.seesNo({ at: SHEET })

  await person.press(buy)
  await person.press(tab(/^Limit$/, SHEET))
  const amount = field(/^Amount/, SHEET)
  await typePrice(person, SHEET)
  await person.fill(amount, "0.01")
  await person.press(button(/^Buy 0\.01000 BTC/, SHEET))
  await person.press(button(/^Buy 0\.01000 BTC/, QUESTION))
  await person.seesNo({ at: SHEET })

  const strip = button(/^Open orders.*Buy 0\.01000 at/, "main")
  await person.press(strip)
  await person.press(button(/^Edit order \d+$/, ORDERS))
  await person.fill(field(/^Amount$/, SHEET), "0.005")
  await person.press(button(/^Edit$/, SHEET))
  await person.sees({ at: `${ORDERS} [data-order]`, named: /\/ 0\.00500/ })
  const cancel = button(/^Cancel order \d+$/, ORDERS)
  await person.press(cancel)
  await person.seesNo(cancel)
  await person.press(tab(/^Fills$/, ORDERS))
  await person.sees({ at: `${ORDERS} [role=listitem]`, named: /BTC\/USDT/ })

  await person.back()
  await person.seesNo({ at: SHEET })
  await person.isAt(AT_TRADE)
  await person.complainsOfNothing("the trade on a phone")
  await person.back()
  await person.isAt(AT_MARKETS)
}

/** On a desk the ticket and the orders stand beside the book. */
export async function tradeOnDesk(person: Person): Promise<void> {
  await person.resize(DESK)
  await person.go(TRADE)
  await person.press(tab(/^Limit$/, TICKET))
  await typePrice(person, TICKET)
  await person.fill(field(/^Amount/, TICKET), "0.02")
  await person.press(button(/^Buy 0\.02000 BTC/, TICKET))
  await person.press(button(/^Buy 0\.02000 BTC/, QUESTION))
  await person.press(tab(/^Open orders/, ORDERS))
  const row = (named: RegExp) => ({ at: `${ORDERS} [data-order]`, named })
  await person.sees(row(/ \/ 0\.02000/))

  await person.press(button(/^Edit order \d+/, ORDERS))
  for (const name of [/^Price$/, /^Amount$/]) await person.seesWhole(field(name, ORDERS))
  await person.fill(field(/^Amount$/, ORDERS), "0.01234")
  await person.seesWhole(field(/^Amount$/, ORDERS))
  await person.press(button(/^Edit$/, ORDERS))
  await person.sees(row(/ \/ 0\.01234/))
  await person.press(button(/^Cancel order \d+$/, ORDERS))
  await person.seesNo(button(/^Cancel order \d+$/, ORDERS))

  await person.press({ at: `${TICKET} label`, named: /^Sell$/ })
  await person.press(tab(/^Market$/, TICKET))
  await person.fill(field(/^Amount/, TICKET), "0.002")
  await person.press(button(/^Sell 0\.00200 BTC/, TICKET))
  await person.press(button(/^Sell 0\.00200 BTC/, QUESTION))
  await person.press(tab(/^Fills$/, ORDERS))
  await person.sees(row(/Sell/))
  await person.complainsOfNothing("the trade on a desk")
}

/** A little below the best bid: it rests, and stays near enough to be allowed. */
async function typePrice(person: Person, inside: string): Promise<void> {
  const price = field(/^Price/, inside)
  const best = Number(await person.readsIn(price, /^\d+\.\d\d$/))
  await person.fill(price, (best * 0.98).toFixed(2))
}

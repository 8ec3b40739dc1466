/** Is every place of the specification on the map, and each one built? */

import { describe, expect, test } from "vitest"
import { type ScreenPath, site } from "./places/site.ts"
import { screens } from "./routes.ts"

/** The addresses that the platform began with. */
const SEED = `/ /pages/index/index /login /pages/assets/index /pages/assets/recharge /pages/assets/withdraw
/pages/assets/transfer /pages/assets/record /pages/assets/rechargeList /pages/assets/address /pages/assets/addressAdd
/pages/spot/index /pages/spot/trade /pages/contract/index /pages/contract/trade /pages/contract/history
/pages/contract/share /pages/option/index /pages/option/trade /pages/user/safe /pages/user/auth /pages/user/password
/pages/user/share /pages/article/index /pages/article/detail /pages/article/msb /pages/article/sec /pages/ks/index
/pages/ai/index /pages/ai/product /pages/ai/withdraw /pages/kline/index`

/** Added by Saker. */
const ADDITIONS = `/pages/assets/reserves /register /forgot /pages/assets/withdrawList /pages/user/tradePassword /pages/user/email
/pages/user/invitations /pages/user/index /pages/article/help /pages/article/notice /pages/user/about
/pages/user/language /pages/user/download /pages/user/totp /pages/user/sessions /pages/user/logins
/pages/user/preferences /pages/user/alerts /pages/user/keys /pages/user/passkeys /pages/ai/holdings /pages/option/record /pages/layout/index /pages/panel/index /choose-location /open-location`

const words = (text: string) => text.split(/\s+/)
const paths = Object.keys(site) as ScreenPath[]

describe("the site", () => {
  test("has every place of the two lists, and no other", () => {
    expect([...paths].sort()).toEqual([...words(SEED), ...words(ADDITIONS)].sort())
  })

  test("has each place built", () => {
    expect(Object.keys(screens).sort()).toEqual([...paths].sort())
  })

  test("shows home under both of its addresses", () => {
    expect(screens["/pages/index/index"]).toBe(screens["/"])
  })
})

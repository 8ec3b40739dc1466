/** A thumb finds every control: what it reaches of each on a phone is high enough, whatever stands beside it. */

import type { Page } from "@playwright/test"
import { expect, PHONE, test } from "../support/journey.ts"
import { newContractTrader, openAs } from "../support/page-trader.ts"

test.use({ viewport: PHONE, hasTouch: true, isMobile: true })

const AREAS = {
  "markets and trade": [
    ...["/", "/pages/spot/index", "/pages/contract/index", "/pages/option/index"],
    "/pages/spot/trade?symbol=BTC_USDT",
    "/pages/contract/trade?symbol=BTC_USDT_PERP",
    "/pages/option/trade?symbol=BTC_USDT_SEC",
    "/pages/kline/index?symbol=BTC_USDT",
    ...["/pages/contract/history", "/pages/option/record"],
  ],
  "assets and products": [
    ...["/pages/assets/index", "/pages/assets/transfer", "/pages/assets/record", "/pages/assets/recharge"],
    ...["/pages/assets/rechargeList", "/pages/assets/withdraw", "/pages/assets/withdrawList"],
    ...["/pages/assets/address", "/pages/assets/addressAdd", "/pages/assets/reserves"],
    ...["/pages/ai/index", "/pages/ai/product", "/pages/ai/holdings", "/pages/ai/withdraw"],
  ],
  "account and help": [
    ...["/pages/user/index", "/pages/user/safe", "/pages/user/password", "/pages/user/tradePassword"],
    ...["/pages/user/email", "/pages/user/totp", "/pages/user/sessions", "/pages/user/logins"],
    ...["/pages/user/auth", "/pages/user/share", "/pages/user/invitations", "/pages/user/preferences"],
    ...[
      "/pages/user/keys",
      "/pages/user/passkeys",
      "/pages/user/alerts",
      "/pages/article/index",
      "/pages/article/help",
    ],
    ...["/pages/layout/index", "/pages/user/language"],
  ],
} as const

/**
 * Controls of which a finger reaches too little, in px of height. A control has 44, of which one that stands beside it may take some;
 * rows of books and lists, and what stands in them, have 24.
 */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const [control, row] = [36, 22]
    const controls =
      "button, a[href], input, select, textarea, summary, [role=tab], [role=switch], [role=slider], [role=combobox]"
    // The head of a book is one of its rows. The chart's makers ask for a link of theirs in its own size.
    const small = "li, tr, [role=row], [role=option], [aria-label^='Displayed sides'], [href*='tradingview']"
    const found: string[] = []
    for (const each of document.querySelectorAll<HTMLElement>(controls)) {
      const isField = each.matches("input, select, textarea")
      const face = (isField && (each.closest("[data-field]") ?? each.closest("label"))) || each
      if (each.closest("p, [inert], [aria-hidden=true]")) continue
      if (!face.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
      face.scrollIntoView({ block: "center", inline: "center", behavior: "instant" })
      const { left, top, width, height } = face.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      const isOwn = (at: number) => {
        const hit = document.elementFromPoint(x, at)
        return hit !== null && (face.contains(hit) || (hit.contains(each) && hit.matches("label, button, a")))
      }
      // Out of sight, covered, or at an edge that it can't be scrolled away from.
      if (width < 2 || height < 2 || !isOwn(y) || y < control / 2 || y > innerHeight - control / 2) continue
      let reach = 1
      for (const way of [-1, 1]) for (let px = 1; px < 30 && isOwn(y + way * px); px += 1) reach += 1
      if (reach < (each.closest(small) ? row : control))
        found.push(`${reach} px: ${each.getAttribute("aria-label") ?? each.textContent}`)
    }
    return found
  })

for (const [area, paths] of Object.entries(AREAS))
  test(`${area} @verify`, async ({ page, open, saker }) => {
    await openAs(page, await newContractTrader(saker.url))
    for (const path of paths) {
      await open(path)
      await expect(page.getByRole("main")).toBeVisible()
      await page.waitForLoadState("networkidle")
      await expect.poll(() => tooSmall(page), path).toEqual([])
    }
  })

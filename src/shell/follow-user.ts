/**
 * What does a page do for whoever uses it, once it stands? Presses go before frames; of who is logged in it keeps the choices with the
 * account, and follows orders, balances and positions.
 */

import { followAccount } from "../feed/follow-account.ts"
import { holdFramesForPresses } from "../feed/press-hold.ts"
import { followAlertNews } from "../order-news/alert-news.ts"
import { followAppBadge } from "../order-news/app-badge.ts"
import { keepArmed } from "../order-news/keep-armed.ts"
import { followOrderNews } from "../order-news/order-news.ts"
import { followPositionNews } from "../order-news/position-news.ts"
import { followSecondNews } from "../order-news/second-news.ts"
import { followPush } from "../user/push-here.ts"
import { followChoices } from "./follow-choices.ts"
import { followIdle } from "./follow-idle.ts"

// A panel in a window of its own stays quiet: the desk beside it tells what happens, once.
if (!window.location.hash.startsWith("#/pages/panel/")) {
  followOrderNews()
  followPositionNews()
  followSecondNews()
  followAlertNews()
}
holdFramesForPresses()
followPush()
followAppBadge()
keepArmed()

/** Told of the token at the start and whenever it changes; null: logged out. */
export function followUser(token: string | null): void {
  followIdle(token)
  followChoices(token)
  followAccount(token)
}

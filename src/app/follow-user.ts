/** What does a page do for whoever is logged in? Keeps their choices with the account, and follows orders and balances. */

import { followAccount } from "../feed/follow-account.ts"
import { followChoices } from "./follow-choices.ts"
import { followOrderNews } from "./order-news.ts"

followOrderNews()

/** Told of the token at the start and whenever it changes; null: logged out. */
export function followUser(token: string | null): void {
  followChoices(token)
  followAccount(token)
}

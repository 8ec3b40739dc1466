/** Tells users by message what was done with their money. */

import type { MoneyNotice, MoneyNotices } from "../mail/money-notices.ts"
import type { UserParts } from "./user-parts.ts"
import { userById } from "./users.ts"

/** @param onFailure hears of what could not be told */
export const moneyNotices = (
  { database, messages }: Pick<UserParts, "database" | "messages">,
  onFailure: (error: unknown) => void,
): MoneyNotices => ({
  tell(userId: number, notice: MoneyNotice) {
    userById(database, userId)
      .then((user) => messages.notice(user, notice))
      .catch(onFailure)
  },
})

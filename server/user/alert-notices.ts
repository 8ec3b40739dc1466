/** Tells users by message that an alert of theirs has fired, and puts it into their language. */

import type { Language } from "#core/wire/language.ts"
import type { AlertNotices } from "../mail/alert-notices.ts"
import type { UserParts } from "./user-parts.ts"
import { userById } from "./users.ts"

/** @param onFailure hears of what could not be told */
export const alertNotices = (
  { database, messages }: Pick<UserParts, "database" | "messages">,
  onFailure: (error: unknown) => void,
): AlertNotices => ({
  mail(userId, notice, done) {
    userById(database, userId)
      .then((user) => messages.alert(user, notice, done))
      .catch((error) => {
        onFailure(error)
        done(false)
      })
  },
  async words(userId, notice) {
    const user = await userById(database, userId)
    return messages.alertWords(user.language as Language, notice)
  },
})

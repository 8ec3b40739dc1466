/** How does a user change their picture? A press on it opens a sheet: choose, crop, send, or take it away. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { UserInfo } from "#core/wire/account.ts"
import { Camera, Icon } from "../../ui/icon.tsx"
import { Avatar } from "../../user/avatar.tsx"
import styles from "./avatar.module.css"
import { AvatarSheet } from "./avatar-sheet.view.tsx"

/** The user's picture as a button of 44 px. */
export function AvatarButton({ user }: { user: Pick<UserInfo, "account" | "avatar"> }) {
  const { t } = useTranslation("account")
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t("avatar.change")}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Avatar user={user} />
        <span className={styles.mark}>
          <Icon glyph={Camera} size={12} />
        </span>
      </button>
      <AvatarSheet isOpen={isOpen} hasPicture={user.avatar !== ""} onClose={() => setIsOpen(false)} />
    </>
  )
}

/** Who is logged in? The account's name in a bar, which leads to what is theirs; for a visitor the way to the login. */

import { useSnapshot } from "valtio"
import { ScreenLink } from "../places/screen-link.tsx"
import { session } from "../stores/session-store.ts"
import { buttonClass } from "../ui/button.tsx"
import { classNames } from "../ui/class-names.ts"
import { Icon, UserRound } from "../ui/icon.tsx"
import { useFirstWords } from "../words/first-words.ts"
import styles from "./account-link.module.css"

export function AccountLink({ className }: { className?: string | undefined }) {
  const t = useFirstWords()
  const { token, user } = useSnapshot(session)
  const isIn = token !== null
  const name = isIn ? (user?.account ?? t("screen.mine")) : t("menu.logIn")
  return (
    <ScreenLink
      to={isIn ? "/pages/user/index" : "/login"}
      className={classNames(buttonClass({}), styles.account, className)}
      title={isIn ? name : undefined}
    >
      <Icon glyph={UserRound} size={16} />
      <span className={styles.name}>{name}</span>
    </ScreenLink>
  )
}

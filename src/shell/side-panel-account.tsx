/**
 * The account part of the side panel. The visitor's way to the login; a user's name, number, credit, and what is
 * still to be done.
 */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { UserInfo } from "#core/wire/account.ts"
import { ScreenLink } from "../places/screen-link.tsx"
import { session } from "../stores/session-store.ts"
import { Icon, LogIn, UserRound } from "../ui/icon.tsx"
import { Note } from "../ui/note.tsx"
import { Avatar } from "../user/avatar.tsx"
import { CreditScore, UserNumber } from "../user/user-figures.tsx"
import styles from "./side-panel.module.css"

interface PartProps {
  onClose: () => void
}

export function PanelAccount({ onClose }: PartProps) {
  const { token, user } = useSnapshot(session)
  if (token === null) return <Visitor onClose={onClose} />
  return <User user={user} onClose={onClose} />
}

/** Nobody is logged in: the account's place leads to the login. */
function Visitor({ onClose }: PartProps) {
  const { t } = useTranslation("app")
  return (
    <ScreenLink to="/login" className={styles.who} onClick={onClose}>
      <span className={styles.avatar}>
        <Icon glyph={UserRound} />
      </span>
      <span className={styles.account}>
        <span className={styles.name}>{t("menu.logIn")}</span>
        <span className={styles.hint}>{t("menu.visitor")}</span>
      </span>
      <Icon glyph={LogIn} className={styles.dim} />
    </ScreenLink>
  )
}

/** `user` is null until the server has told: offline the name may be missing, the way to Mine is there. */
function User({ user, onClose }: PartProps & { user: Readonly<UserInfo> | null }) {
  const { t } = useTranslation("app")
  return (
    <>
      <div className={styles.user}>
        <Avatar user={user} />
        <div className={styles.account}>
          <ScreenLink to="/pages/user/index" className={styles.mine} onClick={onClose} title={user?.account}>
            {user?.account ?? t("screen.mine")}
          </ScreenLink>
          {user ? (
            <>
              <UserNumber uid={user.user_id} />
              <CreditScore score={user.credit_score} />
            </>
          ) : null}
        </div>
      </div>
      {user ? <Reminder identity={user.identity} onClose={onClose} /> : null}
    </>
  )
}

/** What is still missing of the identity, and the way there; nothing once it is verified. */
function Reminder({ identity, onClose }: PartProps & Pick<UserInfo, "identity">) {
  const { t } = useTranslation("account")
  if (identity === "verified") return null
  return (
    <Note tone={identity === "review" ? "info" : "warn"} className={styles.reminder}>
      {t(`panel.state.${identity}`)}{" "}
      <ScreenLink to="/pages/user/auth" onClick={onClose}>
        {t(`panel.step.${identity}`)}
      </ScreenLink>
    </Note>
  )
}

/** The user centre. Who one is, how far the identity is, and the ways to everything that is one's own. */

import { useTranslation } from "react-i18next"
import type { UserInfo } from "#core/wire/account.ts"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { LinkRows, ScreenRow } from "../../panels/article/link-rows.view.tsx"
import { AvatarButton } from "../../panels/avatar/avatar-button.view.tsx"
import type { ScreenPath } from "../../places/site.ts"
import { dateText } from "../../text/moments.ts"
import { Button } from "../../ui/button.tsx"
import {
  ArrowLeftRight,
  Bell,
  Gift,
  type Glyph,
  Headset,
  History,
  Icon,
  IdCard,
  List,
  LogOut,
  Settings2,
  Shield,
  Wallet,
} from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { CreditScore, UserNumber } from "../../user/user-figures.tsx"
import styles from "./mine.module.css"

interface MineViewProps {
  asked: Asked<Readonly<UserInfo>>
  onLogOut: () => void
}

const ENTRIES: readonly { to: ScreenPath; glyph: Glyph; name: string }[] = [
  { to: "/pages/assets/index", glyph: Wallet, name: "assets" },
  { to: "/pages/assets/transfer", glyph: ArrowLeftRight, name: "transfer" },
  { to: "/pages/assets/record", glyph: List, name: "bill" },
  { to: "/pages/user/safe", glyph: Shield, name: "security" },
  { to: "/pages/user/logins", glyph: History, name: "logins" },
  { to: "/pages/user/alerts", glyph: Bell, name: "alerts" },
  { to: "/pages/user/share", glyph: Gift, name: "invite" },
  { to: "/pages/user/preferences", glyph: Settings2, name: "preferences" },
  { to: "/pages/ks/index", glyph: Headset, name: "service" },
]

export function MineView({ asked, onLogOut }: MineViewProps) {
  const { t } = useTranslation("account")
  return (
    <div className={styles.page}>
      <AskedFace asked={asked} skeleton={<SkeletonRows count={3} />} failed={t("mine.failed")}>
        {(user) => (
          <>
            <Who user={user} />
            <Figures user={user} />
          </>
        )}
      </AskedFace>
      <LinkRows>
        <ScreenRow
          to="/pages/user/auth"
          glyph={IdCard}
          name={t("app:screen.identity")}
          second={asked.data ? t(`mine.identity.${asked.data.identity}`) : undefined}
        />
        {ENTRIES.map(({ to, glyph, name }) => (
          <ScreenRow key={to} to={to} glyph={glyph} name={t(`app:screen.${name}`)} />
        ))}
      </LinkRows>
      <div className={styles.leave}>
        <Button tone="outline" isBlock icon={<Icon glyph={LogOut} size={16} />} onClick={onLogOut}>
          {t("app:menu.logOut")}
        </Button>
      </div>
    </div>
  )
}

function Who({ user }: { user: Readonly<UserInfo> }) {
  return (
    <div className={styles.who}>
      <AvatarButton user={user} />
      <div className={styles.names}>
        <h2 className={styles.account}>{user.account}</h2>
        <UserNumber uid={user.user_id} />
      </div>
    </div>
  )
}

function Figures({ user }: { user: Readonly<UserInfo> }) {
  const { t } = useTranslation("account")
  const { i18n } = useTranslation()
  return (
    <div className={styles.figures}>
      <CreditScore score={user.credit_score} />
      <dl className={styles.figure}>
        <dt>{t("mine.registered")}</dt>
        <dd>{dateText(user.registered, i18n.language)}</dd>
      </dl>
    </div>
  )
}

/** The security center. What rests, each protection with how it stands, then activity and preferences. */

import { type ReactNode, useState } from "react"
import { useTranslation } from "react-i18next"
import type { UserInfo } from "#core/wire/account.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import type { ScreenPath } from "../../places/site.ts"
import { momentText } from "../../text/moments.ts"
import { Badge } from "../../ui/badge.tsx"
import { useEachSecond } from "../../ui/each-second.ts"
import {
  Bot,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  Fingerprint,
  type Glyph,
  History,
  Icon,
  IdCard,
  Mail,
  MessageCircle,
  Settings2,
  Shield,
  Smartphone,
  Timer,
  Wallet,
} from "../../ui/icon.tsx"
import { Note } from "../../ui/note.tsx"
import { currentLanguage } from "../../words/first-words.ts"
import { PhraseSheet } from "./phrase-sheet.view.tsx"
import {
  holdOf,
  type Protection,
  type ProtectionName,
  protectionsOf,
  type Standing,
} from "./security.model.ts"
import styles from "./security.module.css"

const GLYPHS: Record<ProtectionName, Glyph> = {
  identity: IdCard,
  password: Shield,
  tradePassword: Wallet,
  email: Mail,
  totp: Timer,
  phrase: MessageCircle,
}

/** Things, not deeds: "Change password: set" would say nothing. */
const NAMES: Record<ProtectionName, string> = {
  identity: "app:screen.identity",
  password: "proof.password",
  tradePassword: "app:screen.tradePassword",
  email: "email.address",
  totp: "app:screen.totp",
  phrase: "center.phrase",
}

const TONES: Record<Standing, "accent" | "plain" | "info" | "danger"> = {
  good: "accent",
  open: "plain",
  waiting: "info",
  bad: "danger",
}

export function SecurityView({ user }: { user: UserInfo }) {
  const { t } = useTranslation("security")
  const [isPhraseOpen, setIsPhraseOpen] = useState(false)
  return (
    <div className={styles.page}>
      <Hold user={user} />
      <Group title={t("center.protections")}>
        {protectionsOf(user).map((each) => (
          <ProtectionRow key={each.name} protection={each} onOpen={() => setIsPhraseOpen(true)} />
        ))}
        <PlaceRow to="/pages/user/passkeys" name="passkeys" glyph={Fingerprint} />
      </Group>
      <Group title={t("center.activity")}>
        <PlaceRow to="/pages/user/sessions" name="sessions" glyph={Smartphone} />
        <PlaceRow to="/pages/user/logins" name="logins" glyph={History} />
        <PlaceRow to="/pages/user/keys" name="apiKeys" glyph={Bot} />
      </Group>
      <Group title={t("center.own")}>
        <PlaceRow to="/pages/user/preferences" name="preferences" glyph={Settings2} />
      </Group>
      <PhraseSheet user={user} isOpen={isPhraseOpen} onClose={() => setIsPhraseOpen(false)} />
    </div>
  )
}

function Hold({ user }: { user: UserInfo }) {
  const { t } = useTranslation("security")
  const until = holdOf(user, useEachSecond(user.holdUntil > 0))
  if (until === undefined) return null
  return <Note tone="warn">{t("center.hold", { time: momentText(until, currentLanguage()) })}</Note>
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className={styles.head}>{title}</h2>
      {children}
    </section>
  )
}

function ProtectionRow({ protection, onOpen }: { protection: Protection; onOpen: () => void }) {
  const { t } = useTranslation("security")
  const { name, to, standing, word, shown } = protection
  const row = (
    <Row
      glyph={GLYPHS[name]}
      name={t(NAMES[name])}
      about={t(`center.about.${name}`)}
      state={
        <Badge tone={TONES[standing]} className={styles.state}>
          {standing === "good" ? <Icon glyph={CircleCheck} size={12} /> : null}
          {standing === "bad" ? <Icon glyph={CircleAlert} size={12} /> : null}
          {shown ?? t(`center.${word}`)}
        </Badge>
      }
    />
  )
  return to ? (
    <ScreenLink to={to} className={styles.row}>
      {row}
    </ScreenLink>
  ) : (
    <button type="button" className={styles.row} aria-haspopup="dialog" onClick={onOpen}>
      {row}
    </button>
  )
}

interface PlaceRowProps {
  to: ScreenPath
  name: "passkeys" | "sessions" | "logins" | "apiKeys" | "preferences"
  glyph: Glyph
}

function PlaceRow({ to, name, glyph }: PlaceRowProps) {
  const { t } = useTranslation("security")
  return (
    <ScreenLink to={to} className={styles.row}>
      <Row glyph={glyph} name={t(`app:screen.${name}`)} about={t(`center.about.${name}`)} />
    </ScreenLink>
  )
}

interface RowProps {
  glyph: Glyph
  name: string
  about: string
  state?: ReactNode
}

function Row({ glyph, name, about, state }: RowProps) {
  return (
    <>
      <Icon glyph={glyph} className={styles.glyph} />
      <span className={styles.words}>
        <span className={styles.first}>
          <span className={styles.name}>{name}</span>
          {state}
        </span>
        <span className={styles.about}>{about}</span>
      </span>
      <Icon glyph={ChevronRight} size={16} className={styles.glyph} />
    </>
  )
}

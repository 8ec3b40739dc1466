/** The view of the invite page. Link and code to copy, a code for a camera, and how many came on three levels. */

import { useTranslation } from "react-i18next"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { invite } from "#core/wire/invite-calls.ts"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { formatNumber } from "../../text/numbers.ts"
import { Button, buttonClass } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { ChevronRight, Copy, Icon, Mail, Share2 } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { QrCode } from "../../ui/qr-code.tsx"
import { Sheet } from "../../ui/sheet.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import styles from "./invite.module.css"

type Invite = ResponseOf<typeof invite>

interface InviteViewProps {
  asked: Asked<Invite>
  brand: string
  /** Of this page, without the place behind `#`. */
  ownAddress: string
  isSheetOpen: boolean
  onSheet: (isOpen: boolean) => void
  onShare: (link: string) => void
  onCopy: (text: string) => void
}

export function InviteView(props: InviteViewProps) {
  const { t } = useTranslation("account")
  return (
    <div className={styles.page}>
      <p className={styles.text}>{t("invite.text")}</p>
      <AskedFace asked={props.asked} skeleton={<InviteSkeleton />} failed={t("invite.failed")}>
        {(data) => <Invited {...props} data={data} />}
      </AskedFace>
    </div>
  )
}

function Invited({
  data,
  brand,
  ownAddress,
  isSheetOpen,
  onSheet,
  onShare,
  onCopy,
}: InviteViewProps & { data: Invite }) {
  const { t } = useTranslation("account")
  const link = ownAddress + data.link
  return (
    <>
      <div className={styles.qr}>
        <QrCode text={link} label={t("invite.qr")} />
      </div>
      <dl className={styles.facts}>
        <Fact name={t("invite.code")} value={data.code} copy={t("invite.copyCode")} onCopy={onCopy} isLarge />
        <Fact name={t("invite.link")} value={link} copy={t("invite.copyLink")} onCopy={onCopy} />
      </dl>
      <Button
        tone="accent"
        size="primary"
        isBlock
        icon={<Icon glyph={Share2} size={16} />}
        onClick={() => onShare(link)}
      >
        {t("invite.share")}
      </Button>
      <Levels counts={data.counts} />
      <Sheet isOpen={isSheetOpen} onOpenChange={onSheet} title={t("invite.share")}>
        <div className={styles.sheet}>
          <QrCode text={link} label={t("invite.qr")} />
          <p className={styles.address}>{link}</p>
          <Button isBlock icon={<Icon glyph={Copy} size={16} />} onClick={() => onCopy(link)}>
            {t("invite.copyLink")}
          </Button>
          <a
            className={classNames(buttonClass({ isBlock: true }), styles.mail)}
            href={mailOf(t("invite.message", { brand }), link)}
          >
            <Icon glyph={Mail} size={16} />
            {t("invite.byMail")}
          </a>
        </div>
      </Sheet>
    </>
  )
}

const mailOf = (subject: string, link: string) =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(`${subject}\n${link}`)}`

interface FactProps {
  name: string
  value: string
  /** Name of the button that copies. */
  copy: string
  onCopy: (text: string) => void
  isLarge?: boolean
}

function Fact({ name, value, copy, onCopy, isLarge = false }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt className={styles.name}>{name}</dt>
      <dd className={classNames(styles.value, isLarge && styles.large)}>{value}</dd>
      <dd className={styles.copy}>
        <IconButton glyph={Copy} label={copy} onClick={() => onCopy(value)} />
      </dd>
    </div>
  )
}

function Levels({ counts }: { counts: Invite["counts"] }) {
  const { t, i18n } = useTranslation("account")
  return (
    <section className={styles.levels} aria-labelledby="invited">
      <h2 id="invited" className={styles.head}>
        {t("invite.invited")}
      </h2>
      <ul className={styles.row}>
        {counts.map((count, level) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the level
          <li key={level} className={styles.level}>
            <span className={styles.count}>{formatNumber(count, i18n.language)}</span>
            <span className={styles.name}>{t("invite.level", { level: level + 1 })}</span>
          </li>
        ))}
      </ul>
      <ScreenLink to="/pages/user/invitations" className={styles.more}>
        {t("invite.records")}
        <Icon glyph={ChevronRight} size={16} />
      </ScreenLink>
    </section>
  )
}

function InviteSkeleton() {
  return (
    <div className={styles.ghost} aria-hidden="true">
      <Skeleton width={176} height={176} hasSheen />
      <Skeleton width="100%" height={44} />
      <Skeleton width="100%" height={44} />
      <Skeleton width="100%" height={48} />
    </div>
  )
}

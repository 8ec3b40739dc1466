/** The operator's contact channels. Its channels, each to press or to copy; the help where there is none. */

import { useTranslation } from "react-i18next"
import type { ServiceChannel } from "#core/wire/content.ts"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Copy, Globe, type Glyph, Headset, Icon, Mail, MessageCircle, Phone, Send } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { Note } from "../../ui/note.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./service.module.css"

interface ServiceViewProps {
  asked: Asked<{ text: string; channels: ServiceChannel[] }>
  onCopy: (text: string) => void
}

export function ServiceView({ asked, onCopy }: ServiceViewProps) {
  const { t } = useTranslation("article")
  return (
    <div className={styles.page}>
      <AskedFace asked={asked} skeleton={<SkeletonRows count={3} />} failed={t("face.failed")}>
        {({ text, channels }) =>
          channels.length === 0 ? (
            <NoService />
          ) : (
            <>
              {text ? <p className={styles.text}>{text}</p> : null}
              {channels.map((channel) => (
                <Channel key={channel.address} channel={channel} onCopy={onCopy} />
              ))}
              <Note className={styles.note}>{t("service.never")}</Note>
            </>
          )
        }
      </AskedFace>
    </div>
  )
}

const GLYPHS: Record<ServiceChannel["kind"], Glyph> = {
  email: Mail,
  phone: Phone,
  chat: MessageCircle,
  telegram: Send,
  whatsapp: MessageCircle,
  discord: MessageCircle,
  x: Globe,
  link: Globe,
}

function Channel({ channel, onCopy }: { channel: ServiceChannel; onCopy: (text: string) => void }) {
  const { t } = useTranslation("article")
  const { kind, name, value, address, note } = channel
  return (
    <div className={styles.row}>
      <Icon glyph={GLYPHS[kind]} className={styles.glyph} />
      <div className={styles.words}>
        <a href={address} target="_blank" rel="noopener noreferrer" className={styles.name}>
          {name}
        </a>
        <span className={styles.value}>{value}</span>
        {note ? <span className={styles.second}>{note}</span> : null}
      </div>
      <IconButton
        glyph={Copy}
        label={t("service.copy", { name })}
        className={styles.copy}
        onClick={() => onCopy(value)}
      />
    </div>
  )
}

function NoService() {
  const { t } = useTranslation("article")
  return (
    <EmptyState
      glyph={Headset}
      action={
        <ScreenLink to="/pages/article/help" className={buttonClass({ tone: "outline" })}>
          {t("service.help")}
        </ScreenLink>
      }
    >
      {t("service.empty")}
    </EmptyState>
  )
}

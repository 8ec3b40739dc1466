/** The download page. Home screen, apps, and a code for the phone. */

import type { ReactNode } from "react"
import { useTranslation } from "react-i18next"
import type { PageConfig } from "#core/wire/platform.ts"
import { AddressRow, LinkRows } from "../../panels/article/link-rows.view.tsx"
import type { InstallWay } from "../../stores/install-prompt.ts"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Download, Smartphone } from "../../ui/icon.tsx"
import { QrCode } from "../../ui/qr-code.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import styles from "./download.module.css"

interface DownloadViewProps {
  way: InstallWay
  /** Undefined while it is on its way. */
  config: PageConfig | undefined
  ownAddress: string
  onInstall: () => void
}

export function DownloadView({ way, config, ownAddress, onInstall }: DownloadViewProps) {
  const { t } = useTranslation("article")
  return (
    <div className={styles.page}>
      <Part title={t("download.home")}>
        <p className={styles.text}>{t("download.homeText")}</p>
        <HomeScreen way={way} onInstall={onInstall} />
      </Part>
      <Part title={t("download.apps")}>{config ? <Apps downloads={config.downloads} /> : <Waiting />}</Part>
      <Part title={t("download.phone")}>
        {config ? <PhoneCode address={config.mobileSite || ownAddress} /> : <Waiting />}
      </Part>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{title}</h2>
      {children}
    </section>
  )
}

const Waiting = () => <Skeleton width="60%" className={styles.waiting} />

const WORDS = { installed: "download.installed", ios: "download.ios", none: "download.byHand" } as const

function HomeScreen({ way, onInstall }: { way: InstallWay; onInstall: () => void }) {
  const { t } = useTranslation("article")
  if (way !== "prompt") return <p className={styles.text}>{t(WORDS[way])}</p>
  return (
    <Button tone="accent" className={styles.install} onClick={onInstall}>
      {t("download.install")}
    </Button>
  )
}

function Apps({ downloads }: { downloads: PageConfig["downloads"] }) {
  const { t } = useTranslation("article")
  const { ios, android } = downloads
  if (!isAddress(ios) && !isAddress(android))
    return <EmptyState glyph={Download}>{t("download.noApps")}</EmptyState>
  return (
    <LinkRows>
      {isAddress(ios) ? <AddressRow href={ios} glyph={Smartphone} name={t("download.iosApp")} /> : null}
      {isAddress(android) ? (
        <AddressRow href={android} glyph={Smartphone} name={t("download.androidApp")} />
      ) : null}
    </LinkRows>
  )
}

/** The file beside the page may be anyone's: only whole addresses become links. */
const isAddress = (text: string): boolean => /^https?:\/\//i.test(text)

const ONLY_HERE = /^https?:\/\/(?:localhost|127\.|\[::1\])/

function PhoneCode({ address }: { address: string }) {
  const { t } = useTranslation("article")
  return (
    <div className={styles.phone}>
      <QrCode text={address} label={t("download.code", { address })} />
      <div className={styles.words}>
        <p>{t("download.scan")}</p>
        <p className={styles.address}>{address}</p>
        {ONLY_HERE.test(address) ? <p className={styles.warn}>{t("download.onlyHere")}</p> : null}
      </div>
    </div>
  )
}

/** What must be known on every screen? That money isn't real, where prices come from, and since when they don't. */

import { useSnapshot } from "valtio"
import type { FeedInfo } from "#core/wire/market.ts"
import { countdown } from "../stores/countdown-store.ts"
import { market } from "../stores/market-store.ts"
import { clockText } from "../text/clock.ts"
import { elapsedText } from "../text/relative-time.ts"
import { timeLeft } from "../text/time-left.ts"
import { classNames } from "../ui/class-names.ts"
import { useEachSecond } from "../ui/each-second.ts"
import { FlaskConical, Icon, WifiOff } from "../ui/icon.tsx"
import { VisuallyHidden } from "../ui/visually-hidden.tsx"
import { useFirstWords } from "../words/first-words.ts"
import styles from "./banner.module.css"

export function Banner() {
  const t = useFirstWords()
  const { connection, feed } = useSnapshot(market)
  const isOffline = connection.state === "offline"
  return (
    <section
      className={classNames(styles.banner, isOffline && styles.offline)}
      aria-label={t("banner.label")}
    >
      {isOffline ? (
        <Offline since={connection.since} hasPrices={feed !== null} />
      ) : (
        <Feed feed={feed} silentSince={connection.feedSilentSince} />
      )}
      <VisuallyHidden>
        <span role="status">{isOffline ? t("banner.announceOffline") : ""}</span>
      </VisuallyHidden>
    </section>
  )
}

function Feed({ feed, silentSince }: { feed: FeedInfo | null; silentSince: number }) {
  const t = useFirstWords()
  if (!feed) return <span>{t("status.connecting")}</span>
  return (
    <>
      {feed.practice ? (
        <>
          <b className={styles.practice}>
            <Icon glyph={FlaskConical} size={12} />
            {t("banner.practice")}
          </b>
          <i className={styles.line} aria-hidden="true" />
        </>
      ) : null}
      <span className={styles.feed}>
        {silentSince > 0
          ? t("banner.silent", { source: sourceName(feed), time: clockText(silentSince) })
          : t(`banner.feed.${feed.kind}`, { source: sourceName(feed) })}
      </span>
    </>
  )
}

/** `binance,kraken` are Binance, Kraken; `/somewhere/binance.jsonl` is binance.jsonl. */
export function sourceName({ kind, source }: Pick<FeedInfo, "kind" | "source">): string {
  if (kind !== "ccxt") return source.split(/[/\\]/).at(-1) ?? ""
  const names = source.split(",").map((name) => name.trim())
  return names.map((name) => OWN_NAMES[name] ?? name.slice(0, 1).toUpperCase() + name.slice(1)).join(", ")
}

/** Exchanges that don't write themselves with one capital. */
const OWN_NAMES: Readonly<Record<string, string>> = {
  binanceus: "Binance.US",
  binanceusdm: "Binance USDⓈ-M",
  bingx: "BingX",
  cryptocom: "Crypto.com",
  htx: "HTX",
  kucoin: "KuCoin",
  mexc: "MEXC",
  okx: "OKX",
}

function Offline({ since, hasPrices }: { since: number; hasPrices: boolean }) {
  const t = useFirstWords()
  const now = useEachSecond(true)
  const { due } = useSnapshot(countdown)
  const age = elapsedText(t, now - since)
  return (
    <>
      <Icon glyph={WifiOff} size={12} className={styles.alarm} />
      <span className={classNames(styles.feed, due > 0 && styles.whole)}>
        {/* What becomes of open orders goes before the age of prices, which each panel tells. */}
        {hasPrices && due === 0
          ? t("banner.offlineSince", { age, time: clockText(since) })
          : t("banner.offline", { age })}
        {due > 0
          ? ` ${t(due > now ? "banner.cancels" : "banner.cancelled", { left: timeLeft(due - now) })}`
          : null}
      </span>
    </>
  )
}

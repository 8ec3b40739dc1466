/** How does the entry look? What this is, the four products, and the markets with the most turnover, live. */

import { useTranslation } from "react-i18next"
import type { Freshness } from "#workers/market/market.api.ts"
import { ScreenLink } from "../../app/screen-link.tsx"
import type { ScreenPath } from "../../routes.ts"
import { AgeMark } from "../../ui/age-mark.tsx"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { ArrowLeftRight, ArrowUpDown, Bot, type Glyph, Icon, Timer } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./home.module.css"
import { HomeRow } from "./home-row.view.tsx"

const PRODUCTS: readonly { word: string; to: ScreenPath; glyph: Glyph }[] = [
  { word: "spot", to: "/pages/spot/trade", glyph: ArrowLeftRight },
  { word: "contract", to: "/pages/contract/index", glyph: ArrowUpDown },
  { word: "seconds", to: "/pages/option/index", glyph: Timer },
  { word: "ai", to: "/pages/ai/index", glyph: Bot },
]

interface HomeViewProps {
  /** Null before the first frame. */
  ids: readonly string[] | null
  /** How many rows there will be. */
  rows: number
  freshness: Freshness
  hasFailed: boolean
}

export function HomeView({ ids, rows, freshness, hasFailed }: HomeViewProps) {
  const { t } = useTranslation("app")
  return (
    <div className={styles.page}>
      <div className={styles.lead}>
        <section className={styles.welcome}>
          <h2 className={styles.title}>{t("home.title")}</h2>
          <p className={styles.text}>{t("home.text")}</p>
          <ScreenLink to="/pages/spot/index" className={buttonClass({ tone: "accent" })}>
            {t("home.markets")}
          </ScreenLink>
        </section>
        <nav className={styles.products} aria-label={t("home.products")}>
          {PRODUCTS.map(({ word, to, glyph }) => (
            <ScreenLink key={word} to={to} className={styles.product}>
              <Icon glyph={glyph} />
              {t(`home.${word}`)}
            </ScreenLink>
          ))}
        </nav>
      </div>
      <section aria-label={t("home.top")}>
        <div className={styles.head}>
          <h2>{t("home.top")}</h2>
          <AgeMark freshness={freshness} />
          <ScreenLink to="/pages/spot/index" className={styles.all}>
            {t("home.all")}
          </ScreenLink>
        </div>
        {ids ? (
          ids.map((id) => <HomeRow key={id} id={id} isStale={freshness.state !== "live"} />)
        ) : hasFailed ? (
          <EmptyState>{t("home.failed")}</EmptyState>
        ) : (
          <SkeletonRows count={rows} />
        )}
      </section>
    </div>
  )
}

/** The home screen. The notice, what this is, the four products, who leads the markets, and true figures. */

import { memo, type ReactNode } from "react"
import { ScreenLink } from "../../places/screen-link.tsx"
import type { ScreenPath } from "../../places/site.ts"
import { buttonClass } from "../../ui/button.tsx"
import { ArrowLeftRight, ArrowUpDown, Bot, type Glyph, Icon, Timer } from "../../ui/icon.tsx"
import { useFirstWords } from "../../words/first-words.ts"
import { Boards } from "./boards.view.tsx"
import type { HomeForm } from "./home.model.ts"
import styles from "./home.module.css"
import { NoticeFace } from "./notice-face.view.tsx"

const PRODUCTS: readonly { word: string; to: ScreenPath; glyph: Glyph }[] = [
  { word: "spot", to: "/pages/spot/trade", glyph: ArrowLeftRight },
  { word: "contract", to: "/pages/contract/index", glyph: ArrowUpDown },
  { word: "seconds", to: "/pages/option/index", glyph: Timer },
  { word: "ai", to: "/pages/ai/index", glyph: Bot },
]

interface HomeViewProps {
  form: HomeForm
  /** Somebody is logged in: their total stands where visitors are told what this is. */
  isIn: boolean
  /** Null until their code is there; their places are kept. */
  own: ReactNode
  notice: ReactNode
  figures: ReactNode
  marketing: ReactNode
}

export const HomeView = memo(function HomeView({
  form,
  isIn,
  own,
  notice,
  figures,
  marketing,
}: HomeViewProps) {
  const t = useFirstWords()
  return (
    <div className={styles.page}>
      <div className={styles.notice}>{notice ?? <NoticeFace />}</div>
      {isIn ? (
        <div className={styles.own}>{own}</div>
      ) : (
        <section className={styles.welcome}>
          <h2 className={styles.title}>{t("home.title")}</h2>
          <p className={styles.text}>{t("home.text")}</p>
          {form === "tabs" ? null : (
            <ScreenLink to="/pages/spot/index" className={buttonClass({ tone: "accent" })}>
              {t("home.markets")}
            </ScreenLink>
          )}
        </section>
      )}
      <nav className={styles.products} aria-label={t("home.products")}>
        {PRODUCTS.map(({ word, to, glyph }) => (
          <ScreenLink key={word} to={to} className={styles.product}>
            <Icon glyph={glyph} />
            {t(`home.${word}`)}
          </ScreenLink>
        ))}
      </nav>
      <div className={styles.boards}>
        <Boards form={form} />
      </div>
      <section className={styles.figures} aria-label={t("home.figures")}>
        {figures}
      </section>
      <div className={styles.marketing}>{marketing}</div>
    </div>
  )
})

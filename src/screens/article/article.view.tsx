/** An article. Title, day, text in one column; a friendly word where there is none. */

import { useTranslation } from "react-i18next"
import type { ArticleText as Article } from "#core/wire/content.ts"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { ArticleDate } from "../../panels/article/article-row.view.tsx"
import { ArticleText, TextSkeleton } from "../../panels/article/article-text.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { buttonClass } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { SearchX } from "../../ui/icon.tsx"
import styles from "./article.module.css"

export function ArticleView({ asked }: { asked: Asked<Article> }) {
  const { t } = useTranslation("article")
  return (
    <AskedFace asked={asked} skeleton={<TextSkeleton />} failed={t("face.failed")}>
      {({ title, date, html, language }) => (
        <article className={styles.article}>
          <h2 className={styles.title} lang={language}>
            {title}
          </h2>
          <p className={styles.date}>
            <ArticleDate timeMs={date} />
          </p>
          <ArticleText html={html} language={language} />
        </article>
      )}
    </AskedFace>
  )
}

export function UnknownArticle() {
  const { t } = useTranslation("article")
  return (
    <EmptyState
      glyph={SearchX}
      action={
        <ScreenLink to="/pages/article/index" className={buttonClass({ tone: "outline" })}>
          {t("detail.all")}
        </ScreenLink>
      }
    >
      {t("detail.unknown")}
    </EmptyState>
  )
}

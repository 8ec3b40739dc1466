/** How does an article stand in a list? Its title is the link, and the whole row can be pressed. */

import { useTranslation } from "react-i18next"
import type { ArticleRow } from "#core/wire/content.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { fullDate, relativeDate } from "../../text/relative-date.ts"
import { Badge } from "../../ui/badge.tsx"
import { ChevronRight, Icon } from "../../ui/icon.tsx"
import { currentLanguage } from "../../words/first-words.ts"
import styles from "./article-list.module.css"

export function ArticleRowView({ row }: { row: ArticleRow }) {
  const { t } = useTranslation("article")
  return (
    <div className={styles.row}>
      <div className={styles.words} lang={row.language}>
        <ScreenLink to="/pages/article/detail" search={{ id: row.id }} className={styles.title}>
          {row.title}
        </ScreenLink>
        {row.summary ? <p className={styles.summary}>{row.summary}</p> : null}
        <p className={styles.foot} lang={currentLanguage()}>
          <ArticleDate timeMs={row.date} />
          {row.pinned ? <Badge tone="accent">{t("list.pinned")}</Badge> : null}
        </p>
      </div>
      <Icon glyph={ChevronRight} size={16} className={styles.arrow} />
    </div>
  )
}

export function ArticleDate({ timeMs }: { timeMs: number }) {
  const language = currentLanguage()
  return (
    <time dateTime={new Date(timeMs).toISOString().slice(0, 10)} title={fullDate(timeMs, language)}>
      {relativeDate(timeMs, Date.now(), language)}
    </time>
  )
}

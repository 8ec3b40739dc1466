/** A document. Its text in one column, and its files with their sizes. */

import { useTranslation } from "react-i18next"
import type { SuppliedDocument } from "#core/wire/content.ts"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { ArticleDate } from "../../panels/article/article-row.view.tsx"
import { ArticleText, TextSkeleton } from "../../panels/article/article-text.view.tsx"
import { AddressRow, LinkRows } from "../../panels/article/link-rows.view.tsx"
import { fileSize } from "../../text/file-size.ts"
import { EmptyState } from "../../ui/empty-state.tsx"
import { FileText } from "../../ui/icon.tsx"
import { currentLanguage } from "../../words/first-words.ts"
import styles from "./document.module.css"

interface DocumentViewProps {
  asked: Asked<{ document: SuppliedDocument | null }>
  apiBase: string | undefined
}

export function DocumentView({ asked, apiBase }: DocumentViewProps) {
  const { t } = useTranslation("article")
  return (
    <AskedFace asked={asked} skeleton={<TextSkeleton />} failed={t("face.failed")}>
      {({ document }) =>
        document === null ? (
          <EmptyState glyph={FileText}>{t("document.empty")}</EmptyState>
        ) : (
          <Supplied document={document} apiBase={apiBase} />
        )
      }
    </AskedFace>
  )
}

function Supplied({ document, apiBase }: { document: SuppliedDocument; apiBase: string | undefined }) {
  const { t } = useTranslation("article")
  const { title, date, html, language, files } = document
  return (
    <>
      <article className={styles.article}>
        <h2 className={styles.title} lang={language}>
          {title}
        </h2>
        {date > 0 ? (
          <p className={styles.date}>
            <ArticleDate timeMs={date} />
          </p>
        ) : null}
        <ArticleText html={html} language={language} />
      </article>
      {files.length > 0 && apiBase !== undefined ? (
        <section aria-label={t("document.files")} className={styles.files}>
          <LinkRows>
            {files.map(({ name, address, bytes }) => (
              <AddressRow
                key={address}
                href={apiBase + address}
                glyph={FileText}
                name={name}
                second={fileSize(bytes, currentLanguage())}
              />
            ))}
          </LinkRows>
        </section>
      ) : null}
    </>
  )
}

/** The page "about us". The operator's articles, then help, service, documents and the public contract. */

import { useTranslation } from "react-i18next"
import type { ArticleRow } from "#core/wire/content.ts"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { ArticleRowView } from "../../panels/article/article-row.view.tsx"
import { AddressRow, LinkRows, ScreenRow } from "../../panels/article/link-rows.view.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { FileText, Headset, Info, Megaphone } from "../../ui/icon.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./about.module.css"

interface AboutViewProps {
  entries: Asked<{ rows: ArticleRow[] }>
  apiBase: string | undefined
}

export function AboutView({ entries, apiBase }: AboutViewProps) {
  const { t } = useTranslation("article")
  return (
    <>
      <div className={styles.entries}>
        <AskedFace asked={entries} skeleton={<SkeletonRows count={3} />} failed={t("face.failed")}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState>{t("about.empty")}</EmptyState>
            ) : (
              rows.map((row) => <ArticleRowView key={row.id} row={row} />)
            )
          }
        </AskedFace>
      </div>
      <h2 className={styles.head}>{t("about.more")}</h2>
      <LinkRows>
        <ScreenRow to="/pages/article/help" glyph={Info} name={t("app:screen.help")} />
        <ScreenRow to="/pages/article/notice" glyph={Megaphone} name={t("app:screen.notices")} />
        <ScreenRow to="/pages/ks/index" glyph={Headset} name={t("app:screen.service")} />
        <ScreenRow to="/pages/article/msb" glyph={FileText} name={t("app:screen.licence")} />
        <ScreenRow to="/pages/article/sec" glyph={FileText} name={t("app:screen.filing")} />
        {apiBase === undefined ? null : (
          <AddressRow href={`${apiBase}/docs`} glyph={FileText} name={t("about.api")} />
        )}
      </LinkRows>
    </>
  )
}

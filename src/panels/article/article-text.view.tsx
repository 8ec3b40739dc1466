/** How is a long text read? One column, set for reading, whoever wrote it. */

import { useEffect, useMemo, useState } from "react"
import { serverDoor } from "../../api/server-door.ts"
import { classNames } from "../../ui/class-names.ts"
import { Skeleton } from "../../ui/skeleton.tsx"
import styles from "./article-text.module.css"
import { safeHtml } from "./safe-html.ts"

export function ArticleText({ html, language }: { html: string; language: string }) {
  const apiBase = useApiBase()
  const safe = useMemo(() => (apiBase === undefined ? "" : safeHtml(html, apiBase)), [html, apiBase])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised at the server, and again by safeHtml
  return <div className={styles.text} lang={language} dangerouslySetInnerHTML={{ __html: safe }} />
}

/** Where the server is; undefined until that is known. */
export function useApiBase(): string | undefined {
  const [apiBase, setApiBase] = useState<string>()
  useEffect(() => void serverDoor().then((door) => setApiBase(door.apiBase)), [])
  return apiBase
}

export function TextSkeleton() {
  return (
    <div className={classNames(styles.page, styles.ghost)} aria-hidden="true">
      <Skeleton width="72%" height={24} />
      <Skeleton width={96} height={8} />
      {[94, 88, 97, 62, 91, 84, 45].map((percent, index) => (
        <Skeleton key={percent} width={`${percent}%`} hasSheen={index === 1} />
      ))}
    </div>
  )
}

/** What is asked for beside the markets: the newest notice, the counted figures, the operator's own words. Fetched lazily. */

import { type RefObject, useEffect, useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { announcements } from "#core/wire/content-calls.ts"
import { home } from "#core/wire/home-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { market } from "../../stores/market-store.ts"
import { classNames } from "../../ui/class-names.ts"
import { Skeleton } from "../../ui/skeleton.tsx"
import { NoticeFace } from "./notice-face.view.tsx"
import { pageQuery, shownFigures } from "./said.model.ts"
import styles from "./said.module.css"

const NOTICE_EVERY_MS = 5 * 60_000
const FIGURES_EVERY_MS = 5000

/** The newest notice leads to its article; without one the line leads to all of them. */
export function NoticeLine() {
  const { t } = useTranslation("app")
  const { data, failure } = useAnswer(announcements, {}, true, NOTICE_EVERY_MS)
  if (!data && !failure) return <NoticeFace />
  const [newest] = data?.rows ?? []
  return newest ? (
    <ScreenLink to="/pages/article/detail" search={{ id: newest.id }} className={styles.notice}>
      <NoticeFace text={newest.title} language={newest.language} />
    </ScreenLink>
  ) : (
    <ScreenLink to="/pages/article/notice" className={styles.notice}>
      <NoticeFace text={t(failure ? "home.notices" : "home.noNotices")} />
    </ScreenLink>
  )
}

/** Asked every few seconds while they are in view; what was told last stays when the server is gone, dimmed. */
export function Figures() {
  const { t, i18n } = useTranslation("app")
  const place = useRef<HTMLDListElement>(null)
  const isSeen = useIsSeen(place)
  const { data, failure } = useAnswer(
    home,
    pageQuery(window.location.search),
    true,
    isSeen ? FIGURES_EVERY_MS : undefined,
  )
  const isOffline = useSnapshot(market).connection.state === "offline"
  return (
    <dl ref={place} className={classNames(styles.figures, isOffline && styles.stale)}>
      {shownFigures(data, i18n.language).map(({ word, value, title }) => (
        <div key={word} className={styles.figure}>
          <dt>{t(`home.figure.${word}`)}</dt>
          <dd title={word === "orders" ? t("home.ordersTitle") : title}>
            {data || failure ? (value ?? "–") : <Skeleton width={64} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function useIsSeen(place: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!place.current) return
    const observer = new IntersectionObserver((entries) => setIsSeen(entries.at(-1)?.isIntersecting ?? false))
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])
  return isSeen
}

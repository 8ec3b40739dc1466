/** The operator's blocks. Its own blocks, in its order; nothing at all where it says nothing. */

import { useEffect, useState } from "react"
import { useTranslation } from "react-i18next"
import type { MarketingBlock } from "#core/wire/content.ts"
import { home } from "#core/wire/home-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { serverDoor } from "../../api/server-door.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { ChevronRight, Icon } from "../../ui/icon.tsx"
import styles from "./marketing.module.css"
import { blockLink, pageQuery, pictureAddress } from "./said.model.ts"

export function Marketing() {
  const { t } = useTranslation("app")
  const { data } = useAnswer(home, pageQuery(window.location.search))
  const apiBase = useApiBase()
  if (!data || data.marketing.length === 0 || apiBase === undefined) return null
  return (
    <section className={styles.blocks} aria-label={t("home.marketing")}>
      {data.marketing.map((block) => (
        <Block key={block.id} block={block} apiBase={apiBase} />
      ))}
    </section>
  )
}

function Block({ block, apiBase }: { block: MarketingBlock; apiBase: string }) {
  const link = blockLink(block)
  const face = (
    <>
      {block.picture === "" ? null : <Picture address={pictureAddress(block.picture, apiBase)} />}
      <span className={styles.words} lang={block.language}>
        <span className={styles.title}>{block.title}</span>
        {block.text === "" ? null : <span className={styles.text}>{block.text}</span>}
      </span>
      {link ? <Icon glyph={ChevronRight} size={16} className={styles.faint} /> : null}
    </>
  )
  if (!link) return <div className={styles.block}>{face}</div>
  return "to" in link ? (
    <ScreenLink {...link} className={styles.block}>
      {face}
    </ScreenLink>
  ) : (
    <a href={link.href} className={styles.block} target="_blank" rel="noopener noreferrer">
      {face}
    </a>
  )
}

/** The words say what it is about; one that can't be shown leaves no hole. */
function Picture({ address }: { address: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  if (hasFailed) return null
  return (
    <img
      src={address}
      alt=""
      loading="lazy"
      width={64}
      height={64}
      className={styles.picture}
      onError={() => setHasFailed(true)}
    />
  )
}

function useApiBase(): string | undefined {
  const [base, setBase] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    void serverDoor().then(({ apiBase }) => isCurrent && setBase(apiBase))
    return () => {
      isCurrent = false
    }
  }, [])
  return base
}

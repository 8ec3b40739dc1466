/** The operator's logo and name; a falcon's wings where there is no logo or it can't be shown. */

import { useState } from "react"
import { useSnapshot } from "valtio"
import { brand, keepLogoRatio } from "../stores/brand-store.ts"
import { useFirstWords } from "../words/first-words.ts"
import styles from "./brand.module.css"

function BuiltInMark() {
  return (
    <svg viewBox="0 0 24 24" className={styles.mark} aria-hidden="true">
      <path d="M2 6.5 12 12l10-8.5-6.2 12.2L12 21l-2.6-6.4z" />
    </svg>
  )
}

/** The name to show: empty while it is asked for at a first visit. */
export function useBrandName(): string {
  const t = useFirstWords()
  const { name, isKnown } = useSnapshot(brand)
  return isKnown ? name || t("brand") : ""
}

export function Brand() {
  const { logo } = useSnapshot(brand)
  const name = useBrandName()
  return (
    <span className={styles.brand}>
      {logo === "" ? <BuiltInMark /> : <Logo key={logo} address={logo} />}
      <span className={styles.name} title={name}>
        {name}
      </span>
    </span>
  )
}

/** Its place stands before the picture comes and stays whatever comes. */
function Logo({ address }: { address: string }) {
  const { ratio } = useSnapshot(brand)
  const [hasFailed, setHasFailed] = useState(false)
  return (
    <span className={styles.place} style={{ aspectRatio: ratio }}>
      {hasFailed ? (
        <BuiltInMark />
      ) : (
        <img
          src={address}
          alt=""
          className={styles.logo}
          onError={() => setHasFailed(true)}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            keepLogoRatio(naturalWidth, naturalHeight)
          }
        />
      )}
    </span>
  )
}

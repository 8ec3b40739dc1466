/** The card of a place. Its name, its coordinates, and ways to a map. */

import { useTranslation } from "react-i18next"
import type { Place } from "#core/region/regions.ts"
import { Button, buttonClass } from "../../ui/button.tsx"
import { ErrorState } from "../../ui/error-state.tsx"
import { Copy, ExternalLink, Icon, MapPin } from "../../ui/icon.tsx"
import { coordinatesText, degreesText, geoAddress, openStreetMapAddress } from "./open-location.model.ts"
import styles from "./open-location.module.css"

interface OpenLocationViewProps {
  /** Undefined: the address names no place on the earth. */
  place: Place | undefined
  name: string
  onCopy: (text: string) => void
}

export function OpenLocationView({ place, name, onCopy }: OpenLocationViewProps) {
  const { t, i18n } = useTranslation("account")
  if (!place)
    return (
      <div className={styles.page}>
        <ErrorState title={t("place.wrong")} detail={t("place.wrongDetail")} />
      </div>
    )
  return (
    <article className={styles.page}>
      <div className={styles.card}>
        <Icon glyph={MapPin} size={28} className={styles.pin} />
        <div className={styles.words}>
          <h2 className={styles.name}>{name || t("place.unnamed")}</h2>
          <p className={styles.degrees}>{degreesText(place, i18n.language)}</p>
        </div>
      </div>
      <a
        className={buttonClass({ tone: "accent", size: "primary", isBlock: true })}
        href={geoAddress(place, name)}
      >
        <Icon glyph={MapPin} size={16} />
        {t("place.open")}
      </a>
      <a
        className={buttonClass({ tone: "outline", isBlock: true })}
        href={openStreetMapAddress(place)}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t("place.web")}
        <Icon glyph={ExternalLink} size={16} />
      </a>
      <Button isBlock icon={<Icon glyph={Copy} size={16} />} onClick={() => onCopy(coordinatesText(place))}>
        {t("place.copy")}
      </Button>
      <p className={styles.hint}>{t("place.hint")}</p>
    </article>
  )
}

/** A position's place in the line of deleveraging: five bars with their number in words, and a sheet that explains it. */

import { useTranslation } from "react-i18next"
import type { Position } from "#core/wire/contract.ts"
import { marketTitle } from "../../text/market-title.ts"
import { classNames } from "../../ui/class-names.ts"
import { Sheet } from "../../ui/sheet.tsx"
import styles from "./deleveraging-light.module.css"
import { useLight } from "./deleveraging-light.ts"
import { closePositionSheet, openPositionSheet } from "./position-sheet.ts"

const LIGHTS = [1, 2, 3, 4, 5] as const
/** Of the last two fifths the bars are amber. */
const NEAR_FROM = 4

interface LightProps {
  position: Position
  /** In a table: bars and number alone; the words are its name. */
  isShort?: boolean
}

export function DeleveragingLight({ position, isShort = false }: LightProps) {
  const { t } = useTranslation("positions")
  const light = useLight(position.id)
  const words = useLightWords(light)
  const short = light === 0 ? "" : t("light.of", { light })
  return (
    <button
      type="button"
      className={classNames(styles.light, isShort && styles.short)}
      aria-haspopup="dialog"
      // Begins with what is seen.
      aria-label={`${t("light.name")} ${words}: ${t("light.title", { position: nameOf(position, t) })}`}
      title={words}
      onClick={() => openPositionSheet(position.id, "light")}
    >
      {isShort ? null : <span>{t("light.name")}</span>} <Bars light={light} />{" "}
      <span>{isShort ? short : words}</span>
    </button>
  )
}

export function LightSheet({ position }: { position: Position }) {
  const { t } = useTranslation("positions")
  const light = useLight(position.id)
  return (
    <Sheet
      isOpen
      onOpenChange={(open) => (open ? undefined : closePositionSheet())}
      title={t("light.title", { position: nameOf(position, t) })}
    >
      <div className={styles.explained}>
        <p className={styles.now}>
          <Bars light={light} /> <strong>{useLightWords(light)}</strong>
        </p>
        <p>{t("light.what")}</p>
        <p>{t("light.order")}</p>
        <p>{t("light.mend")}</p>
      </div>
    </Sheet>
  )
}

function Bars({ light }: { light: number }) {
  return (
    <span className={classNames(styles.bars, light >= NEAR_FROM && styles.near)} aria-hidden="true">
      {LIGHTS.map((each) => (
        <span key={each} className={each <= light ? styles.on : undefined} />
      ))}
    </span>
  )
}

/** "3 of 5, in the middle". */
function useLightWords(light: number): string {
  const { t } = useTranslation("positions")
  const known = LIGHTS.find((each) => each === light)
  return known === undefined ? t("light.unranked") : `${t("light.of", { light })}, ${t(`light.at.${known}`)}`
}

const nameOf = ({ instrument, side }: Position, t: ReturnType<typeof useTranslation<"positions">>["t"]) =>
  `${marketTitle(instrument)} ${t(`side.${side}`)}`

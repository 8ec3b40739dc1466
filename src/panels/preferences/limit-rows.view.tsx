/** What the ticket warns of, what one order may be worth, and when open orders are cancelled by themselves. In the ticket's sheet, and on the page of preferences. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { CHOICES, choices, choose, chosen, isChoice } from "../../stores/choices-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { Select } from "../../ui/select.tsx"
import styles from "./limit-rows.module.css"

const LIMIT_UNITS = {
  orderValueMax: "\u00a0USDT",
  cancelAfter: "\u00a0s",
  guardPrice: "\u202f%",
  guardSize: "\u202f×",
  guardBalance: "\u202f%",
  guardBook: "\u202f%",
  guardCross: "\u202f%",
  guardFlip: "\u202f%",
  guardLeverage: "\u202f×",
} as const

const HINTS = { orderValueMax: "orderValueMaxHint", cancelAfter: "cancelAfterHint" } as const

type LimitName = keyof typeof LIMIT_UNITS

const LIMIT_NAMES = Object.keys(LIMIT_UNITS) as readonly LimitName[]

export function LimitRows() {
  return LIMIT_NAMES.map((name) => <LimitRow key={name} name={name} />)
}

/** Its values in their natural order, "off" at the end. */
function LimitRow({ name }: { name: LimitName }) {
  const { t, i18n } = useTranslation("security")
  const { all } = useSnapshot(choices)
  const values = CHOICES[name].toSorted((one, other) => rank(one) - rank(other))
  const off = name === "orderValueMax" ? t("preferences.noLimit") : t("preferences.off")
  const label = t(`preferences.${name}`)
  return (
    <div className={styles.row}>
      <span className={styles.words}>
        <span>{label}</span>
        {name in HINTS ? (
          <span className={styles.hint}>{t(`preferences.${HINTS[name as keyof typeof HINTS]}`)}</span>
        ) : null}
      </span>
      <Select
        label={label}
        className={styles.select}
        options={values.map((value) => ({
          value: value as string,
          label: value === "off" ? off : formatDecimal(value, i18n.language) + LIMIT_UNITS[name],
        }))}
        value={chosen(all, name)}
        onChange={(value) => isChoice(name, value) && choose(name, value)}
      />
    </div>
  )
}

const rank = (value: string) => (value === "off" ? Number.POSITIVE_INFINITY : Number(value))

/** How the picture is to be: its look, its shape, and what stands on it beside the figures. */

import { useTranslation } from "react-i18next"
import { ChipBar } from "../../ui/chip.tsx"
import { Segmented } from "../../ui/segmented.tsx"
import { Switch } from "../../ui/switch.tsx"
import { SHAPES, type Shape } from "./picture-layout.ts"
import { LOOKS, type Look } from "./picture-looks.ts"
import styles from "./share.module.css"

export interface Choices {
  look: Look
  shape: Shape
  hasMoney: boolean
  hasInvite: boolean
}

interface ShareChoicesProps {
  choices: Choices
  /** Own amounts are hidden everywhere, and so on the picture. */
  isMoneyHidden: boolean
  onChange: (change: Partial<Choices>) => void
}

export function ShareChoices({ choices, isMoneyHidden, onChange }: ShareChoicesProps) {
  const { t } = useTranslation("share")
  const { look, shape, hasMoney, hasInvite } = choices
  return (
    <>
      <div className={styles.choice}>
        <p aria-hidden="true">{t("look.label")}</p>
        <ChipBar<Look>
          label={t("look.label")}
          place="sheet"
          chips={LOOKS.map((value) => ({ value, label: t(`look.${value}`) }))}
          value={look}
          onChange={(value) => onChange({ look: value })}
        />
      </div>
      <div className={styles.choice}>
        <p aria-hidden="true">{t("shape.label")}</p>
        <Segmented<Shape>
          label={t("shape.label")}
          segments={(Object.keys(SHAPES) as Shape[]).map((value) => ({ value, label: t(`shape.${value}`) }))}
          value={shape}
          onChange={(value) => onChange({ shape: value })}
        />
      </div>
      <SwitchRow
        label={t("money")}
        isOn={hasMoney && !isMoneyHidden}
        isDisabled={isMoneyHidden}
        onChange={(isOn) => onChange({ hasMoney: isOn })}
      >
        {isMoneyHidden ? t("moneyHidden") : null}
      </SwitchRow>
      <SwitchRow label={t("invite")} isOn={hasInvite} onChange={(isOn) => onChange({ hasInvite: isOn })} />
    </>
  )
}

interface SwitchRowProps {
  label: string
  isOn: boolean
  isDisabled?: boolean
  onChange: (isOn: boolean) => void
  children?: string | null
}

function SwitchRow({ label, isOn, isDisabled = false, onChange, children = null }: SwitchRowProps) {
  return (
    <div className={styles.row}>
      <span>
        {label}
        {children ? <small>{children}</small> : null}
      </span>
      <Switch label={label} isOn={isOn} isDisabled={isDisabled} onChange={onChange} />
    </div>
  )
}

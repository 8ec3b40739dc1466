/** The switch of one-click trading, and the dialog that says what it does before it is on. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { TradedMarket } from "#core/wire/market.ts"
import { CHOICES, choices, choose, chosen } from "../../stores/choices-store.ts"
import { market as markets } from "../../stores/market-store.ts"
import { beginOneClick, endOneClick, oneClick } from "../../stores/one-click.ts"
import { session } from "../../stores/session-store.ts"
import { Dialog } from "../../ui/dialog.tsx"
import { Select } from "../../ui/select.tsx"
import { Switch } from "../../ui/switch.tsx"
import foot from "./ladder-foot.module.css"
import styles from "./question.module.css"

const MINUTES = CHOICES.oneClickIdle.toSorted((one, other) => Number(one) - Number(other))

export function OneClickSwitch({ market }: { market: Pick<TradedMarket, "id" | "base" | "quote"> }) {
  const { t } = useTranslation("ladder")
  const isOn = useSnapshot(oneClick).instrument === market.id
  const isIn = useSnapshot(session).token !== null
  const isConnected = useSnapshot(markets).connection.state === "open"
  const { all } = useSnapshot(choices)
  const [isAsked, setIsAsked] = useState(false)
  return (
    <span className={foot.oneClick}>
      <span aria-hidden="true">{t("one.switch")}</span>
      <Switch
        label={t("one.switch")}
        isOn={isOn}
        isDisabled={!isIn || (!isOn && !isConnected)}
        onChange={(next) => (next ? setIsAsked(true) : endOneClick("hand"))}
      />
      <Dialog
        isOpen={isAsked}
        title={t("one.title")}
        safeAnswer={t("one.notNow")}
        onSafe={() => setIsAsked(false)}
        answer={t("one.turnOn")}
        tone="accent"
        onAnswer={() => {
          setIsAsked(false)
          beginOneClick(market.id)
        }}
      >
        <div className={styles.question}>
          <p>{t("one.explain")}</p>
          <p>{t("one.guards")}</p>
          <div className={styles.option}>
            <span>{t("one.idleLabel")}</span>
            <Select
              label={t("one.idleLabel")}
              options={MINUTES.map((value) => ({ value, label: t("one.minutes", { count: Number(value) }) }))}
              value={chosen(all, "oneClickIdle")}
              onChange={(value) => choose("oneClickIdle", value)}
            />
          </div>
          <div className={styles.option}>
            <span>{t("one.endsLabel")}</span>
            <Select
              label={t("one.endsLabel")}
              options={CHOICES.oneClickEnds.map((value) => ({ value, label: t(`one.${value}`) }))}
              value={chosen(all, "oneClickEnds")}
              onChange={(value) => choose("oneClickEnds", value)}
            />
          </div>
          <p>{t("one.ends")}</p>
        </div>
      </Dialog>
    </span>
  )
}

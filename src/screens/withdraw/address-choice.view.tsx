/** Which address of the book? A list of those that fit, the chosen one in full, and whether it has to wait. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { networkName } from "#core/chain/network-name.ts"
import type { AddressRow, ChainFacts } from "#core/wire/address-calls.ts"
import { AddressText } from "../../panels/custody/address-text.view.tsx"
import { coinNetworkId, shortAddress } from "../../panels/custody/networks.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { market } from "../../stores/market-store.ts"
import { momentText } from "../../text/moments.ts"
import { buttonClass } from "../../ui/button.tsx"
import { ChoiceField } from "../../ui/choice-field.tsx"
import { useEachSecond } from "../../ui/each-second.ts"
import { Note } from "../../ui/note.tsx"
import styles from "./withdraw.module.css"

interface AddressChoiceProps {
  facts: ChainFacts
  /** Addresses of this coin on this network. */
  choices: readonly AddressRow[]
  chosen: AddressRow | undefined
  /** The authenticator's code will be asked for: with it a new address needn't wait. */
  hasTotp: boolean
  onChange: (id: number) => void
}

export function AddressChoice({ facts, choices, chosen, hasTotp, onChange }: AddressChoiceProps) {
  const { t } = useTranslation("withdrawals")
  const add = (
    <ScreenLink
      to="/pages/assets/addressAdd"
      search={{ id: coinNetworkId(facts) }}
      className={buttonClass({ tone: chosen ? "quiet" : "outline", isBlock: true })}
    >
      {t("app:screen.addAddress")}
    </ScreenLink>
  )
  if (!chosen)
    return (
      <div className={styles.part}>
        <Note>
          {t("noAddress", { currency: facts.currency, network: networkName(facts.chain, facts.currency) })}
        </Note>
        {add}
      </div>
    )
  return (
    <div className={styles.part}>
      <ChoiceField
        label={t("address")}
        options={choices.map(({ id, remark, address }) => ({
          value: String(id),
          label: [remark, shortAddress(address)].filter(Boolean).join(" · "),
        }))}
        value={String(chosen.id)}
        onChange={(id) => onChange(Number(id))}
      />
      <p className={styles.full}>
        <AddressText address={chosen.address} />
      </p>
      <Locked row={chosen} hasTotp={hasTotp} />
      {add}
    </div>
  )
}

function Locked({ row, hasTotp }: { row: AddressRow; hasTotp: boolean }) {
  const { t, i18n } = useTranslation("withdrawals")
  const { clockOffset } = useSnapshot(market).connection
  const now = useEachSecond(row.readyAt > Date.now() + clockOffset) + clockOffset
  if (row.readyAt <= now) return null
  return (
    <Note tone={hasTotp ? "info" : "warn"}>
      {t("locked", { time: momentText(row.readyAt, i18n.language) })}
    </Note>
  )
}

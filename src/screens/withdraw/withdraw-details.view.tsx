/** The first step: coin, network, an address of the book, the amount, and all that it costs and is bound to. */

import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import type { Deposit } from "#core/wire/custody.ts"
import { CoinNetworkFields } from "../../panels/custody/coin-network.view.tsx"
import { coinNetworkId } from "../../panels/custody/networks.ts"
import { account } from "../../stores/account-store.ts"
import { useOwnBalances } from "../../stores/own-balances.ts"
import { pageMark } from "../../text/typed-number.ts"
import { Button } from "../../ui/button.tsx"
import { AddressChoice } from "./address-choice.view.tsx"
import { AmountField } from "./amount-field.view.tsx"
import { Blocks, isBlocked } from "./blocks.view.tsx"
import { Sums } from "./sums.view.tsx"
import { notFinalOf, readWithdrawal, withdrawableOf } from "./withdraw.model.ts"
import styles from "./withdraw.module.css"
import type { WithdrawForm, WithdrawOrder, WithdrawTerms } from "./withdraw-terms.ts"

interface WithdrawDetailsProps {
  terms: WithdrawTerms
  form: WithdrawForm
  onChange: (form: WithdrawForm) => void
  onNext: (order: WithdrawOrder) => void
}

export function WithdrawDetails({ terms, form, onChange, onNext }: WithdrawDetailsProps) {
  const { t, i18n } = useTranslation("withdrawals")
  const { facts, typed } = form
  const { withdrawable, notFinal } = useWithdrawable(facts.currency)
  const choices = terms.book.filter((row) => coinNetworkId(row) === coinNetworkId(facts))
  const to = choices.find(({ id }) => id === form.addressId) ?? choices[0]
  const reading = readWithdrawal(typed, pageMark(i18n.language), facts, withdrawable)
  const isStopped = isBlocked(terms.info, facts)
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (reading.kind !== "fine" || !to || isStopped) return
        onNext({ facts, to, amount: reading.text, total: reading.total })
      }}
    >
      <Blocks info={terms.info} facts={facts} />
      <CoinNetworkFields
        rows={terms.facts}
        chosen={facts}
        onChange={(row) => onChange({ facts: row, addressId: undefined, typed: "" })}
      />
      <AddressChoice
        facts={facts}
        choices={choices}
        chosen={to}
        hasTotp={terms.info.needs.totp}
        onChange={(addressId) => onChange({ ...form, addressId })}
      />
      <AmountField
        facts={facts}
        typed={typed}
        reading={reading}
        withdrawable={withdrawable}
        notFinal={notFinal}
        onChange={(text) => onChange({ ...form, typed: text })}
      />
      <Sums facts={facts} reading={reading} info={terms.info} />
      <Button
        type="submit"
        tone="accent"
        size="primary"
        isBlock
        disabled={reading.kind !== "fine" || !to || isStopped}
      >
        {t("next")}
      </Button>
    </form>
  )
}

/** Of the funding account, as the socket tells it; undefined: not known yet. */
function useWithdrawable(currency: string): { withdrawable: string | undefined; notFinal: string } {
  const balances = useOwnBalances()
  const { deposits } = useSnapshot(account)
  const notFinal = notFinalOf(deposits as readonly Deposit[], currency)
  if (!balances) return { withdrawable: undefined, notFinal }
  const row = balances.find((each) => each.wallet === "funding" && each.currency === currency)
  return { withdrawable: withdrawableOf(row?.available ?? "0", notFinal), notFinal }
}

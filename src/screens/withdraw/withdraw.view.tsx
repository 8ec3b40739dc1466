/** A withdrawal in three steps: the details, what is to be checked and proven, and how it goes on. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import type { UserInfo } from "#core/wire/account.ts"
import type { Withdrawal } from "#core/wire/custody.ts"
import { HideAmountsButton } from "../../amounts/own-amount.tsx"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { chosenOf, readCoinNetwork } from "../../panels/custody/networks.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { History, Icon } from "../../ui/icon.tsx"
import { iconButtonClass } from "../../ui/icon-button.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./withdraw.module.css"
import { WithdrawDetails } from "./withdraw-details.view.tsx"
import { WithdrawDone } from "./withdraw-done.view.tsx"
import { WithdrawReview } from "./withdraw-review.view.tsx"
import type { WithdrawForm, WithdrawOrder, WithdrawTerms } from "./withdraw-terms.ts"

interface WithdrawViewProps {
  user: UserInfo
  asked: Asked<WithdrawTerms>
  /** Coin (and network) to begin with, as the address of the page says them. */
  wish: string | undefined
}

export function WithdrawView({ user, asked, wish }: WithdrawViewProps) {
  const { t } = useTranslation("withdrawals")
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <HideAmountsButton />
        <ScreenLink
          to="/pages/assets/withdrawList"
          className={iconButtonClass}
          aria-label={t("app:screen.withdrawRecord")}
        >
          <Icon glyph={History} />
        </ScreenLink>
      </TopBarEnd>
      <AskedFace asked={asked} skeleton={<SkeletonRows count={6} />} failed={t("failed")}>
        {(terms) => <Steps user={user} terms={terms} wish={wish} onRenew={asked.retry} />}
      </AskedFace>
    </div>
  )
}

interface StepsProps {
  user: UserInfo
  terms: WithdrawTerms
  wish: string | undefined
  onRenew: () => void
}

function Steps({ user, terms, wish, onRenew }: StepsProps) {
  const [form, setForm] = useState<WithdrawForm | undefined>(() => {
    const { currency, chain } = readCoinNetwork(wish)
    const facts = chosenOf(terms.facts, currency || "USDT", chain)
    return facts && { facts, addressId: undefined, typed: "" }
  })
  const [order, setOrder] = useState<WithdrawOrder>()
  const [made, setMade] = useState<Withdrawal>()
  if (!form) return null
  if (made)
    return (
      <WithdrawDone
        made={made}
        onAnother={() => {
          onRenew()
          setForm({ ...form, typed: "" })
          setOrder(undefined)
          setMade(undefined)
        }}
      />
    )
  if (order)
    return (
      <WithdrawReview
        user={user}
        order={order}
        hasTotp={terms.info.needs.totp}
        onEdit={() => setOrder(undefined)}
        onMade={setMade}
      />
    )
  return <WithdrawDetails terms={terms} form={form} onChange={setForm} onNext={setOrder} />
}

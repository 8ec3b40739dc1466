/** A deposit: coin and network, the terms, the address once the warning was read, and what is on its way. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { networkName } from "#core/chain/network-name.ts"
import type { ChainFacts, chains } from "#core/wire/address-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { TopBarEnd } from "../../page-head/bar-slots.tsx"
import { CoinNetworkFields } from "../../panels/custody/coin-network.view.tsx"
import { chosenOf, coinNetworkId, readCoinNetwork } from "../../panels/custody/networks.ts"
import { ScreenLink } from "../../places/screen-link.tsx"
import { formatDecimal } from "../../text/numbers.ts"
import { History, Icon } from "../../ui/icon.tsx"
import { iconButtonClass } from "../../ui/icon-button.tsx"
import { Note } from "../../ui/note.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import styles from "./deposit.module.css"
import { DepositAddress } from "./deposit-address.view.tsx"
import { Faucet } from "./faucet.view.tsx"
import { Incoming } from "./incoming.view.tsx"

type Answer = ResponseOf<typeof chains>

interface DepositViewProps {
  asked: Asked<Answer>
  /** Coin (and network) to begin with, as the address of the page says them. */
  wish: string | undefined
}

export function DepositView(props: DepositViewProps) {
  const { t } = useTranslation("app")
  return (
    <div className={styles.page}>
      <TopBarEnd>
        <ScreenLink
          to="/pages/assets/rechargeList"
          className={iconButtonClass}
          aria-label={t("screen.depositRecord")}
        >
          <Icon glyph={History} />
        </ScreenLink>
      </TopBarEnd>
      <DepositBody {...props} />
    </div>
  )
}

export function DepositBody({ asked, wish }: DepositViewProps) {
  const { t } = useTranslation("addresses")
  return (
    <AskedFace asked={asked} skeleton={<SkeletonRows count={6} />} failed={t("networksFailed")}>
      {(answer) => <Deposit answer={answer} wish={wish} />}
    </AskedFace>
  )
}

function Deposit({ answer, wish }: { answer: Answer; wish: string | undefined }) {
  const { t } = useTranslation("deposits")
  const { currency, chain } = readCoinNetwork(wish)
  const [picked, setPicked] = useState<ChainFacts>()
  const chosen = picked ?? chosenOf(answer.rows, currency || "USDT", chain)
  if (!chosen) return null
  const network = networkName(chosen.chain, chosen.currency)
  return (
    <>
      <div className={styles.main}>
        <CoinNetworkFields rows={answer.rows} chosen={chosen} onChange={setPicked} />
        {chosen.depositsOpen ? (
          <DepositAddress key={coinNetworkId(chosen)} coin={chosen} network={network} />
        ) : (
          <Note tone="danger">{t("closed", { currency: chosen.currency, network })}</Note>
        )}
        <Terms facts={chosen} />
        {chosen.hasFaucet && chosen.depositsOpen ? <Faucet coin={chosen} /> : null}
      </div>
      <Incoming />
    </>
  )
}

function Terms({ facts }: { facts: ChainFacts }) {
  const { t, i18n } = useTranslation("deposits")
  const after = (count: number, minutes: number) =>
    t("about", { confirmations: t("confirmations", { count }), minutes })
  const rows = [
    ["least", `${formatDecimal(facts.minDeposit, i18n.language)}\u00a0${facts.currency}`],
    ["creditedAfter", after(facts.creditAfter, facts.depositMinutes)],
    ["finalAfter", after(facts.finalAfter, facts.finalMinutes)],
    ["creditedTo", t("toAccount", { account: t("assets:wallet.funding") })],
  ] as const
  return (
    <div>
      <dl className={styles.terms}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.small}>{t("leastWhy")}</p>
    </div>
  )
}

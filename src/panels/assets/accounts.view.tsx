/** How the total is spread over the three accounts and AI products. One bar, and each with its parts. */

import { useTranslation } from "react-i18next"
import type { Wallet } from "#core/wire/trading.ts"
import { OwnAmount } from "../../amounts/own-amount.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { formatDecimal } from "../../text/numbers.ts"
import { classNames } from "../../ui/class-names.ts"
import { ChevronRight, Icon } from "../../ui/icon.tsx"
import styles from "./accounts.module.css"
import type { Holdings, WalletWorth } from "./holdings.model.ts"

interface AccountsProps {
  holdings: Holdings
  /** Whose coins are shown. */
  chosen: Wallet
  onChoose: (wallet: Wallet) => void
}

const MARKS: Record<Wallet, string | undefined> = {
  funding: styles.funding,
  contract: styles.contract,
  second: styles.second,
}

export function Accounts({ holdings, chosen, onChoose }: AccountsProps) {
  const { t } = useTranslation("assets")
  return (
    <section className={styles.accounts} aria-labelledby="accounts-title">
      <div className={styles.head}>
        <h2 id="accounts-title" className={styles.title}>
          {t("accounts.title")}
        </h2>
        <span className={styles.unit}>{holdings.inCurrency}</span>
      </div>
      <ShareBar holdings={holdings} />
      <ul className={classNames(styles.list, holdings.ai && styles.four)}>
        {holdings.wallets.map((row) => (
          <li key={row.wallet}>
            <Account
              row={row}
              unit={holdings.inCurrency}
              isChosen={row.wallet === chosen}
              onChoose={() => onChoose(row.wallet)}
            />
          </li>
        ))}
        {holdings.ai ? (
          <li>
            <AiProducts worth={holdings.ai} unit={holdings.inCurrency} />
          </li>
        ) : null}
      </ul>
    </section>
  )
}

/** Widths only; the percentages stand beside the accounts' names. */
function ShareBar({ holdings: { wallets, ai } }: { holdings: Holdings }) {
  return (
    <div className={styles.bar} aria-hidden="true">
      {wallets.map(({ wallet, share }) =>
        share && share !== "0.0" ? (
          <span key={wallet} className={MARKS[wallet]} style={{ flexGrow: Number(share) }} />
        ) : null,
      )}
      {ai?.share && ai.share !== "0.0" ? (
        <span className={styles.ai} style={{ flexGrow: Number(ai.share) }} />
      ) : null}
    </div>
  )
}

interface AccountProps {
  row: WalletWorth
  /** The currency that all sums are told in. */
  unit: string
  isChosen: boolean
  onChoose: () => void
}

function Account({ row, unit, isChosen, onChoose }: AccountProps) {
  const { t, i18n } = useTranslation("assets")
  return (
    <button
      type="button"
      className={classNames(styles.account, isChosen && styles.chosen)}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <span className={classNames(styles.mark, MARKS[row.wallet])} />
      <span className={styles.name}>
        {t(`wallet.${row.wallet}`)}{" "}
        <span className={styles.share}>
          {row.share === null ? null : `${formatDecimal(row.share, i18n.language)}\u202f%`}
        </span>
      </span>
      <span className={styles.sum}>
        <OwnAmount text={row.total} currency={unit} />
      </span>
      <span className={styles.held}>
        <OwnAmount text={row.held} currency={unit} /> {t("accounts.frozen")}
      </span>
      <span className={styles.free}>
        <OwnAmount text={row.available} currency={unit} /> {t("accounts.free")}
      </span>
      <Icon glyph={ChevronRight} size={16} className={styles.chevron} />
    </button>
  )
}

interface AiProductsProps {
  worth: NonNullable<Holdings["ai"]>
  unit: string
}

/** Looks as an account does, but leads to the holdings: nothing of it can be moved. */
function AiProducts({ worth, unit }: AiProductsProps) {
  const { t, i18n } = useTranslation("ai")
  return (
    <ScreenLink to="/pages/ai/holdings" className={classNames(styles.account, styles.link)}>
      <span className={classNames(styles.mark, styles.ai)} />
      <span className={styles.name}>
        {t("product.list")}{" "}
        <span className={styles.share}>
          {worth.share === null ? null : `${formatDecimal(worth.share, i18n.language)}\u202f%`}
        </span>
      </span>
      <span className={styles.sum}>
        <OwnAmount text={worth.total} currency={unit} />
      </span>
      <span className={styles.held}>
        {t("holding.head.principal")} <OwnAmount text={worth.available} currency={unit} />
      </span>
      <span className={styles.free}>
        {t("holding.head.reward")} <OwnAmount text={worth.held} currency={unit} />
      </span>
      <Icon glyph={ChevronRight} size={16} className={styles.chevron} />
    </ScreenLink>
  )
}

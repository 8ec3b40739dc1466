/** Why nothing can be withdrawn now, and what can be done about it. */

import { useTranslation } from "react-i18next"
import { networkName } from "#core/chain/network-name.ts"
import type { ChainFacts } from "#core/wire/address-calls.ts"
import { useOwnAmounts } from "../../amounts/own-amount.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { momentText } from "../../text/moments.ts"
import { Note } from "../../ui/note.tsx"
import reach from "../../ui/reach.module.css"
import { serverNow } from "./server-now.ts"
import type { WithdrawTerms } from "./withdraw-terms.ts"

interface BlocksProps {
  info: WithdrawTerms["info"]
  facts: ChainFacts
}

/** The server refuses any of these: nothing is asked of it then. */
export const isBlocked = (info: WithdrawTerms["info"], facts: ChainFacts): boolean =>
  info.isFrozen ||
  !facts.withdrawalsOpen ||
  info.needs.tradePassword ||
  info.claims.length > 0 ||
  info.restUntil > serverNow()

export function Blocks({ info, facts }: BlocksProps) {
  const { t, i18n } = useTranslation("withdrawals")
  const shown = useOwnAmounts()
  const { currency, chain } = facts
  return (
    <>
      {info.isFrozen ? (
        <Note tone="danger">
          {t("frozen")} {info.frozenReason}
        </Note>
      ) : null}
      {facts.withdrawalsOpen ? null : (
        <Note tone="danger">{t("closed", { currency, network: networkName(chain, currency) })}</Note>
      )}
      {info.claims.length > 0 ? (
        <Note tone="danger">
          {t("claims", {
            amounts: info.claims.map((claim) => shown(claim.amount, claim.currency, true)).join(", "),
          })}
        </Note>
      ) : null}
      {info.restUntil > serverNow() ? (
        <Note tone="warn">{t("rest", { time: momentText(info.restUntil, i18n.language) })}</Note>
      ) : null}
      {info.needs.tradePassword ? (
        <Note tone="warn">
          {t("needPassword")}{" "}
          <ScreenLink to="/pages/user/tradePassword" className={reach.reach}>
            {t("security:tradePassword.set")}
          </ScreenLink>
        </Note>
      ) : null}
    </>
  )
}

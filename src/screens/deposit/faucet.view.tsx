/** In a sandbox: coins over the simulated network to the own address, as if somebody had sent them. */

import { useRef, useState } from "react"
import { useTranslation } from "react-i18next"
import { useSnapshot } from "valtio"
import { chainFaucet } from "#core/wire/custody-calls.ts"
import { call } from "../../api/call.ts"
import { newRequestKey } from "../../api/request-key.ts"
import type { CoinNetwork } from "../../panels/custody/networks.ts"
import { market } from "../../stores/market-store.ts"
import { formatDecimal } from "../../text/numbers.ts"
import { timeLeft } from "../../text/time-left.ts"
import { Button } from "../../ui/button.tsx"
import { useEachSecond } from "../../ui/each-second.ts"
import { FlaskConical, Icon } from "../../ui/icon.tsx"
import { showToast } from "../../ui/toaster.ts"
import styles from "./deposit.module.css"

export function Faucet({ coin }: { coin: CoinNetwork }) {
  const { t } = useTranslation("deposits")
  const { isBusy, nextAt, take } = useFaucet()
  const { clockOffset } = useSnapshot(market).connection
  // By the server's clock, counted only while there is something to wait for.
  const isWaiting = nextAt > Date.now() + clockOffset
  const left = nextAt - (useEachSecond(isWaiting) + clockOffset)
  return (
    <section className={styles.faucet}>
      <Icon glyph={FlaskConical} className={styles.flask} />
      <p>{t("faucetText", { currency: coin.currency })}</p>
      <Button
        tone="outline"
        isBlock
        isBusy={isBusy}
        disabled={isWaiting}
        className={styles.take}
        onClick={() => void take(coin)}
      >
        {isWaiting ? t("faucetAgain", { time: timeLeft(left) }) : t("faucetTake")}
      </Button>
    </section>
  )
}

function useFaucet() {
  const { t, i18n } = useTranslation("deposits")
  const [isBusy, setIsBusy] = useState(false)
  /** Server epoch ms. */
  const [nextAt, setNextAt] = useState(0)
  // State comes a rendering late: two presses of one moment both would see "not busy".
  const isAsking = useRef(false)
  const lost = useRef<{ key: string; coin: CoinNetwork }>(undefined)
  const take = async (coin: CoinNetwork) => {
    if (isAsking.current) return
    isAsking.current = true
    setIsBusy(true)
    // The next press after a lost answer asks what became of it: with this key it is given once.
    const key = lost.current?.coin === coin ? lost.current.key : newRequestKey()
    const answer = await call(chainFaucet, { currency: coin.currency, chain: coin.chain, key })
    isAsking.current = false
    setIsBusy(false)
    lost.current = !answer.ok && answer.failure.name === "NETWORK" ? { key, coin } : undefined
    if (!answer.ok) return showToast("failure", answer.failure.text)
    setNextAt(answer.data.nextAt)
    const amount = `${formatDecimal(answer.data.amount, i18n.language)}\u00a0${coin.currency}`
    showToast("success", t("faucetSent", { amount }))
  }
  return { isBusy, nextAt, take }
}

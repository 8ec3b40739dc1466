/** The own address of a coin on a network. Shown once the warning was read: in this tab it is asked once a network. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { depositAddress } from "#core/wire/address-calls.ts"
import { useAnswer } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { AddressText } from "../../panels/custody/address-text.view.tsx"
import { type CoinNetwork, coinNetworkId } from "../../panels/custody/networks.ts"
import { readTab, writeTab } from "../../stores/tab-storage.ts"
import { copyAndSay } from "../../text/copy-and-say.ts"
import { Button } from "../../ui/button.tsx"
import { Copy } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { Note } from "../../ui/note.tsx"
import { QrCode } from "../../ui/qr-code.tsx"
import { Skeleton } from "../../ui/skeleton.tsx"
import styles from "./deposit.module.css"
import { saveQr } from "./save-qr.ts"

interface DepositAddressProps {
  coin: CoinNetwork
  network: string
}

export function DepositAddress({ coin, network }: DepositAddressProps) {
  const { t } = useTranslation("deposits")
  const key = `saker:network-read:${coinNetworkId(coin)}`
  const [isRead, setIsRead] = useState(() => readTab(key) !== null)
  const read = () => {
    writeTab(key, "read")
    setIsRead(true)
  }
  return (
    <div className={styles.own}>
      {isRead ? <Shown coin={coin} network={network} /> : null}
      <Note tone="warn">{t("warning", { currency: coin.currency, network })}</Note>
      {isRead ? null : (
        <Button tone="accent" size="primary" isBlock onClick={read}>
          {t("show")}
        </Button>
      )}
    </div>
  )
}

function Shown({ coin: { currency, chain }, network }: DepositAddressProps) {
  const { t } = useTranslation("deposits")
  const asked = useAnswer(depositAddress, { currency, chain })
  const title = t("yours", { currency, network })
  return (
    <AskedFace asked={asked} skeleton={<Ghost />} failed={t("failed")}>
      {({ address, uri }) => (
        <>
          <div className={styles.qr}>
            <QrCode text={uri} label={t("qr")} />
          </div>
          <div>
            <p className={styles.label}>{title}</p>
            <div className={styles.address}>
              <span data-figure="address">
                <AddressText address={address} />
              </span>
              <IconButton glyph={Copy} label={t("addresses:copy")} onClick={() => void copyAndSay(address)} />
            </div>
          </div>
          <div className={styles.acts}>
            <Button tone="plain" size="primary" onClick={() => saveQr({ text: uri, title, address })}>
              {t("save")}
            </Button>
            <Button tone="accent" size="primary" onClick={() => void copyAndSay(address)}>
              {t("addresses:copy")}
            </Button>
          </div>
        </>
      )}
    </AskedFace>
  )
}

/** The code's place. */
const Ghost = () => (
  <div className={styles.qr}>
    <Skeleton width={176} height={176} hasSheen />
  </div>
)

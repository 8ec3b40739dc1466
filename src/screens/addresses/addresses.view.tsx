/** The address book: each address in full with its network, a way to remove it, and from when on a new one can be used. */

import { useState } from "react"
import { useTranslation } from "react-i18next"
import { networkName } from "#core/chain/network-name.ts"
import { type AddressRow, type addresses, removeAddress } from "#core/wire/address-calls.ts"
import type { ResponseOf } from "#core/wire/endpoint.ts"
import { call } from "../../api/call.ts"
import type { Asked } from "../../api/query.ts"
import { AskedFace } from "../../lists/asked-face.tsx"
import { AddressText } from "../../panels/custody/address-text.view.tsx"
import { ScreenLink } from "../../places/screen-link.tsx"
import { copyAndSay } from "../../text/copy-and-say.ts"
import { buttonClass } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { BookUser, Copy, Trash2 } from "../../ui/icon.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { SkeletonRows } from "../../ui/skeleton.tsx"
import { showToast } from "../../ui/toaster.ts"
import styles from "./addresses.module.css"
import { WaitingBadge } from "./waiting-badge.view.tsx"

export function AddressesView({ asked }: { asked: Asked<ResponseOf<typeof addresses>> }) {
  const { t } = useTranslation("addresses")
  return (
    <div className={styles.page}>
      <AskedFace asked={asked} skeleton={<SkeletonRows count={4} />} failed={t("failed")}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState glyph={BookUser} action={<AddLink tone="outline" />}>
              {t("empty")}
            </EmptyState>
          ) : (
            <Book rows={rows} onGone={asked.retry} />
          )
        }
      </AskedFace>
    </div>
  )
}

function AddLink({ tone }: { tone: "accent" | "outline" }) {
  const { t } = useTranslation("app")
  const look = tone === "accent" ? ({ tone, size: "primary", isBlock: true } as const) : { tone }
  return (
    <ScreenLink to="/pages/assets/addressAdd" className={buttonClass(look)}>
      {t("screen.addAddress")}
    </ScreenLink>
  )
}

function Book({ rows, onGone }: { rows: readonly AddressRow[]; onGone: () => void }) {
  const { t } = useTranslation("addresses")
  const [asking, setAsking] = useState<{ row: AddressRow; isOpen: boolean }>()
  const [isBusy, setIsBusy] = useState(false)
  const close = () => setAsking((now) => now && { ...now, isOpen: false })
  const remove = async (row: AddressRow) => {
    setIsBusy(true)
    const answer = await call(removeAddress, { id: row.id })
    setIsBusy(false)
    close()
    if (answer.ok) showToast("success", t("removed"))
    else showToast("failure", answer.failure.text)
    onGone()
  }
  return (
    <>
      <ul className={styles.list} aria-label={t("label")}>
        {rows.map((row) => (
          <AddressItem key={row.id} row={row} onRemove={() => setAsking({ row, isOpen: true })} />
        ))}
      </ul>
      <div className={styles.foot}>
        <AddLink tone="accent" />
      </div>
      <Dialog
        isOpen={asking?.isOpen ?? false}
        title={t("askTitle")}
        safeAnswer={t("keep")}
        onSafe={close}
        answer={t("remove")}
        tone="warn"
        isBusy={isBusy}
        onAnswer={() => asking && void remove(asking.row)}
      >
        {asking ? <AddressText address={asking.row.address} /> : null}
        <p>{t("askText")}</p>
      </Dialog>
    </>
  )
}

function AddressItem({ row, onRemove }: { row: AddressRow; onRemove: () => void }) {
  const { t } = useTranslation("addresses")
  const { currency, chain, address, remark } = row
  const network = networkName(chain, currency)
  return (
    <li className={styles.item} data-address={row.id}>
      <div className={styles.head}>
        <b className={styles.name}>{remark || network}</b>
        <WaitingBadge until={row.readyAt} />
      </div>
      <p className={styles.network}>
        {currency} · {network}
      </p>
      <p className={styles.address}>
        <AddressText address={address} />
      </p>
      <div className={styles.acts}>
        <IconButton glyph={Copy} label={t("copy")} onClick={() => void copyAndSay(address)} />
        <IconButton glyph={Trash2} label={t("removeOne", { name: remark || address })} onClick={onRemove} />
      </div>
    </li>
  )
}

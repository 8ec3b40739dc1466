/** An address in full, its first and last six characters marked: those are what people compare. */

import styles from "./custody.module.css"

const MARKED = 6

export function AddressText({ address }: { address: string }) {
  return (
    <span className={styles.address} translate="no">
      <b>{address.slice(0, MARKED)}</b>
      {address.slice(MARKED, -MARKED)}
      <b>{address.slice(-MARKED)}</b>
    </span>
  )
}

/** The price in the browser tab's title. The last price and the pair, at most once a second. */

import { useEffect } from "react"
import { subscribe } from "valtio"
import { setTitlePrice } from "../../page-head/document-title.ts"
import { tickerOf } from "../../stores/market-store.ts"
import { splitZeros } from "../../ui/price-text.model.ts"

const PAUSE_MS = 1000

/** A tab has no subscripts: tiny prices are written out. */
export function titlePrice(last: string | null, pair: string): string {
  return last === null ? pair : `${splitZeros(last)?.full ?? last} ${pair}`
}

export function useTitlePrice(id: string, pair: string): void {
  useEffect(() => {
    const cells = tickerOf(id)
    let timer: ReturnType<typeof setTimeout> | undefined
    const write = () => setTitlePrice(titlePrice(cells.last, pair))
    const stop = subscribe(cells, () => {
      timer ??= setTimeout(() => {
        timer = undefined
        write()
      }, PAUSE_MS)
    })
    // After the shell has named the screen, which clears the price.
    const first = setTimeout(write, 0)
    return () => {
      stop()
      clearTimeout(timer)
      clearTimeout(first)
      setTitlePrice(null)
    }
  }, [id, pair])
}

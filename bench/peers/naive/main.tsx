/** The naive page: the socket on the page, React state set for every message, rows memoised on what they get. */

import { useEffect, useState } from "react"
import type { CandleRow } from "#core/wire/market.ts"
import { Chart } from "../shared/chart.tsx"
import { connect } from "../shared/connect.ts"
import { ACTIVE, type Counts } from "../shared/contract.ts"
import { openDoor, type PeerState } from "../shared/door.ts"
import { type FirstData, fetchFirstData } from "../shared/first-data.ts"
import {
  type Book,
  EMPTY_BOOK,
  EMPTY_TAPE,
  nextBook,
  nextCandles,
  nextTape,
  nextTicker,
  type Tape,
  type Ticker,
} from "../shared/market-steps.ts"
import { mount } from "../shared/mount.tsx"
import { BookPanel, PriceHead, TapePanel } from "../shared/panels.tsx"
import { RailRow } from "../shared/rows.tsx"
import { Rail, Screen } from "../shared/screen.tsx"

type Tickers = Readonly<Record<string, Ticker>>

const first = await fetchFirstData()
/** What React last committed; the oracle reads it, nothing else does. */
let committed: PeerState | undefined
let counts: Counts = { messages: 0, gaps: 0, malformed: 0 }
openDoor(
  () => counts,
  () => committed ?? { tickers: {}, book: EMPTY_BOOK, tape: EMPTY_TAPE, candles: [] },
)
let isConnected = false

function Terminal({ markets, candles: before }: FirstData) {
  const [tickers, setTickers] = useState<Tickers>(() =>
    Object.fromEntries(markets.map(({ id, ticker }) => [id, nextTicker(undefined, ticker)])),
  )
  const [book, setBook] = useState<Book>(EMPTY_BOOK)
  const [tape, setTape] = useState<Tape>(EMPTY_TAPE)
  const [candles, setCandles] = useState<readonly CandleRow[]>(before)
  const [ids] = useState(() => markets.map(({ id }) => id))

  useEffect(() => {
    // Strict mode runs effects twice in development only; the socket is opened once all the same.
    if (isConnected) return
    isConnected = true
    // Kept beside the state as well: whether a delta follows is to be known at once, not when React comes round to it.
    let latest = EMPTY_BOOK
    const connection = connect((message) => {
      switch (message.type) {
        case "ticker":
          setTickers((known) => {
            const next: Record<string, Ticker> = { ...known }
            for (const row of message.data.rows) next[row[0]] = nextTicker(next[row[0]], row)
            return next
          })
          break
        case "depth": {
          const next = nextBook(latest, message.data)
          if (next) {
            latest = next
            setBook(next)
          } else connection.resync()
          break
        }
        case "trade":
          setTape((known) => nextTape(known, message.data.rows))
          break
        case "candle":
          setCandles((known) => nextCandles(known, message.data.rows))
          break
      }
    })
    counts = connection.counts
  }, [])

  useEffect(() => {
    committed = { tickers, book, tape, candles }
  })

  return (
    <Screen
      list={
        <Rail
          ids={ids}
          context={tickers}
          row={(id, shown) => <RailRow id={id} ticker={shown[id]} isOn={id === ACTIVE} />}
        />
      }
      head={<PriceHead ticker={tickers[ACTIVE]} />}
      chart={<Chart candles={candles} />}
      book={<BookPanel book={book} last={tickers[ACTIVE]} />}
      tape={<TapePanel tape={tape} />}
    />
  )
}

mount(<Terminal {...first} />)

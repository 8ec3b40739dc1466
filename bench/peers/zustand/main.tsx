/** The zustand page: the socket on the page, the store set for every message, a selector for each row. */

import { Chart } from "../shared/chart.tsx"
import { connect } from "../shared/connect.ts"
import { ACTIVE } from "../shared/contract.ts"
import { openDoor } from "../shared/door.ts"
import { fetchFirstData } from "../shared/first-data.ts"
import { mount } from "../shared/mount.tsx"
import { BookPanel, PriceHead, TapePanel } from "../shared/panels.tsx"
import { RailRow } from "../shared/rows.tsx"
import { Rail, Screen } from "../shared/screen.tsx"
import { begin, take, useMarket } from "./store.ts"

function Row({ id }: { id: string }) {
  const ticker = useMarket((state) => state.tickers[id])
  return <RailRow id={id} ticker={ticker} isOn={id === ACTIVE} />
}

function Head() {
  return <PriceHead ticker={useMarket((state) => state.tickers[ACTIVE])} />
}

function Book() {
  const book = useMarket((state) => state.book)
  const last = useMarket((state) => state.tickers[ACTIVE])
  return <BookPanel book={book} last={last} />
}

function Tape() {
  return <TapePanel tape={useMarket((state) => state.tape)} />
}

function Candles() {
  return <Chart candles={useMarket((state) => state.candles)} />
}

const first = await fetchFirstData()
begin(first)
const connection = connect((message) => {
  if (!take(message)) connection.resync()
})
openDoor(() => connection.counts, useMarket.getState)
const ids = first.markets.map(({ id }) => id)
mount(
  <Screen
    list={<Rail ids={ids} context={null} row={(id) => <Row id={id} />} />}
    head={<Head />}
    chart={<Candles />}
    book={<Book />}
    tape={<Tape />}
  />,
)

/** The redux page: the socket on the page, an action dispatched for every message, a selector for each row. */

import { Provider, useSelector } from "react-redux"
import { Chart } from "../shared/chart.tsx"
import { connect } from "../shared/connect.ts"
import { ACTIVE, type PeerMessage } from "../shared/contract.ts"
import { openDoor } from "../shared/door.ts"
import { fetchFirstData } from "../shared/first-data.ts"
import { mount } from "../shared/mount.tsx"
import { BookPanel, PriceHead, TapePanel } from "../shared/panels.tsx"
import { RailRow } from "../shared/rows.tsx"
import { Rail, Screen } from "../shared/screen.tsx"
import {
  candlesBegan,
  candlesCame,
  depthCame,
  type MarketState,
  store,
  tickersCame,
  tradesCame,
} from "./store.ts"

const useMarket = useSelector.withTypes<MarketState>()

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

function take(message: PeerMessage): void {
  if (message.type === "ticker") store.dispatch(tickersCame(message.data.rows))
  else if (message.type === "trade") store.dispatch(tradesCame(message.data.rows))
  else if (message.type === "candle") store.dispatch(candlesCame(message.data.rows))
  else if (message.type === "depth") {
    const { data } = message
    const { seq } = store.getState().book
    if (!("snapshot" in data) && data.seq > seq && data.prev !== seq) connection.resync()
    else store.dispatch(depthCame(data))
  }
}

const first = await fetchFirstData()
store.dispatch(tickersCame(first.markets.map(({ ticker }) => ticker)))
store.dispatch(candlesBegan(first.candles))
const connection = connect(take)
openDoor(() => connection.counts, store.getState)
const ids = first.markets.map(({ id }) => id)
mount(
  <Provider store={store}>
    <Screen
      list={<Rail ids={ids} context={null} row={(id) => <Row id={id} />} />}
      head={<Head />}
      chart={<Candles />}
      book={<Book />}
      tape={<Tape />}
    />
  </Provider>,
)

/** The unconflated page: a worker has the socket and parses, but posts every message; a valtio proxy for each symbol. */

import { useSnapshot } from "valtio"
import { Chart } from "../shared/chart.tsx"
import { ACTIVE } from "../shared/contract.ts"
import { openDoor } from "../shared/door.ts"
import { fetchFirstData } from "../shared/first-data.ts"
import { mount } from "../shared/mount.tsx"
import { BookPanel, PriceHead, TapePanel } from "../shared/panels.tsx"
import { RailRow } from "../shared/rows.tsx"
import { Rail, Screen } from "../shared/screen.tsx"
import type { FromWorker } from "./from-worker.ts"
import { begin, counts, desk, read, take, tickerOf } from "./store.ts"

function Row({ id }: { id: string }) {
  return <RailRow id={id} ticker={useSnapshot(tickerOf(id)).ticker} isOn={id === ACTIVE} />
}

function Head() {
  return <PriceHead ticker={useSnapshot(tickerOf(ACTIVE)).ticker} />
}

function Book() {
  return <BookPanel book={useSnapshot(desk).book} last={useSnapshot(tickerOf(ACTIVE)).ticker} />
}

function Tape() {
  return <TapePanel tape={useSnapshot(desk).tape} />
}

function Candles() {
  return <Chart candles={useSnapshot(desk).candles} />
}

const first = await fetchFirstData()
begin(first)
const worker = new Worker(new URL("./market.worker.ts", import.meta.url), { type: "module" })
worker.onmessage = (event: MessageEvent<FromWorker>) => take(event.data)
openDoor(() => counts, read)
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

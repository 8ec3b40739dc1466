/** The worker of the unconflated page: socket, parsing and the book here, and a message to the page for every message. */

import { connect } from "../shared/connect.ts"
import {
  EMPTY_BOOK,
  EMPTY_TAPE,
  nextBook,
  nextTape,
  nextTicker,
  type Ticker,
} from "../shared/market-steps.ts"
import type { FromWorker } from "./from-worker.ts"

const tell = (message: FromWorker) => postMessage(message)

const tickers = new Map<string, Ticker>()
let book = EMPTY_BOOK
let tape = EMPTY_TAPE

const connection = connect((message) => {
  if (message.type === "ticker") {
    const changed = message.data.rows.map((row) => {
      const next = nextTicker(tickers.get(row[0]), row)
      tickers.set(row[0], next)
      return next
    })
    tell({ type: "tickers", changed })
  } else if (message.type === "depth") {
    const next = nextBook(book, message.data)
    if (next) {
      book = next
      tell({ type: "book", book })
    } else {
      connection.resync()
      tell({ type: "gap" })
    }
  } else if (message.type === "trade") {
    tape = nextTape(tape, message.data.rows)
    tell({ type: "tape", tape })
  } else if (message.type === "candle") tell({ type: "candles", rows: message.data.rows })
  else tell({ type: "control" })
})

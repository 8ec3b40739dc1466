/** Writes each part of a frame to its store. */

import type { Frame } from "#workers/market/market.api.ts"
import { writeLayerParts } from "../stores/layer-frames.ts"
import {
  market,
  writeBoards,
  writeBook,
  writeCatalogue,
  writeChart,
  writeDepth,
  writeHud,
  writeIndexes,
  writeLadder,
  writeList,
  writePriceLadder,
  writeProblem,
  writeSparkline,
  writeTape,
  writeTickers,
} from "../stores/market-store.ts"

export function receiveFrame(frame: Frame): void {
  if (frame.markets) writeCatalogue(frame.markets)
  if (frame.feed) market.feed = frame.feed
  if (frame.connection) market.connection = frame.connection
  if (frame.freshness) Object.assign(market.freshness, frame.freshness)
  if (frame.list) writeList(frame.list)
  if (frame.boards) writeBoards(frame.boards)
  if (frame.tickers) writeTickers(frame.tickers, frame.builtAt)
  if (frame.indexes) writeIndexes(frame.indexes)
  if (frame.book) writeBook(frame.book, frame.builtAt)
  if (frame.tape) writeTape(frame.tape)
  for (const chart of frame.charts ?? []) writeChart(chart)
  if (frame.depth) writeDepth(frame.depth)
  if (frame.ladder) writeLadder(frame.ladder)
  writeLayerParts(frame)
  if (frame.priceLadder) writePriceLadder(frame.priceLadder)
  for (const [id, points] of frame.sparklines ?? []) writeSparkline(id, points)
  if (frame.hud) writeHud(frame.hud)
  for (const problem of frame.problems ?? []) writeProblem(problem)
}

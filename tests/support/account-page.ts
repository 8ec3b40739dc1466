/** An account as a page sees it: the real worker in this process, over real sockets that a test can cut. */

import { vi } from "vitest"
import { isOpen } from "#core/order/order-status.ts"
import {
  type Balance,
  type PausedRow,
  privateRows,
  type SpotFill,
  type SpotOrder,
  type TwapRow,
} from "#core/wire/index.ts"
import type { RunningServer } from "#server/start/start-server.ts"
import { forwardClock } from "#workers/market/forward-clock.ts"
import type { AccountFrame } from "#workers/market/market.api.ts"
import { MarketDesk } from "#workers/market/market-desk.ts"
import type { SocketLike } from "#workers/market/surroundings.ts"

export class AccountPage {
  readonly orders = new Map<number, SpotOrder>()
  readonly balances = new Map<string, Balance>()
  /** Oldest first, each once. */
  readonly fills = new Map<string, SpotFill>()
  readonly twaps = new Map<number, TwapRow>()
  readonly paused = new Map<number, PausedRow>()
  state: AccountFrame["state"] = "none"
  wholes = 0
  frames = 0
  readonly problems: string[] = []
  readonly #desk: MarketDesk
  #socket: WebSocket | undefined
  #isGone = false

  private constructor(server: RunningServer, waitMostMs: number) {
    this.#desk = new MarketDesk({
      ...forwardClock(() => Date.now()),
      // Reconnects at once: what is tested is not the waiting.
      setTimer: (run, afterMs) => setTimeout(run, Math.min(afterMs, waitMostMs)) as unknown as number,
      clearTimer: (timer) => clearTimeout(timer),
      random: () => 0,
      openSocket: (url) => {
        this.#socket = new WebSocket(url)
        return this.#socket as unknown as SocketLike
      },
      fetch: (url, settings) => fetch(url, settings),
    })
    void this.#desk.start({
      apiBase: server.address,
      socketUrl: `${server.address.replace("http", "ws")}/socket`,
      language: "en",
    })
  }

  /** `waitMostMs`: after a cut it tries again so soon. */
  static async open(server: RunningServer, token: string, waitMostMs = 1000): Promise<AccountPage> {
    const page = new AccountPage(server, waitMostMs)
    await page.#desk.authenticate(token)
    void page.#follow()
    await page.until(() => page.state === "live")
    return page
  }

  async until(isSo: () => boolean): Promise<void> {
    await vi.waitFor(
      () => {
        if (!isSo()) throw new Error(`waited for ${isSo} in state ${this.state}`)
      },
      { timeout: 60_000, interval: 20 },
    )
  }

  /** The line breaks. */
  cut(): void {
    this.#socket?.close()
  }

  close(): void {
    this.#isGone = true
    void this.#desk.authenticate(null)
    this.cut()
  }

  async #follow(): Promise<void> {
    while (!this.#isGone) {
      const frame = await this.#desk.nextAccount()
      this.frames += 1
      this.state = frame.state
      if (frame.isWhole) {
        this.wholes += 1
        this.orders.clear()
        this.balances.clear()
        this.twaps.clear()
        this.paused.clear()
      }
      for (const order of frame.rows.order) {
        if (order.kind !== "spot") continue
        if (isOpen(order)) this.orders.set(order.id, order)
        else this.orders.delete(order.id)
      }
      for (const fill of frame.rows.fill)
        if (fill.kind === "spot") this.fills.set(privateRows.fill.keyOf(fill), fill)
      for (const row of frame.rows.twap) {
        if (row.gone) this.twaps.delete(row.id)
        else this.twaps.set(row.id, row)
      }
      for (const row of frame.rows.paused) {
        if (row.gone) this.paused.delete(row.id)
        else this.paused.set(row.id, row)
      }
      for (const row of frame.rows.balance) this.balances.set(privateRows.balance.keyOf(row), row)
    }
  }
}

/** Stage "stream": attaches the socket to the HTTP server. */

import { accountOf } from "#server/engine/ledger/ledger-account.ts"
import { attachStream, type Stream } from "../stream/attach-stream.ts"
import type { OpenedMarket } from "./exchange-stage.ts"
import type { OpenedHttp } from "./http-stage.ts"
import type { Stage } from "./stage.ts"
import type { OpenedStorage } from "./storage-stage.ts"

/** From here on sockets are taken; they are closed before the HTTP server is. */
export function startStream(
  { settings, log, proxies, onClose }: Stage,
  { clock }: Pick<OpenedStorage, "clock">,
  { model, trading }: Pick<OpenedMarket, "model" | "trading">,
  {
    app,
    gate,
    accounts,
    binance,
  }: Pick<OpenedHttp, "app" | "gate" | "binance"> & {
    accounts: Pick<OpenedHttp["accounts"], "watchLogin">
  },
): Stream {
  const stream = attachStream(app.server, {
    reader: model,
    settings,
    log,
    now: clock.now,
    proxies,
    onTaken: (socket) => gate.handOver(socket),
    accounts: trading.accounts,
    doors: binance ? [binance.sockets] : [],
    async watchLogin(said, address, onEnd) {
      const login = await accounts.watchLogin(said, address, onEnd)
      if (login.ok) await trading.accounts.prepare(accountOf(login.value.userId))
      return login
    },
  })
  onClose(() => stream.close())
  return stream
}

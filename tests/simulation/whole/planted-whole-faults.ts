/** Faults of journal, restore, exchange, read model, stream and worker, which the simulator of the whole server must find. */

import type { AppliedBatch } from "#server/exchange/exchange.ts"
import { Journal } from "#server/journal/journal.ts"
import type { AccountChange } from "#server/read-model/account-changes.ts"
import { Outlet } from "#server/stream/outlet.ts"
import { AccountFeed } from "#workers/market/feeds/account-feed.ts"
import { BookFeed } from "#workers/market/feeds/book-feed.ts"
import { MarketSocket } from "#workers/market/socket/market-socket.ts"
import { Subscriptions } from "#workers/market/socket/subscriptions.ts"
import { replace } from "../planting.ts"
import { contractFaults } from "./planted-contract-world.ts"
import { every, inCode, type WholeFault } from "./planted-in-code.ts"
import { secondFaults } from "./planted-second-world.ts"
import { SPOT } from "./spot-scene.ts"
import { TRADERS } from "./whole-scene.ts"
import type { ServerParts } from "./whole-server.ts"

const onEvents =
  (
    change: (events: AppliedBatch["events"][number], isTime: () => boolean) => AppliedBatch["events"][number],
    count: number,
  ) =>
  ({ engine }: ServerParts) => {
    const isTime = every(count)
    replace(engine, "apply", (apply) => (stamped) => {
      const outcome = apply(stamped)
      return { ...outcome, events: change(outcome.events, isTime) }
    })
  }

const engine: readonly WholeFault[] = [
  {
    name: "a fill is told twice",
    part: "engine",
    server: onEvents(
      (events, isTime) =>
        events.flatMap((event) => (event.type === "fill" && isTime() ? [event, event] : [event])),
      5,
    ),
  },
  {
    name: "a journal isn't told",
    part: "engine",
    server: onEvents((events, isTime) => events.filter((event) => event.type !== "journal" || !isTime()), 12),
  },
  {
    name: "an order's end isn't told",
    part: "engine",
    server: onEvents(
      (events, isTime) =>
        events.filter((event) => event.type !== "order" || event.order.status !== "cancelled" || !isTime()),
      3,
    ),
  },
  {
    name: "a key that was sent before is forgotten",
    part: "engine",
    server: ({ engine: { state } }) => replace(state.keys, "recall", () => () => undefined),
  },
  {
    name: "a new order goes before those that wait at its price",
    part: "engine",
    server: ({ engine: { state } }) => {
      for (const { book } of state.markets.values())
        replace(book, "add", (add) => (newcomer) => {
          const before = book.queue(newcomer.side, newcomer.price)
          for (const earlier of before) book.remove(earlier)
          add(newcomer)
          for (const earlier of before) add(earlier)
        })
    },
  },
]

const exchange: readonly WholeFault[] = [
  {
    name: "it answers before the batch is kept",
    part: "exchange",
    code: inCode(Journal.prototype, "keep", (keep) => (self, given) => {
      // What becomes of it nobody hears.
      void (keep(self, given) as Promise<void>).catch(() => undefined)
      return Promise.resolve()
    }),
  },
  {
    name: "a lost connection is taken for a batch that is kept",
    part: "exchange",
    code: inCode(
      Journal.prototype,
      "keep",
      (keep) => (self, given) =>
        Promise.race([keep(self, given), new Promise((resolve) => setTimeout(resolve, 20))]),
    ),
  },
  {
    name: "a refusal is told as done",
    part: "exchange",
    server: ({ engine: own }) =>
      replace(own, "apply", (apply) => (stamped) => {
        const { answer, events } = apply(stamped)
        return { answer: answer.ok ? answer : ({ ok: true, value: {} } as unknown as typeof answer), events }
      }),
  },
]

const journal: readonly WholeFault[] = [
  {
    name: "a batch is written twice",
    part: "journal",
    code: inCode(Journal.prototype, "keep", (keep) => async (self, given) => {
      await keep(self, given)
      await keep(self, given)
    }),
  },
  {
    name: "the last command of a batch isn't written",
    part: "journal",
    code: inCode(Journal.prototype, "keep", (keep) => {
      const isTime = every(15)
      return (self, [batch]) => {
        const { stamped, events } = batch as AppliedBatch
        return keep(
          self,
          isTime() && stamped.length > 1 ? [{ stamped: stamped.slice(0, -1), events }] : [batch],
        )
      }
    }),
  },
  {
    name: "the rows of a fill aren't written",
    part: "journal",
    code: inCode(Journal.prototype, "keep", (keep) => {
      const isTime = every(10)
      return (self, [batch]) => {
        const { stamped, events } = batch as AppliedBatch
        const fewer = events.map((own) => (isTime() ? own.filter(({ type }) => type !== "fill") : own))
        return keep(self, [{ stamped, events: fewer }])
      }
    }),
  },
  {
    name: "rows are written and the command log has another command",
    part: "journal",
    code: inCode(Journal.prototype, "keep", (keep) => {
      const isTime = every(20)
      return (self, [batch]) => {
        const { stamped, events } = batch as AppliedBatch
        const others = stamped.map((one) =>
          isTime() ? { ...one, command: { type: "clock.tick" as const } } : one,
        )
        return keep(self, [{ stamped: others, events }])
      }
    }),
  },
]

const restore: readonly WholeFault[] = [
  {
    name: "an order is lost on a restart",
    part: "restore",
    server: ({ engine: { state } }, life) => {
      const [order] = state.orders.values()
      if (life === 1 || !order) return
      state.markets.get(SPOT)?.book.remove(order)
      state.orders.delete(order)
    },
  },
  {
    name: "a snapshot forgets the last order of the book",
    part: "restore",
    server: ({ engine: own }) =>
      replace(own, "save", (save) => () => {
        const saved = save() as unknown as { markets: { sell: unknown[] }[] }
        saved.markets[0]?.sell.pop()
        return saved as never
      }),
  },
  {
    name: "a snapshot forgets the keys",
    part: "restore",
    server: ({ engine: own }) => replace(own, "save", (save) => () => ({ ...save(), keys: [] })),
  },
]

const readModel: readonly WholeFault[] = [
  {
    name: "a level isn't taken into the book",
    part: "read model",
    server: ({ model }) => {
      const book = model.view(SPOT)?.book
      const isTime = every(20)
      if (book)
        replace(book, "take", (take) => (event, change) => {
          if (!isTime()) take(event, change)
        })
    },
  },
  {
    name: "the checksum is that of the change before",
    part: "read model",
    server: ({ model }) => {
      let last = 0
      replace(model, "checksum", (checksum) => (id) => {
        const before = last
        last = checksum(id)
        return before
      })
    },
  },
  {
    name: "a snapshot of the book lacks its worst bid",
    part: "read model",
    server: ({ model }) =>
      replace(model, "depth", (depth) => (id, levels) => {
        const view = depth(id, levels)
        return view && levels < 1000 && view.bids.length > 1
          ? { ...view, bids: view.bids.slice(0, -1) }
          : view
      }),
  },
  {
    name: "a balance isn't noted",
    part: "read model",
    server: ({ accounts }) => {
      const isTime = every(15)
      replace(accounts, "note", (note) => (account, kind, row) => {
        if (kind !== "balance" || !isTime()) note(account, kind, row)
      })
    },
  },
  {
    name: "an account begins without its open orders",
    part: "read model",
    server: ({ accounts }) =>
      replace(accounts, "snapshot", (snapshot) => (account) => {
        const { rows, ...state } = snapshot(account)
        return { ...state, rows: { ...rows, order: [] } }
      }),
  },
  {
    name: "what came after a number lacks its newest rows",
    part: "read model",
    server: ({ accounts }) =>
      replace(accounts, "since", (since) => (account, n) => {
        const change = since(account, n)
        return change && ({ ...change, rows: { ...change.rows, balance: [] } } as AccountChange)
      }),
  },
]

const stream: readonly WholeFault[] = [
  {
    name: "a frame isn't sent",
    part: "stream",
    code: inCode(Outlet.prototype, "send", (send) => {
      const isTime = every(25)
      return (self, given) => {
        if (isTime()) self.frame = undefined
        return send(self, given)
      }
    }),
  },
  {
    name: "what a slow reader missed is thrown away",
    part: "stream",
    code: inCode(Outlet.prototype, "catchUp", (catchUp) => (self, given) => {
      if (self.isSlow) self.backlog.clear()
      return catchUp(self, given)
    }),
  },
  {
    name: "a user is given another's account",
    part: "stream",
    server: ({ accounts }) =>
      replace(
        accounts,
        "snapshot",
        (snapshot) => (account) => snapshot(account === TRADERS[0] ? TRADERS[1] : account),
      ),
  },
  {
    name: "a change of an account is sent under the number before",
    part: "stream",
    server: ({ accounts }) =>
      replace(
        accounts,
        "listen",
        (listen) => (listener) =>
          listen((changes) =>
            listener(
              new Map([...changes].map(([account, change]) => [account, { ...change, n: change.n - 1 }])),
            ),
          ),
      ),
  },
  {
    name: "a change of an account goes to the others",
    part: "stream",
    server: ({ accounts }) =>
      replace(
        accounts,
        "listen",
        (listen) => (listener) =>
          listen((changes) =>
            listener(
              new Map(
                [...changes].map(([account, change]) => [
                  account === TRADERS[0] ? TRADERS[1] : account,
                  change,
                ]),
              ),
            ),
          ),
      ),
  },
  {
    name: "the heart doesn't beat",
    part: "stream",
    code: inCode(Outlet.prototype, "sendNow", () => () => undefined),
  },
]

const worker: readonly WholeFault[] = [
  {
    name: "a book that was lost on its way isn't asked for again",
    part: "worker",
    code: inCode(BookFeed.prototype, "watch", () => () => undefined),
  },
  {
    name: "an account that was lost on its way isn't asked for again",
    part: "worker",
    code: inCode(AccountFeed.prototype, "watch", () => () => undefined),
  },
  {
    name: "a dead line is never noticed",
    part: "worker",
    code: inCode(MarketSocket.prototype, "check", () => () => undefined),
  },
  {
    name: "subscriptions aren't asked of a new line",
    part: "worker",
    code: inCode(Subscriptions.prototype, "opened", () => () => undefined),
  },
]

export const wholeFaults: readonly WholeFault[] = [
  ...engine,
  ...exchange,
  ...journal,
  ...restore,
  ...readModel,
  ...stream,
  ...worker,
  ...contractFaults,
  ...secondFaults,
]

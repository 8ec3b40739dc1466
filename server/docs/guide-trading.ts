/** What must be known to trade, and to know what one has? */

import { BILL_EXPORT_PATH } from "#core/wire/index.ts"
import { REPLAYED_MAX, SNAPSHOT_FILLS } from "../read-model/account-model.ts"
import { OPEN_ORDERS_MAX } from "../spot/change-spot-order.ts"
import { ORDER_VALUE_MAX } from "../spot/own-limits.ts"
import type { DocumentSettings, Section } from "./guide.ts"

export const tradingSections = (settings: DocumentSettings): Section[] => [orders(settings), money]

const orders = (settings: DocumentSettings): Section => ({
  id: "orders",
  title: "Trading",
  blocks: [
    {
      steps: [
        "Read the market at `GET /market/exchange`: tick and lot, least and greatest quantity, least notional, price rule, protection.",
        "`POST /spot/place` with a `clientOrderId` of your own and `sentAt`, your time by the server's clock (the socket's `pong` tells it). The answer is the order as it stands when the command is done; it may be filled by then, in part or as a whole.",
        "From then on `order` and `fill` on the socket tell what becomes of it. `POST /spot/amend` changes it, `POST /spot/cancel` takes it back.",
      ],
    },
    {
      caption: "Which fields make which order",
      head: ["Order", "Fields", "What it does"],
      rows: [
        [
          "limit",
          "`price`, `quantity`",
          "Takes what the book offers up to its price; the rest waits in the book (`gtc`), expires (`ioc`), or all of it fills or nothing (`fok`). `postOnly` is refused rather than taking.",
        ],
        [
          "market",
          "`quantity`, or `budget` in the quote",
          "Takes the book level by level, never beyond the market's protection; what is left expires with a `reason`. One that finds nothing is accepted and expires.",
        ],
        [
          "market, `fok`",
          "`quantity`, and a `budget` to keep to",
          "All for at most (a sell: at least) the budget, or FOK_BUDGET.",
        ],
        [
          "stop-limit",
          "`stopPrice`, `price`, `quantity`",
          "Waits until a trade reaches the stop price, then enters as a limit order. What it needs is held from the beginning.",
        ],
      ],
    },
    "Never send an order again by yourself. When its answer is lost ask `GET /spot/order?clientOrderId=…`: the question is answered behind everything that was sent before it, so UNKNOWN_ORDER means that the order was never accepted, and anything else is the order as it stands. The same `clientOrderId` with the same fields acts once and gives the first answer for an hour, with other fields it is KEY_CONFLICT; a request whose `sentAt` is over five minutes old is refused, so a key never acts twice.",
    {
      list: [
        "Money is frozen when an order is accepted: of a buy what it costs at its price (and its fee, where that is paid in the quote), of a sell its quantity. After each fill what isn't needed any more comes back at once. An ended order holds nothing.",
        "The fee of an order is rounded up once, over all its fills. It is paid in what is received, or in the quote, as the market says (`GET /spot/fees`); an order keeps the rates of its acceptance.",
        "A smaller total keeps the place in the queue. A new price or a larger total loses it: the order enters again as a newcomer would, with the same id. All of an amendment happens or nothing.",
        "Your own orders never trade with each other: `stp` says which of them gives way.",
        `\`${ORDER_VALUE_MAX}\` in the preferences (\`POST /security/preferencesSet\`; decimal text, in USDT) is a limit that you set yourself: an order of a greater value is OWN_LIMIT, whoever sends it. Making an order smaller is never refused by it.`,
        `One user has at most ${OPEN_ORDERS_MAX} open orders in all markets, and as many in one as the refusal OPEN_ORDERS bounds.`,
        `Orders and cancellations are counted for each user, not for each address: ${settings.ordersPerSecond} placements, as many amendments, and ${settings.cancelsPerSecond} of each kind of cancellation a second. A cancellation passes in every state of the market and of the account.`,
      ],
    },
    {
      code: '{ "instrument": "BTC_USDT", "side": "buy", "type": "limit", "price": "67284.10", "quantity": "0.00500", "clientOrderId": "a-17", "sentAt": 1785000000000 }',
      says: "A limit order",
    },
  ],
})

const money: Section = {
  id: "money",
  title: "Money",
  blocks: [
    {
      list: [
        "There are three accounts: `funding` (spot), `contract` and `second`. What is `available` can be used, what is `held` is frozen for orders and what is under way. `POST /assets/transfer` moves between them, at once and, by its `key`, once.",
        "`GET /assets/bill` tells every movement: freezing and releasing is none. The rows of an account and currency add up to what it has, to the last digit; `balance` is what there was after each.",
        `\`GET ${BILL_EXPORT_PATH}\` gives the same rows with the same filters as a CSV file (RFC 4180, UTF-8 with its mark, times in UTC), the newest first, outside the envelope; its refusals are in one. A text that a spreadsheet would take for a formula has an apostrophe in front.`,
        "`rates` of `GET /assets/index` value one of each coin in USDT by the last prices here; empty where nothing was traded.",
        "Where all money is practice money `POST /assets/practice` gives some once in 24 hours.",
      ],
    },
  ],
}

export const privateSection: Section = {
  id: "private",
  title: "Private messages",
  blocks: [
    {
      steps: [
        "`auth` is answered by `authenticated` with `n`, the number of the newest private message there is.",
        "Then comes `account`: open orders, balances, the newest fills, and the `n` they stand at. It replaces what you hold.",
        "Then `order`, `fill` and `balance` as they happen. Each has `prev` and `n`: take it if its `prev` is the `n` you have, pass over it if its `n` isn't above yours, and otherwise send `auth` once more, without `since`.",
      ],
    },
    {
      code: '→ {"type":"auth","data":{"token":"example-token"}}\n← [{"type":"authenticated","data":{"n":1785000000000004}},{"type":"account","data":{"n":1785000000000004,"time":1785000000000,"orders":[],"fills":[],"balances":[ … ]}}]\n← [{"type":"order","data":{"prev":1785000000000004,"n":1785000000000005,"rows":[ … ]}},{"type":"balance","data":{"prev":1785000000000005,"n":1785000000000008,"rows":[ … ]}}]',
      says: "Login, and an order that was placed",
    },
    {
      list: [
        "After a cut send `auth` with `since`, the `n` you have: what you missed comes instead of `account`, merged into one change. You are up to date when your `n` has reached that of `authenticated`; if nothing was missed, nothing comes.",
        `The last ${REPLAYED_MAX} changes of an account that was connected are kept for that. What lies further back, an \`n\` of before a restart, or one that isn't the last of its frame brings \`account\` instead. So does reading too slowly.`,
        "Numbers rise, but not always by one.",
        "An order comes as it stands at the end of a batch of commands; one that ended comes once, with its end. Where you hold a row with a higher `sequence`, keep that.",
        `\`account\` carries the last ${SNAPSHOT_FILLS} fills; \`GET /spot/fills\` has all.`,
        "What an answer by HTTP says is told here too, before or after it: take the answer as “accepted”, and these messages as the truth.",
      ],
    },
  ],
}

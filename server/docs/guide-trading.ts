/** The part of the guide about trading: orders, fills, and balances. */

import { kindsOf } from "#core/account/kept-rows.ts"
import { SILENT_LIMIT_MS } from "#core/second/second-contract.ts"
import { BILL_EXPORT_PATH, TAX_EXPORT_PATH } from "#core/wire/index.ts"
import { type PrivateRows, privateRows } from "#core/wire/private-rows.ts"
import { ACCOUNT_OPEN_ORDERS_MAX } from "#server/engine/orders/check-placement.ts"
import { REPLAYED_MAX } from "../read-model/account-changes.ts"
import { ORDER_VALUE_MAX } from "../read-model/own-limits.ts"
import type { DocumentSettings, Section } from "./guide-section.ts"

export const tradingSections = (settings: DocumentSettings): Section[] => [
  orders(settings),
  contracts,
  seconds,
  products,
  money,
]

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
      caption: "Which fields make which spot order",
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
        [
          "trailing-stop",
          "`distance`; a sell `quantity`, a buy `budget`; and a `stopPrice` to begin at",
          "Follows the last price: a sell fires where it has come back by `distance` from the highest, a buy from the lowest; then by market. What it needs is held from the beginning.",
        ],
      ],
    },
    "Never send an order again by yourself. When its answer is lost ask `GET /spot/order?clientOrderId=…`: the question is answered behind everything that was sent before it, so UNKNOWN_ORDER means that the order was never accepted, and anything else is the order as it stands. The same `clientOrderId` with the same fields acts once and gives the first answer for an hour, with other fields it is KEY_CONFLICT; a refusal is not remembered, the same request is judged anew; an account has as many keys in an hour as its limit of orders a second gives, then it is RATE_LIMIT; a request whose `sentAt` is over five minutes old is refused, so a key never acts twice.",
    {
      list: [
        "Money is frozen when an order is accepted: of a buy what it costs at its price (and its fee, where that is paid in the quote), of a sell its quantity. After each fill what isn't needed any more comes back at once. An ended order holds nothing.",
        "The fee of an order is rounded up once, over all its fills. It is paid in what is received, or in the quote, as the market says (`GET /spot/fees`); an order keeps the rates of its acceptance.",
        "A smaller total keeps the place in the queue. A new price or a larger total loses it: the order enters again as a newcomer would, with the same id. All of an amendment happens or nothing.",
        "`expiresAt` (ms, 5 seconds to 90 days ahead, else EXPIRY_RANGE) makes a limit order that is `gtc`, or a stop, good till then: at that millisecond what is left of it ends `expired` with the reason `GTT`, whether you are connected or not. Amending keeps it.",
        "`POST /order/placeOco` places a limit order and a stop of which one cancels the other, `POST /order/placeScaled` up to 40 limit orders between two prices; both accept all of their orders or none. Rows name the `group`, and `POST /order/cancelGroup` cancels what is open of it.",
        "`POST /order/placeTwap` trades a total in slices over 5 minutes to 24 hours: the exchange sends a slice at each interval, whether or not you are connected. `GET /order/twaps` tells how far each is and why one has ended, `POST /order/changeTwap` pauses, resumes and ends it.",
        "`POST /order/changeGroup` pauses, resumes and ends a scaled order or an iceberg as a whole. Paused, what rested is cancelled with the reason `PAUSED`, and nothing is held for it; resumed, each order is placed anew under the same `group`, and one that is refused stays paused with its `refusal`. `GET /order/paused` lists them.",
        "A limit order may name `bestPrice` in place of `price`, and with `shownQuantity` the book shows a part of it at a time.",
        "`POST /order/cancelAfter` with `seconds` (5 to 300) starts a countdown, or starts it anew: when it runs out all your open orders, of spot and contracts, end `cancelled` with the reason `COUNTDOWN`. A program that trades calls it every few seconds, so that its orders don't outlive its connection; 0 stops it. With `instrument` a market has a countdown of its own.",
        "Your own orders never trade with each other: `stp` says which of them gives way.",
        `\`${ORDER_VALUE_MAX}\` in the preferences (\`POST /security/preferencesSet\`; decimal text, in USDT) is a limit that you set yourself: an order of a greater value is OWN_LIMIT, whoever sends it. Making an order smaller is never refused by it.`,
        `One user has at most ${ACCOUNT_OPEN_ORDERS_MAX} open orders in all markets, and as many in one as the refusal OPEN_ORDERS bounds.`,
        `Orders and cancellations are counted for each user, not for each address: ${settings.ordersPerSecond} placements, as many amendments, and ${settings.cancelsPerSecond} of each kind of cancellation a second. A cancellation passes in every state of the market and of the account.`,
      ],
    },
    {
      code: '{ "instrument": "BTC_USDT", "side": "buy", "type": "limit", "price": "67284.10", "quantity": "0.00500", "clientOrderId": "a-17", "sentAt": 1785000000000 }',
      says: "A limit order",
    },
  ],
})

const contracts: Section = {
  id: "contracts",
  title: "Contracts",
  blocks: [
    {
      steps: [
        "Move USDT into the contract account (`POST /assets/transfer`). Everything about contracts is paid from there.",
        "Choose leverage and margin mode with `POST /contract/leverage` and `POST /contract/marginMode`; `GET /contract/settings` tells them.",
        "`POST /contract/place` opens and closes: a buy adds to a long position or lessens a short one. With `reduceOnly` it never opens.",
        "`GET /contract/positions` shows what is open, with profit, margin ratio and liquidation price at the mark; `position` on the socket tells every change.",
        "`POST /contract/close` closes a position, whole or in part, `POST /contract/closeAll` all of them; `POST /contract/reverse` turns one around, both parts or nothing.",
      ],
    },
    {
      caption: "Which fields make which contract order",
      head: ["Order", "Fields", "What it does"],
      rows: [
        ["limit", "`price`, `quantity`", "As on spot."],
        ["market", "`quantity`", "As on spot; a contract has no `budget`."],
        [
          "stop-limit",
          "`stopPrice`, `price`, `quantity`",
          "Waits until `stopSource` (the last price, or the mark) has reached the stop price, then enters as a limit order.",
        ],
        [
          "stop-market",
          "`stopPrice`, `quantity` or `closePosition`",
          "Enters by market instead. With `closePosition` it closes all that there is then, and ends with the position.",
        ],
        [
          "trailing-stop",
          "`distance`, `quantity` or `closePosition`, and a `stopPrice` to begin at",
          "Follows the price: a sell fires where it has come back by `distance` from the highest, a buy from the lowest; then by market.",
        ],
      ],
    },
    {
      list: [
        "What is said of orders under “Trading” holds here too: client ids, lost answers, amendments, limits. A contract order is no spot order: `/spot` calls don't know it, and the other way round.",
        "In `one-way` mode there is one net position a contract, in `hedge` mode a long and a short one, and every order names its `positionSide`. Modes change only without positions and orders.",
        "An `isolated` position has a margin of its own (`POST /contract/margin`) and can't lose more; behind a `cross` position stands the whole contract account.",
        "`takeProfit` and `stopLoss` belong to the position. With an order that opens they are set by its first fill, for all of the position or, with `targetsPart`, for what the order opens; `POST /contract/targets` sets, changes and takes them away. What fires sends an order that tells its `origin`; the other side of the pair is lessened by what was closed, and all of them end with the position.",
        "A stop of a contract holds nothing while it waits, and is judged as a new order when it fires: then it may end `rejected`, with the refusal as its `reason`.",
        "A margin ratio of 1 is liquidation: open orders end, the position is reduced in the book, the rest is taken over by the insurance fund. `GET /contract/liquidations` tells each step with the numbers that decided it.",
        "Open to everyone: `GET /contract/tiers`, and `/contract/funding`, `/contract/openInterest` and `/contract/insurance` with how each was before, and `/contract/candles` of mark and index; `/contract/fundingOverview` compares the funding of all contracts; `mark` and `openInterest` on the socket tell how they go on.",
        "`GET /contract/closed` tells what each closed position came to: realised profit, fees and funding apart, and the net of all.",
        "`POST /contract/note` keeps a note and tags on a position, `GET /contract/notes` reads them; `GET /contract/result` tells what contracts brought over a time, step by step.",
      ],
    },
  ],
}

const seconds: Section = {
  id: "seconds",
  title: "Second contracts",
  blocks: [
    {
      steps: [
        "Move USDT into the account `second` (`POST /assets/transfer`). Stakes are held there.",
        "`GET /option/products` tells which indexes and periods there are, what each pays, and the limits.",
        "Subscribe to the channel `index`: its ticks decide. `POST /option/open` with a `key` of your own, `seenPrice` (the price of the tick that you saw) and `maxMove` opens at the last tick, or is refused with PRICE_MOVED.",
        "`second` on the socket tells the contract as it opens and as it ends; `GET /option/running` and `GET /option/records` have the same rows. How a result is proven is told under “Proof of a second contract”.",
      ],
    },
    {
      caption: "How a contract ends",
      head: ["Status", "When", "What comes back"],
      rows: [
        [
          "`won`",
          "The first tick at or after `expiry` is above the open price (`bullish`), or below it (`bearish`).",
          "Stake and `profit`.",
        ],
        ["`lost`", "It is on the other side.", "Nothing."],
        ["`tied`", "It is equal.", "The stake."],
        [
          "`refunded`",
          `Between the last tick before \`expiry\` and the first at or after it lie more than ${SILENT_LIMIT_MS} ms, or none came.`,
          "The stake.",
        ],
      ],
    },
    {
      list: [
        "Stake and profit are held on both sides from the beginning: what is won is there. There is no early end.",
        "`expiry` is acceptance and period, by the server's clock. It is the server that decides, not a clock of yours: a contract is `open` until its row says otherwise.",
        "`open`, `before` and `settle` name ticks by the numbers of the channel `index`.",
        "Never open again by yourself. When an answer is lost send the same request with the same `key`: it acts once, and gives the first answer for an hour.",
        "`POST /option/setLimit` is a limit that you set yourself for what a day (UTC) may cost: stakes lost less profits won, plus what is open. Lower is in force at once, higher or none 24 hours later.",
      ],
    },
  ],
}

const products: Section = {
  id: "products",
  title: "AI products",
  blocks: [
    {
      list: [
        "Savings for a fixed term, with a daily reward out of the operator's reserve. The whole reward is set aside there at the purchase: what it can't promise is refused with RESERVE_LIMIT.",
        "`GET /ai/products` tells what is offered and how much of the present issue is sold, `GET /ai/product` the record of all issues. `POST /ai/buy` takes the principal out of the account `funding`.",
        "Interest begins at the next 00:00 UTC (`starts`). After `k` days floor(`principal` × `rate` × k) has been earned, to 8 decimals: simple, not compound. At `matures` principal and reward are paid to `funding`.",
        "An early end (`POST /ai/withdraw`) pays the principal less ceil(`principal` × `earlyFee`), and nothing of the reward; `GET /ai/holding` tells it before, as `early`.",
        "A holding keeps the terms of its purchase. `ai` on the socket tells it once a day, and once as it ends; what is in holdings is in no account, so `GET /assets/index` sums it apart, as `ai`.",
      ],
    },
  ],
}

const money: Section = {
  id: "money",
  title: "Money",
  blocks: [
    {
      list: [
        "There are three accounts: `funding` (spot), `contract` and `second`. What is `available` can be used, what is `held` is frozen for orders and what is under way. `POST /assets/transfer` moves between them, at once and, by its `key`, once.",
        "`GET /assets/bill` tells every movement: freezing and releasing is none. The rows of an account and currency add up to what it has, to the last digit; `balance` is what there was after each.",
        `\`GET ${BILL_EXPORT_PATH}\` gives the same rows with the same filters as a CSV file (RFC 4180, UTF-8 with its mark, times in UTC), the newest first, outside the envelope; its refusals are in one. A text that a spreadsheet would take for a formula has an apostrophe in front.`,
        `\`GET ${TAX_EXPORT_PATH}?format=…\` gives what of them counts for taxes, a row a leg, in the columns that Koinly, CoinTracker and CoinLedger read; \`from\` and \`to\` narrow it.`,
        "`rates` of `GET /assets/index` value one of each coin in USDT by the last prices here; empty where nothing was traded.",
        "`GET /assets/worth` tells what all of it was worth at the end of each UTC day, and what it has gained or lost since the last one, deposits and withdrawals left out.",
        "Where all money is practice money `POST /assets/practice` gives some once in 24 hours.",
        "What comes over a chain to the address of `POST /assets/depositAddress` is told by the private row `deposit`, confirmation by confirmation: it can be traded when it is `credited` and withdrawn when it is `final`. In a sandbox `POST /assets/faucet` sends some.",
        "`POST /assets/withdraw` sends to an address of the own book, which `POST /assets/addAddress` fills with the code that `POST /assets/addressCode` mails for exactly that address. It takes the trade password, the code that `POST /assets/withdrawCode` mails for exactly these details, and the authenticator where one is on. Until it is approved `POST /assets/cancelWithdraw` takes it back; the private row `withdrawal` tells the rest.",
      ],
    },
  ],
}

const PRIVATE_TYPES = kindsOf<PrivateRows>(privateRows)
  .map((kind) => `\`${kind}\``)
  .join(", ")

export const privateSection: Section = {
  id: "private",
  title: "Private messages",
  blocks: [
    {
      steps: [
        "`auth` is answered by `authenticated` with `n`, the number of the newest private message there is.",
        "Then comes `account`: open orders, positions, second contracts, holdings of AI products, TWAPs, what is paused, balances, alerts, the newest fills and notices, and the `n` they stand at. It replaces what you hold.",
        `Then what changes, a message for each kind of row (${PRIVATE_TYPES}). Each has \`prev\` and \`n\`: take it if its \`prev\` is the \`n\` you have, pass over it if its \`n\` isn't above yours, and otherwise send \`auth\` once more, without \`since\`.`,
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
        `\`account\` carries the last ${privateRows.fill.inSnapshot} fills; \`GET /spot/fills\` has all.`,
        "Rows of orders and fills say their `kind`, here and in lists: `spot` or `perpetual`, with other fields each. Pass over rows of kinds that you don't know.",
        "`position` rows are kept while `closedBy` is empty; profit and margin ratio follow from them and the channel `mark`. `notice` tells what the exchange did by itself: funding, liquidation, take-over, deleveraging. `alert` rows are kept while they are armed or paused, or have fired and nobody has seen it (`/alert/seen`).",
        "`second` rows are kept while `status` is `open`, `ai` rows while it is `in-progress`; the end comes once. `twap` rows are kept, ended ones too, until one comes as `gone`, and so are `paused` rows.",
        "What an answer by HTTP says is told here too, before or after it: take the answer as “accepted”, and these messages as the truth.",
      ],
    },
  ],
}

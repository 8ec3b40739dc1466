/** The report as one HTML file that needs nothing else: no script, no font, no address; both colour schemes, any width. */

import { Html, html } from "../docs/html.ts"
import { areaChart } from "./area-chart.ts"
import type { MarketRow, Report } from "./report.ts"
import { REPORT_STYLE } from "./report-style.ts"

/** Newest rows that are shown; all are in the JSON. */
const ROWS_MAX = 200

export function reportPage(report: Report): string {
  const { stretch, equity } = report
  const title = `${stretch.symbols.join(", ")} · ${minute(stretch.from)} – ${minute(stretch.ended)}`
  const isWhole = stretch.ended >= stretch.to
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Time machine: ${title}</title>
<style>${new Html(REPORT_STYLE)}</style>
</head>
<body>
<header>
<h1>Time machine report</h1>
<p class="soft">${stretch.symbols.join(", ")}, ${minute(stretch.from)} to ${minute(stretch.ended)} UTC${!isWhole && html` (stopped; it was to run to ${minute(stretch.to)})`}</p>
</header>
<main>
<section class="tiles" aria-label="Summary">
${tile("Profit", `${change(equity.profit)} USDT`, `${signed(equity.profitPercent)} %`, toneOf(equity.profit))}
${tile("Equity at the end", `${money(equity.ended)} USDT`, `began with ${money(equity.begun)}`)}
${tile("Largest drawdown", `${report.drawdown.percent} %`, `${money(report.drawdown.amount)} USDT, low at ${minute(report.drawdown.lowAt)}`)}
${tile("Fees", `${money(report.fees.total)} USDT`, feeText(report))}
${tile("Funding", `${change(report.funding.net)} USDT`, `received ${money(report.funding.received)}, paid ${money(report.funding.paid)}`)}
${tile("Won", `${report.trades.winPercent} %`, `${report.trades.won} of ${report.trades.closed} closed trades`)}
${tile("Fills", String(report.fills), `${report.orders.placed} orders, ${report.orders.rejected} rejected at their trigger`)}
${tile("Liquidations", String(report.liquidations), report.liquidations === 0 ? "none" : "see the list below", report.liquidations > 0 ? "loss" : "")}
</section>
${curves(report)}
${markets(report)}
${standing(report)}
${notices(report)}
${fills(report)}
${facts(report)}
</main>
</body>
</html>
`.text
}

const tile = (name: string, figure: string, more: string, tone = ""): Html =>
  html`<div class="tile"><h2>${name}</h2><p class="figure ${tone}">${figure}</p><p class="soft">${more}</p></div>`

const toneOf = (amount: string): string =>
  amount.startsWith("-") ? "loss" : Number(amount) === 0 ? "" : "gain"

function feeText({ fees }: Report): string {
  const own = Object.entries(fees.byCurrency)
  return own.length === 0 ? "none" : own.map(([currency, amount]) => `${amount} ${currency}`).join(", ")
}

function curves({ curve }: Report): Html {
  const points = curve.map(([time, equity]) => ({ time: Date.parse(time), value: Number(equity) }))
  let peak = Number.NEGATIVE_INFINITY
  const falls = points.map(({ time, value }) => {
    peak = Math.max(peak, value)
    return { time, value: peak > 0 ? ((value - peak) / peak) * 100 : 0 }
  })
  return html`<section><h2>Equity, USDT</h2>
${areaChart({ name: "Equity by time", points, tone: "equity", write: (value) => money(value.toFixed(2)) })}
<h2>Below its highest, %</h2>
${areaChart({ name: "Drawdown by time", points: falls, tone: "fall", write: (value) => change(value.toFixed(2)), top: 0 })}</section>`
}

const MARKET_COLUMNS: readonly [string, (row: MarketRow) => string][] = [
  ["Fills", (row) => String(row.fills)],
  ["Turnover", (row) => money(row.turnover)],
  ["Fees", (row) => money(row.fees)],
  ["Funding", (row) => change(row.funding)],
  ["Result", (row) => change(row.result)],
  ["Closed", (row) => String(row.closed)],
  ["Won", (row) => String(row.won)],
  ["Liquidations", (row) => String(row.liquidations)],
  ["First price", (row) => price(row.firstPrice)],
  ["Last price", (row) => price(row.lastPrice)],
]

const markets = ({ markets: rows }: Report): Html =>
  html`<section><h2>Markets</h2>${table(
    ["Market", ...MARKET_COLUMNS.map(([name]) => name)],
    rows.map((row) => [row.market, ...MARKET_COLUMNS.map(([, write]) => write(row))]),
  )}<p class="soft">Amounts in USDT. The result is of what was closed, after fees and funding: positions, coins sold against their average cost, second contracts.</p></section>`

function standing({ standing: { balances, positions, openOrders } }: Report): Html {
  const orders = openOrders === 1 ? "1 order is" : `${openOrders} orders are`
  return html`<section><h2>What is left</h2>${table(
    ["Account", "Currency", "Amount"],
    balances.map(({ wallet, currency, amount }) => [wallet, currency, grouped(amount)]),
  )}${
    positions.length > 0 &&
    table(
      ["Open position", "Size", "Mark", "Open profit"],
      positions.map(({ market, size, mark, unrealised }) => [
        market,
        size,
        grouped(mark),
        change(unrealised),
      ]),
    )
  }<p class="soft">${orders} open.</p></section>`
}

const notices = ({ noticeRows: rows }: Report): Html | false =>
  rows.length > 0 &&
  html`<section><h2>Funding and liquidations</h2>${more(rows.length)}${table(
    ["Time", "What", "Market", "Size", "Price", "Amount"],
    rows
      .slice(-ROWS_MAX)
      .map((row) => [
        ...[
          moment(row.time),
          row.kind,
          row.market,
          row.size,
          grouped(row.price ?? ""),
          signed(row.amount ?? ""),
        ],
      ]),
  )}</section>`

const fills = ({ fillRows: rows }: Report): Html =>
  rows.length === 0
    ? html`<section><h2>Fills</h2><p class="soft">Nothing was traded.</p></section>`
    : html`<section><h2>Fills</h2>${more(rows.length)}${table(
        ["Time", "Market", "Side", "Price", "Quantity", "Fee", "Realised"],
        rows
          .slice(-ROWS_MAX)
          .map((row) => [
            ...[moment(row.time), row.market, row.side, grouped(row.price ?? ""), row.quantity],
            ...[`${row.fee} ${row.feeCurrency}`, signed(row.realised ?? "")],
          ]),
      )}</section>`

const more = (count: number): Html | false =>
  count > ROWS_MAX && html`<p class="soft">The last ${ROWS_MAX} of ${count}; all of them are in the JSON.</p>`

function facts({ stretch }: Report): Html {
  const prices =
    stretch.prices.length === 0
      ? `generated, seed ${stretch.seed}`
      : stretch.prices.map(({ market, file }) => `${market} from ${file}`).join(", ")
  return html`<footer class="soft"><p>Prices: ${prices}. Clock: ${stretch.clock}, in steps of ${stretch.stepSeconds} s. Practice money; what was earned here says nothing of what will be.</p></footer>`
}

type Cell = string | undefined

/** The first column names its row; figures are set right. */
const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): Html =>
  html`<div class="wide" tabindex="0" role="region" aria-label="${head[0] ?? ""}"><table><thead><tr>${head.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows.map(
    ([first, ...rest]) =>
      html`<tr><th scope="row">${first ?? ""}</th>${rest.map((cell) => html`<td>${cell ?? ""}</td>`)}</tr>\n`,
  )}</tbody></table></div>`

const minute = (time: string): string => time.slice(0, 16).replace("T", " ")
const moment = (time = ""): string => time.slice(0, 19).replace("T", " ")
const price = (text: string): string => (text === "0" ? "–" : grouped(text))

/** To the cent, cut as the exact amount in the JSON is not. */
const cents = (text: string): string => {
  const cut = text.replace(/(\.\d\d)\d+$/, "$1")
  return Number(cut) === 0 ? "0.00" : cut
}
const money = (text: string): string => grouped(cents(text))
const change = (text: string): string => signed(cents(text))

/** 12345.6 → 12,345.6: as text, digit by digit. */
const grouped = (text: string): string => {
  const [whole = "", fraction] = text.split(".")
  return whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",") + (fraction === undefined ? "" : `.${fraction}`)
}

const signed = (text: string): string =>
  text.startsWith("-") ? `−${grouped(text.slice(1))}` : Number(text) === 0 ? text : `+${grouped(text)}`

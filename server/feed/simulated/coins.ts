/** The coins of the simulation and their parameters. Figures as of mid 2024, rounded. */

export interface Coin {
  symbol: string
  name: string
  /** Around which price in USDT it lives. */
  price: number
  /** How strongly it follows the whole market. */
  beta: number
  /** Its own daily volatility, as a share: 0.03 is 3 %. */
  ownVolatility: number
  /** Spot turnover of an ordinary day, millions of USDT. */
  turnover: number
  /** Decimals of a spot price and of a spot quantity in USDT markets; together at most 8 (U1). */
  priceDecimals: number
  quantityDecimals: number
}

type Row = [
  symbol: string,
  name: string,
  price: number,
  beta: number,
  ownVolatility: number,
  turnover: number,
  priceDecimals: number,
  quantityDecimals: number,
]

const ROWS: readonly Row[] = [
  ["BTC", "Bitcoin", 67_000, 1, 0.011, 1400, 2, 5],
  ["ETH", "Ethereum", 3300, 1.1, 0.015, 900, 2, 4],
  ["SOL", "Solana", 165, 1.25, 0.025, 420, 2, 3],
  ["BNB", "BNB", 590, 0.8, 0.014, 160, 1, 3],
  ["XRP", "XRP", 0.58, 0.9, 0.022, 210, 4, 0],
  ["DOGE", "Dogecoin", 0.135, 1.2, 0.027, 190, 5, 0],
  ["ADA", "Cardano", 0.42, 1.1, 0.022, 60, 4, 1],
  ["TRX", "TRON", 0.155, 0.4, 0.014, 40, 4, 1],
  ["AVAX", "Avalanche", 31, 1.3, 0.026, 70, 2, 2],
  ["LINK", "Chainlink", 15.2, 1.15, 0.024, 65, 2, 2],
  ["SHIB", "Shiba Inu", 0.0000182, 1.25, 0.028, 75, 8, 0],
  ["DOT", "Polkadot", 6.2, 1.15, 0.022, 38, 3, 2],
  ["TON", "Toncoin", 6.5, 0.8, 0.024, 45, 3, 2],
  ["BCH", "Bitcoin Cash", 420, 1.1, 0.026, 40, 1, 3],
  ["LTC", "Litecoin", 78, 0.95, 0.02, 55, 2, 3],
  ["NEAR", "NEAR Protocol", 5.2, 1.35, 0.029, 55, 3, 1],
  ["UNI", "Uniswap", 8.4, 1.2, 0.029, 35, 3, 2],
  ["PEPE", "Pepe", 0.0000102, 1.5, 0.04, 190, 8, 0],
  ["ICP", "Internet Computer", 9.6, 1.2, 0.026, 22, 3, 2],
  ["APT", "Aptos", 8.7, 1.25, 0.028, 30, 3, 2],
  ["ETC", "Ethereum Classic", 21.5, 1.1, 0.022, 24, 2, 2],
  ["XLM", "Stellar", 0.105, 0.9, 0.021, 18, 4, 0],
  ["FIL", "Filecoin", 4.4, 1.2, 0.025, 26, 3, 2],
  ["ATOM", "Cosmos", 6.4, 1.1, 0.023, 20, 3, 2],
  ["ARB", "Arbitrum", 0.78, 1.3, 0.028, 45, 4, 1],
  ["OP", "Optimism", 1.75, 1.35, 0.03, 42, 3, 2],
  ["INJ", "Injective", 22.5, 1.35, 0.031, 28, 2, 2],
  ["SUI", "Sui", 1.65, 1.35, 0.033, 85, 4, 1],
  ["HBAR", "Hedera", 0.068, 1, 0.024, 14, 5, 0],
  ["AAVE", "Aave", 142, 1.2, 0.029, 30, 2, 3],
  ["ALGO", "Algorand", 0.14, 1.05, 0.023, 10, 4, 0],
  ["RENDER", "Render", 6.3, 1.35, 0.032, 30, 3, 2],
  ["GRT", "The Graph", 0.19, 1.3, 0.029, 9, 4, 0],
  ["SAND", "The Sandbox", 0.31, 1.15, 0.025, 8, 4, 0],
  ["BONK", "Bonk", 0.0000225, 1.45, 0.041, 48, 8, 0],
  ["WIF", "dogwifhat", 2.2, 1.5, 0.044, 90, 3, 2],
  ["FLOKI", "FLOKI", 0.000155, 1.4, 0.036, 30, 8, 0],
  ["SEI", "Sei", 0.42, 1.35, 0.031, 22, 4, 1],
  ["TIA", "Celestia", 6.1, 1.35, 0.034, 35, 3, 2],
  ["JUP", "Jupiter", 0.95, 1.3, 0.033, 17, 4, 1],
  ["ENA", "Ethena", 0.55, 1.35, 0.037, 32, 4, 2],
  ["LDO", "Lido DAO", 1.6, 1.3, 0.03, 15, 3, 2],
  ["CRV", "Curve DAO", 0.31, 1.2, 0.031, 14, 3, 1],
  ["RUNE", "THORChain", 4.9, 1.3, 0.031, 14, 3, 1],
  ["USDC", "USD Coin", 1, 0, 0.00008, 350, 4, 0],
]

export const COINS: readonly Coin[] = ROWS.map(
  ([symbol, name, price, beta, ownVolatility, turnover, priceDecimals, quantityDecimals]) => ({
    symbol,
    name,
    price,
    beta,
    ownVolatility,
    turnover,
    priceDecimals,
    quantityDecimals,
  }),
)

/**
 * When coins were listed that came after the opening (`LISTED_AT` of the catalogue), as UTC dates: the simulation's own
 * calendar, made up like its prices. Nothing was traded in them before, so their candles begin there.
 */
export const LISTED_LATER: Readonly<Record<string, string>> = {
  SEI: "2024-02-14",
  WIF: "2024-05-07",
  FLOKI: "2024-09-18",
  TIA: "2025-01-22",
  LDO: "2025-05-13",
  ENA: "2025-09-09",
  CRV: "2026-02-03",
  JUP: "2026-06-16",
  BONK: "2026-09-01",
  RENDER: "2026-10-28",
  GRT: "2026-11-04",
  RUNE: "2026-11-11",
  SAND: "2026-11-17",
}

/** Names of coins that are only ever a quote. */
export const QUOTE_NAMES: readonly (readonly [string, string])[] = [["USDT", "Tether"]]

/** Markets between two coins: base, quote, price decimals, quantity decimals, turnover in millions of USDT a day. */
export const CROSSES: readonly (readonly [string, string, number, number, number])[] = [
  ["ETH", "BTC", 5, 3, 60],
  ["SOL", "BTC", 6, 2, 14],
  ["BNB", "BTC", 6, 2, 12],
  ["XRP", "BTC", 8, 0, 7],
  ["LTC", "BTC", 6, 2, 5],
  ["LINK", "BTC", 7, 1, 3],
  ["SOL", "ETH", 5, 3, 3],
  ["LINK", "ETH", 6, 2, 1.5],
]

/** Perpetuals: coin, how many coins one unit stands for, price decimals, quantity decimals, highest leverage. */
export const PERPETUALS: readonly (readonly [string, 1 | 1000, number, number, number])[] = [
  ["BTC", 1, 1, 3, 125],
  ["ETH", 1, 2, 3, 100],
  ["SOL", 1, 2, 2, 75],
  ["BNB", 1, 2, 2, 50],
  ["XRP", 1, 4, 1, 50],
  ["DOGE", 1, 5, 0, 50],
  ["ADA", 1, 4, 0, 50],
  ["AVAX", 1, 3, 1, 50],
  ["LINK", 1, 3, 2, 50],
  ["TRX", 1, 5, 0, 50],
  ["DOT", 1, 3, 1, 50],
  ["TON", 1, 4, 1, 25],
  ["BCH", 1, 2, 3, 50],
  ["LTC", 1, 2, 3, 50],
  ["NEAR", 1, 3, 0, 25],
  ["UNI", 1, 3, 0, 25],
  ["APT", 1, 3, 1, 25],
  ["ARB", 1, 4, 1, 25],
  ["OP", 1, 4, 1, 25],
  ["SUI", 1, 4, 1, 25],
  ["AAVE", 1, 2, 1, 25],
  ["WIF", 1, 4, 1, 25],
  ["PEPE", 1000, 7, 0, 25],
  ["SHIB", 1000, 6, 0, 25],
  ["BONK", 1000, 6, 0, 25],
]

/** Coins with second contracts: the liquid ones, whose index moves in nearly every second. */
export const SECONDS: readonly string[] = [
  "BTC",
  "ETH",
  "SOL",
  "BNB",
  "XRP",
  "DOGE",
  "ADA",
  "AVAX",
  "LINK",
  "TON",
  "LTC",
  "DOT",
  "NEAR",
  "SUI",
]

/** `/pages/option/index`: the second contracts, with periods and payout. */

import { Markets } from "../../panels/market-list/markets.view.tsx"

export const OptionMarketScreen = () => <Markets kind="second" />

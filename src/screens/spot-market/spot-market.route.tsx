/** `/pages/spot/index`: the spot markets. */

import { Markets } from "../../panels/market-list/markets.view.tsx"

export const SpotMarketScreen = () => <Markets kind="spot" />

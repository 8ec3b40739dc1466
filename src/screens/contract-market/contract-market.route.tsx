/** `/pages/contract/index`: the perpetual contracts, with mark and funding. */

import { Markets } from "../../panels/market-list/markets.view.tsx"

export const ContractMarketScreen = () => <Markets kind="perpetual" />

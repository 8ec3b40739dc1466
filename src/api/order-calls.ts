/** The calls about own orders, by the kind of market they are in. */

import {
  amendContractOrder,
  cancelAllContractOrders,
  cancelContractOrder,
  contractFills,
  contractOrderHistory,
  contractOrderState,
} from "#core/wire/contract-order-calls.ts"
import type { TradedKind } from "#core/wire/private-rows.ts"
import {
  amendSpotOrder,
  cancelAllSpotOrders,
  cancelSpotOrder,
  spotFills,
  spotOrderHistory,
  spotOrderState,
} from "#core/wire/spot-calls.ts"

export const ORDER_CALLS = {
  spot: {
    amend: amendSpotOrder,
    cancel: cancelSpotOrder,
    cancelAll: cancelAllSpotOrders,
    state: spotOrderState,
    history: spotOrderHistory,
    fills: spotFills,
  },
  perpetual: {
    amend: amendContractOrder,
    cancel: cancelContractOrder,
    cancelAll: cancelAllContractOrders,
    state: contractOrderState,
    history: contractOrderHistory,
    fills: contractFills,
  },
} as const satisfies Record<TradedKind, object>

/** How much may one address, one socket, one user ask for? Rows of the table in ../settings.ts. */

import { setting, whole } from "../setting-readers.ts"

export const limitSettings = {
  connectionsMax: setting({
    name: "SAKER_CONNECTIONS_MAX",
    default: "2000",
    meaning: "Open sockets at a time",
    ...whole(1, 100_000),
  }),
  connectionsPerAddress: setting({
    name: "SAKER_CONNECTIONS_PER_ADDRESS",
    default: "100",
    meaning: "Open sockets at a time from one address",
    ...whole(1, 100_000),
  }),
  subscriptionsMax: setting({
    name: "SAKER_SUBSCRIPTIONS_MAX",
    default: "300",
    meaning: "Subscriptions of one socket",
    ...whole(1, 10_000),
  }),
  messagesPerSecond: setting({
    name: "SAKER_MESSAGES_PER_SECOND",
    default: "100",
    meaning: "Messages a socket may send in a second",
    ...whole(1, 10_000),
  }),
  readsPerSecond: setting({
    name: "SAKER_READS_PER_SECOND",
    default: "100",
    meaning: "HTTP reads of one address in a second",
    ...whole(1, 100_000),
  }),
  historyPerSecond: setting({
    name: "SAKER_HISTORY_PER_SECOND",
    default: "40",
    meaning: "Candle pages of one address in a second",
    ...whole(1, 100_000),
  }),
  accountCallsPerSecond: setting({
    name: "SAKER_ACCOUNT_CALLS_PER_SECOND",
    default: "10",
    meaning: "Calls of one address in a second that log in, register or change an account",
    ...whole(1, 100_000),
  }),
  ordersPerSecond: setting({
    name: "SAKER_ORDERS_PER_SECOND",
    default: "20",
    meaning: "Orders and amendments of one user in a second",
    ...whole(1, 100_000),
  }),
  cancelsPerSecond: setting({
    name: "SAKER_CANCELS_PER_SECOND",
    default: "200",
    meaning: "Cancellations of one user in a second; never counted against the orders",
    ...whole(1, 100_000),
  }),
} as const

/** Settings of limits per address, socket and user: rows of the table in settings.ts. */

import { onOff, readProxies, setting, whole } from "./setting-readers.ts"

export const limitSettings = {
  alertsPerUser: setting({
    name: "SAKER_ALERTS_PER_USER",
    default: "200",
    meaning: "Alerts of one user that may be armed or paused at a time",
    ...whole(1, 10_000),
  }),
  trustedProxies: setting({
    name: "SAKER_TRUSTED_PROXIES",
    default: "",
    allowed: "nothing, or addresses and networks such as 127.0.0.1,10.0.0.0/8,::1, parted by commas",
    meaning:
      "Proxies whose X-Forwarded-For and X-Forwarded-Proto are believed; empty: no forwarded header is",
    read: readProxies,
  }),
  hstsSubdomains: setting({
    name: "SAKER_HSTS_SUBDOMAINS",
    default: "1",
    meaning:
      "Behind a proxy with HTTPS the promise of HTTPS for a year is for names below this one too; 0 where one of them has plain HTTP",
    ...onOff,
  }),
  httpConnectionsMax: setting({
    name: "SAKER_HTTP_CONNECTIONS_MAX",
    default: "1000",
    meaning: "Open HTTP connections at a time, sockets not counted; fewer where the open files don't suffice",
    ...whole(10, 100_000),
  }),
  httpConnectionsPerAddress: setting({
    name: "SAKER_HTTP_CONNECTIONS_PER_ADDRESS",
    default: "200",
    meaning:
      "Open HTTP connections at a time from one address; behind a trusted proxy, requests under way of one client",
    ...whole(1, 100_000),
  }),
  keepAliveSeconds: setting({
    name: "SAKER_KEEP_ALIVE_SECONDS",
    default: "5",
    meaning: "How long an HTTP connection may wait for its next request",
    ...whole(1, 600),
  }),
  requestSeconds: setting({
    name: "SAKER_REQUEST_SECONDS",
    default: "10",
    meaning: "How long a request, with its body, may take to arrive",
    ...whole(1, 600),
  }),
  connectionsMax: setting({
    name: "SAKER_CONNECTIONS_MAX",
    default: "2000",
    meaning: "Open sockets at a time; fewer where the open files don't suffice",
    ...whole(1, 100_000),
  }),
  connectionsPerAddress: setting({
    name: "SAKER_CONNECTIONS_PER_ADDRESS",
    default: "100",
    meaning: "Open sockets at a time from one address",
    ...whole(1, 100_000),
  }),
  socketMegabytesMax: setting({
    name: "SAKER_SOCKET_MEGABYTES_MAX",
    default: "256",
    meaning:
      "Memory for what all sockets haven't taken yet, in MiB; above it the one furthest behind is closed",
    ...whole(1, 65_536),
  }),
  isCompressing: setting({
    name: "SAKER_SOCKET_COMPRESSION",
    default: "1",
    meaning: "Sockets are compressed for clients that offer it: a quarter of the bytes",
    ...onOff,
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
  filesPerSecond: setting({
    name: "SAKER_FILES_PER_SECOND",
    default: "300",
    meaning:
      "Files of the page and all else that is no call, of one address in a second; a visit takes some 40",
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

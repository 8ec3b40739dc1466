/** The agreed messages: the only barrel. Calls by name in `endpoints`, socket messages, refusals. */

import { assets, bill, practiceFunds, transfer } from "./asset-calls.ts"
import {
  aboutEntries,
  announcements,
  article,
  articles,
  customerService,
  pdfDocument,
  secDocument,
} from "./content-calls.ts"
import { home } from "./home-calls.ts"
import { authInfo, setAvatar, submitIdentity, uploadPicture, uploadState } from "./identity-calls.ts"
import { forget, login, logout, register, sendCode, sendRegisterCode } from "./login-calls.ts"
import {
  contractMarkets,
  depth,
  kline,
  secondMarkets,
  sparklines,
  spotMarkets,
  trades,
} from "./market-calls.ts"
import { logo } from "./platform.ts"
import {
  beginTotp,
  bindEmail,
  changePassword,
  confirmTotp,
  dropTotp,
  endOtherSessions,
  endSession,
  invitations,
  invite,
  logins,
  me,
  preferences,
  sessions,
  setPhrase,
  setPreferences,
  setTradePassword,
} from "./security-calls.ts"
import {
  amendSpotOrder,
  cancelAllSpotOrders,
  cancelSpotOrder,
  openSpotOrders,
  placeSpotOrder,
  spotFees,
  spotFills,
  spotOrderHistory,
  spotOrderState,
} from "./spot-calls.ts"

/** Calls about a person: entrance, security, invitations. */
export const accountEndpoints = {
  sendRegisterCode,
  register,
  login,
  forget,
  logout,
  sendCode,
  me,
  changePassword,
  setTradePassword,
  bindEmail,
  beginTotp,
  confirmTotp,
  dropTotp,
  setPhrase,
  sessions,
  endSession,
  endOtherSessions,
  logins,
  preferences,
  setPreferences,
  invite,
  invitations,
  uploadPicture,
  uploadState,
  setAvatar,
  authInfo,
  submitIdentity,
} as const
export type AccountEndpointName = keyof typeof accountEndpoints

/** Calls that trade spot. */
export const spotEndpoints = {
  placeSpotOrder,
  amendSpotOrder,
  cancelSpotOrder,
  cancelAllSpotOrders,
  spotOrderState,
  openSpotOrders,
  spotOrderHistory,
  spotFills,
  spotFees,
} as const
/** Calls about money. */
export const assetEndpoints = { assets, transfer, bill, practiceFunds } as const
export type SpotEndpointName = keyof typeof spotEndpoints
export type AssetEndpointName = keyof typeof assetEndpoints
/** All calls that orders and money come from. */
export type TradingEndpointName = SpotEndpointName | AssetEndpointName

/** The whole HTTP contract. Routes, the typed client and the documents are made from it. */
export const endpoints = {
  logo,
  home,
  spotMarkets,
  contractMarkets,
  secondMarkets,
  sparklines,
  kline,
  depth,
  trades,
  announcements,
  articles,
  article,
  customerService,
  aboutEntries,
  pdfDocument,
  secDocument,
  ...accountEndpoints,
  ...spotEndpoints,
  ...assetEndpoints,
} as const
export type EndpointName = keyof typeof endpoints

export * from "./account.ts"
export * from "./asset-calls.ts"
export * from "./content.ts"
export * from "./content-calls.ts"
export * from "./endpoint.ts"
export * from "./home-calls.ts"
export * from "./identity-calls.ts"
export * from "./language.ts"
export * from "./login-calls.ts"
export * from "./market.ts"
export * from "./market-calls.ts"
export * from "./platform.ts"
export * from "./problem.ts"
export * from "./security-calls.ts"
export * from "./socket.ts"
export * from "./socket-messages.ts"
export * from "./spot-calls.ts"
export * from "./trading.ts"

/** The whole contract, and the only barrel: calls by name in `endpoints`, socket messages, refusals. */

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
import {
  closeAllPositions,
  closePosition,
  reversePosition,
  setPositionTargets,
} from "./contract-close-calls.ts"
import {
  amendContractOrder,
  cancelAllContractOrders,
  cancelContractOrder,
  contractFills,
  contractOrderHistory,
  contractOrderState,
  estimateContractOrder,
  openContractOrders,
  placeContractOrder,
} from "./contract-order-calls.ts"
import {
  closedPositions,
  contractSettings,
  deleveragings,
  fundingPaid,
  liquidations,
  movePositionMargin,
  positions,
  setLeverage,
  setMarginMode,
  setPositionMode,
} from "./contract-position-calls.ts"
import {
  contractTiers,
  fundingRates,
  insuranceFund,
  openInterest,
  priceCandles,
} from "./contract-public-calls.ts"
import { home } from "./home-calls.ts"
import { authInfo, setAvatar, submitIdentity, uploadPicture, uploadState } from "./identity-calls.ts"
import { indexHours } from "./index-hour-calls.ts"
import { invitations, invite } from "./invite-calls.ts"
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
import {
  openOption,
  optionLimit,
  optionProducts,
  optionRecord,
  optionRecords,
  runningOptions,
  setOptionLimit,
} from "./option-calls.ts"
import { logo } from "./platform.ts"
import { preferences, setPreferences } from "./preference-calls.ts"
import {
  beginTotp,
  bindEmail,
  changePassword,
  confirmTotp,
  dropTotp,
  me,
  setPhrase,
  setTradePassword,
} from "./security-calls.ts"
import { endOtherSessions, endSession, logins, sessions } from "./session-calls.ts"
import {
  amendSpotOrder,
  cancelAllSpotOrders,
  cancelSpotOrder,
  openSpotOrders,
  placeSpotOrder,
  reduceSpotOrder,
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
  reduceSpotOrder,
  cancelSpotOrder,
  cancelAllSpotOrders,
  spotOrderState,
  openSpotOrders,
  spotOrderHistory,
  spotFills,
  spotFees,
} as const
/** Calls that trade contracts. */
export const contractEndpoints = {
  placeContractOrder,
  estimateContractOrder,
  amendContractOrder,
  cancelContractOrder,
  cancelAllContractOrders,
  contractOrderState,
  openContractOrders,
  contractOrderHistory,
  contractFills,
  closePosition,
  closeAllPositions,
  reversePosition,
  setPositionTargets,
  contractSettings,
  setPositionMode,
  setMarginMode,
  setLeverage,
  positions,
  closedPositions,
  movePositionMargin,
  fundingPaid,
  liquidations,
  deleveragings,
} as const
/** Calls about money. */
export const assetEndpoints = { assets, transfer, bill, practiceFunds } as const
/** Calls that trade second contracts. */
export const optionEndpoints = {
  openOption,
  runningOptions,
  optionRecords,
  optionRecord,
  optionLimit,
  setOptionLimit,
} as const
export type SpotEndpointName = keyof typeof spotEndpoints
export type ContractEndpointName = keyof typeof contractEndpoints
export type AssetEndpointName = keyof typeof assetEndpoints
export type OptionEndpointName = keyof typeof optionEndpoints
/** All calls that orders and money come from. */
export type TradingEndpointName =
  | SpotEndpointName
  | ContractEndpointName
  | AssetEndpointName
  | OptionEndpointName

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
  contractTiers,
  fundingRates,
  openInterest,
  insuranceFund,
  priceCandles,
  optionProducts,
  indexHours,
  announcements,
  articles,
  article,
  customerService,
  aboutEntries,
  pdfDocument,
  secDocument,
  ...accountEndpoints,
  ...spotEndpoints,
  ...contractEndpoints,
  ...optionEndpoints,
  ...assetEndpoints,
} as const
export type EndpointName = keyof typeof endpoints

export * from "./account.ts"
export * from "./asset-calls.ts"
export * from "./content.ts"
export * from "./content-calls.ts"
export * from "./contract.ts"
export * from "./contract-close-calls.ts"
export * from "./contract-order-calls.ts"
export * from "./contract-position-calls.ts"
export * from "./contract-public-calls.ts"
export * from "./endpoint.ts"
export * from "./home-calls.ts"
export * from "./identity-calls.ts"
export * from "./index-hour-calls.ts"
export * from "./invite-calls.ts"
export * from "./language.ts"
export * from "./login-calls.ts"
export * from "./market.ts"
export * from "./market-calls.ts"
export * from "./message.ts"
export * from "./option-calls.ts"
export * from "./platform.ts"
export * from "./preference-calls.ts"
export * from "./private-messages.ts"
export * from "./private-rows.ts"
export * from "./problem.ts"
export * from "./second.ts"
export * from "./security-calls.ts"
export * from "./session-calls.ts"
export * from "./socket.ts"
export * from "./socket-messages.ts"
export * from "./spot-calls.ts"
export * from "./trading.ts"

/** The whole contract, and the only barrel: calls by name in `endpoints`, socket messages, refusals. */

import { addAddress, addressCode, addresses, chains, depositAddress, removeAddress } from "./address-calls.ts"
import { aiHoldingDetail, aiHoldings, aiProductDetail, aiProducts, buyAi, withdrawAi } from "./ai-calls.ts"
import {
  addAlert,
  alerts,
  changeAlert,
  firedAlerts,
  pushDevices,
  pushKey,
  removeAlert,
  seeAlerts,
  subscribePush,
  unsubscribePush,
} from "./alert-calls.ts"
import { addApiKey, apiKeys, endAllApiKeys, endApiKey } from "./api-key-calls.ts"
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
  fundingOverview,
  fundingRates,
  insuranceFund,
  openInterest,
  priceCandles,
} from "./contract-public-calls.ts"
import {
  cancelWithdraw,
  chainFaucet,
  deposits,
  withdraw,
  withdrawalState,
  withdrawals,
  withdrawCode,
  withdrawInfo,
} from "./custody-calls.ts"
import { drawings, saveDrawings } from "./drawing-calls.ts"
import { home } from "./home-calls.ts"
import { authInfo, setAvatar, submitIdentity, uploadPicture, uploadState } from "./identity-calls.ts"
import { indexHours } from "./index-hour-calls.ts"
import { invitations, invite } from "./invite-calls.ts"
import { contractResult, positionNotes, setPositionNote } from "./journal-calls.ts"
import { layouts, saveLayouts } from "./layout-calls.ts"
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
import { orderEndpoints } from "./order-endpoints.ts"
import {
  addPasskey,
  askPasskey,
  beginPasskey,
  endPasskey,
  logInWithPasskey,
  passkeys,
} from "./passkey-calls.ts"
import { logo } from "./platform.ts"
import { preferences, setPreferences } from "./preference-calls.ts"
import { reserveProof, reserves } from "./reserve-calls.ts"
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
import { saveTemplates, templates } from "./template-calls.ts"
import { worth } from "./worth-calls.ts"

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
  apiKeys,
  addApiKey,
  endApiKey,
  endAllApiKeys,
  passkeys,
  beginPasskey,
  addPasskey,
  endPasskey,
  askPasskey,
  logInWithPasskey,
  preferences,
  setPreferences,
  drawings,
  saveDrawings,
  layouts,
  saveLayouts,
  templates,
  saveTemplates,
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
  positionNotes,
  setPositionNote,
  contractResult,
} as const
/** Calls about money. */
export const assetEndpoints = { assets, transfer, bill, practiceFunds, worth } as const
/** Calls about chains, and addresses of theirs. */
export const addressEndpoints = {
  chains,
  depositAddress,
  addresses,
  addressCode,
  addAddress,
  removeAddress,
} as const
/** Calls about what comes in over chains. */
export const depositEndpoints = { deposits, chainFaucet } as const
/** Calls about what goes out. */
export const withdrawalEndpoints = {
  withdrawInfo,
  withdrawCode,
  withdraw,
  cancelWithdraw,
  withdrawals,
  withdrawalState,
} as const
/** Calls that prove what the exchange owes. */
export const reserveEndpoints = { reserves, reserveProof } as const
/** Calls that trade second contracts. */
export const optionEndpoints = {
  openOption,
  runningOptions,
  optionRecords,
  optionRecord,
  optionLimit,
  setOptionLimit,
} as const
/** Calls about alerts. */
export const alertEndpoints = {
  alerts,
  firedAlerts,
  addAlert,
  changeAlert,
  removeAlert,
  seeAlerts,
  pushKey,
  pushDevices,
  subscribePush,
  unsubscribePush,
} as const
/** Calls about AI products. */
export const aiEndpoints = {
  aiProducts,
  aiProductDetail,
  buyAi,
  aiHoldings,
  aiHoldingDetail,
  withdrawAi,
} as const
export type SpotEndpointName = keyof typeof spotEndpoints
export type ContractEndpointName = keyof typeof contractEndpoints
export type OrderEndpointName = keyof typeof orderEndpoints
export type AssetEndpointName = keyof typeof assetEndpoints
export type AddressEndpointName = keyof typeof addressEndpoints
export type DepositEndpointName = keyof typeof depositEndpoints
export type WithdrawalEndpointName = keyof typeof withdrawalEndpoints
/** All calls about what comes in and goes out. */
export type CustodyEndpointName = AddressEndpointName | DepositEndpointName | WithdrawalEndpointName
export type ReserveEndpointName = keyof typeof reserveEndpoints
export type OptionEndpointName = keyof typeof optionEndpoints
export type AiEndpointName = keyof typeof aiEndpoints
export type AlertEndpointName = keyof typeof alertEndpoints
/** All calls that orders and money come from. */
export type TradingEndpointName =
  | SpotEndpointName
  | ContractEndpointName
  | OrderEndpointName
  | AssetEndpointName
  | OptionEndpointName
  | AiEndpointName

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
  fundingOverview,
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
  ...orderEndpoints,
  ...optionEndpoints,
  ...aiEndpoints,
  ...assetEndpoints,
  ...addressEndpoints,
  ...depositEndpoints,
  ...withdrawalEndpoints,
  ...reserveEndpoints,
  ...alertEndpoints,
} as const
export type EndpointName = keyof typeof endpoints

export * from "./account.ts"
export * from "./ai.ts"
export * from "./alert.ts"
export * from "./api-key.ts"
export * from "./calls.ts"
export * from "./content.ts"
export * from "./contract.ts"
export * from "./custody.ts"
export * from "./endpoint.ts"
export * from "./language.ts"
export * from "./market.ts"
export * from "./message.ts"
export * from "./order-endpoints.ts"
export * from "./platform.ts"
export * from "./private-messages.ts"
export * from "./private-rows.ts"
export * from "./problem.ts"
export * from "./second.ts"
export * from "./socket.ts"
export * from "./socket-messages.ts"
export * from "./trading.ts"

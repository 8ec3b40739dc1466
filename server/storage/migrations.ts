/** The list of migrations; each runs once, in the order of the names, at the start. */

import { type Kysely, sql } from "kysely"
import type { Migration, MigrationProvider } from "kysely/migration"
import { accounts, audit, identities, operatorKeys, usualAddresses } from "./account-migration.ts"
import { aiProducts } from "./ai-migration.ts"
import { alerts, pushAgents } from "./alert-migration.ts"
import { apiKeys } from "./api-key-migration.ts"
import { addresses } from "./chain-migration.ts"
import {
  contracts,
  hiddenQuantities,
  lentCash,
  orderConditions,
  orderExpiries,
  orderGroups,
} from "./contract-migration.ts"
import { custody } from "./custody-migration.ts"
import { drawings } from "./drawing-migration.ts"
import { evm } from "./evm-migration.ts"
import {
  accountSigns,
  clientIds,
  contractSigns,
  kindLists,
  money,
  operatorActs,
  stateVersions,
} from "./exchange-migration.ts"
import { positionNotes } from "./journal-migration.ts"
import { chartTemplates, layouts } from "./layout-migration.ts"
import { passkeys } from "./passkey-migration.ts"
import { indexHours } from "./proof-migration.ts"
import { publicFigures } from "./public-migration.ts"
import { reserves } from "./reserve-migration.ts"
import { seconds } from "./second-migration.ts"
import { closingWorths } from "./worth-migration.ts"

/** Rows are rewritten in place every few seconds; free room on the page lets that stay on the page. */
const FILL_FACTOR = sql`with (fillfactor = 70)`

const marketData: Migration = {
  async up(database: Kysely<unknown>): Promise<void> {
    const schema = database.schema
    await schema
      .createTable("meta")
      .addColumn("key", "text", (column) => column.primaryKey())
      .addColumn("value", "text", (column) => column.notNull())
      .execute()
    await schema
      .createTable("instruments")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("tick", "int8", (column) => column.notNull())
      .addColumn("lot", "int8", (column) => column.notNull())
      .execute()
    await schema
      .createTable("candles")
      .addColumn("instrument", "text", (column) => column.notNull())
      .addColumn("step", "int4", (column) => column.notNull())
      .addColumn("open_time", "int8", (column) => column.notNull())
      .addColumn("open", "int8", (column) => column.notNull())
      .addColumn("high", "int8", (column) => column.notNull())
      .addColumn("low", "int8", (column) => column.notNull())
      .addColumn("close", "int8", (column) => column.notNull())
      .addColumn("volume", "int8", (column) => column.notNull())
      .addColumn("last_trade_id", "int8", (column) => column.notNull())
      .addPrimaryKeyConstraint("candles_key", ["instrument", "step", "open_time"])
      .modifyEnd(FILL_FACTOR)
      .execute()
    await schema
      .createTable("seconds")
      .addColumn("instrument", "text", (column) => column.notNull())
      .addColumn("minute", "int8", (column) => column.notNull())
      .addColumn("rows", "bytea", (column) => column.notNull())
      .addPrimaryKeyConstraint("seconds_key", ["instrument", "minute"])
      .modifyEnd(FILL_FACTOR)
      .execute()
    await schema
      .createTable("run_spans")
      .addColumn("started", "int8", (column) => column.primaryKey())
      .addColumn("ended", "int8", (column) => column.notNull())
      .execute()
    await schema
      .createTable("counters")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("resume_after", "int8", (column) => column.notNull())
      .execute()
    await schema
      .createTable("recent_trades")
      .addColumn("instrument", "text", (column) => column.primaryKey())
      .addColumn("rows", "text", (column) => column.notNull())
      .execute()
  },
}

export const migrations: MigrationProvider = {
  getMigrations: async () => ({
    "2026-11-21-market-data": marketData,
    "2026-11-22-accounts": accounts,
    "2026-11-23-identities": identities,
    "2026-11-24-audit": audit,
    "2026-11-25-money": money,
    "2026-11-26-operator-acts": operatorActs,
    "2026-11-27-client-ids": clientIds,
    "2026-11-28-state-versions": stateVersions,
    "2026-11-29-account-signs": accountSigns,
    "2026-11-30-operator-keys": operatorKeys,
    "2026-12-01-contract-signs": contractSigns,
    "2026-12-02-usual-addresses": usualAddresses,
    "2026-12-03-contracts": contracts,
    "2026-12-04-order-conditions": orderConditions,
    "2026-12-05-kind-lists": kindLists,
    "2026-12-06-public-figures": publicFigures,
    "2026-12-07-lent-cash": lentCash,
    "2026-12-08-second-contracts": seconds,
    "2026-12-09-index-hours": indexHours,
    "2026-12-10-ai-products": aiProducts,
    "2026-12-12-addresses": addresses,
    "2026-12-13-custody": custody,
    "2026-12-13-reserves": reserves,
    "2026-12-15-closing-worths": closingWorths,
    "2026-12-15-evm": evm,
    "2026-12-16-drawings": drawings,
    "2026-12-17-alerts": alerts,
    "2026-12-18-order-expiries": orderExpiries,
    "2026-12-19-position-notes": positionNotes,
    "2026-12-20-push-agents": pushAgents,
    "2026-12-21-api-keys": apiKeys,
    "2026-12-22-layouts": layouts,
    "2026-12-22-order-groups": orderGroups,
    "2026-12-23-hidden-quantities": hiddenQuantities,
    "2026-12-24-passkeys": passkeys,
    "2026-12-25-chart-templates": chartTemplates,
  }),
}

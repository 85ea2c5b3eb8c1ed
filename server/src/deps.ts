import type { CallCounts } from "./apps/actions/call-counts.ts";
import type { ProviderLimits } from "./apps/actions/provider-limit.ts";
import type { SharedCatalog } from "./apps/catalog/catalog.ts";
import type { Renewals } from "./apps/connections/fresh-connection.ts";
import type { NotedAnswers } from "./apps/health/health.ts";
import type { Credentials } from "./auth/credentials.ts";
import type { RateLimit } from "./auth/limits/rate-limit.ts";
import type { Config } from "./config.ts";
import type { OptionCache } from "./config-api/options/option-cache.ts";
import type { Intake } from "./events/intake/intake.ts";
import type { ApprovedCalls } from "./mcp/approvals/make-approved-call.ts";
import type { AccessCache } from "./mcp/oauth/provider/access-token.ts";
import type { Clock } from "./platform/clock.ts";
import type { Database, Db } from "./platform/database/database.ts";
import type { SchemaWatch } from "./platform/database/schema-watch.ts";
import type { Logger } from "./platform/log.ts";
import type { Outbound } from "./platform/outbound/outbound.ts";
import type { Queue } from "./platform/queue/queue.ts";
import type { Sandbox } from "./platform/sandbox/sandbox.ts";
import type { Vault } from "./platform/vault.ts";
import type { Work } from "./platform/work/work.ts";
import type { LaneCursor } from "./runs/engine/claim.ts";
import type { CommitRun } from "./runs/engine/commit.ts";
import type { PlanCache } from "./runs/plan-cache.ts";
import type { RunMemory } from "./runs/results/memory.ts";
import type { DeliveryState } from "./webhooks/deliver/deliver.ts";

/**
 * What features need, built once by `start/run-server.ts` (or a test) and passed down. Functions take the part they use,
 * for example `Pick<Deps, "db" | "queue">`. Inside a transaction use its `tx`, never `db`: the embedded
 * database has one connection, and the query would wait for its own transaction.
 */
export interface Deps extends BaseDeps, Features {}

/** Dependencies that belong to no single feature, or guard all of them. */
export interface BaseDeps {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly database: Database;
  readonly db: Db;
  readonly schema: SchemaWatch;
  readonly queue: Queue;
  readonly work: Work;
  readonly vault: Vault;
  readonly outbound: Outbound;
  readonly sandbox: Sandbox;
  readonly credentials: Credentials;
  readonly rateLimit: RateLimit | undefined;
}

/** State that features keep for the life of a process; only `openFeatures` builds it, and nothing is kept elsewhere. */
export interface Features {
  readonly catalog: SharedCatalog;
  readonly renewals: Renewals;
  readonly providerLimits: ProviderLimits;
  readonly callCounts: CallCounts;
  readonly notedAnswers: NotedAnswers;
  readonly optionCache: OptionCache;
  readonly plans: PlanCache;
  readonly runMemory: RunMemory;
  readonly commitRun: CommitRun;
  readonly laneCursor: LaneCursor;
  readonly deliveryState: DeliveryState;
  readonly intake: Intake;
  readonly approvedCalls: ApprovedCalls;
  readonly accessCache: AccessCache;
}

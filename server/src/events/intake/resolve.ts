import type { AccountRef, Environment } from "../../auth/scope.ts";
import type { Database, Statement } from "../../platform/database/database.ts";
import { isId } from "../../platform/id.ts";
import { buildRunSettings, type RunSettingsRow } from "../../runs/settings/run-settings.ts";
import type { LoadedRun } from "../../runs/store.ts";
import type { RunSettings } from "../../runs/table.ts";
import type { RunnableWorkflow } from "../../workflows/table.ts";

/** What to find: an account by the organization's id, and one workflow or all that an event starts. */
export interface TriggerTarget {
  readonly orgId: string;
  readonly environment: Environment;
  readonly accountId: string;
  /** The account's id if undefined. */
  readonly configId: string | undefined;
  /** Whether an alias that both have means the account's own workflow; otherwise the organization's (D30). */
  readonly ownFirst: boolean;
  readonly wants:
    | { readonly workflow: string }
    | { readonly event: string; readonly slug: string | undefined };
}

/** A published workflow that the account may run, with what its run starts with. */
export interface StartCandidate {
  readonly workflow: RunnableWorkflow;
  /** Whether it is on in the config; always true without an application. */
  readonly enabled: boolean;
  readonly settings: RunSettings;
  /** Secrets that may sign incoming webhooks. */
  readonly secrets: readonly SealedSecret[];
  /** Address keys must be of this generation or a later one. */
  readonly oldestGeneration: number;
}

/** An encrypted secret; its id is part of the encryption identity. */
export interface SealedSecret {
  readonly id: string;
  readonly sealed: Buffer;
}

/** A linked account, with what expressions can read of it. */
export interface TriggerAccount extends AccountRef {
  readonly name: string | null;
  readonly udf: LoadedRun["udf"];
}

export interface Resolution {
  /** Undefined if there is no such account; the organization's workflows are found anyway. */
  readonly account: TriggerAccount | undefined;
  /** Whether an event of this name is defined. */
  readonly isDefined: boolean;
  readonly candidates: readonly StartCandidate[];
}

interface ResolutionRow extends Partial<RunSettingsRow> {
  readonly n: number;
  readonly account: string | null;
  readonly accountName: string | null;
  readonly udf: LoadedRun["udf"];
  readonly defined: boolean;
  readonly id: string | null;
  readonly version: number;
  readonly slug: string | null;
  readonly name: string;
  readonly enabled: boolean;
  readonly sealed: { id: string; sealed: string }[] | null;
  readonly generation: number | null;
}

const RUNNABLE = `p.org_id = k.org and p.environment = k.environment
  and (p.account_id is null or p.account_id = a.id)`;
const COLUMNS = "p.workflow_id as id, p.version, p.slug, p.name, p.auto_enable, p.data_slots";
const SECRETS = `(select json_agg(json_build_object('id', s.id, 'sealed', encode(s.sealed, 'base64')))
  from workflow_webhook_secrets s where s.workflow_id = w.id and s.org_id = k.org and s.environment = k.environment
    and (s.expires_at is null or s.expires_at > $2))`;
const GENERATION = `greatest(
    floor(extract(epoch from a.created_at) * 1000),
    (select max(r.generation) from webhook_address_rotations r where r.account_id = a.id
      and (r.workflow_id is null or r.workflow_id = w.id) and r.older_until <= $2),
    (select max(r.generation) from webhook_address_rotations r where r.workflow_id = w.id
      and r.environment = k.environment and r.account_id is null and r.older_until <= $2)
  )::float8`;

// Three variants of one statement: each finds its workflows with its own index.
const BY_ID = statement("events-resolve-id", {
  workflows: `select ${COLUMNS} from workflow_publications p where p.workflow_id = k.ref and ${RUNNABLE} limit 1`,
  secrets: SECRETS,
  generation: GENERATION,
});
// The caller decides whose alias takes precedence, so that no account can take over the organization's.
const BY_ALIAS = statement("events-resolve-alias", {
  workflows: `select ${COLUMNS} from workflows named
    join workflow_publications p on p.workflow_id = named.id and ${RUNNABLE}
    where named.org_id = k.org and named.alias = k.ref
      and (p.account_id is null or k.own or not exists (select from workflows o where o.org_id = k.org
        and o.alias = k.ref and o.account_id is null and k.environment = any (o.environments)))
    order by (p.account_id is null) = k.own limit 1`,
  secrets: SECRETS,
  generation: GENERATION,
});
const BY_EVENT = statement("events-resolve-event", {
  workflows: `select ${COLUMNS} from workflow_publications p
    where ${RUNNABLE} and k.ref = any (p.events) and (k.slug is null or p.slug = k.slug) offset 0`,
  secrets: "null::json",
  generation: "null::float8",
  defined: `exists (select from application_events d
    where d.org_id = k.org and d.environment = k.environment and d.name = k.ref)`,
});

function statement(
  name: string,
  {
    workflows,
    secrets,
    generation,
    defined = "true",
  }: { workflows: string; secrets: string; generation: string; defined?: string },
): Statement {
  return {
    name,
    // Tables are looked up target by target: a plan made while a table was small would scan all of it.
    text: `select k.n, a.id as account, a.name as "accountName", a.udf, ${defined} as defined,
        w.id, w.version, w.slug, w.name, ${secrets} as sealed, ${generation} as generation,
        w.slug is null or (c.id is not null and coalesce(choice.enabled, w.auto_enable)) as enabled,
        c.fields, c.secrets, f.fields as application_fields, choice.fields as workflow_fields,
        choice.secrets as workflow_secrets, c.connections || coalesce(choice.connections, '{}') as connections, case when c.id is not null then w.data_slots end as data_slots
      from json_to_recordset($1::json) as k (n int, org text, environment text, account text, config text, ref text, slug text, own boolean)
      left join lateral (select a.id, a.name, a.udf, a.created_at from linked_accounts a
        where a.org_id = k.org and a.environment = k.environment and a.account_id = k.account limit 1) a on true
      left join lateral (${workflows}) w on $2::timestamptz is not null
      left join lateral (select c.* from configs c where c.account_id = a.id and c.slug = w.slug
        and c.config_id = coalesce(k.config, k.account) and c.org_id = k.org and c.environment = k.environment limit 1) c on true
      left join lateral (select f.fields from application_fields f
        where f.org_id = k.org and f.environment = k.environment and f.slug = c.slug limit 1) f on true
      left join lateral (select h.* from config_workflows h
        where h.config = c.id and h.workflow_id = w.id limit 1) choice on true
      order by k.n, w.id`,
  };
}

/**
 * Finds accounts, workflows and their settings, with one statement for each way to name workflows; equal targets
 * are looked up once. Results are in the order of the targets.
 */
export async function resolveTargets(
  database: Database,
  targets: readonly TriggerTarget[],
  now: Date,
): Promise<Resolution[]> {
  const wanted = new Map<string, { n: number; target: TriggerTarget }>();
  const numbers = targets.map((target) => {
    const key = JSON.stringify([
      target.orgId,
      target.environment,
      target.accountId,
      target.configId,
      target.ownFirst,
      target.wants,
    ]);
    const known = wanted.get(key) ?? { n: wanted.size, target };
    wanted.set(key, known);
    return known.n;
  });
  const found = new Map<number, ResolutionRow[]>();
  await Promise.all(
    [BY_ID, BY_ALIAS, BY_EVENT].map(async (kind) => {
      const asked = [...wanted.values()].filter(({ target }) => kindOf(target) === kind).map(encode);
      if (asked.length === 0) return;
      for (const row of await database.query<ResolutionRow>(kind, [JSON.stringify(asked), now]))
        found.set(row.n, [...(found.get(row.n) ?? []), row]);
    }),
  );
  const all = [...wanted.values()].map(({ n, target }) => resolutionOf(target, found.get(n) ?? []));
  return numbers.map((n) => all[n] ?? { account: undefined, isDefined: false, candidates: [] });
}

function kindOf({ wants }: TriggerTarget): Statement {
  if ("event" in wants) return BY_EVENT;
  return isId(wants.workflow) ? BY_ID : BY_ALIAS;
}

function encode({ n, target }: { n: number; target: TriggerTarget }) {
  const { orgId, environment, accountId, configId, ownFirst: own, wants } = target;
  const ref = "event" in wants ? wants.event : wants.workflow;
  const slug = "event" in wants ? wants.slug : undefined;
  return { n, org: orgId, environment, account: accountId, config: configId, ref, slug, own };
}

function resolutionOf({ accountId }: TriggerTarget, rows: readonly ResolutionRow[]): Resolution {
  const [first] = rows;
  return {
    account: first?.account
      ? { id: first.account, accountId, name: first.accountName, udf: first.udf }
      : undefined,
    isDefined: first?.defined ?? false,
    candidates: rows.flatMap(candidateOf),
  };
}

function candidateOf(row: ResolutionRow): StartCandidate[] {
  const { id, version, slug, name, enabled, fields, secrets } = row;
  if (id === null) return [];
  const isConfigured = fields !== null && fields !== undefined && secrets !== undefined;
  return [
    {
      workflow: { id, version, slug, name },
      enabled,
      settings: isConfigured
        ? buildRunSettings({
            fields,
            secrets,
            application_fields: row.application_fields ?? null,
            workflow_fields: row.workflow_fields ?? null,
            workflow_secrets: row.workflow_secrets ?? null,
            connections: row.connections ?? null,
            data_slots: row.data_slots ?? null,
          })
        : { fields: {}, workflowFields: {} },
      oldestGeneration: row.generation ?? Number.POSITIVE_INFINITY,
      secrets: (row.sealed ?? []).map((one) => ({ id: one.id, sealed: Buffer.from(one.sealed, "base64") })),
    },
  ];
}

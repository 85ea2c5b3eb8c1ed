import { createHash } from "node:crypto";
import type { Scope } from "../auth/scope.ts";
import type { Deps } from "../deps.ts";
import { notFound } from "../platform/errors.ts";
import {
  type CustomApplicationRow,
  findCustom,
  findSettings,
  listCustom,
  listSettings,
  type SettingsRow,
} from "./application-store.ts";
import { type Catalog, catalogOf } from "./catalog.ts";
import type { AuthType, Connector, OAuthClient } from "./connector.ts";
import { compileDefinition } from "./providers/compile.ts";
import { DefinitionError } from "./providers/definition-error.ts";

/** An application as one organization has it: of the catalogue or its own, with its settings. */
export interface Application {
  /** 24 hex characters, the same everywhere for an application of the catalogue. */
  id: string;
  custom: boolean;
  connector: Connector;
  settings: SettingsRow | undefined;
  /** The kinds of connecting that work here: OAuth2 needs a client. Never empty. */
  authTypes: readonly AuthType[];
  enabled: boolean;
}

type Reader = Pick<Deps, "db" | "config" | "log">;

const MOST_COMPILED = 1000;
const compiled = new WeakMap<Catalog, Map<string, Connector | undefined>>();

/** The application `slug`, enabled or not; undefined when there is none. */
export async function findApplication(
  deps: Reader,
  scope: Scope,
  slug: string,
): Promise<Application | undefined> {
  const catalog = await catalogOf(deps);
  const connector = catalog.get(slug);
  const custom = connector === undefined ? await findCustom(deps.db, scope, slug) : undefined;
  const settings = await findSettings(deps.db, scope, slug);
  if (connector !== undefined) return nativeApplication(connector, settings);
  return custom && customApplication(deps, catalog, custom, settings);
}

/** The application `slug`; 404 unless it exists and is enabled. */
export async function enabledApplication(deps: Reader, scope: Scope, slug: string): Promise<Application> {
  const application = await findApplication(deps, scope, slug);
  if (!application?.enabled) throw notFound("Application");
  return application;
}

/** All applications of an organization by name, enabled or not. */
export async function listApplications(deps: Reader, scope: Scope): Promise<Application[]> {
  const catalog = await catalogOf(deps);
  const settings = new Map((await listSettings(deps.db, scope)).map((row) => [row.slug, row]));
  const custom = await listCustom(deps.db, scope);
  const native = catalog
    .list()
    .map((connector) => nativeApplication(connector, settings.get(connector.info.slug)));
  // A connector of the catalogue hides an own application of the same slug: it may have come later.
  const own = custom
    .filter((row) => catalog.get(row.slug) === undefined)
    .map((row) => customApplication(deps, catalog, row, settings.get(row.slug)))
    .filter((one) => one !== undefined);
  return [...native, ...own].sort((a, b) => a.connector.info.name.localeCompare(b.connector.info.name, "en"));
}

/** The OAuth2 client for an application: the organization's own, or else the operator's. */
export function clientOf(
  { vault }: Pick<Deps, "vault">,
  { settings, connector }: Application,
): OAuthClient | undefined {
  if (!settings?.client_id) return connector.info.auth.oauth2?.client;
  const secret = settings.client_secret;
  return {
    id: settings.client_id,
    secret: secret === null ? undefined : vault.open(secret, secretIdentity(settings.id)),
  };
}

/** The scopes to ask for: the organization's choice, or else the manifest's. */
export function scopesOf({ settings, connector }: Application): readonly string[] {
  return settings?.scopes ?? connector.info.auth.oauth2?.scopes ?? [];
}

/** What the vault binds a client secret to. */
export function secretIdentity(settingsId: string): string {
  return `application_settings/${settingsId}/client_secret`;
}

function nativeApplication(connector: Connector, settings: SettingsRow | undefined): Application {
  const id = createHash("sha256").update(`application/${connector.info.slug}`).digest("hex").slice(0, 24);
  return application({ id, custom: false, connector, settings });
}

function customApplication(
  deps: Reader,
  catalog: Catalog,
  row: CustomApplicationRow,
  settings: SettingsRow | undefined,
): Application | undefined {
  const connector = compile(deps, catalog, row);
  return connector && application({ id: row.id, custom: true, connector, settings });
}

function application(parts: Omit<Application, "authTypes" | "enabled">): Application {
  const { auth } = parts.connector.info;
  const types: AuthType[] = [];
  if (auth.oauth2 !== undefined && (parts.settings?.client_id || auth.oauth2.client)) types.push("oauth2");
  if (auth.keybased !== undefined) types.push("keybased");
  // The default kind comes first, where it works.
  types.sort((a, b) => Number(b === auth.defaultType) - Number(a === auth.defaultType));
  return {
    ...parts,
    authTypes: types.length > 0 ? types : ["oauth2"],
    enabled: parts.settings?.enabled ?? types.length > 0,
  };
}

/** Own applications are compiled once per revision and process; undefined for one whose definition is no longer good. */
function compile({ log }: Reader, catalog: Catalog, row: CustomApplicationRow): Connector | undefined {
  const known = compiled.get(catalog) ?? new Map<string, Connector | undefined>();
  compiled.set(catalog, known);
  const key = `${row.id}:${row.revision}`;
  if (known.has(key)) return known.get(key);
  let connector: Connector | undefined;
  try {
    connector = compileDefinition(row.provider, row.definition);
  } catch (error) {
    // It was good when it was saved, by the rules of that time: it must not take the others along.
    if (!(error instanceof DefinitionError)) throw error;
    log.warn({ application: row.id, slug: row.slug, problem: error.message }, "application.skipped");
  }
  if (known.size >= MOST_COMPILED) known.clear();
  known.set(key, connector);
  return connector;
}

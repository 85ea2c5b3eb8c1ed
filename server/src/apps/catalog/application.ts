import { createHash } from "node:crypto";
import type { Scope } from "../../auth/scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../platform/errors.ts";
import { describeSealed } from "../../platform/root-key/sealed-column.ts";
import type { Connector } from "../connector.ts";
import type { AuthType, OAuthClient } from "../connector-auth.ts";
import {
  type ApplicationSettingsRow,
  type CustomApplicationHead,
  findCustomHead,
  findSettings,
  listCustomHeads,
  listSettings,
} from "./application-store.ts";
import {
  type CustomRevision,
  compileCustomApplication,
  compileCustomApplications,
} from "./custom-applications.ts";

export const CLIENT_SECRET_COLUMN = describeSealed("application_settings", "client_secret");

/** An application as one organization has it: of the catalog or its own, with its settings. */
export interface Application {
  /** 24 hex characters; for an application of the catalog the same everywhere. */
  id: string;
  custom: boolean;
  /** Of a custom application: its stored record, and where it sends credentials. */
  own?: CustomRevision;
  connector: Connector;
  settings: ApplicationSettingsRow | undefined;
  /**
   * The kinds of connecting that work here: OAuth2 needs a client, unless customers bring theirs. Empty only if
   * nobody connects, or can yet.
   */
  authTypes: readonly AuthType[];
  enabled: boolean;
}

/** What reading applications takes. */
export type ApplicationReaderDeps = Pick<Deps, "db" | "catalog" | "log">;

// `localeCompare` takes ten times as long for the first list.
const BY_NAME = new Intl.Collator("en");

// Four characters of a shorter secret would reveal too much.
const SHORT_SECRET = 16;

/** The application `slug`, enabled or not; undefined if there is none. */
export async function findApplication(
  deps: ApplicationReaderDeps,
  scope: Scope,
  slug: string,
): Promise<Application | undefined> {
  const catalog = await deps.catalog.load();
  const [own, settings] = await Promise.all([
    findCustomHead(deps.db, scope, slug),
    findSettings(deps.db, scope, slug),
  ]);
  // A custom application existed before a connector with the same slug: its customers' credentials are not for that one.
  if (own !== undefined) return customApplication(deps, own, settings);
  const connector = catalog.get(slug);
  return connector && nativeApplication(connector, settings);
}

/** The application `slug`; 404 unless it exists and is enabled. */
export async function readEnabledApplication(
  deps: ApplicationReaderDeps,
  scope: Scope,
  slug: string,
): Promise<Application> {
  const application = await findApplication(deps, scope, slug);
  if (!application?.enabled) throw notFound("Application");
  return application;
}

/** All applications of an organization by name, enabled or not. */
export async function listApplications(deps: ApplicationReaderDeps, scope: Scope): Promise<Application[]> {
  const catalog = await deps.catalog.load();
  const settings = new Map((await listSettings(deps.db, scope)).map((row) => [row.slug, row]));
  const custom = await listCustomHeads(deps.db, scope);
  // A custom application hides a later connector with the same slug, as in `findApplication`.
  const hidden = new Set(custom.map(({ slug }) => slug));
  const native = catalog
    .list()
    .filter(({ info }) => !hidden.has(info.slug))
    .map((connector) => nativeApplication(connector, settings.get(connector.info.slug)));
  const made = await compileCustomApplications(deps, custom);
  const own = custom.flatMap(({ id, slug }) => {
    const one = made.get(id);
    return one === undefined ? [] : [application({ id, custom: true, ...one, settings: settings.get(slug) })];
  });
  return [...native, ...own].sort((a, b) => BY_NAME.compare(a.connector.info.name, b.connector.info.name));
}

/** The OAuth2 client for an application: the organization's own, otherwise the operator's. */
export function findOAuthClient(
  { vault }: Pick<Deps, "vault">,
  { settings, connector }: Application,
): OAuthClient | undefined {
  if (!settings?.client_id) return connector.info.auth.oauth2?.client;
  const secret = settings.client_secret;
  return {
    id: settings.client_id,
    secret: secret === null ? undefined : vault.open(secret, CLIENT_SECRET_COLUMN.identityOf(settings.id)),
  };
}

/** Whether customers bring an OAuth2 client of their own. */
export function hasCustomerClients({ connector }: Application): boolean {
  return connector.info.auth.oauth2?.customerClient !== undefined;
}

/** Whether nobody can connect without an OAuth2 client. */
export function needsClient({ connector: { info }, settings }: Application): boolean {
  const { oauth2, keybased, yourApp } = info.auth;
  if (oauth2 === undefined || keybased !== undefined || yourApp !== undefined) return false;
  return !settings?.client_id && oauth2.client === undefined && oauth2.customerClient === undefined;
}

/** The scopes to request: the organization's choice, otherwise the manifest's. */
export function listScopes({ settings, connector }: Application): readonly string[] {
  return settings?.scopes ?? connector.info.auth.oauth2?.scopes ?? [];
}

/** The last characters of the organization's own client secret; undefined without one, or if it is short. */
export function getSecretLastFour(
  { vault }: Pick<Deps, "vault">,
  { settings }: Application,
): string | undefined {
  if (settings?.client_secret == null) return undefined;
  const secret = vault.open(settings.client_secret, CLIENT_SECRET_COLUMN.identityOf(settings.id));
  return secret.length < SHORT_SECRET ? undefined : secret.slice(-4);
}

function nativeApplication(connector: Connector, settings: ApplicationSettingsRow | undefined): Application {
  const id = createHash("sha256").update(`application/${connector.info.slug}`).digest("hex").slice(0, 24);
  return application({ id, custom: false, connector, settings });
}

async function customApplication(
  deps: ApplicationReaderDeps,
  head: CustomApplicationHead,
  settings: ApplicationSettingsRow | undefined,
): Promise<Application | undefined> {
  const found = await compileCustomApplication(deps, head);
  return found && application({ id: head.id, custom: true, ...found, settings });
}

function application(parts: Omit<Application, "authTypes" | "enabled">): Application {
  const { auth } = parts.connector.info;
  const types: AuthType[] = [];
  const { client, customerClient } = auth.oauth2 ?? {};
  if (auth.oauth2 && (parts.settings?.client_id || client || customerClient)) types.push("oauth2");
  if (auth.keybased !== undefined) types.push("keybased");
  // The default kind comes first, if it works.
  types.sort((a, b) => Number(b === auth.defaultType) - Number(a === auth.defaultType));
  const works = types.length > 0 || auth.yourApp !== undefined;
  // Nobody has said yet how customers of an imported document connect (D456).
  const isOpenQuestion = !works && auth.oauth2 === undefined;
  return {
    ...parts,
    authTypes: works || isOpenQuestion ? types : ["oauth2"],
    enabled: !isOpenQuestion && (parts.settings?.enabled ?? works),
  };
}

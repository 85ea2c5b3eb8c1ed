import type { Application } from "../apps/application.ts";
import type { ConnectionRow } from "../apps/store.ts";
import type { Scope } from "../auth/scope.ts";
import type { Brand } from "../platform/pages/brand.ts";
import type { PageContent } from "../platform/pages/document.ts";
import type { Words } from "../platform/pages/words/words.ts";
import { applicationPage } from "./application-page.ts";
import { linkPage } from "./link-page.ts";
import { listPage } from "./list-page.ts";
import type { Visit } from "./visit.ts";

/** The pages that can be looked at before customers see them. */
export const PREVIEWED = ["applications", "application", "reconnect"] as const;
export type PreviewedPage = (typeof PREVIEWED)[number];

// As much as is seen at a glance; a long catalogue with its icons would be megabytes.
const MOST_APPLICATIONS = 8;
const CONNECTED_MS = 40 * 86_400_000;

interface Previewed {
  readonly scope: Scope;
  readonly brand: Brand;
  readonly words: Words;
  /** Those that are enabled. */
  readonly applications: readonly Application[];
  readonly now: Date;
}

/** A page of the portal as an invented customer would see it; nothing on it leads anywhere. */
export function previewPage(
  page: PreviewedPage,
  { scope, brand, words, applications, now }: Previewed,
): PageContent {
  const visit = inventedVisit(scope, brand, words);
  const shown = applications.slice(0, MOST_APPLICATIONS);
  const [first] = shown;
  if (page === "applications" || first === undefined) {
    const connections = first ? [inventedConnection(scope, first, now)] : [];
    return listPage(visit, { applications: shown, connections, search: "", hasAssistants: false });
  }
  const one = shown.find(({ authTypes }) => authTypes[0] === "keybased") ?? first;
  if (page === "application") return applicationPage(visit, { application: one, connections: [] });
  const connection: ConnectionRow = { ...inventedConnection(scope, one, now), status: "expired" };
  return linkPage(visit, { application: one, connections: [connection] });
}

function inventedVisit(scope: Scope, brand: Brand, words: Words): Visit {
  const account = { id: "", accountId: "acme" };
  return {
    link: {
      id: "",
      token: "",
      scope: { ...scope, account },
      configId: account.accountId,
      properties: {},
      product: {},
      accountName: "Acme Inc.",
      used: false,
      withoutAssistants: true,
    },
    brand,
    words,
    asked: undefined,
    carried: {},
    company: brand.name ?? "",
    base: "#",
    formToken: "",
    framed: false,
    isAlone: false,
  };
}

function inventedConnection(
  { orgId, environment }: Scope,
  { connector }: Application,
  now: Date,
): ConnectionRow {
  const then = new Date(now.getTime() - CONNECTED_MS);
  return {
    id: "",
    org_id: orgId,
    environment,
    account_id: "",
    slug: connector.info.slug,
    auth_type: "keybased",
    status: "active",
    identifier: "Acme Inc.",
    secrets: Buffer.alloc(0),
    connected_at: then,
    expires_at: null,
    refresh_at: null,
    retry_at: null,
    last_error: null,
    lease: null,
    leased_until: null,
    next_probe_at: then,
    created_at: then,
    updated_at: then,
    revision: 0,
  };
}

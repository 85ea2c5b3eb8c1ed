import type { Application } from "../../apps/catalog/application.ts";
import type { ConnectionRow } from "../../apps/store.ts";
import type { Scope } from "../../auth/scope.ts";
import { presentFields } from "../../configs/schema.ts";
import type { Brand } from "../../pages/brand.ts";
import type { PageContent } from "../../pages/document.ts";
import type { OwnKey } from "../../pages/words/own-texts.ts";
import type { Words } from "../../pages/words/words.ts";
import { html } from "../../platform/http/html.ts";
import type { Field } from "../../workflows/definition/field.ts";
import { renderLinkPage } from "../links/link-page.ts";
import { renderApplicationPage } from "../pages/application-page.ts";
import { renderListPage } from "../pages/list-page.ts";
import { renderSettingsForm } from "../settings/settings-form.ts";
import { splitSettingsSteps } from "../settings/settings-steps.ts";
import { NO_ACCOUNTS } from "../settings/settings-view.ts";
import type { Visit } from "../visit.ts";
import { renderTextPage } from "./preview-text.ts";

/** The pages that can be previewed. */
export const PREVIEWED = ["applications", "application", "reconnect"] as const;
export type PreviewedPage = (typeof PREVIEWED)[number];

// As many as are visible at a glance; a long catalog with its icons would be megabytes.
const MOST_APPLICATIONS = 8;
const CONNECTED_MS = 40 * 86_400_000;

interface Previewed {
  readonly scope: Scope;
  readonly brand: Brand;
  readonly words: Words;
  /** Enabled ones only. */
  readonly applications: readonly Application[];
  readonly now: Date;
}

/** A page of the portal as an invented customer would see it; its links lead nowhere. */
export function renderPreviewPage(
  page: PreviewedPage,
  { scope, brand, words, applications, now }: Previewed,
): PageContent {
  const visit = inventedVisit(scope, brand, words);
  const shown = applications.slice(0, MOST_APPLICATIONS);
  const [first] = shown;
  if (page === "applications" || first === undefined) {
    const connections = first ? [inventedConnection(scope, first, now)] : [];
    const without = { hasAssistants: false };
    return renderListPage(visit, { applications: shown, connections, search: "", ...without });
  }
  const one = shown.find(({ authTypes }) => authTypes[0] === "keybased") ?? first;
  if (page === "application") return renderApplicationPage(visit, { application: one, connections: [] });
  const connection: ConnectionRow = { ...inventedConnection(scope, one, now), status: "expired" };
  return renderLinkPage(visit, { application: one, connections: [connection] });
}

/** A page that contains this text; the list if there is no application to show. */
export function renderPreviewText(
  key: OwnKey,
  { scope, brand, words, applications, now }: Previewed,
): PageContent {
  const visit = inventedVisit(scope, brand, words);
  const [application] = applications;
  if (application === undefined)
    return renderListPage(visit, {
      applications,
      connections: [],
      search: "",
      hasAssistants: true,
    });
  return renderTextPage(key, {
    visit,
    words,
    application,
    connection: inventedConnection(scope, application, now),
  });
}

/** A workflow that is not stored, limited to what customers set up. */
export interface PreviewedWorkflow {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly Field[];
}

/** The form in which customers set up a workflow, at its first step; unfilled and fully unfolded. */
export function renderPreviewSettings(
  { scope, brand, words }: Pick<Previewed, "scope" | "brand" | "words">,
  { name, description, fields }: PreviewedWorkflow,
): PageContent {
  const visit = inventedVisit(scope, brand, words);
  const shown = presentFields(fields, { fields: {}, secrets: {} });
  const config = {
    slug: "",
    config_id: visit.link.configId,
    fields: [],
    field_errors: [],
    workflows: [{ id: "", name, description, enabled: true, fields: shown }],
  };
  const steps = splitSettingsSteps(words, config);
  const form = renderSettingsForm(visit, {
    slug: "",
    accounts: NO_ACCOUNTS,
    config,
    isMade: true,
    steps,
    current: 0,
  });
  return { title: name, body: html`${form}` };
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
    name: null,
    place: 1,
    is_default: true,
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

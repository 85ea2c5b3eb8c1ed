import type { Application } from "../../apps/catalog/application.ts";
import type { AuthInfo, AuthType } from "../../apps/connector-auth.ts";
import type { ConnectionRow } from "../../apps/store.ts";
import type { PageContent } from "../../pages/document.ts";
import { describeValueProblem } from "../../pages/value-words.ts";
import type { OwnKey } from "../../pages/words/own-texts.ts";
import type { Words } from "../../pages/words/words.ts";
import { html } from "../../platform/http/html.ts";
import { renderDecisionPage } from "../../runs/approvals/approval-page.ts";
import { renderConnectedPage, renderLinkPage } from "../links/link-page.ts";
import { renderApplicationPage } from "../pages/application-page.ts";
import type { RejectedForm } from "../pages/connect-form.ts";
import { renderListPage } from "../pages/list-page.ts";
import { renderSavedNotice } from "../pages/page-notices.ts";
import { renderDeadLinkPage, renderDisconnectPage } from "../pages/small-pages.ts";
import { renderSettingsForm } from "../settings/settings-form.ts";
import { type ConfigRecord, splitSettingsSteps } from "../settings/settings-steps.ts";
import { NO_ACCOUNTS } from "../settings/settings-view.ts";
import type { Visit } from "../visit.ts";

/** The ingredients of the pages. */
export interface Sample {
  readonly visit: Visit;
  readonly words: Words;
  readonly application: Application;
  readonly connection: ConnectionRow;
}

/** The page on which customers read a text. */
export function renderTextPage(key: OwnKey, sample: Sample): PageContent {
  return PAGES[key](sample);
}

const PAGES: Readonly<Record<OwnKey, (sample: Sample) => PageContent>> = {
  "page.help": list,
  "page.correct": ({ words, ...sample }) => {
    const problems = (["whose.company", "whose.account"] as const).map((label) => ({
      text: describeValueProblem(words, words.t(label), { kind: "required" }),
    }));
    return connect({ words, ...sample }, { ...attempt, problems });
  },
  "list.title": list,
  "list.intro": list,
  "list.connected": list,
  "list.available": (sample) => list({ ...sample, connection: undefined }),
  "list.empty": ({ visit }) =>
    renderListPage(visit, {
      applications: [],
      connections: [],
      search: "",
      hasAssistants: false,
    }),
  "list.assistantsIntro": list,
  "app.againHelp": ({ visit, application, connection }) =>
    renderApplicationPage(visit, { application, connections: [connection], unfolded: true }),
  "app.expired": ({ visit, application, connection }) =>
    renderApplicationPage(visit, { application, connections: [expired(connection)] }),
  "connect.nothingToDo": (sample) => connect(made(sample, "keybased", { yourApp: [] })),
  "connect.button": (sample) => connect(made(sample, "keybased")),
  "connect.continue": (sample) => connect(made(sample, "oauth2")),
  "connect.leaves": (sample) => connect(made(sample, "oauth2")),
  "connect.leavesFilled": ({ visit, ...sample }) => {
    const link = { ...visit.link, sealedSettings: Buffer.alloc(0) };
    return connect(made({ visit: { ...visit, link }, ...sample }, "oauth2"));
  },
  "connect.newWindow": ({ visit, ...sample }) =>
    connect(made({ visit: { ...visit, framed: true }, ...sample }, "oauth2")),
  "connect.blocked": (sample) => refused(sample, "connect.blocked"),
  "connect.blockedTyped": (sample) => refused(sample, "connect.blockedTyped"),
  "link.missingText": ({ visit, application }) => renderLinkPage(visit, { application, connections: [] }),
  "link.endedText": ({ visit, application, connection }) =>
    renderLinkPage(visit, { application, connections: [expired(connection)] }),
  "link.connectedText": ({ visit, application, connection }) =>
    renderLinkPage(visit, { application, connections: [connection] }),
  "link.doneText": ({ words, application }) => renderConnectedPage(words, application),
  "link.deadText": ({ words }) => renderDeadLinkPage(words),
  "leave.text": ({ visit, application }) => renderDisconnectPage(visit, application),
  "setup.title": (sample) => settings(sample, { isMade: true }),
  "setup.workflows": (sample) => settings(sample, { isMade: true }),
  "setup.off": (sample) => settings(sample, { isMade: false }),
  "setup.saved": ({ words, ...sample }) =>
    settings({ words, ...sample }, { isMade: true, notice: renderSavedNotice(words, "all") }),
  "assistants.intro": ({ words: { t } }) => ({
    title: t("assistants.title"),
    body: html`<div class="intro"><h1>${t("assistants.title")}</h1><p>${t("assistants.intro")}</p></div>`,
  }),
  "approval.thanks": ({ words }) =>
    renderDecisionPage(words, { title: undefined, approved: true, thanks: true, timedOutAt: undefined }),
  "problem.unreachableText": (sample) => {
    const { t } = sample.words;
    const { name } = sample.application.connector.info;
    const fault = { title: t("problem.unreachable", { name }), text: t("problem.unreachableText") };
    return connect(sample, { ...attempt, fault });
  },
};

const attempt: RejectedForm = { type: "keybased", typed: {}, problems: [] };

/** With connections, and assistants beside the applications. */
function list({
  visit,
  application,
  connection,
}: Pick<Sample, "visit" | "application"> & { connection: ConnectionRow | undefined }): PageContent {
  const connections = connection === undefined ? [] : [connection];
  return renderListPage(visit, {
    applications: [application],
    connections,
    search: "",
    hasAssistants: true,
  });
}

function connect({ visit, application }: Sample, tried?: RejectedForm): PageContent {
  return renderApplicationPage(visit, {
    application,
    connections: [],
    ...(tried && { attempt: { ...tried, type: application.authTypes[0] ?? tried.type } }),
  });
}

function refused(sample: Sample, key: "connect.blocked" | "connect.blockedTyped"): PageContent {
  const { name } = sample.application.connector.info;
  return connect(sample, { ...attempt, problems: [{ text: sample.words.t(key, { name }) }] });
}

/** The sample with an application that is connected by this auth type. */
function made(sample: Sample, type: AuthType, auth: Partial<AuthInfo> = {}): Sample {
  const { connector } = sample.application;
  const { settings, oauth2 } = connector.info.auth;
  const consent = { ...oauth2, grant: "authorization_code" } as AuthInfo["oauth2"];
  const info = {
    ...connector.info,
    auth: { defaultType: type, settings, keybased: { fields: [] }, oauth2: consent, ...auth },
  };
  return {
    ...sample,
    application: { ...sample.application, authTypes: [type], connector: { ...connector, info } },
  };
}

function expired(connection: ConnectionRow): ConnectionRow {
  return { ...connection, status: "expired" };
}

/** An application that is set up in two steps: a field of its own and a workflow. */
function settings(
  { visit, words, application, connection }: Sample,
  { isMade, notice }: { isMade: boolean; notice?: ReturnType<typeof renderSavedNotice> },
): PageContent {
  const field = { id: "field", name: "Region", field_type: "text", required: false, labels: [] };
  const workflow = { id: "workflow", name: "Invoices", description: "", enabled: true, fields: [] };
  const config = { fields: [field], workflows: [workflow], field_errors: [] } as unknown as ConfigRecord;
  const steps = splitSettingsSteps(words, config);
  const form = renderSettingsForm(visit, {
    slug: "",
    accounts: NO_ACCOUNTS,
    config,
    isMade,
    steps,
    current: 0,
  });
  return renderApplicationPage(visit, { application, connections: [connection], settings: form, notice });
}

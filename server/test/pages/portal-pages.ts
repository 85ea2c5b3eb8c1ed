import { OUTCOMES } from "../../src/apps/connections/finish-connect.ts";
import type { PageContent } from "../../src/pages/document.ts";
import { describeProblem } from "../../src/pages/problem-words.ts";
import { describeValueProblem } from "../../src/pages/value-words.ts";
import type { Words } from "../../src/pages/words/words.ts";
import { renderAccountPage } from "../../src/portal/accounts/account-page.ts";
import { renderActivityPage } from "../../src/portal/activity/activity-page.ts";
import { renderExecutionPage } from "../../src/portal/activity/execution-page.ts";
import { describeFailure } from "../../src/portal/activity/failure-words.ts";
import type { ActivityItem } from "../../src/portal/activity/read-activity.ts";
import type { ActivityExecution } from "../../src/portal/activity/read-execution.ts";
import {
  renderConnectedPage,
  renderLinkPage,
  renderOtherAccountPage,
  renderSignInAgainPage,
  renderSignInEndedPage,
} from "../../src/portal/links/link-page.ts";
import {
  renderManageWorkflowPage,
  renderOwnWorkflowsPage,
  renderRefusedNotice,
  renderWorkflowNotice,
  WORKFLOW_NOTICES,
} from "../../src/portal/own-workflows/pages.ts";
import { renderApplicationPage, renderOutcomeNotice } from "../../src/portal/pages/application-page.ts";
import { type RejectedForm, readAttempt } from "../../src/portal/pages/connect-form.ts";
import { renderListPage } from "../../src/portal/pages/list-page.ts";
import { renderDisconnectedNotice, renderSavedNotice } from "../../src/portal/pages/page-notices.ts";
import {
  renderDeadLinkPage,
  renderDisconnectPage,
  renderMessagePage,
  renderProviderRedirectPage,
} from "../../src/portal/pages/small-pages.ts";
import { WHOLE_VIEW } from "../../src/runs/view/account-view.ts";
import { DATA, inventedApplication, inventedConnection, inventedVisit, NOW } from "./invented.ts";
import { settingsPages } from "./settings-pages.ts";

const OAUTH2 = { grant: "authorization_code" } as never;
const CLIENT_ALONE = { grant: "client_credentials" } as never;

/** An application that needs no connection. */
const withoutSignIn = () => inventedApplication(["keybased"], { settings: [], keybased: { fields: [] } });

/** Every page of the portal, in every state and in this language. */
export function portalPages(words: Words): PageContent[] {
  return [
    ...lists(words),
    ...connecting(words),
    ...choosing(words),
    ...states(words),
    ...links(words),
    ...settingsPages(words),
    ...ownWorkflows(words),
    ...activity(words),
    ...messages(words),
  ];
}

function lists(words: Words): PageContent[] {
  const visit = inventedVisit(words);
  const one = inventedApplication(["keybased"]);
  const base = {
    applications: [one],
    connections: [],
    search: "",
    hasAssistants: true,
    hasActivity: true,
    ownWorkflows: "build" as const,
  };
  const many = { ...base, applications: Array(9).fill(one) };
  const tags = ["generic", "crm", "payments", "support", "wiki", "chat", "issue-tracking", "ai", "1"];
  const grouped = tags.map((tag) => ({
    ...one,
    connector: { ...one.connector, info: { ...one.connector.info, tags: [tag] } },
  }));
  const troubled = {
    retrying: new Set(["1"]),
    refused: new Set<string>(),
    lastRuns: new Map([["1", { at: NOW, hasFailed: true }]]),
  };
  const well = {
    retrying: new Set<string>(),
    refused: new Set<string>(),
    lastRuns: new Map([["1", { at: NOW, hasFailed: false }]]),
  };
  const denied = { ...well, refused: new Set(["1"]) };
  return [
    renderListPage(visit, { ...base, applications: grouped }),
    renderListPage(visit, { ...base, applications: [withoutSignIn()] }),
    renderListPage(visit, { ...base, connections: [inventedConnection({ id: "1" })], states: denied }),
    ...(["keybased", "oauth2"] as const).map((kind) =>
      renderApplicationPage(visit, {
        application: one,
        connections: [inventedConnection({ id: "1", auth_type: kind })],
        states: denied,
      }),
    ),
    renderListPage(visit, { ...base, connections: [inventedConnection({ id: "1" })], states: troubled }),
    renderApplicationPage(visit, {
      application: one,
      connections: [inventedConnection({ id: "1" })],
      states: well,
    }),
    renderApplicationPage(visit, {
      application: one,
      connections: [inventedConnection({ id: "1" })],
      states: troubled,
    }),
    renderListPage(visit, { ...base, notice: renderDisconnectedNotice(words, DATA.name) }),
    renderListPage(visit, { ...base, applications: [], hasAssistants: false, ownWorkflows: undefined }),
    renderListPage(visit, { ...base, ownWorkflows: "end" }),
    renderListPage(visit, { ...many, search: "Ωμέγα" }),
    ...[{}, { identifier: DATA.person }, { status: "expired" as const }].map((changes) =>
      renderListPage(visit, { ...base, connections: [inventedConnection(changes)] }),
    ),
  ];
}

/** Which of several accounts is connected. */
function choosing(words: Words): PageContent[] {
  const account = (name: string) => ({ name, detail: DATA.description, settings: { a: name } });
  const accounts = [account("1"), account("2")];
  const view = {
    application: inventedApplication(["oauth2"], { oauth2: OAUTH2 }),
    company: DATA.company,
    customer: DATA.account,
    path: "/1",
    lang: undefined,
    search: "",
    formToken: "1",
  };
  const lost = { name: "3", settings: { a: "3" }, isExpired: false };
  return [
    renderAccountPage(words, { ...view, choice: { accounts, previous: { ...lost, ...accounts[0] } } }),
    renderAccountPage(words, { ...view, choice: { accounts, previous: lost } }),
    renderAccountPage(words, { ...view, choice: { accounts, previous: { ...lost, name: undefined } } }),
    renderAccountPage(words, { ...view, isRefused: true, choice: { accounts, previous: undefined } }),
    renderAccountPage(words, {
      ...view,
      lang: "de",
      search: "Ωμέγα",
      choice: { accounts: Array(9).fill(account("1")), previous: undefined },
    }),
  ];
}

function connecting(words: Words): PageContent[] {
  const visit = inventedVisit(words);
  const both = inventedApplication(["oauth2", "keybased"], { oauth2: OAUTH2 });
  const keyFirst = inventedApplication(["keybased", "oauth2"], { oauth2: OAUTH2 });
  const clientAlone = inventedApplication(["keybased", "oauth2"], { oauth2: CLIENT_ALONE });
  const open = withoutSignIn();
  const typed = { "field.b": "πολλές", "field.c": "9" };
  const attempt = (given: Record<string, string>): RejectedForm =>
    readAttempt(words, keyFirst, "keybased", new URLSearchParams(given));
  const refused: RejectedForm = { ...attempt({}), problems: [{ text: words.t("connect.refused", REASON) }] };
  const faults = [
    { title: words.t("problem.unreachable", { name: DATA.name }), text: words.t("problem.unreachableText") },
    { title: "1", text: words.t("problem.unreachableTyped", { reason: "Όχι." }) },
    { title: "2", text: words.t("connect.blocked", DATA) },
    { title: "3", text: words.t("connect.blockedTyped", DATA) },
  ];
  const wrong = (["address", "addressUser", "label"] as const).map((kind) =>
    describeValueProblem(words, "Διεύθυνση", { kind }),
  );
  wrong.push(describeValueProblem(words, "Διεύθυνση", { kind: "oneOf", choices: "α; β" }));
  const unchecked: RejectedForm = {
    ...attempt({}),
    problems: [{ text: words.t("connect.unchecked", REASON) }],
  };
  const page = (application = both, more = {}) =>
    renderApplicationPage(visit, { application, connections: [], ...more });
  return [
    page(),
    page(inventedApplication(["oauth2"], { oauth2: { ...(OAUTH2 as object), scopes: ["1"] } as never }), {
      workflows: [{ name: DATA.name, description: DATA.description }],
    }),
    page(keyFirst),
    page(open),
    page(clientAlone),
    page(inventedApplication([], { yourApp: [] })),
    page(keyFirst, { attempt: attempt(typed) }),
    page(keyFirst, { attempt: attempt({ "field.a": "α".repeat(20_000) }) }),
    page(keyFirst, { attempt: refused }),
    page(keyFirst, { attempt: unchecked }),
    ...faults.map((fault) => page(keyFirst, { attempt: { ...attempt({}), problems: [], fault } })),
    ...wrong.map((text) => page(keyFirst, { attempt: { ...attempt({}), problems: [{ text }] } })),
    renderApplicationPage({ ...visit, framed: true }, { application: both, connections: [] }),
    renderApplicationPage({ ...visit, returnTo: "https://1.2.3.4/" }, { application: both, connections: [] }),
    renderProviderRedirectPage(words, both, "https://1.2.3.4/"),
  ];
}

const REASON = { name: DATA.name, reason: "Όχι." };

function states(words: Words): PageContent[] {
  const visit = inventedVisit(words);
  const application = inventedApplication(["keybased"]);
  const notices = [
    renderSavedNotice(words, "all"),
    renderSavedNotice(words, "more"),
    ...OUTCOMES.map((kind) => renderOutcomeNotice(words, application, kind, [inventedConnection({})])),
  ];
  const connections = [
    [inventedConnection({})],
    [inventedConnection({ identifier: DATA.person })],
    [inventedConnection({ status: "expired" })],
    [inventedConnection({ status: "expired", identifier: DATA.person })],
    [
      inventedConnection({ id: "1" }),
      inventedConnection({ id: "2", place: 2, is_default: false }),
      inventedConnection({ id: "3", name: DATA.person, status: "expired", is_default: false }),
    ],
  ];
  const single = [inventedConnection({ id: "1" })];
  return [
    ...notices.map((notice) => renderApplicationPage(visit, { application, connections: [], notice })),
    ...connections.map((rows) => renderApplicationPage(visit, { application, connections: rows })),
    ...["new", "1"].map((target) =>
      renderApplicationPage(visit, { application, connections: single, target }),
    ),
    renderDisconnectPage(visit, application),
    renderDisconnectPage(visit, application, {
      connection: inventedConnection({ id: "1", name: DATA.person }),
      isOnly: false,
    }),
  ];
}

function links(words: Words): PageContent[] {
  const application = inventedApplication(["oauth2"], { oauth2: OAUTH2 });
  const visit = inventedVisit(words, { slug: "1" });
  const ofAgent = { client: DATA.person, server: "Πράκτορας" };
  const asked = [ofAgent, { ...ofAgent, client: null }].map((askedBy) =>
    inventedVisit(words, { slug: "1", askedBy: askedBy as never, sealedSettings: Buffer.from("") }),
  );
  const rows = [[], [inventedConnection({})], [inventedConnection({ status: "expired" })]];
  const problems = [{ text: "Όχι." }];
  return [
    ...rows.map((connections) => renderLinkPage(visit, { application, connections })),
    ...asked.map((one) => renderLinkPage(one, { application, connections: [] })),
    renderLinkPage(visit, { application, connections: [], attempt: { type: "oauth2", typed: {}, problems } }),
    renderConnectedPage(words, application),
    renderOtherAccountPage(visit),
    renderSignInEndedPage(words),
    renderSignInAgainPage(visit),
    renderDeadLinkPage(words),
  ];
}

function ownWorkflows(words: Words): PageContent[] {
  const visit = inventedVisit(words);
  const one = { id: "1", name: DATA.name, isOn: true, isChanged: true };
  const workflows = [one, { ...one, isOn: false, isChanged: false }];
  const access = "build";
  return [
    renderOwnWorkflowsPage(visit, {
      access,
      workflows,
      page: 2,
      hasNext: true,
      notice: renderRefusedNotice(words, visit, one),
    }),
    ...WORKFLOW_NOTICES.map((done) =>
      renderOwnWorkflowsPage(visit, {
        access,
        workflows,
        page: 1,
        hasNext: false,
        notice: renderWorkflowNotice(words, done),
      }),
    ),
    renderOwnWorkflowsPage(visit, { access, workflows: [], page: 1, hasNext: false, refusedName: "" }),
    renderOwnWorkflowsPage(visit, { access: "end", workflows, page: 1, hasNext: false }),
    renderManageWorkflowPage(visit, one, { access }),
    renderManageWorkflowPage(visit, one, { access: "end" }),
    renderManageWorkflowPage(visit, one, { access, refusedName: "" }),
    // It is on the editor's page, which is not rendered here.
    renderMessagePage(200, { title: "1", text: words.t("workflows.needsScript") }),
  ];
}

const STATES = [
  ...(["completed", "running", "waiting", "waitsForAnswer", "waitsForReconnect"] as const),
  ...(["failed", "stopped"] as const),
];
const CODES = [
  ...[
    "AUTH",
    "CONNECTION_REMOVED",
    "NOT_CONNECTED",
    "NOT_RECONNECTED",
    "RATELIMIT",
    "USAGE_LIMIT",
    "REMOTE",
    "INPUT",
    "NO_CONFIG",
    "TIMED_OUT",
    "WAIT_TIMEOUT",
  ],
  ...["TOO_LARGE", "EXPRESSION"],
];

function activity(words: Words): PageContent[] {
  const visit = inventedVisit(words);
  const application = inventedApplication(["keybased"]);
  const one: ActivityItem = {
    id: "1",
    name: DATA.name,
    startedAt: NOW,
    application,
    awaited: DATA.name,
    state: "completed",
    reason: undefined,
  };
  const items = STATES.map((state) => ({ ...one, state }));
  const execution: ActivityExecution = {
    ...one,
    endedAt: NOW,
    details: "Όχι.",
    reason: "Όχι.",
    advice: undefined,
    data: undefined,
  };
  const kinds = [
    ...(["connect", "connected", "reconnect", "reconnected"] as const),
    ...(["resumes", "settings", "later", "help"] as const),
  ];
  const step = { name: DATA.name, output: "α" };
  const steps = (["Success", "Errored", "Waiting", "Stopped", "Rejected"] as const).map((status) => ({
    ...step,
    status,
  }));
  const data = { received: "α".repeat(30_000), steps };
  const reasons = CODES.map((code) => describeFailure(words, { code, message: "Όχι." }, WHOLE_VIEW));
  return [
    renderActivityPage(visit, { items, filter: { after: "1" }, next: "2" }),
    renderActivityPage(visit, {
      items: reasons.map((reason) => ({ ...one, reason })),
      filter: {},
      next: "2",
    }),
    renderActivityPage(visit, { items: [], filter: {}, next: undefined }),
    renderActivityPage(visit, { items: [], filter: { failed: true }, next: undefined }),
    ...kinds.map((kind) => renderExecutionPage(visit, { ...execution, advice: { kind, application } })),
    renderExecutionPage(visit, { ...execution, data }),
  ];
}

function messages(words: Words): PageContent[] {
  return [400, 403, 404, 413, 415, 500, 503].map((status) =>
    renderMessagePage(status, describeProblem(words, status), inventedVisit(words)),
  );
}

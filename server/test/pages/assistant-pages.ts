import { renderForeignSignInFormPage } from "../../src/mcp/oauth/consent/interaction-routes.ts";
import {
  type Assistant,
  getAssistantName,
  renderCodePage,
  renderConsentPage,
  renderEndedSignInPage,
  renderNoMoreTriesPage,
  renderRedirectPage,
  renderRefusedPage,
  renderTooOftenPage,
  type SignInView,
} from "../../src/mcp/oauth/consent/pages.ts";
import type { SignIn } from "../../src/mcp/oauth/consent/sign-in.ts";
import { renderAssistantsPage } from "../../src/mcp/oauth/grants/assistants-page.ts";
import type { GrantRow } from "../../src/mcp/oauth/grants/grant-store.ts";
import type { PageContent } from "../../src/pages/document.ts";
import type { Words } from "../../src/pages/words/words.ts";
import { DATA, inventedVisit, NOW } from "./invented.ts";

/** Every page that connects an assistant, in every state. */
export function assistantPages(words: Words): PageContent[] {
  return [...ofPortal(words), ...ofSignIn(words)];
}

function ofPortal(words: Words): PageContent[] {
  const visit = inventedVisit(words);
  const clients = { claude: "1", chatgpt: "1", claude_code: "1", cursor: "1", vscode: "1" } as never;
  const server = {
    id: "1",
    name: "Πράκτορας",
    description: "Περιγραφή",
    address: "https://1.2.3.4",
    clients,
  };
  const grant = {
    id: "1",
    client_id: "https://1.2.3.4/",
    client_name: DATA.person,
    server_name: "Πράκτορας",
    created_at: NOW,
    last_used_at: null,
  } as unknown as GrantRow;
  const grants = [grant, { ...grant, last_used_at: NOW, client_id: "1" }];
  const view = { servers: [server], grants, takesCodes: true, withdrawn: true };
  return [
    renderAssistantsPage(visit, view),
    renderAssistantsPage(visit, { ...view, made: { serverId: "1", code: "12345" } }),
    renderAssistantsPage(visit, { ...view, servers: [] }),
  ];
}

function ofSignIn(words: Words): PageContent[] {
  const signIn = {
    serverName: "Πράκτορας",
    serverDescription: "",
    productName: DATA.company,
    account: { id: "1", accountId: DATA.account },
  } as SignIn;
  const here = { place: "127.0.0.1", isOnThisComputer: true };
  const unnamed: Assistant = { name: undefined, host: undefined, returnsTo: here };
  const vouched = { ...unnamed, host: "1.2.3.4", returnsTo: { ...here, isOnThisComputer: false } };
  const view = (assistant: Assistant, more: Partial<SignIn> = {}): SignInView => ({
    signIn: { ...signIn, ...more },
    assistant,
    words,
    path: "/1",
    formToken: "1",
  });
  const apps = [1, 2].map((count) => ({ name: DATA.name, actions: count, workflows: count }));
  const back = words.t("consent.goingBack", { name: getAssistantName(words, unnamed) });
  return [
    renderCodePage(view(unnamed)),
    renderCodePage(view(unnamed), true),
    renderConsentPage(view(unnamed), apps),
    renderConsentPage(view(vouched, { serverDescription: "Περιγραφή" }), []),
    renderNoMoreTriesPage(view(unnamed)),
    renderRedirectPage(words, back, "https://1.2.3.4/"),
    renderEndedSignInPage(words),
    renderRefusedPage(words, { error: "4" }),
    renderRefusedPage(words, { error_description: "4" }, DATA.person),
    renderTooOftenPage(words),
    renderForeignSignInFormPage(words),
  ];
}

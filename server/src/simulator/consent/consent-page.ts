import type { MockAnswer } from "../../../../connectors/mock-vendor.ts";
import { type PageContent, renderDocument } from "../../pages/document.ts";
import { renderNotice } from "../../pages/notice.ts";
import { createWords } from "../../pages/words/words.ts";
import { html } from "../../platform/http/html.ts";
import { ACCOUNTS } from "../application.ts";

// A page of a third party, which knows neither our address nor a company's look.
const NOWHERE = { corsOrigins: [], publicUrl: "http://simulator.invalid" };

/** What a customer is asked to allow, and which application asks. */
export interface ConsentQuestion {
  application: string;
  clientId: string;
  scopes: readonly string[];
  /** What is wrong with the last answer. */
  problem?: string;
}

/** The page on which a simulated customer gives or denies consent; its form comes back to its own address. */
export function renderConsentPage({ application, clientId, scopes, problem }: ConsentQuestion): MockAnswer {
  const accounts = ACCOUNTS.map(
    (name, index) =>
      html`<div class="check"><input type="radio" name="account" id="account-${index}" value="${name}"${index === 0 && problem === undefined && html` checked`}><label for="account-${index}">${name}</label></div>`,
  );
  const list = scopes.map((scope) => html`<li><code>${scope}</code></li>`);
  return renderPage({
    status: problem === undefined ? 200 : 400,
    title: `Sign in to ${application} (simulated)`,
    body: html`
<h1>Sign in to ${application}</h1>
<p class="intro">The app with the client id <b>${clientId}</b> asks for access to an account.</p>
${renderNotice("warn", "Simulated", `This is not ${application}: junctor simulate plays it. Nothing here leaves this network.`)}
${problem !== undefined && renderNotice("bad", problem)}
<form method="post" class="card">
<fieldset class="field"><legend>Account</legend>
${accounts}
<div class="check"><input type="radio" name="account" id="account-other" value=""${problem !== undefined && html` checked`}><label for="account-other">Another account</label></div>
<label class="help" for="name">Name of another account</label>
<input type="text" name="name" id="name" maxlength="40" autocomplete="off">
</fieldset>
${list.length > 0 && html`<details><summary>${scopes.length === 1 ? "1 permission" : `${scopes.length} permissions`}</summary><ul class="plain">${list}</ul></details>`}
<div class="actions"><button name="decision" value="allow">Allow</button><button name="decision" value="deny" class="quiet">Deny</button></div>
</form>`,
  });
}

/** The page in place of a consent that cannot be asked for. */
export function renderBrokenRequestPage(application: string, problem: string): MockAnswer {
  return renderPage({
    status: 400,
    title: `${application} (simulated)`,
    body: html`
<h1>${application} cannot ask for consent</h1>
${renderNotice("bad", problem, "Go back and start again; the application that sent you here made this request.")}
${renderNotice("warn", "Simulated", `This is not ${application}: junctor simulate plays it.`)}`,
  });
}

function renderPage(content: PageContent): MockAnswer {
  const { status, headers, text } = renderDocument(NOWHERE, { words: createWords("en") }, content);
  // Browsers apply it to the redirect that follows the form, and that leads to the application that asks.
  const policy = (headers["content-security-policy"] ?? "").replace("form-action 'self'; ", "");
  return { status, headers: { ...headers, "content-security-policy": policy }, body: text };
}

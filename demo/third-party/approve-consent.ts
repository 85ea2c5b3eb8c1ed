import type { LedgerlyCustomer } from "./sign-in-pages.ts";
import { LEDGERLY_CUSTOMER } from "./third-party.ts";

type Step = { url: URL; form?: URLSearchParams };
type Cookie = { origin: string; path: string; name: string; value: string };

const MAXIMUM_STEPS = 20;

/** Who signs in, and whether that customer then allows or refuses access. */
export type SignInChoice = { customer: LedgerlyCustomer; decision: "allow" | "refuse" };

/**
 * Signs in as the demo's customer and allows access; returns the text of the platform's callback page (see
 * `completeSignIn`).
 */
export async function approveConsent(authUrl: string): Promise<string> {
  return completeSignIn(authUrl, { customer: LEDGERLY_CUSTOMER, decision: "allow" });
}

/**
 * Plays a customer in the browser, from the authorization address or a page that leads to it: continues from the page
 * that names the account, follows redirects, signs in, decides. Returns the text of the page at the `redirect_uri`;
 * throws an Error if it does not get there.
 */
export async function completeSignIn(authUrl: string, choice: SignInChoice): Promise<string> {
  const cookies: Cookie[] = [];
  let step: Step = { url: new URL(authUrl) };
  let callback: string | null = null;
  for (let count = 0; count < MAXIMUM_STEPS; count += 1) {
    callback = step.url.searchParams.get("redirect_uri") ?? callback;
    if (callback !== null && addressOf(step.url) === addressOf(new URL(callback))) {
      return readPage(await fetch(step.url, { headers: cookieHeader(cookies, step.url) }), step.url);
    }
    const response = await send(step, cookies);
    keepCookies(cookies, response, step.url);
    step = await nextStep(response, step.url, choice);
  }
  throw new Error(`The sign-in did not reach its callback within ${MAXIMUM_STEPS} steps.`);
}

async function send({ url, form }: Step, cookies: Cookie[]): Promise<Response> {
  const method = form === undefined ? "GET" : "POST";
  // Browsers send the origin of the page that a form is on, which here is always the same server.
  const headers = { ...cookieHeader(cookies, url), ...(form && { origin: url.origin }) };
  return fetch(url, { method, headers, body: form ?? null, redirect: "manual" });
}

async function nextStep(response: Response, url: URL, choice: SignInChoice): Promise<Step> {
  const location = response.headers.get("location");
  if (location !== null && response.status >= 300 && response.status < 400) {
    await response.body?.cancel();
    return { url: new URL(location, url) };
  }
  const html = await readPage(response, url);
  const onward = /<meta http-equiv="refresh" content="0;url=([^"]+)"/.exec(html)?.[1];
  if (onward !== undefined) return { url: new URL(onward.replaceAll("&amp;", "&"), url) };
  return fillForm(html, url, choice);
}

async function readPage(response: Response, url: URL): Promise<string> {
  const text = await response.text();
  if (!response.ok) {
    throw new Error(`${addressOf(url)} answered ${response.status}: ${text.slice(0, 500)}`);
  }
  return text;
}

function fillForm(html: string, url: URL, { customer, decision }: SignInChoice): Step {
  const action = /<form[^>]* action="([^"]+)"/.exec(html)?.[1];
  if (action === undefined) {
    throw new Error(`${addressOf(url)} shows no form to fill in.`);
  }
  const form = new URLSearchParams();
  for (const [input, name = ""] of html.matchAll(/<input[^>]* name="([^"]+)"[^>]*>/g)) {
    const given = /type="hidden"/.test(input) ? /value="([^"]*)"/.exec(input)?.[1] : undefined;
    form.set(name, given ?? (name === "password" ? customer.password : customer.login));
  }
  if (html.includes(`name="decision" value="${decision}"`)) {
    form.set("decision", decision);
  }
  return { url: new URL(action, url), form };
}

function keepCookies(cookies: Cookie[], response: Response, url: URL): void {
  for (const line of response.headers.getSetCookie()) {
    const [pair = "", ...attributes] = line.split(";").map((part) => part.trim());
    const [name = "", ...rest] = pair.split("=");
    const attribute = (wanted: string) =>
      attributes.find((one) => one.toLowerCase().startsWith(`${wanted}=`))?.slice(wanted.length + 1);
    const path = attribute("path") ?? "/";
    const old = cookies.findIndex(
      (one) => one.name === name && one.path === path && one.origin === url.origin,
    );
    if (old >= 0) {
      cookies.splice(old, 1);
    }
    const expires = attribute("expires");
    if (expires === undefined || Date.parse(expires) > Date.now()) {
      cookies.push({ origin: url.origin, path, name, value: rest.join("=") });
    }
  }
}

function cookieHeader(cookies: Cookie[], url: URL): Record<string, string> {
  const fitting = cookies.filter((one) => one.origin === url.origin && url.pathname.startsWith(one.path));
  return fitting.length === 0
    ? {}
    : { cookie: fitting.map(({ name, value }) => `${name}=${value}`).join("; ") };
}

function addressOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

import { randomBytes } from "node:crypto";

/** What a browser shows after it has followed redirects on this server. */
export interface Shown {
  readonly status: number;
  /** Its address, which is outside of this server if it was redirected there. */
  readonly url: URL;
  readonly text: string;
  readonly headers: Headers;
}

/** A browser with separate cookies. */
export interface TestBrowser {
  go(url: string): Promise<Shown>;
  /** Submits the page's form with this `action` and these fields. */
  submit(page: Shown, action: string, fields: Record<string, string>, headers?: object): Promise<Shown>;
}

/** A minimal browser: it keeps cookies by path and follows redirects. */
export function openBrowser({ issuer }: { issuer: string }, address = anyAddress()): TestBrowser {
  const { origin } = new URL(issuer);
  const cookies = new Map<string, { path: string; value: string }>();
  const load = async (url: URL, init: RequestInit): Promise<Shown> => {
    if (url.origin !== origin) return { status: 0, url, text: "", headers: new Headers() };
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      headers: { ...init.headers, "x-forwarded-for": address, accept: "text/html", cookie: cookiesFor(url) },
    });
    for (const cookie of response.headers.getSetCookie()) keep(cookie);
    const text = await response.text();
    const refresh = /<meta http-equiv="refresh" content="0;url=([^"]+)">/.exec(text)?.[1];
    const next = response.headers.get("location") ?? refresh?.replaceAll("&amp;", "&");
    if (next !== undefined && response.status < 400) return load(new URL(next, url), { method: "GET" });
    return { status: response.status, url, text, headers: response.headers };
  };
  const keep = (cookie: string) => {
    const [pair = "", ...attributes] = cookie.split("; ");
    const path = /^path=(.*)$/i.exec(attributes.find((one) => /^path=/i.test(one)) ?? "")?.[1] ?? "/";
    const [name = "", value = ""] = pair.split("=");
    const key = `${name} ${path}`;
    if (value === "") cookies.delete(key);
    else cookies.set(key, { path, value: pair });
  };
  const cookiesFor = (url: URL) =>
    [...cookies.values()]
      .filter(({ path }) => url.pathname.startsWith(path))
      .map(({ value }) => value)
      .join("; ");
  return {
    go: (url) => load(new URL(url), { method: "GET" }),
    submit: (page, action, fields, headers = { "sec-fetch-site": "same-origin" }) => {
      const url = new URL(action, page.url);
      const body = new URLSearchParams({ ...hiddenFields(page.text, url.pathname), ...fields });
      return load(url, { method: "POST", body, headers: { ...headers } });
    },
  };
}

/** A visitor's address, as a reverse proxy reports it. */
export function anyAddress(): string {
  return `8.${[...randomBytes(3)].join(".")}`;
}

/** The hidden fields of the first form with this `action`. */
export function hiddenFields(text: string, action: string): Record<string, string> {
  const form = text.split("<form ").find((part) => part.includes(`action="${action}"`)) ?? "";
  const found = form.split("</form>")[0]?.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return Object.fromEntries([...(found ?? [])].map(([, name = "", value = ""]) => [name, value]));
}

import { hiddenFields } from "../../test/test-browser.ts";
import { startTestServer, type TestReply, type TestServer } from "../../test/test-server.ts";
import {
  buildOAuthDefinition,
  type FakeProvider,
  startFakeProvider,
} from "../apps/connections/fake-provider.ts";
import { findAccount } from "../auth/guard.ts";
import type { AccountScope } from "../auth/scope.ts";
import type { Config } from "../config.ts";

/** Markup and script that must always be escaped. */
export const HOSTILE = `<script>alert("x")</script><img src=x onerror='alert(1)'>`;

/** A server with an application that takes a key, one that uses OAuth2, and their provider. */
export interface TestPortal {
  readonly server: TestServer;
  readonly provider: FakeProvider;
  /** Advances the clock. */
  pass(ms: number): void;
  scopeOf(accountId: string): Promise<AccountScope>;
  /** Creates a portal link and returns its path. */
  link(accountId: string, options?: { configId?: string; properties?: object }): Promise<string>;
  get(path: string, headers?: Record<string, string>): Promise<TestReply>;
  /** Submits a form as a browser showing `page` would; `fields` are added to the form's hidden ones. */
  send(
    page: string,
    action: string,
    fields: FormFields,
    headers?: Record<string, string>,
  ): Promise<TestReply>;
  /** Sends exactly these fields. */
  post(path: string, fields: FormFields, headers?: Record<string, string>): Promise<TestReply>;
  close(): Promise<void>;
}

/** Form fields; a list is sent as several fields of the same name. */
export type FormFields = Readonly<Record<string, string | readonly string[]>>;

const SAME_ORIGIN = { "sec-fetch-site": "same-origin" };

/** What the provider of `desk` accepts, once it knows `good-key`. */
const DESK_KEY = { "field.team": "acme", "field.region": "eu", "field.key": "good-key" };

/** Starts everything for one test file; `close` it in `afterAll`. */
export async function startTestPortal(changes: Partial<Config> = {}): Promise<TestPortal> {
  let nowMs = Date.now();
  const provider = await startFakeProvider();
  const server = await startTestServer(changes, { clock: { now: () => new Date(nowMs) } });
  for (const definition of [
    keyDefinition(provider.url),
    buildOAuthDefinition("books", provider.url, { revoke_url: `${provider.url}/revoke` }),
  ]) {
    const url = "/api/v2/public/application";
    const reply = await server.request({ method: "POST", url, key: server.testKey, body: definition });
    if (reply.status !== 200) throw new Error(reply.text);
  }
  await server.request({
    method: "PUT",
    url: "/api/v2/public/application/books/settings",
    key: server.testKey,
    body: { client_id: "portal-client", client_secret: "portal-secret" },
  });
  const get: TestPortal["get"] = (path, headers = {}) => server.request({ url: path, headers });
  const post: TestPortal["post"] = (path, fields, headers = SAME_ORIGIN) =>
    server.request({
      method: "POST",
      url: path,
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: encode(fields),
    });
  return {
    server,
    provider,
    pass: (ms) => {
      nowMs += ms;
    },
    scopeOf: async (accountId) => {
      await server.account(accountId);
      const account = await findAccount(server.deps.database, server.test, accountId);
      if (!account) throw new Error("The account is missing.");
      return { ...server.test, account };
    },
    link: async (accountId, { configId, properties = {} } = {}) => {
      const token = await server.account(accountId);
      const query = configId === undefined ? "" : `?config_id=${configId}`;
      const url = `/api/v2/public/connect-url${query}`;
      const { body } = await server.request({ method: "POST", url, token, body: properties });
      return new URL(body.hosted_url).pathname;
    },
    get,
    post,
    send: async (page, action, fields, headers) => {
      const { text } = await get(page);
      const path = `${page.split("?")[0]}/${action}`;
      return post(path, { ...hiddenFields(text, path), ...fields }, headers);
    },
    close: async () => {
      await server.close();
      await provider.close();
    },
  };
}

/** The page of an account connected to the application that takes a key, and its config as the API shows it. */
export async function connectDesk(
  portal: TestPortal,
  accountId: string,
  options: { configId?: string } = {},
) {
  const path = await portal.link(accountId, options);
  await portal.send(`${path}/apps/desk`, "connect", DESK_KEY);
  const page = `${path}/apps/desk`;
  const url = `/api/v2/public/slug/desk/config/${options.configId ?? accountId}`;
  const config = async () =>
    (await portal.server.request({ url, key: portal.server.testKey, account: accountId })).body;
  const values = async (): Promise<Record<string, unknown>> => {
    const [one] = (await config()).workflows;
    const set = one.fields.filter((field: object) => "value" in field);
    return Object.fromEntries(set.map(({ id, value }: { id: string; value: unknown }) => [id, value]));
  };
  const save = (fields: FormFields, from = page) => portal.send(from, "settings", fields);
  return { page, config, values, save };
}

/** A page without the scripts that it loads from this server, in which nothing of anybody's text may stand. */
export function removeOwnScript(text: string): string {
  return text.replace(
    /<script nonce="[\w+/=]+" src="\/portal\/live-(?:form|list)\.js\?v=[\w-]{22}" defer><\/script>/g,
    "",
  );
}

/** The address that a page redirects the browser to. */
export function getRefreshAddress(text: string): URL {
  const found = /<meta http-equiv="refresh" content="0;url=([^"]+)">/.exec(text)?.[1] ?? "";
  return new URL(found.replaceAll("&amp;", "&").replaceAll("&#39;", "'"));
}

function encode(fields: FormFields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) form.append(name, one);
  }
  return form.toString();
}

function keyDefinition(url: string) {
  return {
    slug: "desk",
    name: `Desk ${HOSTILE}`,
    description: `Tickets ${HOSTILE}`,
    version: "1.0.0",
    base_url: `${url}/api`,
    auth: {
      keybased: {
        fields: [
          { name: "team", label: "Team", type: "text", help_text: "As in its address." },
          {
            name: "region",
            label: "Region",
            type: "select",
            options: [
              { name: "Europe", value: "eu" },
              { name: "America", value: "us" },
            ],
          },
          { name: "seats", label: "Seats", type: "number", required: false },
          { name: "key", label: "Access key", type: "password" },
        ],
        apply: { headers: { authorization: "Bearer {{ credentials.key }}" } },
      },
    },
    check: { request: { method: "GET", path: "/me" }, account: "Team {{ body.token }}" },
    error_message: "{{ body.message }}",
    actions: {
      read: {
        title: "Read",
        description: "Reads.",
        hints: { read_only: true },
        input: { type: "object" },
        request: { method: "GET", path: "/things" },
      },
    },
  };
}

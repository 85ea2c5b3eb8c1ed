import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A site as Atlassian's list of accessible resources has it. */
export interface Site {
  id: string;
  name: string;
  url: string;
  scopes: string[];
  avatarUrl: string;
}

/** Sites of these names, which all allow what a connector of Jira needs. */
export function buildSites(...names: string[]): Site[] {
  return names.map((name, i) => ({
    id: `1324a887-45db-1bf4-1e99-ef0ff456d42${i}`,
    name,
    url: `https://${name.toLowerCase().replaceAll(/[^a-z]+/g, "-")}.atlassian.net`,
    scopes: ["read:jira-work", "write:jira-work"],
    avatarUrl: "https://site-admin-avatar-cdn.example.com/flag.png",
  }));
}

/** A vendor whose sign-in and API are those of Jira Cloud, on a free port of 127.0.0.1. */
export interface FakeVendor {
  readonly url: string;
  /** What a token gives access to. */
  sites: Site[];
  /** Status of the list's answer. */
  listStatus: number;
  /** Paths and tokens of the requests to the list and the API, in order. */
  readonly requests: string[];
  /** What the token endpoint got. */
  readonly grants: string[];
  close(): Promise<void>;
}

/** Starts the vendor; its authorization page consents at once. */
export async function startFakeVendor(): Promise<FakeVendor> {
  const state = { sites: [] as Site[], listStatus: 200, requests: [] as string[], grants: [] as string[] };
  const server = createServer(async (request, reply) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    if (pathname === "/authorize") return consent(searchParams, reply);
    if (pathname === "/oauth/token") return send(reply, 200, grant(state, await text(request)));
    state.requests.push(`${pathname} ${tokenOf(request)}`);
    if (!tokenOf(request).startsWith("token-"))
      return send(reply, 401, { code: 401, message: "Unauthorized" });
    if (pathname === "/oauth/token/accessible-resources") return send(reply, state.listStatus, state.sites);
    const id = /^\/ex\/jira\/([^/]+)\/rest\/api\/2\/myself$/.exec(pathname)?.[1];
    const isKnown = state.sites.some((site) => site.id === id);
    return send(reply, isKnown ? 200 : 404, isKnown ? { displayName: "Ada", accountId: "a-1" } : {});
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The vendor has no port.");
  return Object.assign(state, {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function consent(asked: URLSearchParams, reply: ServerResponse): void {
  const back = new URL(asked.get("redirect_uri") ?? "");
  back.search = new URLSearchParams({ code: "code-1", state: asked.get("state") ?? "" }).toString();
  reply.writeHead(302, { location: back.href }).end();
}

function grant(state: { grants: string[] }, form: string): object {
  state.grants.push(new URLSearchParams(form).get("grant_type") ?? "");
  const count = state.grants.length;
  return {
    access_token: `token-${count}`,
    refresh_token: `refresh-${count}`,
    token_type: "Bearer",
    expires_in: 3600,
    scope: "read:jira-work write:jira-work offline_access",
  };
}

function tokenOf({ headers }: IncomingMessage): string {
  return headers.authorization?.replace("Bearer ", "") ?? "";
}

function send(reply: ServerResponse, status: number, body: unknown): void {
  reply.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** The shipped connector's way to sign in, with the vendor in place of Atlassian's addresses. */
export function buildSiteDefinition(slug: string, url: string): Record<string, unknown> {
  return {
    slug,
    name: "Jira",
    description: "Issues of a site.",
    version: "1.0.0",
    base_url: "{{ settings.url }}/rest/api/2",
    hosts: [new URL(url).host],
    settings: [{ name: "url", label: "Jira address", help_text: "The URL of your site." }],
    auth: {
      default: "oauth2",
      oauth2: {
        authorize_url: `${url}/authorize`,
        token_url: `${url}/oauth/token`,
        scopes: ["read:jira-work", "offline_access"],
        pkce: false,
        accounts: {
          request: { method: "GET", base_url: url, path: "/oauth/token/accessible-resources" },
          items: "body",
          only: { item: "scopes", equals: ["read:jira-work"] },
          name: "{{ item.name }}",
          detail: "{{ item.url }}",
          settings: { url: `${url}/ex/jira/{{ item.id }}` },
        },
      },
      keybased: {
        fields: [{ name: "api_token", label: "API token" }],
        apply: { headers: { Authorization: "Bearer {{ credentials.api_token }}" } },
      },
    },
    check: { request: { method: "GET", path: "/myself" }, account: "{{ body.displayName }}" },
    actions: {
      get_me: {
        title: "Get me",
        description: "Reads the user.",
        hints: { read_only: true },
        input: { type: "object" },
        request: { method: "GET", path: "/myself" },
      },
    },
  };
}

import { createHash } from "node:crypto";
import { answerFrom, basicOf, type MockRoutes, numbered, wholeNumber } from "../mock-routes.ts";
import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
} from "../mock-vendor.ts";

// mailchimp.com/developer/marketing/api: any user name with the key as password; refusals are problem documents
// {type, title, status, detail, instance}; a member is found by MD5 of the lower-case address or the address itself.
/** What the mock lets in. */
export const SECRETS = {
  keybased: "0123456789abcdef0123456789abcdef-us6",
  oauth2: "good00000000000000oauth",
};
/** The audience that the mock has. */
export const AUDIENCE = "57afe96172";

/** More audiences than a page holds. */
export const LISTS = [
  { id: AUDIENCE, name: "Customers" },
  ...numbered(100, (n) => ({ id: `list${n}`, name: `Audience ${n}` })),
];

type Thing = Record<string, unknown> & { id: string };
interface Store {
  members: Map<string, Thing>;
  campaigns: Thing[];
  hooks: Map<string, string>;
}

const ok = (body: unknown): MockAnswer => ({ status: 200, body });

function failed(status: number, title: string, detail: string): MockAnswer {
  const type = "https://mailchimp.com/developer/marketing/docs/errors/";
  const headers = { "content-type": "application/problem+json; charset=utf-8" };
  return { status, headers, body: { type, title, status, detail, instance: "1234" } };
}

const invalid = (detail: string) => failed(400, "Invalid Resource", detail);
const NOT_FOUND = failed(404, "Resource Not Found", "The requested resource could not be found.");
const STATUSES = ["subscribed", "unsubscribed", "cleaned", "pending", "transactional"];

const hashOf = (email: string) => createHash("md5").update(email.toLowerCase()).digest("hex");

function page(name: string, items: readonly unknown[], { query }: MockRequest): MockAnswer {
  const count = wholeNumber(query.get("count"), { fallback: 10, min: 0, max: 1000 });
  const offset = wholeNumber(query.get("offset"), { fallback: 0, min: 0, max: 1e9 });
  if (count === undefined || offset === undefined)
    return invalid("The resource submitted could not be validated.");
  return ok({ [name]: items.slice(offset, offset + count), total_items: items.length });
}

function putMember({ members }: Store, request: MockRequest, key: string): MockAnswer {
  const { email_address, status_if_new, status, ...more } = jsonBody(request) ?? {};
  if (typeof email_address !== "string" || !email_address.includes("@")) {
    return invalid("Please provide a valid email address.");
  }
  const id = key.includes("@") ? hashOf(key) : key;
  const known = members.get(id);
  const next = status ?? known?.status ?? status_if_new;
  if (!STATUSES.includes(String(next)))
    return invalid("The resource submitted could not be validated. status_if_new is required.");
  if (more.merge_fields !== undefined && !isObject(more.merge_fields))
    return invalid("merge_fields must be an object.");
  members.set(id, { ...known, ...more, id, email_address, status: next, list_id: AUDIENCE });
  return ok(members.get(id));
}

function memberRoutes(store: Store): MockRoutes {
  const { members } = store;
  const path = `/3.0/lists/${AUDIENCE}/members`;
  const withMember = (key: string, answer: (member: Thing) => MockAnswer): MockAnswer => {
    const member = members.get(key.includes("@") ? hashOf(key) : key);
    return member === undefined ? NOT_FOUND : answer(member);
  };
  return {
    [`GET ${path}`]: (request) => {
      const status = request.query.get("status");
      const since = request.query.get("since_last_changed");
      const found = [...members.values()]
        .filter((member) => (status === null ? member.status !== "archived" : member.status === status))
        .filter((member) => since === null || String(member.last_changed ?? "9") > since);
      return page("members", found, request);
    },
    [`PUT ${path}/*`]: (request, [key = ""]) => putMember(store, request, key),
    [`GET ${path}/*`]: (_, [key = ""]) => withMember(key, ok),
    [`DELETE ${path}/*`]: (_, [key = ""]) =>
      withMember(key, (member) => {
        if (member.status === "archived")
          return failed(405, "Method Not Allowed", "This list member cannot be removed.");
        member.status = "archived";
        return { status: 204 };
      }),
    [`POST ${path}/*/tags`]: (request, [key = ""]) =>
      withMember(key, (member) => {
        const tags = jsonBody(request)?.tags;
        const fine =
          Array.isArray(tags) &&
          tags.every((tag) => isObject(tag) && ["active", "inactive"].includes(String(tag.status)));
        if (!fine) return invalid("Tag status must be active or inactive.");
        member.tags = tags.filter((tag) => tag.status === "active").map(({ name }) => ({ name }));
        return { status: 204 };
      }),
  };
}

function campaignRoutes({ campaigns }: Store): MockRoutes {
  return {
    "GET /3.0/campaigns": (request) => {
      const status = request.query.get("status");
      const found = campaigns.filter((one) => status === null || one.status === status);
      return page("campaigns", request.query.get("sort_dir") === "DESC" ? found.reverse() : found, request);
    },
    "POST /3.0/campaigns": (request) => {
      const { type, recipients, settings } = jsonBody(request) ?? {};
      if (type !== "regular") return invalid("The campaign type is not valid.");
      if (!isObject(recipients) || recipients.list_id !== AUDIENCE)
        return invalid("The audience does not exist.");
      campaigns.push({ id: `c${campaigns.length + 1}`, type, status: "save", recipients, settings });
      return ok(campaigns.at(-1));
    },
    "POST /3.0/campaigns/*/actions/send": (_, [id]) => {
      const campaign = campaigns.find((one) => one.id === id);
      if (campaign === undefined) return NOT_FOUND;
      if (campaign.status !== "save")
        return failed(400, "Bad Request", "Your Campaign is not ready to send.");
      campaign.status = "sending";
      return { status: 204 };
    },
  };
}

function hookRoutes({ hooks }: Store): MockRoutes {
  return {
    [`POST /3.0/lists/${AUDIENCE}/webhooks`]: (request) => {
      const { url, events, sources } = jsonBody(request) ?? {};
      if (typeof url !== "string" || !URL.canParse(url)) return invalid("The url is not valid.");
      if (!isObject(events) || !isObject(sources)) return invalid("Events and sources are needed.");
      const id = `h${hooks.size + 1}`;
      hooks.set(id, url);
      return ok({ id, url, events, sources, list_id: AUDIENCE });
    },
    [`GET /3.0/lists/${AUDIENCE}/webhooks/*`]: (_, [id = ""]) =>
      hooks.has(id) ? ok({ id, url: hooks.get(id) }) : NOT_FOUND,
    [`DELETE /3.0/lists/${AUDIENCE}/webhooks/*`]: (_, [id = ""]) =>
      hooks.delete(id) ? { status: 204 } : NOT_FOUND,
  };
}

/** A Mailchimp account with one audience of three members and three campaigns. */
export function createMailchimp(): Mock {
  const store: Store = { members: new Map(), campaigns: [], hooks: new Map() };
  for (const n of [1, 2, 3]) {
    const email_address = `seed${n}@example.com`;
    const id = hashOf(email_address);
    store.members.set(id, {
      id,
      email_address,
      status: "subscribed",
      last_changed: `2026-03-0${n}T10:00:00+00:00`,
    });
    store.campaigns.push({ id: `c${n}`, status: "sent", settings: { title: `Campaign ${n}` } });
  }
  const routes: MockRoutes = {
    "GET /3.0/": () => ok({ account_id: "a1", account_name: "Acme" }),
    "GET /3.0/lists": (request) => page("lists", LISTS, request),
    ...memberRoutes(store),
    ...campaignRoutes(store),
    ...hookRoutes(store),
  };
  return {
    limited: () =>
      failed(429, "Too Many Requests", "You have exceeded the limit of 10 simultaneous connections."),
    hooks: () => [...store.hooks.values()],
    answer: (request) => {
      const secret = bearerOf(request) || basicOf(request).replace(/^[^:]+:/, "");
      if (!Object.values(SECRETS).includes(secret)) {
        return failed(
          401,
          "API Key Invalid",
          "Your API key may be invalid, or you've attempted to access the wrong datacenter.",
        );
      }
      return answerFrom(routes, request, NOT_FOUND);
    },
  };
}

import { answerFrom, type MockHandler } from "../mock-routes.ts";
import {
  bearerOf,
  isObject,
  jsonBody,
  type Mock,
  type MockAnswer,
  type MockRequest,
} from "../mock-vendor.ts";

// developers.notion.com/reference (2025-09-03): every request needs Notion-Version; errors are {object: "error", status,
// code, message}; lists are {results, next_cursor, has_more}; created_time is rounded down to the minute.
/** The tokens that the mock accepts. */
export const TOKENS = ["ntn_good_secret_0000", "ntn_good_oauth_00000"];
/** The data source that has entries. */
export const SOURCE = "5b3a1f2c-0000-4000-8000-000000000001";

interface Item {
  id: string;
  object: string;
  parent: Record<string, unknown>;
  properties: Record<string, unknown>;
  created_time: string;
  url: string;
  in_trash: boolean;
}

interface Workspace {
  pages: Item[];
  blocks: Map<string, unknown[]>;
}

/** The vendor's error body. */
export function failed(status: number, code: string, message: string): MockAnswer {
  return { status, body: { object: "error", status, code, message } };
}

const missing = () =>
  failed(404, "object_not_found", "Could not find page. Make sure it is shared with the integration.");
const invalid = (message: string) => failed(400, "validation_error", message);

function listOf(all: readonly unknown[], size: unknown, cursor: unknown): MockAnswer {
  const page_size = Number(size ?? 100);
  if (!Number.isInteger(page_size) || page_size < 1 || page_size > 100) {
    return invalid("body failed validation: page_size should be at most 100");
  }
  const match = /^at-(\d+)$/.exec(String(cursor ?? "at-0"));
  if (match === null) return invalid("The start_cursor provided is invalid.");
  const end = Number(match[1]) + page_size;
  const has_more = end < all.length;
  const results = all.slice(Number(match[1]), end);
  return {
    status: 200,
    body: { object: "list", results, has_more, next_cursor: has_more ? `at-${end}` : null },
  };
}

function titleOf({ properties }: Item): string {
  const property = Object.values(properties).find((value) => isObject(value) && Array.isArray(value.title));
  const first: unknown = isObject(property) && Array.isArray(property.title) ? property.title[0] : undefined;
  return isObject(first) && isObject(first.text) ? String(first.text.content) : "";
}

/** The data sources there are. */
export const SOURCES = Array.from({ length: 101 }, (_, i) => ({
  object: "data_source",
  id: i === 0 ? SOURCE : `5b3a1f2c-0000-4000-8000-${String(i + 1).padStart(12, "0")}`,
  title: [{ type: "text", plain_text: `Table ${i + 1}` }],
}));

function search({ pages }: Workspace, request: MockRequest): MockAnswer {
  const { filter, query = "", page_size, start_cursor } = jsonBody(request) ?? {};
  const kind = isObject(filter) && filter.property === "object" ? filter.value : undefined;
  if (kind !== "page" && kind !== "data_source") {
    return invalid('body.filter.value should be "page" or "data_source"');
  }
  const found =
    kind === "page"
      ? pages.filter((page) => titleOf(page).includes(String(query)))
      : SOURCES.filter(({ title }) => title.some(({ plain_text }) => plain_text.includes(String(query))));
  return listOf(found, page_size, start_cursor);
}

function query({ pages }: Workspace, request: MockRequest): MockAnswer {
  const { filter, sorts, page_size, start_cursor } = jsonBody(request) ?? {};
  let found = pages.filter((page) => page.parent.data_source_id === SOURCE && !page.in_trash);
  if (filter !== undefined) {
    const condition = isObject(filter) && filter.property === "Name" ? filter.title : undefined;
    if (!isObject(condition)) return invalid("body.filter.property: Could not find property.");
    found = found.filter((page) => titleOf(page) === condition.equals);
  }
  if (sorts !== undefined) {
    const sort: unknown = Array.isArray(sorts) ? sorts[0] : undefined;
    if (!isObject(sort) || (sort.timestamp ?? sort.property) !== "created_time")
      return invalid("body.sorts is wrong");
    found.sort((a, b) => (a.created_time < b.created_time ? -1 : 1));
    if (sort.direction === "descending") found.reverse();
  }
  return listOf(found, page_size, start_cursor);
}

function createPage({ pages, blocks }: Workspace, request: MockRequest): MockAnswer {
  const { parent, properties, children } = jsonBody(request) ?? {};
  if (!isObject(parent) || !isObject(properties)) return invalid("body.parent should be defined");
  const known = [SOURCE, ...pages.map(({ id }) => id)];
  if (!known.includes(String(parent.data_source_id ?? parent.page_id))) return missing();
  if (parent.data_source_id !== undefined && !("Name" in properties))
    return invalid("Name is not a property that exists.");
  const page = newPage(pages.length + 1, parent, properties);
  pages.push(page);
  blocks.set(page.id, Array.isArray(children) ? children : []);
  return { status: 200, body: page };
}

function newPage(number: number, parent: Record<string, unknown>, properties: Record<string, unknown>): Item {
  const id = `9d1c7a4e-0000-4000-8000-${String(number).padStart(12, "0")}`;
  const created_time = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
  return {
    object: "page",
    id,
    parent,
    properties,
    created_time,
    url: `https://www.notion.so/${id}`,
    in_trash: false,
  };
}

/** Properties with a title. */
export const named = (content: string) => ({ Name: { title: [{ text: { content } }] } });
/** The id of the page with this number. */
export const idOf = (number: number) => `9d1c7a4e-0000-4000-8000-${String(number).padStart(12, "0")}`;
/** A block with a text. */
export const paragraph = (content: string) => ({
  object: "block",
  type: "paragraph",
  paragraph: { rich_text: [{ type: "text", text: { content } }] },
});

function firstWorkspace(): Workspace {
  const pages = Array.from({ length: 101 }, (_, i) => ({
    ...newPage(i + 1, { type: "data_source_id", data_source_id: SOURCE }, named(`Entry ${i + 1}`)),
    created_time: `2026-01-01T${String(Math.floor(i / 60)).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}:00.000Z`,
  }));
  return {
    pages,
    blocks: new Map([[idOf(1), Array.from({ length: 101 }, (_, i) => paragraph(`Line ${i}`))]]),
  };
}

function append({ blocks }: Workspace, id: string, request: MockRequest): MockAnswer {
  const children = jsonBody(request)?.children;
  if (!Array.isArray(children) || children.length === 0 || children.length > 100) {
    return invalid("body.children should be an array");
  }
  const wrong = children.some((child: unknown) => !isObject(child) || !isObject(child[String(child.type)]));
  if (wrong) return invalid("body.children[0].type is wrong");
  blocks.set(id, [...(blocks.get(id) ?? []), ...children]);
  return { status: 200, body: { object: "list", results: children, has_more: false, next_cursor: null } };
}

/** The content of an upload is a form with the file, and its number if it is one of several parts. */
function sendUpload({ body }: MockRequest, [id]: readonly string[]): MockAnswer {
  const file = /name="file"; filename="([^"]+)"\r\nContent-Type: (\S+)\r\n\r\n/.exec(body);
  const part = /name="part_number"\r\n\r\n(\d+)\r\n/.exec(body);
  if (file === null) return invalid("body.file should be defined");
  const [, filename, content_type] = file;
  const status = part === null ? "uploaded" : `part ${part[1]}`;
  return { status: 200, body: { object: "file_upload", id, status, filename, content_type } };
}

/** An imitation of Notion with some records in it. */
export function create(): Mock {
  const workspace = firstWorkspace();
  const onPage =
    (answer: (page: Item, request: MockRequest) => MockAnswer): MockHandler =>
    (request, [id]) => {
      const page = workspace.pages.find((candidate) => candidate.id === id);
      return page === undefined ? missing() : answer(page, request);
    };
  const bot = {
    object: "user",
    id: "b1",
    type: "bot",
    name: "Junctor",
    bot: { workspace_name: "Northwind" },
  };
  const routes = {
    "GET /v1/users/me": () => ({ status: 200, body: bot }),
    "POST /v1/search": (request: MockRequest) => search(workspace, request),
    "POST /v1/data_sources/*/query": (request: MockRequest, [id]: readonly string[]) =>
      id === SOURCE ? query(workspace, request) : missing(),
    "POST /v1/pages": (request: MockRequest) => createPage(workspace, request),
    "GET /v1/pages/*": onPage((page) => ({ status: 200, body: page })),
    "PATCH /v1/pages/*": onPage((page, request) => {
      const { properties, in_trash } = jsonBody(request) ?? {};
      if (properties !== undefined && !isObject(properties))
        return invalid("body.properties should be an object");
      page.properties = { ...page.properties, ...properties };
      if (typeof in_trash === "boolean") page.in_trash = in_trash;
      return { status: 200, body: page };
    }),
    "GET /v1/blocks/*/children": onPage(({ id }, request) =>
      listOf(
        workspace.blocks.get(id) ?? [],
        request.query.get("page_size"),
        request.query.get("start_cursor"),
      ),
    ),
    "PATCH /v1/blocks/*/children": onPage(({ id }, request) => append(workspace, id, request)),
    "POST /v1/file_uploads/*/send": sendUpload,
  };
  return {
    limited: () => ({
      ...failed(429, "rate_limited", "You have been rate limited. Please try again in a few minutes."),
      headers: { "retry-after": "7" },
    }),
    answer: (request) => {
      if (!TOKENS.includes(bearerOf(request))) return failed(401, "unauthorized", "API token is invalid.");
      const version = request.headers["notion-version"];
      if (version === undefined)
        return failed(400, "missing_version", "Notion-Version header should be defined");
      if (version !== "2025-09-03") return failed(400, "invalid_request_url", "Not in this version.");
      return answerFrom(routes, request, failed(400, "invalid_request_url", "Invalid request URL."));
    },
  };
}

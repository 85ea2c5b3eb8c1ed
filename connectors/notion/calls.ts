import type { ActionCall, Exchange, ListCall, OptionCall, PollCall, VendorCall } from "../mock-vendor.ts";

// developers.notion.com (2025-09-03) and the endpoints of @notionhq/client: lists are {results, next_cursor, has_more},
// a text is a list of parts, a block has its content under the name of its type.
const RECORD = { object: "any", id: "7", name: "Seven" };
const P = { page_id: "p1" };

type Input = Record<string, unknown>;
type Sent = readonly [sends: string, body?: object];

const call = (action: string, input: Input, [sends, body]: Sent, more: object = {}): ActionCall => ({
  ...{ action, input, sends, answer: RECORD, ...(body && { body }) },
  ...more,
});
const text = (content: string) => [{ type: "text", text: { content } }];
const more = { has_more: true, next_cursor: "c2" };
const last = { has_more: false, next_cursor: null };

/** Two pages of a list that is read with GET. */
function pagesOf(
  address: string,
  name = "results",
  items: readonly unknown[] = [RECORD, { id: "8" }],
): Exchange[] {
  const parameters = address.includes("?") ? "&" : "?";
  const sends = `GET ${address}${parameters}page_size=100`;
  return [
    { sends, answer: { [name]: [items[0]], ...more } },
    { sends: `${sends}&start_cursor=c2`, answer: { [name]: [items[1]], ...last } },
  ];
}
const list = (action: string, input: Input, address: string, name?: string): ListCall => ({
  ...{ action, input, pages: pagesOf(address, name), expected: [RECORD, { id: "8" }] },
});

/** A choice among what a search finds. */
function chosen(
  name: string,
  body: object,
  items: readonly [unknown, unknown],
  expected: OptionCall["expected"],
): OptionCall {
  const pages = [
    { sends: "POST /v1/search", body: { ...body, page_size: 100 }, answer: { results: [items[0]], ...more } },
    {
      sends: "POST /v1/search",
      body: { ...body, page_size: 100, start_cursor: "c2" },
      answer: { results: [items[1]], ...last },
    },
  ];
  return { list: name, pages, expected };
}

const kindOf = (value: string) => ({ filter: { property: "object", value } });
const newest = (timestamp: string) => ({ timestamp, direction: "descending" });
const titled = (plain_text: string) => [{ plain_text }];

const choices: VendorCall[] = [
  chosen(
    "pages",
    { ...kindOf("page"), sort: newest("last_edited_time") },
    [
      { id: "p1", url: "https://n.so/p1", properties: { title: { title: titled("Home") } } },
      { id: "p2", url: "https://n.so/p2", properties: { Name: { title: titled("Entry") } } },
    ],
    [
      { name: "Home (https://n.so/p1)", value: "p1" },
      { name: "Entry (https://n.so/p2)", value: "p2" },
    ],
  ),
  chosen(
    "databases",
    kindOf("data_source"),
    [
      { id: "s1", title: titled("Tasks"), parent: { database_id: "d1" } },
      { id: "s2", title: titled("People"), parent: { database_id: "d2" } },
    ],
    [
      { name: "Tasks", value: "d1" },
      { name: "People", value: "d2" },
    ],
  ),
  {
    list: "templates",
    input: { data_source_id: "s1" },
    pages: pagesOf("/v1/data_sources/s1/templates", "templates", [
      { id: "t1", name: "Bug" },
      { id: "t2", name: "Idea" },
    ]),
    expected: [
      { name: "Bug", value: "t1" },
      { name: "Idea", value: "t2" },
    ],
  },
  {
    list: "users",
    pages: pagesOf("/v1/users", "results", [
      { id: "u1", name: "Ann" },
      { id: "u2", name: "Bo" },
    ]),
    expected: [
      { name: "Ann", value: "u1" },
      { name: "Bo", value: "u2" },
    ],
  },
  {
    list: "uploads",
    pages: pagesOf("/v1/file_uploads?status=uploaded", "results", [
      { id: "f1", filename: "a.pdf" },
      { id: "f2", filename: "b.pdf" },
    ]),
    expected: [
      { name: "a.pdf", value: "f1" },
      { name: "b.pdf", value: "f2" },
    ],
  },
];

const named = { Name: { title: [{ text: { content: "Fresh" } }] } };
const edit = (body: object): Sent => ["PATCH /v1/pages/p1", body];
const markdown = (body: object): Sent => ["PATCH /v1/pages/p1/markdown", body];

const pages: VendorCall[] = [
  call("create_page_from_markdown", { parent_id: "p1", title: "Notes", markdown: "# One" }, [
    "POST /v1/pages",
    {
      parent: { type: "page_id", page_id: "p1" },
      properties: { title: { title: [{ text: { content: "Notes" } }] } },
      markdown: "# One",
    },
  ]),
  call("create_entry_from_template", { data_source_id: "s1", template_id: "t1", properties: named }, [
    "POST /v1/pages",
    {
      parent: { type: "data_source_id", data_source_id: "s1" },
      properties: named,
      template: { type: "template_id", template_id: "t1" },
    },
  ]),
  call("get_page_markdown", P, ["GET /v1/pages/p1/markdown"]),
  call(
    "insert_markdown",
    { ...P, markdown: "* One", after: "# Top...end" },
    markdown({ type: "insert_content", insert_content: { content: "* One", after: "# Top...end" } }),
  ),
  call(
    "replace_page_markdown",
    { ...P, markdown: "# New", allow_deleting_content: true },
    markdown({
      type: "replace_content",
      replace_content: { new_str: "# New", allow_deleting_content: true },
    }),
  ),
  call(
    "edit_page_markdown",
    {
      ...P,
      changes: [{ old_str: "one", new_str: "two", replace_all_matches: true }],
      allow_deleting_content: false,
    },
    markdown({
      type: "update_content",
      update_content: {
        content_updates: [{ old_str: "one", new_str: "two", replace_all_matches: true }],
        allow_deleting_content: false,
      },
    }),
  ),
  list("list_property_values", { ...P, property_id: "a%3Db" }, "/v1/pages/p1/properties/a%253Db"),
  call("move_page", { ...P, parent_page_id: "p2" }, [
    "POST /v1/pages/p1/move",
    { parent: { page_id: "p2" } },
  ]),
  call("move_page", { ...P, data_source_id: "s1" }, [
    "POST /v1/pages/p1/move",
    { parent: { data_source_id: "s1" } },
  ]),
  call("set_page_icon", { ...P, emoji: "🎉" }, edit({ icon: { type: "emoji", emoji: "🎉" } })),
  call(
    "set_page_cover",
    { ...P, url: "https://x.example/a.png" },
    edit({ cover: { type: "external", external: { url: "https://x.example/a.png" } } }),
  ),
  call("lock_page", { ...P, locked: true }, edit({ is_locked: true })),
  call("trash_page", P, edit({ in_trash: true })),
  call("restore_page", P, edit({ in_trash: false })),
  call("erase_page_content", P, edit({ erase_content: true })),
];

/** A block that is added with a text or an address. */
function appended(action: string, input: Input, type: string, content: object): ActionCall {
  const children = [{ object: "block", type, [type]: content }];
  return call(action, { ...P, ...input }, ["PATCH /v1/blocks/p1/children", { children }], {
    ...{ answer: { results: children, ...last }, expected: { blocks: children } },
  });
}
const T = { text: "Hello" };
const rich = { rich_text: text("Hello") };
const children = [{ type: "divider", divider: {} }];
const URL = "https://x.example/a";

const blocks: VendorCall[] = [
  call("get_block", { block_id: "b1" }, ["GET /v1/blocks/b1"]),
  call("delete_block", { block_id: "b1" }, ["DELETE /v1/blocks/b1"], { expected: { deleted: true } }),
  call(
    "append_blocks",
    { ...P, children, after: "b1" },
    ["PATCH /v1/blocks/p1/children", { children, after: "b1" }],
    {
      ...{ answer: { results: children, ...last }, expected: { blocks: children } },
    },
  ),
  appended("append_heading", T, "heading_2", rich),
  appended("append_bullet", T, "bulleted_list_item", rich),
  appended("append_to_do", T, "to_do", { ...rich, checked: false }),
  appended("append_to_do", { ...T, checked: true }, "to_do", { ...rich, checked: true }),
  appended("append_callout", T, "callout", { ...rich, icon: { type: "emoji", emoji: "💡" } }),
  appended("append_callout", { ...T, emoji: "🔥" }, "callout", {
    ...rich,
    icon: { type: "emoji", emoji: "🔥" },
  }),
  appended("append_quote", T, "quote", rich),
  appended("append_code", T, "code", { ...rich, language: "plain text" }),
  appended("append_code", { ...T, language: "json" }, "code", { ...rich, language: "json" }),
  appended("append_image", { url: URL }, "image", { type: "external", external: { url: URL } }),
  appended("append_bookmark", { url: URL }, "bookmark", { url: URL }),
  appended("append_file", { file_upload_id: "f1" }, "file", {
    type: "file_upload",
    file_upload: { id: "f1" },
  }),
  call("update_block", { block_id: "b1", content: { paragraph: rich } }, [
    "PATCH /v1/blocks/b1",
    { paragraph: rich },
  ]),
  call("check_to_do", { block_id: "b1", checked: true }, [
    "PATCH /v1/blocks/b1",
    { to_do: { checked: true } },
  ]),
];

const properties = { Name: { title: {} }, Done: { checkbox: {} } };
const S = { data_source_id: "s1" };

const tables: VendorCall[] = [
  call("get_database", { database_id: "d1" }, ["GET /v1/databases/d1"]),
  call("create_database", { parent_id: "p1", title: "Tasks", properties, inline: true }, [
    "POST /v1/databases",
    {
      parent: { type: "page_id", page_id: "p1" },
      title: text("Tasks"),
      initial_data_source: { properties },
      is_inline: true,
    },
  ]),
  call("rename_database", { database_id: "d1", title: "Jobs" }, [
    "PATCH /v1/databases/d1",
    { title: text("Jobs") },
  ]),
  call("update_database", { database_id: "d1", inline: false, locked: true, in_trash: true }, [
    "PATCH /v1/databases/d1",
    { is_inline: false, is_locked: true, in_trash: true },
  ]),
  call("get_data_source", S, ["GET /v1/data_sources/s1"]),
  call("create_data_source", { database_id: "d1", title: "More", properties }, [
    "POST /v1/data_sources",
    { parent: { type: "database_id", database_id: "d1" }, title: text("More"), properties },
  ]),
  call("update_data_source", { ...S, properties: { Gone: null } }, [
    "PATCH /v1/data_sources/s1",
    { properties: { Gone: null } },
  ]),
  call("rename_data_source", { ...S, title: "Jobs" }, ["PATCH /v1/data_sources/s1", { title: text("Jobs") }]),
  call("trash_data_source", S, ["PATCH /v1/data_sources/s1", { in_trash: true }]),
  list("list_templates", S, "/v1/data_sources/s1/templates", "templates"),
  call("get_view", { view_id: "v1" }, ["GET /v1/views/v1"]),
  list("list_views", { database_id: "d1" }, "/v1/views?database_id=d1"),
  list("list_views", S, "/v1/views?data_source_id=s1"),
  call("delete_view", { view_id: "v1" }, ["DELETE /v1/views/v1"], { expected: { deleted: true } }),
  call("query_view", { view_id: "v1" }, ["POST /v1/views/v1/queries", { page_size: 100 }]),
  list("list_pages_of_view", { view_id: "v1", query_id: "q1" }, "/v1/views/v1/queries/q1"),
];

const C = { comment_id: "c1" };
const upload = {
  ...{ mode: "multi_part", filename: "a.pdf", content_type: "application/pdf", number_of_parts: 2 },
  external_url: "https://x.example/a.pdf",
};

const others: VendorCall[] = [
  call("get_comment", C, ["GET /v1/comments/c1"]),
  list("list_comments", P, "/v1/comments?block_id=p1"),
  call("delete_comment", C, ["DELETE /v1/comments/c1"], { expected: { deleted: true } }),
  call("create_comment", { ...P, text: "Hi" }, [
    "POST /v1/comments",
    { parent: { page_id: "p1" }, rich_text: text("Hi") },
  ]),
  call("comment_on_block", { block_id: "b1", text: "Hi" }, [
    "POST /v1/comments",
    { parent: { block_id: "b1" }, rich_text: text("Hi") },
  ]),
  call("reply_to_comment", { discussion_id: "x1", text: "Hi" }, [
    "POST /v1/comments",
    { discussion_id: "x1", rich_text: text("Hi") },
  ]),
  call("update_comment", { ...C, text: "Hi" }, ["PATCH /v1/comments/c1", { rich_text: text("Hi") }]),
  call("get_user", { user_id: "u1" }, ["GET /v1/users/u1"]),
  list("list_users", {}, "/v1/users"),
  call("get_me", {}, ["GET /v1/users/me"]),
  list("list_custom_emojis", { name: "bufo" }, "/v1/custom_emojis?name=bufo"),
  call("create_file_upload", upload, ["POST /v1/file_uploads", upload]),
  call("get_file_upload", { file_upload_id: "f1" }, ["GET /v1/file_uploads/f1"]),
  list("list_file_uploads", { status: "pending" }, "/v1/file_uploads?status=pending"),
  call("complete_file_upload", { file_upload_id: "f1" }, ["POST /v1/file_uploads/f1/complete"]),
];

/** The newest first, on two pages; one change appears late, behind another that was told of. */
function pollOf(trigger: string, input: Input, sends: string, body: object): PollCall {
  const at = (id: string, last_edited_time: string) => ({ id, last_edited_time });
  const old = at("1", "2026-03-01T11:00:00.000Z");
  const late = at("2", "2026-03-01T12:18:00.000Z");
  const fresh = at("3", "2026-03-01T12:20:00.000Z");
  const again = at("2", "2026-03-01T12:30:00.000Z");
  const page = (items: object[], from?: string): Exchange => ({
    sends,
    body: { ...body, page_size: 100, ...(from && { start_cursor: from }) },
    answer: { results: items, ...last },
  });
  return {
    ...{ trigger, input, expected: [fresh, late, again] },
    polls: [
      [page([old])],
      [{ ...page([fresh]), answer: { results: [fresh], ...more } }, page([old], "c2")],
      [page([fresh, late, old])],
      [page([again, fresh, old])],
    ],
  };
}

const sort = newest("last_edited_time");
const changes: VendorCall[] = [
  pollOf("entry_changed", S, "POST /v1/data_sources/s1/query", { sorts: [sort] }),
  pollOf("page_changed", {}, "POST /v1/search", { ...kindOf("page"), sort }),
  pollOf("data_source_changed", {}, "POST /v1/search", { ...kindOf("data_source"), sort }),
];

/** What Notion documents beyond the pages and entries that the mock remembers. */
export const calls: readonly VendorCall[] = [
  ...[...choices, ...pages, ...blocks],
  ...[...tables, ...others, ...changes],
];

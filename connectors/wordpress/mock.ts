import { requestOf } from "../mock-request.ts";
import type { Mock, MockVendor } from "../mock-vendor.ts";
import { CATEGORIES, createWordPress, failed, PASSWORD, TAGS, USER } from "./mock-api.ts";

/** Somebody else writes to the site. */
function write(mock: Mock, path: string, body: object): void {
  const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString("base64")}`;
  const { status } = mock.answer(
    requestOf("POST", `/wp-json/wp/v2/${path}`, { json: body, headers: { authorization } }),
  );
  if (status !== 201) throw new Error(`The mock answered ${status}.`);
}

/** WordPress' REST API, as documented at developer.wordpress.org/rest-api. */
export const vendor: MockVendor = {
  hosts: ["blog.example.com"],
  settings: { url: "https://blog.example.com/" },
  credentials: {
    keybased: {
      good: { username: USER, application_password: PASSWORD },
      bad: { username: USER, application_password: "zzzz ZZZZ 9999 zzzz ZZZZ 9999" },
    },
  },
  parameters: {
    "GET /wp-json/wp/v2/users/me": ["context"],
    "GET /wp-json/wp/v2/categories": ["page", "per_page", "orderby", "order", "search"],
    "GET /wp-json/wp/v2/tags": ["page", "per_page", "orderby", "order", "search"],
    "GET /wp-json/wp/v2/posts": [
      "context",
      "page",
      "per_page",
      "search",
      "after",
      "order",
      "orderby",
      "status",
      "categories",
    ],
    "GET /wp-json/wp/v2/posts/*": ["context", "password"],
    "GET /wp-json/wp/v2/pages": ["context", "page", "per_page", "search", "order", "orderby", "status"],
    "POST /wp-json/wp/v2/posts": [
      "title",
      "content",
      "excerpt",
      "status",
      "date_gmt",
      "slug",
      "categories",
      "tags",
      "featured_media",
    ],
    "POST /wp-json/wp/v2/posts/*": [
      "title",
      "content",
      "excerpt",
      "status",
      "date_gmt",
      "slug",
      "categories",
      "tags",
    ],
    "DELETE /wp-json/wp/v2/posts/*": ["force"],
    "GET /wp-json/wp/v2/comments": ["page", "per_page", "post", "status", "order", "orderby", "after"],
    "POST /wp-json/wp/v2/comments": ["post", "content", "parent"],
  },
  account: USER,
  retryAfterMs: 20_000,
  create: createWordPress,
  answers: [
    {
      answer: failed(403, "rest_cannot_edit", "Sorry, you are not allowed to edit this post."),
      code: "auth",
    },
    {
      answer: failed(
        403,
        "rest_comment_draft_post",
        "Sorry, you are not allowed to create a comment on this post.",
      ),
      code: "input",
    },
    {
      answer: failed(403, "rest_comment_closed", "Sorry, comments are closed for this item."),
      code: "input",
    },
    {
      answer: failed(404, "rest_no_route", "No route was found matching the URL and request method."),
      code: "input",
    },
  ],
  cases: [
    {
      action: "create_post",
      input: {
        title: "Grüße",
        content: "<p>Hello</p>",
        excerpt: "Short",
        status: "draft",
        date_gmt: "2026-05-01T12:00:00",
        slug: "gruesse",
        categories: [3],
        tags: [9],
        featured_media: 0,
      },
      expected: {
        id: 9,
        title: { raw: "Grüße" },
        content: { raw: "<p>Hello</p>" },
        excerpt: { raw: "Short" },
        status: "draft",
        date_gmt: "2026-05-01T12:00:00",
        slug: "gruesse",
        categories: [3],
        tags: [9],
        featured_media: 0,
      },
    },
    { action: "get_post", input: { post_id: 9 }, expected: { id: 9, title: { raw: "Grüße" } } },
    {
      action: "update_post",
      input: {
        post_id: 9,
        title: "Grüße!",
        content: "<p>Hi</p>",
        excerpt: "",
        status: "pending",
        categories: [1],
        tags: [],
      },
      expected: {
        title: { raw: "Grüße!" },
        content: { raw: "<p>Hi</p>" },
        excerpt: { raw: "" },
        status: "pending",
        categories: [1],
        tags: [],
      },
    },
    { action: "list_posts", input: { status: "pending", search: "Grüße" }, expected: { items: [{ id: 9 }] } },
    {
      action: "list_posts",
      input: { categories: [3], after: "2026-03-01T00:00:00", order_by: "title", order: "asc", per_page: 1 },
      expected: { items: [{ id: 2 }] },
    },
    { action: "delete_post", input: { post_id: 9 }, expected: { id: 9, status: "trash" } },
    {
      action: "delete_post",
      input: { post_id: 9, force: true },
      expected: { deleted: true, previous: { id: 9 } },
    },
    { action: "list_pages", input: { search: "Page 7", per_page: 5 }, expected: { items: [{ id: 7 }] } },
    {
      action: "create_comment",
      input: { post_id: 3, content: "Nice", parent: 1 },
      expected: { post: 3, parent: 1, status: "approved" },
    },
    {
      action: "list_comments",
      input: { post_id: 2, status: "hold", per_page: 5 },
      expected: { items: [{ id: 4 }] },
    },
  ],
  paging: [
    { action: "list_posts", input: { per_page: 2 }, pages: 3, items: [5, 4, 3, 2, 1].map((id) => ({ id })) },
    { action: "list_pages", input: { per_page: 2 }, pages: 2, items: [6, 7, 8].map((id) => ({ id })) },
    {
      action: "list_comments",
      input: { post_id: 1, per_page: 2 },
      pages: 2,
      items: [3, 2, 1].map((id) => ({ id })),
    },
  ],
  options: [
    {
      list: "categories",
      expected: CATEGORIES.map(({ id, name }) => ({ name, value: id })),
    },
    { list: "tags", expected: TAGS.map(({ id, name }) => ({ name, value: id })) },
  ],
  triggers: [
    {
      trigger: "new_post",
      kind: "poll",
      input: { categories: [3] },
      happen: (mock) => {
        write(mock, "posts", { title: "A draft", categories: [3] });
        write(mock, "posts", { title: "Elsewhere", status: "publish", categories: [1] });
        write(mock, "posts", { title: "It is out", status: "publish", categories: [3] });
      },
      expected: [{ title: { rendered: "It is out" } }],
    },
    {
      trigger: "new_comment",
      kind: "poll",
      input: { post_id: 1 },
      happen: (mock) => {
        write(mock, "comments", { post: 2, content: "Elsewhere" });
        write(mock, "comments", { post: 1, content: "First!" });
      },
      expected: [{ post: 1, content: { rendered: "<p>First!</p>" } }],
    },
  ],
  refusals: [
    { action: "get_post", input: { post_id: 99 }, code: "input", message: /404: Invalid post ID/ },
    {
      action: "create_comment",
      input: { post_id: 99, content: "x" },
      code: "input",
      message: /without a post/,
    },
    {
      action: "create_comment",
      input: { post_id: 1, content: "Comment 1" },
      code: "input",
      message: /Duplicate comment/,
    },
    { action: "delete_post", input: { post_id: 99, force: true }, code: "input", message: /Invalid post ID/ },
  ],
};

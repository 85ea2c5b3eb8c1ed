import { answerFrom, basicOf, type MockRoutes, numbered, wholeNumber } from "../mock-routes.ts";
import { jsonBody, type Mock, type MockAnswer, type MockRequest } from "../mock-vendor.ts";
import { type MockComment, type MockPost, seedComments, seedPosts } from "./mock-data.ts";

// developer.wordpress.org/rest-api: application passwords as basic authentication; refusals are {code, message, data: {status}};
// lists tell X-WP-Total and X-WP-TotalPages; those of posts and pages refuse a page beyond the last one.
// Whoever has a wrong password is nobody, who may read what is public, as WordPress 6.1.9 has it.
/** The user whose application password the mock knows. */
export const USER = "editor";
/** It is shown in groups; WordPress ignores the blanks. */
export const PASSWORD = "abcd EFGH 1234 ijkl MNOP 5678";
// A day without a time is refused.
const DATE_TIME = /^\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d/;
const POST_STATUSES = ["publish", "future", "draft", "pending", "private"];

/** A refusal in the form that WordPress gives all of them. */
export function failed(status: number, code: string, message: string, more: object = {}): MockAnswer {
  return { status, body: { code, message, data: { status, ...more } } };
}

function invalid(name: string): MockAnswer {
  return failed(400, "rest_invalid_param", `Invalid parameter(s): ${name}`, {
    params: { [name]: "is not valid." },
  });
}

/** One page; beyond the last one there is a refusal where `tooFar` names one, else nothing. */
function paged(items: readonly unknown[], { query }: MockRequest, tooFar?: string): MockAnswer {
  const size = wholeNumber(query.get("per_page"), { fallback: 10, min: 1, max: 100 });
  const page = wholeNumber(query.get("page"), { fallback: 1, min: 1, max: 1e6 });
  if (size === undefined) return invalid("per_page");
  if (page === undefined) return invalid("page");
  const pages = Math.ceil(items.length / size);
  if (tooFar !== undefined && page > pages && items.length > 0) {
    return failed(400, tooFar, "The page number requested is larger than the number of pages available.");
  }
  const headers = { "x-wp-total": String(items.length), "x-wp-totalpages": String(pages) };
  return { status: 200, headers, body: items.slice((page - 1) * size, page * size) };
}

function shown(post: MockPost, context: string | null): object {
  const text = (raw: string) => (context === "edit" ? { raw, rendered: raw } : { rendered: raw });
  const { title, content, excerpt, ...rest } = post;
  const link = `https://blog.example.com/${post.slug}/`;
  return {
    ...rest,
    date: post.date_gmt,
    link,
    title: text(title),
    content: text(content),
    excerpt: text(excerpt),
  };
}

function sorted(posts: MockPost[], query: URLSearchParams): MockPost[] | undefined {
  const orders: Record<string, keyof MockPost> = {
    date: "date_gmt",
    modified: "date_gmt",
    title: "title",
    id: "id",
  };
  const by = orders[query.get("orderby") ?? "date"];
  const direction = query.get("order") ?? "desc";
  if (by === undefined || !["asc", "desc"].includes(direction)) return undefined;
  const sign = direction === "asc" ? 1 : -1;
  return posts.sort((a, b) => sign * (String(a[by]) < String(b[by]) ? -1 : 1));
}

function listPosts(posts: readonly MockPost[], type: string, request: MockRequest): MockAnswer {
  const { query } = request;
  const status = query.get("status") ?? "publish";
  if (![...POST_STATUSES, "trash", "any"].includes(status)) return invalid("status");
  const after = query.get("after");
  if (after !== null && !DATE_TIME.test(after)) return invalid("after");
  // PHP reads a list only from names with brackets, or from one text with commas.
  const wanted = [
    ...query.getAll("categories[]"),
    ...(query.getAll("categories").at(-1)?.split(",") ?? []),
  ].map(Number);
  const found = posts
    .filter(
      (post) => post.type === type && (status === "any" ? post.status !== "trash" : post.status === status),
    )
    .filter(({ title }) => title.includes(query.get("search") ?? ""))
    .filter(({ date_gmt }) => after === null || date_gmt > after)
    .filter(
      ({ categories }) =>
        wanted.length === 0 || (Array.isArray(categories) && categories.some((id) => wanted.includes(id))),
    );
  const items = sorted(found, query);
  if (items === undefined) return invalid("orderby");
  const context = query.get("context");
  return paged(
    items.map((post) => shown(post, context)),
    request,
    "rest_post_invalid_page_number",
  );
}

function changes(request: MockRequest): { values: Partial<MockPost> } | { refused: MockAnswer } {
  const { title, content, excerpt, ...rest } = jsonBody(request) ?? {};
  if (rest.status !== undefined && !POST_STATUSES.includes(String(rest.status)))
    return { refused: invalid("status") };
  for (const name of ["categories", "tags"]) {
    const ids = rest[name];
    if (ids !== undefined && !(Array.isArray(ids) && ids.every(Number.isInteger)))
      return { refused: invalid(name) };
  }
  const texts = Object.entries({ title, content, excerpt }).filter(([, text]) => text !== undefined);
  return { values: { ...rest, ...Object.fromEntries(texts) } };
}

function createPost(posts: MockPost[], request: MockRequest): MockAnswer {
  const change = changes(request);
  if ("refused" in change) return change.refused;
  const { title = "", content = "", excerpt = "" } = change.values;
  if (`${title}${content}${excerpt}` === "") {
    return failed(400, "empty_content", "Content, title, and excerpt are empty.");
  }
  const blank = {
    type: "post" as const,
    status: "draft",
    slug: "",
    categories: [1],
    tags: [],
    featured_media: 0,
  };
  const made = { ...blank, date_gmt: "2026-04-01T10:00:00", ...change.values, title, content, excerpt };
  posts.push({ ...made, id: posts.length + 1 });
  return { status: 201, body: shown({ ...made, id: posts.length }, "edit") };
}

function postRoutes(posts: MockPost[]): MockRoutes {
  const withPost = (id: string, answer: (post: MockPost) => MockAnswer): MockAnswer => {
    const post = posts.find((one) => one.type === "post" && one.id === Number(id));
    return post === undefined ? failed(404, "rest_post_invalid_id", "Invalid post ID.") : answer(post);
  };
  return {
    "GET /wp-json/wp/v2/posts": (request) => listPosts(posts, "post", request),
    "GET /wp-json/wp/v2/pages": (request) => listPosts(posts, "page", request),
    "POST /wp-json/wp/v2/posts": (request) => createPost(posts, request),
    "GET /wp-json/wp/v2/posts/*": ({ query }, [id = ""]) =>
      withPost(id, (post) => ({ status: 200, body: shown(post, query.get("context")) })),
    "POST /wp-json/wp/v2/posts/*": (request, [id = ""]) =>
      withPost(id, (post) => {
        const change = changes(request);
        if ("refused" in change) return change.refused;
        return { status: 200, body: shown(Object.assign(post, change.values), "edit") };
      }),
    "DELETE /wp-json/wp/v2/posts/*": ({ query }, [id = ""]) =>
      withPost(id, (post) => {
        if (query.get("force") === "true") {
          posts.splice(posts.indexOf(post), 1);
          return { status: 200, body: { deleted: true, previous: shown(post, "edit") } };
        }
        if (post.status === "trash")
          return failed(410, "rest_already_trashed", "The post has already been deleted.");
        post.status = "trash";
        return { status: 200, body: shown(post, "edit") };
      }),
  };
}

const view = ({ content, ...rest }: MockComment) => ({
  ...rest,
  content: { rendered: `<p>${content}</p>` },
});

function createComment(
  comments: MockComment[],
  posts: readonly MockPost[],
  request: MockRequest,
): MockAnswer {
  const { post, content, parent = 0 } = jsonBody(request) ?? {};
  if (!posts.some(({ id }) => id === post)) {
    return failed(
      403,
      "rest_comment_invalid_post_id",
      "Sorry, you are not allowed to create this comment without a post.",
    );
  }
  if (typeof content !== "string" || content === "") {
    return failed(400, "rest_comment_content_invalid", "Invalid comment content.");
  }
  if (!posts.some(({ id, status }) => id === post && status === "publish")) {
    return failed(
      403,
      "rest_comment_draft_post",
      "Sorry, you are not allowed to create a comment on this post.",
    );
  }
  if (comments.some((one) => one.post === post && one.content === content)) {
    return failed(
      409,
      "comment_duplicate",
      "Duplicate comment detected; it looks as though you’ve already said that!",
    );
  }
  const made = {
    id: comments.length + 1,
    post: Number(post),
    parent: Number(parent),
    author_name: "Ed",
    content,
  };
  comments.push({ ...made, date_gmt: "2026-04-01T10:00:00", status: "approved" });
  return { status: 201, body: comments.slice(-1).map(view)[0] };
}

function commentRoutes(comments: MockComment[], posts: readonly MockPost[]): MockRoutes {
  return {
    "GET /wp-json/wp/v2/comments": (request) => {
      const status = request.query.get("status") ?? "approve";
      const post = request.query.get("post");
      const found = comments
        .filter((one) => status === "all" || one.status === (status === "approve" ? "approved" : status))
        .filter((one) => post === null || one.post === Number(post));
      return paged(found.reverse().map(view), request);
    },
    "POST /wp-json/wp/v2/comments": (request) => createComment(comments, posts, request),
  };
}

/** More categories than a page holds. */
export const CATEGORIES = [
  { id: 3, name: "News" },
  { id: 1, name: "Uncategorized" },
  ...numbered(100, (n) => ({ id: 100 + n, name: `Zone ${n}` })),
];
/** More tags than a page holds. */
export const TAGS = [{ id: 9, name: "release" }, ...numbered(100, (n) => ({ id: 300 + n, name: `v${n}` }))];

/** What WordPress says to somebody without a valid password; undefined where it answers everybody. */
function refusedToNobody({ method, path, query }: MockRequest): MockAnswer | undefined {
  const notAllowed = "Sorry, you are not allowed to do that.";
  if (path.endsWith("/users/me"))
    return failed(401, "rest_not_logged_in", "You are not currently logged in.");
  if (method !== "GET") return failed(401, "rest_cannot_edit", notAllowed);
  if (query.get("context") === "edit") return failed(401, "rest_forbidden_context", notAllowed);
  if ([null, "publish", "approve"].includes(query.get("status"))) return undefined;
  return path.endsWith("/comments")
    ? failed(401, "rest_forbidden_param", "Query parameter not permitted: status")
    : invalid("status");
}

/** A site with five posts, three pages, four comments, two categories and a tag. */
export function createWordPress(): Mock {
  const posts = seedPosts();
  const routes: MockRoutes = {
    "GET /wp-json/wp/v2/users/me": ({ query }) => ({
      status: 200,
      body: {
        id: 2,
        name: "Ed",
        slug: "editor",
        ...(query.get("context") === "edit" ? { username: USER } : {}),
      },
    }),
    "GET /wp-json/wp/v2/categories": (request) => paged(CATEGORIES, request),
    "GET /wp-json/wp/v2/tags": (request) => paged(TAGS, request),
    ...postRoutes(posts),
    ...commentRoutes(seedComments(), posts),
  };
  const noRoute = failed(404, "rest_no_route", "No route was found matching the URL and request method.");
  return {
    limited: () => ({ status: 429, headers: { "retry-after": "20" }, body: "Too Many Requests" }),
    answer: (request) => {
      const [user, ...password] = basicOf(request).split(":");
      const known = user === USER && password.join(":").replaceAll(" ", "") === PASSWORD.replaceAll(" ", "");
      const refused = known ? undefined : refusedToNobody(request);
      if (refused !== undefined) return refused;
      return answerFrom(routes, request, noRoute);
    },
  };
}

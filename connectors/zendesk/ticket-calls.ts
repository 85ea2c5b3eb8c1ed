import { SENT_FILE } from "../mock-request.ts";
import type { Exchange, PollCall, VendorCall } from "../mock-vendor.ts";
import { choices, done, linked, list, one, plain } from "./call-forms.ts";

const ticket = {
  ...{ requester_id: 21, assignee_id: 22, organization_id: 23, type: "task" },
  ...{ due_at: "2026-05-01T12:00:00Z", external_id: "A-1", brand_id: 24, ticket_form_id: 25 },
  ...{ custom_status_id: 26, custom_fields: [{ id: 27, value: "x" }], problem_id: 28, status: "open" },
};
const copies = [{ user_email: "cy@example.com" }];
const T = { ticket_id: 35436 };
const TICKET = "/tickets/35436";
const tags = { tags: ["customer"] };
const job_status = { id: "8b72", status: "queued" };
const merge = {
  ...{ ids: [123, 456], source_comment: "Closing.", source_comment_is_public: false },
  ...{ target_comment: "Combining.", target_comment_is_public: true },
};
const many = {
  ...{ status: "solved", priority: "high", group_id: 307, assignee_id: 22 },
  ...{ additional_tags: ["done"], remove_tags: ["open"] },
};

const tickets: VendorCall[] = [
  one(
    "create_ticket",
    { subject: "S", body: "B", ...ticket, public: false, uploads: ["6bk3"], email_ccs: copies },
    [
      "POST /tickets.json",
      "ticket",
      {
        ticket: {
          ...{ ...ticket, subject: "S", comment: { body: "B", public: false, uploads: ["6bk3"] } },
          email_ccs: copies,
        },
      },
    ],
  ),
  one("update_ticket", { ...T, subject: "S", ...ticket }, [
    `PUT ${TICKET}.json`,
    "ticket",
    { ticket: { ...ticket, subject: "S" } },
  ]),
  one("add_comment", { ...T, body: "B", public: true, author_id: 22, uploads: ["6bk3"] }, [
    `PUT ${TICKET}.json`,
    "ticket",
    { ticket: { comment: { body: "B", public: true, author_id: 22, uploads: ["6bk3"] } } },
  ]),
  list(
    "list_ticket_comments",
    { ...T, sort: "-created_at" },
    `${TICKET}/comments.json?sort=-created_at`,
    "comments",
  ),
  done("make_comment_private", { ...T, comment_id: 9 }, [
    `PUT ${TICKET}/comments/9/make_private.json`,
    { private: true },
  ]),
  list("list_ticket_audits", T, `${TICKET}/audits.json`, "audits"),
  ...(["PUT", "POST"] as const).map((method) => ({
    action: method === "PUT" ? "add_ticket_tags" : "set_ticket_tags",
    input: { ...T, ...tags },
    ...{ sends: `${method} /api/v2${TICKET}/tags.json`, body: tags, answer: tags },
  })),
  done("remove_ticket_tags", { ...T, ...tags }, [`DELETE ${TICKET}/tags.json`, { removed: true }, tags]),
  {
    action: "merge_tickets",
    input: { ...T, ...merge },
    sends: `POST /api/v2${TICKET}/merge.json`,
    ...{ body: merge, answer: { job_status }, expected: job_status },
  },
  {
    action: "update_tickets",
    input: { ids: [1, 2], ...many },
    sends: "PUT /api/v2/tickets/update_many.json?ids=1,2",
    ...{ body: { ticket: many }, answer: { job_status }, expected: job_status },
  },
  one("get_job_status", { job_id: "8b72" }, ["GET /job_statuses/8b72.json", "job_status"]),
  done("mark_ticket_as_spam", T, [`PUT ${TICKET}/mark_as_spam.json`, { marked: true }]),
  linked(
    "list_deleted_tickets",
    { sort_by: "deleted_at", sort_order: "desc" },
    "/deleted_tickets.json?sort_by=deleted_at&sort_order=desc&per_page=100",
    "deleted_tickets",
  ),
  done("restore_ticket", T, ["PUT /deleted_tickets/35436/restore.json", { restored: true }]),
  plain("count_tickets", { query: "status:open" }, "GET /search/count.json?query=type:ticket+status:open", {
    count: 3,
  }),
  linked(
    "search",
    { query: "type:organization tags:vip", sort_by: "created_at", sort_order: "asc" },
    "/search.json?query=type:organization+tags:vip&sort_by=created_at&sort_order=asc&per_page=100",
    "results",
  ),
  {
    action: "upload_file",
    input: { file: SENT_FILE, filename: "report.txt" },
    ...{ sends: "POST /api/v2/uploads.json?filename=report.txt", body: "A report." },
    ...{ answer: { upload: { token: "6bk3" } }, expected: { token: "6bk3" } },
  },
  choices("agents", "/users.json?role[]=agent&role[]=admin", ["users", "name"]),
  {
    list: "custom_statuses",
    pages: [
      {
        sends: "GET /api/v2/custom_statuses.json?active=true",
        answer: { custom_statuses: [{ id: 26, agent_label: "Waiting" }] },
      },
    ],
    expected: [{ name: "Waiting", value: 26 }],
  },
];

/** A poll that reads one page. */
const page = (path: string, member: string, found: readonly object[]): Exchange[] => [
  { sends: `GET /api/v2${path}`, answer: { [member]: found, next_page: null } },
];

/** What a trigger reads: one record, then a newer one, then one that is older than that but appeared late. */
const poll = (trigger: string, path: string, member: string): PollCall => {
  const item = (id: number, minute: string) => ({ id, created_at: `2026-03-01T11:${minute}:00Z` });
  const [old, late, fresh] = [item(7, "50"), item(8, "52"), item(9, "55")];
  return {
    ...{ trigger, input: {}, expected: [fresh, late] },
    polls: [
      page(path, member, [old]),
      page(path, member, [fresh, old]),
      page(path, member, [fresh, late, old]),
    ],
  };
};

const exact: PollCall = {
  ...{ trigger: "new_article", input: {} },
  expected: [{ id: 9, created_at: "2026-03-01T11:55:00Z" }],
  polls: [[], [{ id: 9, created_at: "2026-03-01T11:55:00Z" }]].map((fresh) =>
    page("/help_center/articles.json?sort_by=created_at&sort_order=desc&per_page=100", "articles", [
      ...fresh,
      { id: 7, created_at: "2026-03-01T11:50:00Z" },
    ]),
  ),
};

const inView = (id: number) => ({ id, subject: `Case ${id}` });
const VIEW = "/views/25/tickets.json?sort_by=updated&sort_order=desc&per_page=100";

const triggers: VendorCall[] = [
  poll("new_user", "/search.json?query=type:user&sort_by=created_at&sort_order=desc&per_page=100", "results"),
  poll(
    "new_organization",
    "/search.json?query=type:organization&sort_by=created_at&sort_order=desc&per_page=100",
    "results",
  ),
  {
    ...{ trigger: "new_ticket_in_view", input: { view_id: 25 }, expected: [inView(9), inView(8)] },
    polls: [
      page(VIEW, "tickets", [inView(7)]),
      page(VIEW, "tickets", [inView(9), inView(7)]),
      [
        {
          sends: `GET /api/v2${VIEW}`,
          answer: {
            tickets: [inView(9), inView(7)],
            next_page: "https://northwind.zendesk.com/api/v2/views/25/tickets.json?page=2",
          },
        },
        ...page("/views/25/tickets.json?page=2", "tickets", [inView(8)]),
      ],
    ],
  },
  exact,
];

/** What Zendesk documents for tickets, and for triggers that are no webhooks. */
export const ticketCalls: readonly VendorCall[] = [...tickets, ...triggers];

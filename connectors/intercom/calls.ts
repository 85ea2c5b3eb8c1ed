import type { VendorCall } from "../mock-vendor.ts";
import { choices, gone, list, newest, one, search, since, whole, wholeChoices } from "./call-forms.ts";

const more = { owner_id: 814860, unsubscribed_from_emails: true, signed_up_at: 1571672154 };
const C = { contact_id: "63a0" };
const person = (id: string) => ({ id, name: "Cy", email: `${id}@example.com` });

const contacts: VendorCall[] = [
  one("create_contact", { role: "user", ...more }, "POST /contacts", { role: "user", ...more }),
  one("update_contact", { ...C, external_id: "c-8", ...more }, "PUT /contacts/63a0", {
    external_id: "c-8",
    ...more,
  }),
  {
    ...{ action: "list_contacts", input: {}, expected: [{ id: "7" }, { id: "8" }] },
    pages: [
      {
        sends: "GET /contacts?per_page=150",
        answer: { data: [{ id: "7" }], pages: { next: { starting_after: "Wz1" } } },
      },
      {
        sends: "GET /contacts?per_page=150&starting_after=Wz1",
        answer: { data: [{ id: "8" }], pages: { next: null } },
      },
    ],
  },
  gone("delete_contact", C, "DELETE /contacts/63a0"),
  one("archive_contact", C, "POST /contacts/63a0/archive"),
  one("unarchive_contact", C, "POST /contacts/63a0/unarchive"),
  one("merge_contacts", { from: "1", into: "2" }, "POST /contacts/merge", { from: "1", into: "2" }),
  list("list_notes_of_contact", C, "/contacts/63a0/notes"),
  list("list_companies_of_contact", C, "/contacts/63a0/companies"),
  one("add_contact_to_company", { ...C, company_id: "5f4d" }, "POST /contacts/63a0/companies", {
    id: "5f4d",
  }),
  one("remove_contact_from_company", { ...C, company_id: "5f4d" }, "DELETE /contacts/63a0/companies/5f4d"),
  whole("list_tags_of_contact", C, "GET /contacts/63a0/tags"),
  one("add_tag_to_contact", { ...C, tag_id: "75" }, "POST /contacts/63a0/tags", { id: "75" }),
  one("remove_tag_from_contact", { ...C, tag_id: "75" }, "DELETE /contacts/63a0/tags/75"),
  whole("list_segments_of_contact", C, "GET /contacts/63a0/segments"),
  {
    list: "contacts",
    pages: [
      {
        sends: "GET /contacts?per_page=150",
        answer: { data: [person("7")], pages: { next: { starting_after: "Wz1" } } },
      },
      {
        sends: "GET /contacts?per_page=150&starting_after=Wz1",
        answer: { data: [person("8")], pages: { next: null } },
      },
    ],
    expected: ["7", "8"].map((id) => ({ name: `Cy ${id}@example.com`, value: id })),
  },
  newest("new_contact", "created_at"),
  newest("contact_changed", "updated_at"),
  one("get_note", { note_id: "31" }, "GET /notes/31"),
];

const firm = {
  ...{ name: "Blue Sun", plan: "Paid", size: 85, website: "https://bluesun.example" },
  ...{ industry: "Manufacturing", monthly_spend: 1000, custom_attributes: { paid_subscriber: true } },
};
const F = { id: "531e" };

const companies: VendorCall[] = [
  one("create_company", { company_id: "c-1", ...firm }, "POST /companies", { company_id: "c-1", ...firm }),
  one("get_company", F, "GET /companies/531e"),
  list("list_companies", { tag_id: "75", segment_id: "5f4" }, "/companies?tag_id=75&segment_id=5f4"),
  one("update_company", { ...F, ...firm }, "PUT /companies/531e", firm),
  gone("delete_company", F, "DELETE /companies/531e"),
  one("find_company", { company_id: "c-1" }, "GET /companies?company_id=c-1"),
  one("find_company", { name: "Blue Sun" }, "GET /companies?name=Blue+Sun"),
  list("list_contacts_of_company", F, "/companies/531e/contacts"),
  one("add_tag_to_company", { ...F, name: "Independent" }, "POST /tags", {
    name: "Independent",
    companies: [F],
  }),
  one("remove_tag_from_company", { ...F, name: "Independent" }, "POST /tags", {
    name: "Independent",
    companies: [{ ...F, untag: true }],
  }),
  choices("companies", "/companies", "name"),
];

const V = { conversation_id: "4007" };
const A = { admin_id: "814860" };
const PARTS = "POST /conversations/4007/parts";

const conversations: VendorCall[] = [
  search("search_conversations", "/conversations/search", "conversations"),
  since(["conversation_changed", {}], ["/conversations/search", "conversations", "updated_at"]),
  one("create_conversation", { contact_type: "user", ...C, body: "Hi" }, "POST /conversations", {
    from: { type: "user", id: "63a0" },
    body: "Hi",
  }),
  one(
    "update_conversation",
    { ...V, read: true, custom_attributes: { issue_type: "Billing" } },
    "PUT /conversations/4007",
    { read: true, custom_attributes: { issue_type: "Billing" } },
  ),
  one("reply_as_contact", { ...V, ...C, body: "Thanks" }, "POST /conversations/4007/reply", {
    ...{ message_type: "comment", type: "user", intercom_user_id: "63a0", body: "Thanks" },
  }),
  one("assign_conversation", { ...V, ...A, assignee_id: "814861", body: "Yours" }, PARTS, {
    ...{ message_type: "assignment", type: "admin", ...A, assignee_id: "814861", body: "Yours" },
  }),
  one("assign_conversation_to_team", { ...V, ...A, team_id: "5017690", body: "Yours" }, PARTS, {
    ...{ message_type: "assignment", type: "team", ...A, assignee_id: "5017690", body: "Yours" },
  }),
  one("close_conversation", { ...V, ...A, body: "Goodbye" }, PARTS, {
    ...{ message_type: "close", type: "admin", ...A, body: "Goodbye" },
  }),
  one("open_conversation", { ...V, ...A }, PARTS, { message_type: "open", ...A }),
  one("snooze_conversation", { ...V, ...A, snoozed_until: 1673609604 }, PARTS, {
    ...{ message_type: "snoozed", ...A, snoozed_until: 1673609604 },
  }),
  one("add_contact_to_conversation", { ...V, ...A, ...C }, "POST /conversations/4007/customers", {
    ...A,
    customer: { intercom_user_id: "63a0" },
  }),
  one(
    "remove_contact_from_conversation",
    { ...V, ...A, ...C },
    "DELETE /conversations/4007/customers/63a0",
    A,
  ),
  one("add_tag_to_conversation", { ...V, ...A, tag_id: "75" }, "POST /conversations/4007/tags", {
    id: "75",
    ...A,
  }),
  one("remove_tag_from_conversation", { ...V, ...A, tag_id: "75" }, "DELETE /conversations/4007/tags/75", A),
  one(
    "convert_conversation_to_ticket",
    { ...V, ticket_type_id: "79", attributes: { priority: "High" } },
    "POST /conversations/4007/convert",
    { ticket_type_id: "79", attributes: { priority: "High" } },
  ),
];

const T = { ticket_id: "494" };
const attributes = { _default_title_: "example", _default_description_: "there is a problem" };
const state = { state: "in_progress", open: true, is_shared: false, snoozed_until: 1673609604 };
const type = {
  ...{ name: "Bug", description: "D", category: "Customer", icon: "🐞", is_internal: false },
};

const tickets: VendorCall[] = [
  one(
    "create_ticket",
    { ticket_type_id: "79", ...C, company_id: "531e", ticket_attributes: attributes },
    "POST /tickets",
    { ticket_type_id: "79", contacts: [{ id: "63a0" }], company_id: "531e", ticket_attributes: attributes },
  ),
  one("get_ticket", T, "GET /tickets/494"),
  one(
    "update_ticket",
    { ...T, ...state, ...A, assignee_id: "814861", ticket_attributes: attributes },
    "PUT /tickets/494",
    { ...state, assignment: { ...A, assignee_id: "814861" }, ticket_attributes: attributes },
  ),
  search("search_tickets", "/tickets/search", "tickets"),
  one("reply_to_ticket", { ...T, ...A, kind: "note", body: "Look" }, "POST /tickets/494/reply", {
    ...{ message_type: "note", type: "admin", ...A, body: "Look" },
  }),
  one("add_tag_to_ticket", { ...T, ...A, tag_id: "75" }, "POST /tickets/494/tags", { id: "75", ...A }),
  one("remove_tag_from_ticket", { ...T, ...A, tag_id: "75" }, "DELETE /tickets/494/tags/75", A),
  since(["new_ticket", {}], ["/tickets/search", "tickets", "created_at"]),
  since(["ticket_changed", {}], ["/tickets/search", "tickets", "updated_at"]),
  one("create_ticket_type", type, "POST /ticket_types", type),
  one("get_ticket_type", { ticket_type_id: "79" }, "GET /ticket_types/79"),
  whole("list_ticket_types", {}, "GET /ticket_types"),
  wholeChoices("ticket_types"),
];

const labels: VendorCall[] = [
  one("create_tag", { name: "VIP", id: "75" }, "POST /tags", { name: "VIP", id: "75" }),
  one("get_tag", { tag_id: "75" }, "GET /tags/75"),
  whole("list_tags", {}, "GET /tags"),
  { action: "delete_tag", input: { tag_id: "75" }, sends: "DELETE /tags/75", expected: { deleted: true } },
  wholeChoices("tags"),
  one("get_segment", { segment_id: "5f4" }, "GET /segments/5f4"),
  whole("list_segments", { include_count: true }, "GET /segments?include_count=true", "segments"),
  wholeChoices("segments", "segments"),
  one("get_admin", A, "GET /admins/814860"),
  whole("list_admins", {}, "GET /admins", "admins"),
  one(
    "set_admin_away",
    { ...A, away_mode_enabled: true, away_mode_reassign: false },
    "PUT /admins/814860/away",
    { away_mode_enabled: true, away_mode_reassign: false },
  ),
  one("get_team", { team_id: "5017690" }, "GET /teams/5017690"),
  whole("list_teams", {}, "GET /teams", "teams"),
  wholeChoices("teams", "teams"),
];

const article = {
  ...{ title: "Thanks", author_id: 814860, description: "D", body: "<p>Body</p>", state: "published" },
  ...{ parent_id: 145, parent_type: "collection", translated_content: { fr: { title: "Merci" } } },
};
const collection = { name: "First steps", description: "D", parent_id: "6871118" };
const attribute = {
  ...{ name: "Mithril Shirt", model: "company", data_type: "string", description: "D" },
  ...{ options: ["1-10", "11-50"], messenger_writable: true },
};

const contents: VendorCall[] = [
  one("create_article", article, "POST /articles", article),
  one("get_article", { article_id: "39" }, "GET /articles/39"),
  list("list_articles", {}, "/articles"),
  {
    action: "search_articles",
    input: { phrase: "Getting started", state: "published" },
    sends: "GET /articles/search?phrase=Getting+started&state=published",
    answer: { data: { articles: [{ id: "55" }], highlights: [] } },
    expected: [{ id: "55" }],
  },
  one("update_article", { article_id: "39", ...article }, "PUT /articles/39", article),
  gone("delete_article", { article_id: "39" }, "DELETE /articles/39"),
  choices("articles", "/articles", "title"),
  one("create_collection", { ...collection, help_center_id: 123 }, "POST /help_center/collections", {
    ...collection,
    help_center_id: 123,
  }),
  one("get_collection", { collection_id: "145" }, "GET /help_center/collections/145"),
  list("list_collections", {}, "/help_center/collections"),
  one(
    "update_collection",
    { collection_id: "145", ...collection },
    "PUT /help_center/collections/145",
    collection,
  ),
  gone("delete_collection", { collection_id: "145" }, "DELETE /help_center/collections/145"),
  choices("collections", "/help_center/collections", "name"),
  one("create_data_attribute", attribute, "POST /data_attributes", attribute),
  whole(
    "list_data_attributes",
    { model: "contact", include_archived: true },
    "GET /data_attributes?model=contact&include_archived=true",
  ),
  one(
    "update_data_attribute",
    {
      ...{ data_attribute_id: 34, description: "D", options: [{ value: "1-10" }] },
      ...{ messenger_writable: false, archived: true },
    },
    "PUT /data_attributes/34",
    { description: "D", options: [{ value: "1-10" }], messenger_writable: false, archived: true },
  ),
];

const event = {
  ...{ event_name: "invited-friend", created_at: 1671028894, id: "63a0", user_id: "c-7" },
  ...{ email: "cy@example.com", metadata: { invite_code: "ADDAFRIEND" } },
};
const message = {
  ...{ message_type: "email", subject: "Hey", body: "Hello", template: "plain" },
  create_conversation_without_contact_reply: true,
};

const events: VendorCall[] = [
  {
    ...{ action: "create_event", input: event, sends: "POST /events", status: 202 },
    ...{ body: event, expected: { recorded: true } },
  },
  {
    action: "list_events_of_contact",
    input: C,
    pages: [
      {
        sends: "GET /events?type=user&intercom_user_id=63a0",
        answer: {
          events: [{ event_name: "a" }],
          pages: { next: "https://api.eu.intercom.io/events?type=user&intercom_user_id=63a0&before=1" },
        },
      },
      {
        sends: "GET /events?type=user&intercom_user_id=63a0&before=1",
        answer: { events: [{ event_name: "b" }], pages: {} },
      },
    ],
    expected: [{ event_name: "a" }, { event_name: "b" }],
  },
  one("send_message", { ...message, ...A, to_type: "user", ...C }, "POST /messages", {
    ...{ ...message, from: { type: "admin", id: "814860" } },
    to: { type: "user", id: "63a0" },
  }),
];

/** What Intercom documents beyond the cases with the mock. */
export const calls: readonly VendorCall[] = [
  ...[...contacts, ...companies, ...conversations, ...tickets, ...labels, ...contents, ...events],
];

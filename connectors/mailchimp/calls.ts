import type { VendorCall } from "../mock-vendor.ts";
import { choices, done, list, one, whole } from "./call-forms.ts";

const A = { audience_id: "57afe96172" };
const AUDIENCE = "/lists/57afe96172";
const audience = {
  ...{ name: "News", permission_reminder: "You signed up.", email_type_option: true, double_optin: false },
  contact: { company: "Acme", address1: "Main Street 1", city: "Berlin", country: "DE" },
  campaign_defaults: {
    ...{ from_name: "Acme", from_email: "shop@example.com", subject: "News", language: "de" },
  },
};
const members = [{ email_address: "kim@example.com", status: "subscribed", merge_fields: { FNAME: "Kim" } }];
const named: readonly [object, string, unknown][] = [
  [{ id: 7, name: "Seven" }, "Seven", 7],
  [{ id: 8, name: "Eight" }, "Eight", 8],
];
const titled: readonly [object, string, unknown][] = [
  [{ id: "c1", settings: { title: "Spring" } }, "Spring", "c1"],
  [{ id: "c2", settings: { title: "Summer" } }, "Summer", "c2"],
];

const audiences: VendorCall[] = [
  one("create_audience", audience, "POST /lists", audience),
  one("get_audience", A, `GET ${AUDIENCE}`),
  list(
    "list_audiences",
    { email: "kim@example.com", count: 1 },
    "/lists?email=kim@example.com&count=1",
    "lists",
  ),
  done("delete_audience", A, [`DELETE ${AUDIENCE}`]),
  one("update_members", { ...A, members, update_existing: true }, `POST ${AUDIENCE}`, {
    members,
    update_existing: true,
  }),
  whole("find_tags", { ...A, name: "vi" }, `GET ${AUDIENCE}/tag-search?name=vi`, "tags"),
];

const M = { ...A, email: "kim@example.com" };
const MEMBER = `${AUDIENCE}/members/kim%40example.com`;
const details = {
  ...{ status: "unsubscribed", merge_fields: { FNAME: "Kim" }, interests: { "9143cf3bd1": true } },
  ...{ language: "de", vip: true },
};
const event = { name: "purchased", properties: { item: "Mug" }, occurred_at: "2026-05-01T12:00:00+00:00" };

const people: VendorCall[] = [
  one("update_member", { ...M, ...details, new_email: "kim2@example.com" }, `PATCH ${MEMBER}`, {
    ...details,
    email_address: "kim2@example.com",
  }),
  done("delete_member_permanently", M, [`POST ${MEMBER}/actions/delete-permanent`]),
  list("list_tags_of_member", M, `${MEMBER}/tags?count=100`, "tags"),
  list("list_notes_of_member", M, `${MEMBER}/notes?count=100`, "notes"),
  one("add_note_to_member", { ...M, note: "Called" }, `POST ${MEMBER}/notes`, { note: "Called" }),
  list("list_events_of_member", M, `${MEMBER}/events?count=100`, "events"),
  done("add_event_to_member", { ...M, ...event }, [`POST ${MEMBER}/events`, { recorded: true }, event]),
  one("search_members", { query: "kim", ...A }, "GET /search-members?query=kim&list_id=57afe96172"),
  whole("search_campaigns", { query: "sale" }, "GET /search-campaigns?query=sale", "results"),
];

const segment = { name: "VIPs", static_segment: ["kim@example.com"] };
const saved = {
  name: "VIPs",
  options: { match: "all", conditions: [{ field: "EMAIL", op: "contains", value: "@example.com" }] },
};
const S = { ...A, segment_id: 21 };
const SEGMENT = `${AUDIENCE}/segments/21`;
const changes = { members_to_add: ["kim@example.com"], members_to_remove: ["al@example.com"] };
const field = {
  ...{ name: "Plan", tag: "PLAN", required: false, default_value: "free", public: true },
  ...{ display_order: 3, options: { choices: ["free", "pro"] }, help_text: "Your plan" },
};
const F = { ...A, merge_id: 4 };
const C = { ...A, interest_category_id: "a1e9" };
const CATEGORY = `${AUDIENCE}/interest-categories/a1e9`;

const structure: VendorCall[] = [
  one("create_segment", { ...A, ...segment }, `POST ${AUDIENCE}/segments`, segment),
  one("create_segment", { ...A, ...saved }, `POST ${AUDIENCE}/segments`, saved),
  one("get_segment", S, `GET ${SEGMENT}`),
  list(
    "list_segments",
    { ...A, type: "static", count: 1 },
    `${AUDIENCE}/segments?type=static&count=1`,
    "segments",
  ),
  one("update_segment", { ...S, ...segment }, `PATCH ${SEGMENT}`, segment),
  one("update_segment", { ...S, ...saved }, `PATCH ${SEGMENT}`, saved),
  done("delete_segment", S, [`DELETE ${SEGMENT}`]),
  list("list_members_of_segment", { ...S, count: 1 }, `${SEGMENT}/members?count=1`, "members"),
  one("change_members_of_segment", { ...S, ...changes }, `POST ${SEGMENT}`, changes),
  choices("segments", [A, `${AUDIENCE}/segments?count=100`, "segments"], named),
  one("create_merge_field", { ...A, ...field, type: "dropdown" }, `POST ${AUDIENCE}/merge-fields`, {
    ...field,
    type: "dropdown",
  }),
  one("get_merge_field", F, `GET ${AUDIENCE}/merge-fields/4`),
  list("list_merge_fields", { ...A, count: 1 }, `${AUDIENCE}/merge-fields?count=1`, "merge_fields"),
  one("update_merge_field", { ...F, ...field }, `PATCH ${AUDIENCE}/merge-fields/4`, field),
  done("delete_merge_field", F, [`DELETE ${AUDIENCE}/merge-fields/4`]),
  choices(
    "merge_fields",
    [A, `${AUDIENCE}/merge-fields?count=100`, "merge_fields"],
    [
      [{ merge_id: 1, name: "First name", tag: "FNAME" }, "First name (FNAME)", 1],
      [{ merge_id: 2, name: "Last name", tag: "LNAME" }, "Last name (LNAME)", 2],
    ],
  ),
  one(
    "create_interest_category",
    { ...A, title: "Topics", type: "checkboxes" },
    `POST ${AUDIENCE}/interest-categories`,
    { title: "Topics", type: "checkboxes" },
  ),
  list(
    "list_interest_categories",
    { ...A, count: 1 },
    `${AUDIENCE}/interest-categories?count=1`,
    "categories",
  ),
  done("delete_interest_category", C, [`DELETE ${CATEGORY}`]),
  choices(
    "interest_categories",
    [A, `${AUDIENCE}/interest-categories?count=100`, "categories"],
    [
      [{ id: "a1", title: "Topics" }, "Topics", "a1"],
      [{ id: "a2", title: "Cities" }, "Cities", "a2"],
    ],
  ),
  one("create_interest", { ...C, name: "Mugs" }, `POST ${CATEGORY}/interests`, { name: "Mugs" }),
  list("list_interests", { ...C, count: 1 }, `${CATEGORY}/interests?count=1`, "interests"),
  done("delete_interest", { ...C, interest_id: "9143" }, [`DELETE ${CATEGORY}/interests/9143`]),
  choices("interests", [C, `${CATEGORY}/interests?count=100`, "interests"], named),
];

const P = { campaign_id: "42694e9e57" };
const CAMPAIGN = "/campaigns/42694e9e57";
const letter = { from_name: "Acme", reply_to: "shop@example.com", title: "March", preview_text: "Look" };
const content = {
  ...{ html: "<p>Hi</p>", plain_text: "Hi", url: "https://example.com/mail.html" },
  template: { id: 7, sections: { body: "<p>Hi</p>" } },
};
const test = { test_emails: ["kim@example.com"], send_type: "html" };
const schedule = { schedule_time: "2026-05-01T12:15:00+00:00", timewarp: false };
const REPORT = "/reports/42694e9e57";
const template = { name: "Freddie's Jokes", html: "<h1>Jokes</h1>", folder_id: "f1" };

const campaigns: VendorCall[] = [
  one("create_campaign", { ...A, subject: "Sale", ...letter, segment_id: 21 }, "POST /campaigns", {
    type: "regular",
    recipients: { list_id: "57afe96172", segment_opts: { saved_segment_id: 21 } },
    settings: { ...letter, subject_line: "Sale" },
  }),
  one("get_campaign", P, `GET ${CAMPAIGN}`),
  one("update_campaign", { ...P, subject: "Sale", ...letter, template_id: 7 }, `PATCH ${CAMPAIGN}`, {
    settings: { ...letter, subject_line: "Sale", template_id: 7 },
  }),
  done("delete_campaign", P, [`DELETE ${CAMPAIGN}`]),
  one("get_campaign_content", P, `GET ${CAMPAIGN}/content`),
  one("set_campaign_content", { ...P, ...content }, `PUT ${CAMPAIGN}/content`, content),
  done("send_test_email", { ...P, ...test }, [`POST ${CAMPAIGN}/actions/test`, { sent: true }, test]),
  done("schedule_campaign", { ...P, ...schedule }, [
    `POST ${CAMPAIGN}/actions/schedule`,
    { scheduled: true },
    schedule,
  ]),
  done("unschedule_campaign", P, [`POST ${CAMPAIGN}/actions/unschedule`, { unscheduled: true }]),
  done("cancel_campaign", P, [`POST ${CAMPAIGN}/actions/cancel-send`, { cancelled: true }]),
  one("replicate_campaign", P, `POST ${CAMPAIGN}/actions/replicate`),
  one("get_send_checklist", P, `GET ${CAMPAIGN}/send-checklist`),
  choices(
    "campaigns",
    [{}, "/campaigns?count=100&sort_field=create_time&sort_dir=DESC", "campaigns"],
    titled,
  ),
  one("get_report", P, `GET ${REPORT}`),
  list(
    "list_reports",
    { since_send_time: "2026-01-01", before_send_time: "2026-02-01", count: 1 },
    "/reports?since_send_time=2026-01-01&before_send_time=2026-02-01&count=1",
    "reports",
  ),
  list("list_opens", { ...P, count: 1 }, `${REPORT}/open-details?count=1`, "members"),
  list("list_clicks", { ...P, count: 1 }, `${REPORT}/click-details?count=1`, "urls_clicked"),
  list("list_unsubscribes", { ...P, count: 1 }, `${REPORT}/unsubscribed?count=1`, "unsubscribes"),
  one("create_template", template, "POST /templates", template),
  one("get_template", { template_id: 7 }, "GET /templates/7"),
  list("list_templates", { type: "user", count: 1 }, "/templates?type=user&count=1", "templates"),
  one("update_template", { template_id: 7, ...template }, "PATCH /templates/7", template),
  done("delete_template", { template_id: 7 }, ["DELETE /templates/7"]),
  choices("templates", [{}, "/templates?type=user&count=100", "templates"], named),
];

const W = { automation_id: "57afe9" };
const T = { store_id: "shop-1" };
const STORE = "/ecommerce/stores/shop-1";
const store = {
  ...{ id: "shop-1", list_id: "57afe96172", name: "Shop", currency_code: "EUR" },
  ...{ domain: "shop.example.com", platform: "Own" },
};
const customer = {
  ...{ email_address: "kim@example.com", opt_in_status: true },
  ...{ first_name: "Kim", last_name: "Müller", company: "Acme" },
};
const product = {
  ...{ id: "p1", title: "Mug", variants: [{ id: "v1", title: "Blue", price: 9.5, sku: "M-1" }] },
  ...{ url: "https://example.com/mug", description: "D", image_url: "https://example.com/mug.png" },
};
const order = {
  ...{ id: "o1", customer: { id: "c1" }, currency_code: "EUR", order_total: 9.5 },
  lines: [{ id: "l1", product_id: "p1", product_variant_id: "v1", quantity: 1, price: 9.5 }],
  ...{ campaign_id: "42694e9e57", processed_at_foreign: "2026-05-01T12:00:00+00:00" },
};

const others: VendorCall[] = [
  one("get_automation", W, "GET /automations/57afe9"),
  list(
    "list_automations",
    { status: "sending", count: 1 },
    "/automations?status=sending&count=1",
    "automations",
  ),
  done("pause_automation", W, ["POST /automations/57afe9/actions/pause-all-emails", { paused: true }]),
  done("start_automation", W, ["POST /automations/57afe9/actions/start-all-emails", { started: true }]),
  choices("automations", [{}, "/automations?count=100", "automations"], titled),
  done("trigger_journey", { journey_id: 1, step_id: 2, email: "kim@example.com" }, [
    "POST /customer-journeys/journeys/1/steps/2/actions/trigger",
    { triggered: true },
    { email_address: "kim@example.com" },
  ]),
  one("create_store", store, "POST /ecommerce/stores", store),
  one("get_store", T, `GET ${STORE}`),
  list("list_stores", { count: 1 }, "/ecommerce/stores?count=1", "stores"),
  done("delete_store", T, [`DELETE ${STORE}`]),
  choices("stores", [{}, "/ecommerce/stores?count=100", "stores"], named),
  one("upsert_store_customer", { ...T, customer_id: "c1", ...customer }, `PUT ${STORE}/customers/c1`, {
    id: "c1",
    ...customer,
  }),
  one("create_store_product", { ...T, ...product }, `POST ${STORE}/products`, product),
  one("create_store_order", { ...T, ...order }, `POST ${STORE}/orders`, order),
  list(
    "list_store_orders",
    { ...T, customer_id: "c1", count: 1 },
    `${STORE}/orders?customer_id=c1&count=1`,
    "orders",
  ),
];

/** What Mailchimp documents beyond the cases with the mock. */
export const calls: readonly VendorCall[] = [
  ...[...audiences, ...people, ...structure, ...campaigns, ...others],
];

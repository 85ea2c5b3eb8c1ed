import type { VendorCall } from "../mock-vendor.ts";
import { choices, done, linked, list, one, plain } from "./call-forms.ts";
import { ticketCalls } from "./ticket-calls.ts";

const known = {
  ...{ name: "Bob", email: "bob@example.com", phone: "+49301", role: "end-user", organization_id: 23 },
  ...{ external_id: "A-1", tags: ["vip"], user_fields: { plan: "gold" } },
};
const profile = {
  ...{ ...known, alias: "B", details: "D", notes: "N", locale: "de", time_zone: "Berlin" },
  ...{ verified: true, suspended: false },
};
const U = { user_id: 35436 };
const USER = "/users/35436";

const users: VendorCall[] = [
  one("create_user", { ...profile, skip_verify_email: true }, [
    "POST /users.json",
    "user",
    { user: { ...profile, skip_verify_email: true } },
  ]),
  one("get_user", U, [`GET ${USER}.json`, "user"]),
  list(
    "list_users",
    { role: "agent", external_id: "A-1" },
    "/users.json?role=agent&external_id=A-1",
    "users",
  ),
  one("update_user", { ...U, ...profile }, [`PUT ${USER}.json`, "user", { user: profile }]),
  {
    action: "delete_user",
    input: U,
    sends: `DELETE /api/v2${USER}.json`,
    ...{ answer: { user: { id: 35436, active: false } }, expected: { deleted: true } },
  },
  one("create_or_update_user", { ...known, skip_verify_email: true }, [
    "POST /users/create_or_update.json",
    "user",
    { user: { ...known, skip_verify_email: true } },
  ]),
  one("get_current_user", {}, ["GET /users/me.json", "user"]),
  one("merge_users", { ...U, into_user_id: 9 }, [`PUT ${USER}/merge.json`, "user", { user: { id: 9 } }]),
  list("list_tickets_of_user", U, `${USER}/tickets/requested.json`, "tickets"),
  list("list_identities_of_user", U, `${USER}/identities.json`, "identities"),
  one("add_identity_to_user", { ...U, type: "email", value: "b@example.com", verified: true }, [
    `POST ${USER}/identities.json`,
    "identity",
    { identity: { type: "email", value: "b@example.com", verified: true } },
  ]),
  {
    list: "users",
    pages: [
      {
        sends: "GET /api/v2/users.json?page[size]=100",
        answer: {
          users: [{ id: 1, name: "Bob", email: "bob@example.com" }],
          meta: { has_more: true, after_cursor: "xy1" },
        },
      },
      {
        sends: "GET /api/v2/users.json?page[size]=100&page[after]=xy1",
        answer: { users: [{ id: 2, name: "Cy", email: "cy@example.com" }], meta: { has_more: false } },
      },
    ],
    expected: [
      { name: "Bob bob@example.com", value: 1 },
      { name: "Cy cy@example.com", value: 2 },
    ],
  },
];

const company = {
  ...{ external_id: "A-1", name: "Acme", domain_names: ["acme.example"], notes: "N", tags: ["vip"] },
  organization_fields: { plan: "gold" },
};
const organization = {
  ...{ ...company, details: "D", group_id: 307, shared_tickets: true, shared_comments: false },
};
const O = { organization_id: 23 };
const ORGANIZATION = "/organizations/23";
const membership = { user_id: 21, organization_id: 23, default: true };

const organizations: VendorCall[] = [
  one("create_organization", organization, ["POST /organizations.json", "organization", { organization }]),
  one("get_organization", O, [`GET ${ORGANIZATION}.json`, "organization"]),
  list("list_organizations", {}, "/organizations.json", "organizations"),
  one("update_organization", { ...O, ...organization }, [
    `PUT ${ORGANIZATION}.json`,
    "organization",
    { organization },
  ]),
  done("delete_organization", O, [`DELETE ${ORGANIZATION}.json`]),
  one("create_or_update_organization", company, [
    "POST /organizations/create_or_update.json",
    "organization",
    { organization: company },
  ]),
  linked("find_organizations", { name: "Acme" }, "/organizations/search.json?name=Acme", "organizations"),
  linked(
    "find_organizations",
    { external_id: "A-1" },
    "/organizations/search.json?external_id=A-1",
    "organizations",
  ),
  list("list_users_of_organization", O, `${ORGANIZATION}/users.json`, "users"),
  list("list_tickets_of_organization", O, `${ORGANIZATION}/tickets.json`, "tickets"),
  choices("organizations", "/organizations.json", ["organizations", "name"]),
  one("create_organization_membership", membership, [
    "POST /organization_memberships.json",
    "organization_membership",
    { organization_membership: membership },
  ]),
  list("list_organization_memberships", {}, "/organization_memberships.json", "organization_memberships"),
  done("delete_organization_membership", { organization_membership_id: 4 }, [
    "DELETE /organization_memberships/4.json",
  ]),
];

const group = { name: "Second level", description: "D", is_public: false };
const G = { group_id: 307 };

const groups: VendorCall[] = [
  one("create_group", group, ["POST /groups.json", "group", { group }]),
  one("get_group", G, ["GET /groups/307.json", "group"]),
  list("list_groups", {}, "/groups.json", "groups"),
  one("update_group", { ...G, name: "Third level", description: "D" }, [
    "PUT /groups/307.json",
    "group",
    { group: { name: "Third level", description: "D" } },
  ]),
  done("delete_group", G, ["DELETE /groups/307.json"]),
  one("create_group_membership", { user_id: 22, group_id: 307 }, [
    "POST /group_memberships.json",
    "group_membership",
    { group_membership: { user_id: 22, group_id: 307 } },
  ]),
  list("list_group_memberships", {}, "/group_memberships.json", "group_memberships"),
  done("delete_group_membership", { group_membership_id: 4 }, ["DELETE /group_memberships/4.json"]),
];

const V = { view_id: 25 };
const macro = {
  ...{ title: "Close and redirect", description: "D", active: true },
  actions: [{ field: "status", value: "solved" }],
};
const M = { macro_id: 360111062754 };
const MACRO = "/macros/360111062754.json";

const rules: VendorCall[] = [
  one("get_view", V, ["GET /views/25.json", "view"]),
  list(
    "list_views",
    { access: "shared", active: true, group_id: 307 },
    "/views.json?access=shared&active=true&group_id=307",
    "views",
  ),
  done("delete_view", V, ["DELETE /views/25.json"]),
  list("list_tickets_of_view", V, "/views/25/tickets.json", "tickets"),
  one("count_tickets_of_view", V, ["GET /views/25/count.json", "view_count"]),
  choices("views", "/views.json", ["views", "title"]),
  one("create_macro", macro, ["POST /macros.json", "macro", { macro }]),
  one("get_macro", M, [`GET ${MACRO}`, "macro"]),
  list(
    "list_macros",
    { access: "shared", active: true, category: "Billing", group_id: 307 },
    "/macros.json?access=shared&active=true&category=Billing&group_id=307",
    "macros",
  ),
  linked(
    "search_macros",
    { query: "close", active: true },
    "/macros/search.json?query=close&active=true",
    "macros",
  ),
  one("update_macro", { ...M, ...macro }, [`PUT ${MACRO}`, "macro", { macro }]),
  done("delete_macro", M, [`DELETE ${MACRO}`]),
  one("preview_macro", { ...M, ticket_id: 35436 }, [
    "GET /tickets/35436/macros/360111062754/apply.json",
    "result",
  ]),
  choices("macros", "/macros.json", ["macros", "title"]),
];

const field = {
  ...{ title: "Plan", description: "D", active: true, required: false, visible_in_portal: true },
  ...{ editable_in_portal: false, custom_field_options: [{ name: "Gold", value: "gold" }] },
};
const F = { ticket_field_id: 27 };

const settings: VendorCall[] = [
  one("create_ticket_field", { ...field, type: "tagger" }, [
    "POST /ticket_fields.json",
    "ticket_field",
    { ticket_field: { ...field, type: "tagger" } },
  ]),
  one("get_ticket_field", F, ["GET /ticket_fields/27.json", "ticket_field"]),
  list("list_ticket_fields", {}, "/ticket_fields.json", "ticket_fields"),
  one("update_ticket_field", { ...F, ...field }, [
    "PUT /ticket_fields/27.json",
    "ticket_field",
    { ticket_field: field },
  ]),
  done("delete_ticket_field", F, ["DELETE /ticket_fields/27.json"]),
  choices("ticket_fields", "/ticket_fields.json", ["ticket_fields", "title"]),
  one("get_ticket_form", { ticket_form_id: 25 }, ["GET /ticket_forms/25.json", "ticket_form"]),
  linked("list_ticket_forms", { active: true }, "/ticket_forms.json?active=true", "ticket_forms"),
  choices("ticket_forms", "/ticket_forms.json", ["ticket_forms", "name", "linked"]),
  one("get_brand", { brand_id: 24 }, ["GET /brands/24.json", "brand"]),
  list("list_brands", {}, "/brands.json", "brands"),
  choices("brands", "/brands.json", ["brands", "name"]),
  one("get_satisfaction_rating", { satisfaction_rating_id: 5 }, [
    "GET /satisfaction_ratings/5.json",
    "satisfaction_rating",
  ]),
  list(
    "list_satisfaction_ratings",
    { score: "bad", start_time: 1340384793, end_time: 1371920793 },
    "/satisfaction_ratings.json?score=bad&start_time=1340384793&end_time=1371920793",
    "satisfaction_ratings",
  ),
  one("get_suspended_ticket", { suspended_ticket_id: 6 }, [
    "GET /suspended_tickets/6.json",
    "suspended_ticket",
  ]),
  list(
    "list_suspended_tickets",
    { sort_by: "created_at", sort_order: "desc" },
    "/suspended_tickets.json?sort_by=created_at&sort_order=desc",
    "suspended_tickets",
  ),
  done("delete_suspended_ticket", { suspended_ticket_id: 6 }, ["DELETE /suspended_tickets/6.json"]),
  plain("recover_suspended_ticket", { suspended_ticket_id: 6 }, "PUT /suspended_tickets/6/recover.json", {
    ticket: { id: 7 },
  }),
  choices("suspended_tickets", "/suspended_tickets.json", ["suspended_tickets", "subject"]),
  list("list_tags", {}, "/tags.json", "tags"),
];

const A = { article_id: 35467 };
const ARTICLE = "/help_center/articles/35467";
const set = {
  ...{ permission_group_id: 56, user_segment_id: null, author_id: 22, promoted: true },
  ...{ comments_disabled: false, label_names: ["printer"], position: 2 },
};
const text = { title: "Taking photos", body: "<p>Press it</p>", draft: true };

const helpCenter: VendorCall[] = [
  one("create_article", { section_id: 3, ...set, ...text, locale: "en-us", notify_subscribers: false }, [
    "POST /help_center/sections/3/articles.json",
    "article",
    { article: { ...set, ...text, locale: "en-us" }, notify_subscribers: false },
  ]),
  one("get_article", A, [`GET ${ARTICLE}.json`, "article"]),
  list(
    "list_articles",
    { label_names: "printer,photo", sort_by: "updated_at", sort_order: "desc" },
    "/help_center/articles.json?label_names=printer,photo&sort_by=updated_at&sort_order=desc",
    "articles",
  ),
  linked(
    "search_articles",
    { query: "carrot", locale: "en-us", section: 3, category: 4, label_names: "printer" },
    "/help_center/articles/search.json?query=carrot&locale=en-us&section=3&category=4&label_names=printer&per_page=100",
    "results",
  ),
  one("update_article", { ...A, ...set }, [`PUT ${ARTICLE}.json`, "article", { article: set }]),
  done("delete_article", A, [`DELETE ${ARTICLE}.json`]),
  list("list_articles_of_section", { section_id: 3 }, "/help_center/sections/3/articles.json", "articles"),
  list("list_translations_of_article", A, `${ARTICLE}/translations.json`, "translations"),
  one("create_translation_of_article", { ...A, ...text, locale: "fr" }, [
    `POST ${ARTICLE}/translations.json`,
    "translation",
    { translation: { ...text, locale: "fr" } },
  ]),
  one("update_translation_of_article", { ...A, ...text, locale: "fr" }, [
    `PUT ${ARTICLE}/translations/fr.json`,
    "translation",
    { translation: text },
  ]),
  choices("articles", "/help_center/articles.json", ["articles", "title"]),
  choices("permission_groups", "/guide/permission_groups.json", ["permission_groups", "name", "linked"]),
  choices("user_segments", "/help_center/user_segments.json", ["user_segments", "name", "linked"]),
  one("get_section", { section_id: 3 }, ["GET /help_center/sections/3.json", "section"]),
  list("list_sections", {}, "/help_center/sections.json", "sections"),
  done("delete_section", { section_id: 3 }, ["DELETE /help_center/sections/3.json"]),
  one("create_section", { category_id: 4, name: "Printing", locale: "en-us", description: "D" }, [
    "POST /help_center/categories/4/sections.json",
    "section",
    { section: { name: "Printing", locale: "en-us", description: "D" } },
  ]),
  choices("sections", "/help_center/sections.json", ["sections", "name"]),
  one("create_category", { name: "Devices", locale: "en-us", description: "D" }, [
    "POST /help_center/categories.json",
    "category",
    { category: { name: "Devices", locale: "en-us", description: "D" } },
  ]),
  one("get_category", { category_id: 4 }, ["GET /help_center/categories/4.json", "category"]),
  list("list_categories", {}, "/help_center/categories.json", "categories"),
  done("delete_category", { category_id: 4 }, ["DELETE /help_center/categories/4.json"]),
  choices("categories", "/help_center/categories.json", ["categories", "name"]),
];

/** What Zendesk documents beyond the cases with the mock. */
export const calls: readonly VendorCall[] = [
  ...[...ticketCalls, ...users, ...organizations, ...groups, ...rules, ...settings, ...helpCenter],
];

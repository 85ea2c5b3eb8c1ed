import type { VendorCall } from "../mock-vendor.ts";
import { ADDED, choices, DELETED, done, FIRST, list, one, REMOVED, SECOND, TASK, W } from "./call-forms.ts";
import { projectCalls } from "./project-calls.ts";
import { searchCalls } from "./search-calls.ts";

const S = { ...W, project: "2", section_id: "7" };
const places = { insert_before: "8", insert_after: "9" };

const sections: VendorCall[] = [
  one("create_section", { ...W, project: "2", name: "S", ...places }, "POST /api/1.0/projects/2/sections", {
    name: "S",
    ...places,
  }),
  list(
    "list_sections",
    { ...W, project: "2" },
    "/api/1.0/projects/2/sections?opt_fields=name,created_at,project.name&limit=100",
  ),
  one("get_section", S, "GET /api/1.0/sections/7"),
  one("update_section", { ...S, name: "S", ...places }, "PUT /api/1.0/sections/7", { name: "S", ...places }),
  done("delete_section", S, "DELETE /api/1.0/sections/7", [DELETED]),
  done(
    "move_section",
    { ...W, project: "2", section: "7", before_section: "8", after_section: "9" },
    "POST /api/1.0/projects/2/sections/insert",
    [{ moved: true }, { project: "2", section: "7", before_section: "8", after_section: "9" }],
  ),
  done("add_task_to_section", { ...S, task: "5", ...places }, "POST /api/1.0/sections/7/addTask", [
    ADDED,
    { task: "5", ...places },
  ]),
  list("list_tasks_of_section", S, `/api/1.0/sections/7/tasks?opt_fields=${TASK}&limit=100`),
  choices("sections", { project: "2" }, "/api/1.0/projects/2/sections?limit=100"),
];

const tag = { name: "T", color: "dark-red", notes: "N" };
const G = { ...W, tag_id: "7" };

const tags: VendorCall[] = [
  one("create_tag", { ...W, ...tag }, "POST /api/1.0/tags", { ...W, ...tag }),
  one("get_tag", G, "GET /api/1.0/tags/7"),
  list("list_tags", W, "/api/1.0/tags?workspace=1&opt_fields=name,color,notes,permalink_url&limit=100"),
  one("update_tag", { ...G, ...tag }, "PUT /api/1.0/tags/7", tag),
  done("delete_tag", G, "DELETE /api/1.0/tags/7", [DELETED]),
  list("list_tasks_of_tag", G, `/api/1.0/tags/7/tasks?opt_fields=${TASK}&limit=100`),
  choices("tags", W, "/api/1.0/tags?workspace=1&limit=100"),
];

const T = { ...W, team_id: "7" };

const people: VendorCall[] = [
  one("get_user", { ...W, user_id: "7" }, "GET /api/1.0/users/7"),
  list(
    "list_users",
    { ...W, team: "2" },
    "/api/1.0/users?workspace=1&team=2&opt_fields=name,email&limit=100",
  ),
  one("get_task_list_of_user", { ...W, user_id: "me" }, "GET /api/1.0/users/me/user_task_list?workspace=1"),
  list(
    "list_tasks_of_user",
    { ...W, assignee: "me", completed_since: "now", modified_since: "2026-01-01T00:00:00Z" },
    `/api/1.0/tasks?workspace=1&assignee=me&completed_since=now&modified_since=2026-01-01T00:00:00Z&opt_fields=${TASK}&limit=100`,
  ),
  one(
    "create_team",
    { organization: "1", name: "T", description: "D", visibility: "secret" },
    "POST /api/1.0/teams",
    { organization: "1", name: "T", description: "D", visibility: "secret" },
  ),
  one("get_team", T, "GET /api/1.0/teams/7"),
  list(
    "list_teams",
    W,
    "/api/1.0/workspaces/1/teams?opt_fields=name,description,organization.name,permalink_url&limit=100",
  ),
  list(
    "list_projects_of_team",
    { ...T, archived: false },
    "/api/1.0/teams/7/projects?archived=false&limit=100",
  ),
  {
    action: "list_users_of_team",
    input: T,
    pages: [
      { sends: "GET /api/1.0/teams/7/users", answer: { data: [FIRST], next_page: { offset: "eyJ2" } } },
      { sends: "GET /api/1.0/teams/7/users?offset=eyJ2", answer: { data: [SECOND], next_page: null } },
    ],
    expected: [FIRST, SECOND],
  },
  one("add_user_to_team", { ...T, user: "me" }, "POST /api/1.0/teams/7/addUser", { user: "me" }),
  done("remove_user_from_team", { ...T, user: "me" }, "POST /api/1.0/teams/7/removeUser", [
    REMOVED,
    { user: "me" },
  ]),
  one("get_workspace", { workspace_id: "7" }, "GET /api/1.0/workspaces/7"),
  list("list_workspaces", {}, "/api/1.0/workspaces?opt_fields=name,is_organization,email_domains&limit=100"),
  choices("teams", W, "/api/1.0/workspaces/1/teams?limit=100"),
];

const field = { name: "F", description: "D", precision: 2, format: "currency", currency_code: "EUR" };
const choice = { name: "Red", color: "red" };
const F = { ...W, custom_field_id: "7" };

const fields: VendorCall[] = [
  one(
    "create_custom_field",
    { ...W, ...field, resource_subtype: "enum", enum_options: [choice] },
    "POST /api/1.0/custom_fields",
    { ...W, ...field, resource_subtype: "enum", enum_options: [choice] },
  ),
  one("get_custom_field", F, "GET /api/1.0/custom_fields/7"),
  list(
    "list_custom_fields",
    W,
    "/api/1.0/workspaces/1/custom_fields?opt_fields=name,resource_subtype,description,enum_options,precision,format&limit=100",
  ),
  one("update_custom_field", { ...F, ...field }, "PUT /api/1.0/custom_fields/7", field),
  done("delete_custom_field", F, "DELETE /api/1.0/custom_fields/7", [DELETED]),
  one(
    "add_choice_to_custom_field",
    { ...F, ...choice, ...places },
    "POST /api/1.0/custom_fields/7/enum_options",
    { ...choice, ...places },
  ),
  one(
    "update_choice_of_custom_field",
    { choice: "7", ...choice, enabled: false },
    "PUT /api/1.0/enum_options/7",
    { ...choice, enabled: false },
  ),
  choices("custom_fields", W, "/api/1.0/workspaces/1/custom_fields?limit=100"),
];

const status = { parent: "2", status_type: "at_risk", title: "S", text: "Late" };
const portfolio = { name: "P", color: "dark-teal", public: true };
const goal = {
  ...{ name: "G", notes: "N", owner: "5", team: "2", time_period: "3" },
  ...{ start_on: "2026-01-01", due_on: "2026-03-31", is_workspace_level: false },
};

const others: VendorCall[] = [
  one("get_attachment", { attachment_id: "7" }, "GET /api/1.0/attachments/7"),
  list(
    "list_attachments",
    { parent: "2" },
    "/api/1.0/attachments?parent=2&opt_fields=name,created_at,download_url,host,size,view_url,permanent_url&limit=100",
  ),
  done("delete_attachment", { attachment_id: "7" }, "DELETE /api/1.0/attachments/7", [DELETED]),
  one("create_status_update", status, "POST /api/1.0/status_updates", status),
  one("get_status_update", { status_update_id: "7" }, "GET /api/1.0/status_updates/7"),
  list(
    "list_status_updates",
    { parent: "2", created_since: "2026-01-01T00:00:00Z" },
    "/api/1.0/status_updates?parent=2&created_since=2026-01-01T00:00:00Z&opt_fields=title,text,status_type,author.name,created_at,parent.name&limit=100",
  ),
  done("delete_status_update", { status_update_id: "7" }, "DELETE /api/1.0/status_updates/7", [DELETED]),
  one("create_portfolio", { ...W, ...portfolio }, "POST /api/1.0/portfolios", { ...W, ...portfolio }),
  one("get_portfolio", { portfolio_id: "7" }, "GET /api/1.0/portfolios/7"),
  ...(["me", "5"] as const).map((owner) =>
    list(
      "list_portfolios",
      owner === "me" ? W : { ...W, owner },
      `/api/1.0/portfolios?workspace=1&owner=${owner}&opt_fields=name,color,owner.name,created_at,permalink_url&limit=100`,
    ),
  ),
  one("update_portfolio", { portfolio_id: "7", ...portfolio }, "PUT /api/1.0/portfolios/7", portfolio),
  done("delete_portfolio", { portfolio_id: "7" }, "DELETE /api/1.0/portfolios/7", [DELETED]),
  list("list_items_of_portfolio", { portfolio_id: "7" }, "/api/1.0/portfolios/7/items?limit=100"),
  done(
    "add_item_to_portfolio",
    { ...W, portfolio_id: "7", item: "2" },
    "POST /api/1.0/portfolios/7/addItem",
    [ADDED, { item: "2" }],
  ),
  done(
    "remove_item_from_portfolio",
    { ...W, portfolio_id: "7", item: "2" },
    "POST /api/1.0/portfolios/7/removeItem",
    [REMOVED, { item: "2" }],
  ),
  one("create_goal", { ...W, ...goal }, "POST /api/1.0/goals", { ...W, ...goal }),
  one("get_goal", { goal_id: "7" }, "GET /api/1.0/goals/7"),
  list(
    "list_goals",
    { ...W, team: "2", project: "3", is_workspace_level: false },
    "/api/1.0/goals?workspace=1&team=2&project=3&is_workspace_level=false&opt_fields=name,owner.name,due_on,start_on,status,notes&limit=100",
  ),
  one("update_goal", { ...W, goal_id: "7", ...goal, status: "green" }, "PUT /api/1.0/goals/7", {
    ...goal,
    status: "green",
  }),
  done("delete_goal", { goal_id: "7" }, "DELETE /api/1.0/goals/7", [DELETED]),
];

/** What the vendor documents for all but the first tasks and projects. */
export const calls: readonly VendorCall[] = [
  ...[...projectCalls, ...searchCalls, ...sections, ...tags, ...people, ...fields, ...others],
];

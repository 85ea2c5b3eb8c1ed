import type { VendorCall } from "../mock-vendor.ts";
import { ADDED, DELETED, done, list, one, REMOVED, W } from "./call-forms.ts";

const tasks: VendorCall[] = [
  one(
    "create_task",
    {
      ...{ ...W, name: "A", project: "2", due_at: "2026-01-31T12:00:00Z", start_on: "2026-01-30" },
      ...{ html_notes: "<body>A</body>", parent: "3", followers: ["me"], tags: ["4"] },
      ...{ resource_subtype: "milestone", custom_fields: { "5": "red" } },
    },
    "POST /api/1.0/tasks",
    {
      ...{ ...W, name: "A", projects: ["2"], due_at: "2026-01-31T12:00:00Z", start_on: "2026-01-30" },
      ...{ html_notes: "<body>A</body>", parent: "3", followers: ["me"], tags: ["4"] },
      ...{ resource_subtype: "milestone", custom_fields: { "5": "red" } },
    },
  ),
  one(
    "update_task",
    {
      ...{ task: "7", due_at: "2026-01-31T12:00:00Z", start_on: "2026-01-30", html_notes: "<body>A</body>" },
      ...{ approval_status: "approved", custom_fields: { "5": 2 } },
    },
    "PUT /api/1.0/tasks/7",
    {
      ...{ due_at: "2026-01-31T12:00:00Z", start_on: "2026-01-30", html_notes: "<body>A</body>" },
      ...{ approval_status: "approved", custom_fields: { "5": 2 } },
    },
  ),
  one(
    "duplicate_task",
    { task: "7", name: "B", include: ["notes", "dates"] },
    "POST /api/1.0/tasks/7/duplicate",
    { name: "B", include: "notes,dates" },
  ),
  one("set_parent_of_task", { task: "7", parent: "3" }, "POST /api/1.0/tasks/7/setParent", { parent: "3" }),
  done(
    "add_task_to_project",
    { ...W, task: "7", project: "2", section: "3", insert_before: "8", insert_after: "9" },
    "POST /api/1.0/tasks/7/addProject",
    [ADDED, { project: "2", section: "3", insert_before: "8", insert_after: "9" }],
  ),
  done("remove_task_from_project", { ...W, task: "7", project: "2" }, "POST /api/1.0/tasks/7/removeProject", [
    REMOVED,
    { project: "2" },
  ]),
  list("list_projects_of_task", { task: "7" }, "/api/1.0/tasks/7/projects?limit=100"),
  list("list_tags_of_task", { task: "7" }, "/api/1.0/tasks/7/tags?limit=100"),
  done("add_tag_to_task", { ...W, task: "7", tag: "4" }, "POST /api/1.0/tasks/7/addTag", [
    ADDED,
    { tag: "4" },
  ]),
  done("remove_tag_from_task", { ...W, task: "7", tag: "4" }, "POST /api/1.0/tasks/7/removeTag", [
    REMOVED,
    { tag: "4" },
  ]),
  one(
    "add_followers_to_task",
    { ...W, task: "7", followers: ["me", "5"] },
    "POST /api/1.0/tasks/7/addFollowers",
    { followers: ["me", "5"] },
  ),
  one(
    "remove_followers_from_task",
    { ...W, task: "7", followers: ["5"] },
    "POST /api/1.0/tasks/7/removeFollowers",
    { followers: ["5"] },
  ),
  done("add_dependencies", { task: "7", dependencies: ["8"] }, "POST /api/1.0/tasks/7/addDependencies", [
    ADDED,
    { dependencies: ["8"] },
  ]),
  done(
    "remove_dependencies",
    { task: "7", dependencies: ["8"] },
    "POST /api/1.0/tasks/7/removeDependencies",
    [REMOVED, { dependencies: ["8"] }],
  ),
  one(
    "create_subtask",
    { ...W, task: "7", name: "C", notes: "D", assignee: "me", due_on: "2026-01-31" },
    "POST /api/1.0/tasks/7/subtasks",
    { name: "C", notes: "D", assignee: "me", due_on: "2026-01-31" },
  ),
  list("list_comments", { task: "7" }, "/api/1.0/tasks/7/stories?limit=100"),
  one("get_comment", { comment_id: "7" }, "GET /api/1.0/stories/7"),
  one(
    "update_comment",
    { comment_id: "7", text: "E", html_text: "<body>E</body>", is_pinned: true },
    "PUT /api/1.0/stories/7",
    { text: "E", html_text: "<body>E</body>", is_pinned: true },
  ),
  done("delete_comment", { comment_id: "7" }, "DELETE /api/1.0/stories/7", [DELETED]),
];

const aboutProject = {
  ...{ team: "2", name: "P", notes: "N", html_notes: "<body>N</body>", owner: "me", start_on: "2026-01-01" },
  ...{ due_on: "2026-01-31", default_view: "board", color: "dark-blue", public: false, archived: false },
  ...{ custom_fields: { "5": "red" } },
};
const P = { ...W, project_id: "7" };
const INCLUDE = ["members", "task_notes"];

const projects: VendorCall[] = [
  one("create_project", { ...W, ...aboutProject }, "POST /api/1.0/projects", { ...W, ...aboutProject }),
  one("get_project", P, "GET /api/1.0/projects/7"),
  one("update_project", { ...P, ...aboutProject }, "PUT /api/1.0/projects/7", aboutProject),
  done("delete_project", P, "DELETE /api/1.0/projects/7", [DELETED]),
  one(
    "duplicate_project",
    { ...P, name: "Q", team: "2", include: INCLUDE },
    "POST /api/1.0/projects/7/duplicate",
    { name: "Q", team: "2", include: "members,task_notes" },
  ),
  list(
    "list_members_of_project",
    P,
    "/api/1.0/projects/7/project_memberships?opt_fields=user.name,write_access&limit=100",
  ),
  one("add_members_to_project", { ...P, members: ["me", "5"] }, "POST /api/1.0/projects/7/addMembers", {
    members: "me,5",
  }),
  one(
    "remove_members_from_project",
    { ...P, members: ["me", "5"] },
    "POST /api/1.0/projects/7/removeMembers",
    { members: "me,5" },
  ),
  one(
    "get_task_counts",
    P,
    "GET /api/1.0/projects/7/task_counts?opt_fields=num_tasks,num_incomplete_tasks,num_completed_tasks,num_milestones",
  ),
  list("list_custom_fields_of_project", P, "/api/1.0/projects/7/custom_field_settings?limit=100"),
  done(
    "add_custom_field_to_project",
    { ...P, custom_field: "5", is_important: true },
    "POST /api/1.0/projects/7/addCustomFieldSetting",
    [ADDED, { custom_field: "5", is_important: true }],
  ),
  done(
    "remove_custom_field_from_project",
    { ...P, custom_field: "5" },
    "POST /api/1.0/projects/7/removeCustomFieldSetting",
    [REMOVED, { custom_field: "5" }],
  ),
  one("get_project_template", { project_template_id: "7" }, "GET /api/1.0/project_templates/7"),
  list(
    "list_project_templates",
    { ...W, team: "2" },
    "/api/1.0/project_templates?workspace=1&team=2&opt_fields=name,description,team.name,requested_dates&limit=100",
  ),
  one(
    "create_project_from_template",
    { project_template_id: "7", name: "R" },
    "POST /api/1.0/project_templates/7/instantiateProject",
    { name: "R", public: false },
  ),
  one(
    "create_project_from_template",
    {
      ...{ ...W, project_template_id: "7", name: "R", public: true, team: "2" },
      requested_dates: [{ gid: "1", value: "2026-01-31" }],
    },
    "POST /api/1.0/project_templates/7/instantiateProject",
    { ...W, name: "R", public: true, team: "2", requested_dates: [{ gid: "1", value: "2026-01-31" }] },
  ),
];

/** Calls of tasks, comments, projects and their templates. */
export const projectCalls: readonly VendorCall[] = [...tasks, ...projects];

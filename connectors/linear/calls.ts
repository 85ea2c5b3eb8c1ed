import type { VendorCall } from "../mock-vendor.ts";
import {
  all,
  choices,
  choicesOf,
  create,
  done,
  get,
  type Kind,
  list,
  mutate,
  one,
  pollOf,
  queryWith,
  update,
  within,
} from "./call-forms.ts";
import { issueCalls } from "./issue-calls.ts";

const kind = (one: string, select: string, many = `${one}s`): Kind => ({
  ...{ one, many, select },
  type: `${one.charAt(0).toUpperCase()}${one.slice(1)}`,
});

const PROJECT = kind(
  "project",
  "id name description url priority health progress startDate targetDate createdAt updatedAt",
);
const WHOLE =
  "id name description content url priority health progress startDate targetDate updatedAt status { id name type } lead { id name } teams { nodes { id key name } }";
const MILESTONE = kind("projectMilestone", "id name description status progress targetDate updatedAt");
const UPDATE = kind("projectUpdate", "id body health url createdAt updatedAt");
const INITIATIVE = kind("initiative", "id name description status url targetDate updatedAt");
const project = {
  ...{ teamIds: ["1"], name: "N", description: "D", content: "C", leadId: "2", memberIds: ["3"] },
  ...{ statusId: "4", priority: 2, startDate: "2026-01-31", targetDate: "2026-02-28" },
};
const milestone = { projectId: "1", name: "N", description: "D", targetDate: "2026-02-28" };
const news = { body: "B", health: "atRisk" };
const initiative = {
  ...{ name: "N", description: "D", content: "C", ownerId: "2" },
  ...{ status: "Active", targetDate: "2026-02-28" },
};

const projects: VendorCall[] = [
  create(PROJECT, "create_project", project),
  get({ ...PROJECT, select: WHOLE }, "get_project", { project_id: "7" }),
  all(PROJECT, ["list_projects", {}]),
  update(PROJECT, ["update_project", "project_id"], project),
  done(["delete_project", { project_id: "7" }], ["projectDelete", "7"], "deleted"),
  list(
    ["search_projects", { term: "t" }],
    [
      queryWith(
        ", $term: String!",
        "searchProjects(first: 50, after: $after, term: $term)",
        "id name description url updatedAt",
      ),
      { term: "t" },
    ],
    "searchProjects",
  ),
  list(
    ["list_issues_of_project", { project_id: "7" }],
    [
      within(
        "project",
        "issues(first: 100, after: $after, orderBy: updatedAt)",
        "id identifier title url updatedAt state { name }",
      ),
      { id: "7" },
    ],
    "project.issues",
  ),
  choices(["projects", PROJECT]),
  choicesOf(
    [
      "project_statuses",
      queryWith("", "projectStatuses(first: 100, after: $after)", "id name"),
      "projectStatuses",
    ],
    [
      { id: "7", name: "Seven" },
      { id: "8", name: "Eight" },
    ],
    [
      { name: "Seven", value: "7" },
      { name: "Eight", value: "8" },
    ],
  ),
  create(MILESTONE, "create_project_milestone", milestone),
  get(MILESTONE, "get_project_milestone", { project_milestone_id: "7" }),
  all(MILESTONE, ["list_project_milestones", {}]),
  update(MILESTONE, ["update_project_milestone", "project_milestone_id"], milestone),
  done(
    ["delete_project_milestone", { project_milestone_id: "7" }],
    ["projectMilestoneDelete", "7"],
    "deleted",
  ),
  choices(["project_milestones", MILESTONE]),
  create(UPDATE, "create_project_update", { projectId: "1", ...news }),
  get(UPDATE, "get_project_update", { project_update_id: "7" }),
  all(UPDATE, ["list_project_updates", {}]),
  update(UPDATE, ["update_project_update", "project_update_id"], news),
  done(["archive_project_update", { project_update_id: "7" }], ["projectUpdateArchive", "7"], "archived"),
  create(INITIATIVE, "create_initiative", initiative),
  get(INITIATIVE, "get_initiative", { initiative_id: "7" }),
  all(INITIATIVE, ["list_initiatives", {}]),
  update(INITIATIVE, ["update_initiative", "initiative_id"], initiative),
  done(["delete_initiative", { initiative_id: "7" }], ["initiativeDelete", "7"], "deleted"),
  choices(["initiatives", INITIATIVE]),
  mutate(
    ["add_project_to_initiative", { initiative_id: "7", project_id: "1" }],
    ["initiativeToProjectCreate", "InitiativeToProjectCreateInput", "initiativeToProject", "id"],
    { initiativeId: "7", projectId: "1" },
  ),
  pollOf(PROJECT, ["new_project", {}], { time: "createdAt" }),
  pollOf(UPDATE, ["new_project_update", {}], {
    time: "createdAt",
  }),
];

const CYCLE = kind("cycle", "id name number startsAt endsAt completedAt progress isActive updatedAt");
const LABEL = kind("issueLabel", "id name color description isGroup updatedAt");
const STATE = kind("workflowState", "id name type color description position updatedAt");
const cycle = {
  name: "N",
  description: "D",
  startsAt: "2026-01-31T00:00:00Z",
  endsAt: "2026-02-14T00:00:00Z",
};
const label = { name: "N", color: "#EB5757", description: "D", parentId: "2" };
const state = { name: "N", color: "#EB5757", description: "D", position: 2 };
const ofTeam = { team: { id: { eq: "1" } } };

const teams: VendorCall[] = [
  create(CYCLE, "create_cycle", { teamId: "1", ...cycle }),
  get(CYCLE, "get_cycle", { cycle_id: "7" }),
  all(CYCLE, ["list_cycles", { team_id: "1" }], ofTeam),
  update(CYCLE, ["update_cycle", "cycle_id"], cycle),
  done(["archive_cycle", { cycle_id: "7" }], ["cycleArchive", "7"], "archived"),
  choicesOf(
    ["cycles", queryWith("", "cycles(first: 100, after: $after)", "id number team { key }"), "cycles"],
    [
      { id: "7", number: 3, team: { key: "ENG" } },
      { id: "8", number: 4, team: { key: "ENG" } },
    ],
    [
      { name: "ENG: 3", value: "7" },
      { name: "ENG: 4", value: "8" },
    ],
  ),
  create(LABEL, "create_label", { teamId: "1", ...label }),
  get(LABEL, "get_label", { label_id: "7" }),
  all(LABEL, ["list_labels", {}]),
  update(LABEL, ["update_label", "label_id"], label),
  done(["delete_label", { label_id: "7" }], ["issueLabelDelete", "7"], "deleted"),
  choices(["labels", LABEL]),
  create(STATE, "create_workflow_state", { teamId: "1", type: "started", ...state }),
  get(STATE, "get_workflow_state", { workflow_state_id: "7" }),
  all(STATE, ["list_workflow_states", { team_id: "1" }], ofTeam),
  update(STATE, ["update_workflow_state", "workflow_state_id"], state),
  ...[kind("team", "id name key description timezone cyclesEnabled updatedAt")].flatMap((team) => [
    get(team, "get_team", { team_id: "7" }),
    all(team, ["list_teams", {}]),
  ]),
  list(
    ["list_members_of_team", { team_id: "7" }],
    [within("team", "members(first: 100, after: $after)", "id name displayName email active"), { id: "7" }],
    "team.members",
  ),
  ...[kind("user", "id name displayName email active admin url updatedAt")].flatMap((user) => [
    get(user, "get_user", { user_id: "7" }),
    all(user, ["list_users", { email: "ann@example.com" }], { email: { eq: "ann@example.com" } }),
  ]),
  one(
    ["get_current_user", {}],
    ["query { viewer { id name displayName email active admin url } }", {}],
    "viewer",
  ),
];

const DOCUMENT = kind("document", "id title content url createdAt updatedAt");
const CUSTOMER = kind("customer", "id name domains externalIds revenue size url updatedAt");
const document = { title: "T", content: "C", projectId: "1", initiativeId: "2", issueId: "3" };
const customer = {
  name: "N",
  domains: ["example.com"],
  externalIds: ["c-1"],
  ownerId: "2",
  revenue: 5,
  size: 6,
};
const need = {
  ...{ customerId: "7", customerExternalId: "c-1", issueId: "1" },
  ...{ projectId: "2", body: "B", priority: 1 },
};

const others: VendorCall[] = [
  create(DOCUMENT, "create_document", document),
  get(DOCUMENT, "get_document", { document_id: "7" }),
  all(DOCUMENT, ["list_documents", { project_id: "1" }], { project: { id: { eq: "1" } } }),
  update(DOCUMENT, ["update_document", "document_id"], document),
  done(["delete_document", { document_id: "7" }], ["documentDelete", "7"], "deleted"),
  create(CUSTOMER, "create_customer", customer),
  get(CUSTOMER, "get_customer", { customer_id: "7" }),
  all(CUSTOMER, ["list_customers", {}]),
  update(CUSTOMER, ["update_customer", "customer_id"], customer),
  done(["delete_customer", { customer_id: "7" }], ["customerDelete", "7"], "deleted"),
  choices(["customers", CUSTOMER]),
  mutate(
    ["create_customer_request", need],
    ["customerNeedCreate", "CustomerNeedCreateInput", "need", "id url"],
    need,
  ),
];

/** What the vendor documents for all but the first actions with issues. */
export const calls: readonly VendorCall[] = [...projects, ...teams, ...others, ...issueCalls];

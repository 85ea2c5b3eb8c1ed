import type { ListCall, OptionCall, VendorCall } from "../mock-vendor.ts";

const REPO = { owner: "octo", repo: "hello-world" };
const R = "/repos/octo/hello-world";

interface Route {
  /** The path and query of the first request. */
  asks: string;
  /** The path of the further pages, which names the repository or organization by its id. */
  next: string;
  /** The member that holds the list, if the body is not the list. */
  member?: string;
}

/** Two pages; the first says where the second is. */
function pagesOf({ asks, next, member }: Route, [first, second]: readonly [object, object]) {
  const page = (item: object) => (member === undefined ? [item] : { total_count: 2, [member]: [item] });
  const address = `${next}?page=2`;
  const headers = {
    link: `<https://api.github.com${address}>; rel="next", <https://api.github.com${next}?page=9>; rel="last"`,
  };
  return [
    { sends: `GET ${asks}`, answer: page(first), headers },
    { sends: `GET ${address}`, answer: page(second) },
  ];
}

function list(action: string, input: ListCall["input"], route: Route): ListCall {
  const items = [{ id: 1 }, { id: 2 }] as const;
  return { action, input, pages: pagesOf(route, items), expected: items };
}

/** A list below a repository: `asks` begins after the repository, and so does `next`. */
const below = (action: string, input: ListCall["input"], asks: string, next: string, member?: string) =>
  list(
    action,
    { ...REPO, ...input },
    { asks: `${R}/${asks}`, next: `/repositories/1296269/${next}`, ...(member !== undefined && { member }) },
  );

const since = "2026-03-01T12:00:00Z";
const ofIssues = {
  ...{ state: "all", labels: "bug,ui", assignee: "ann", creator: "octo", mentioned: "bo", milestone: "3" },
  ...{ since, sort: "updated", direction: "asc", per_page: 2 },
};
const ofPulls = { state: "open", head: "octo:fix", base: "main", sort: "long-running", direction: "desc" };
const ofCommits = { sha: "main", path: "src", author: "ann", committer: "bo", since, until: since };
const ofRuns = {
  ...{ branch: "main", event: "push", status: "success", actor: "ann", created: "2026-03-01" },
  head_sha: "6dcb09b5",
};

const inRepository: ListCall[] = [
  below(
    "list_issues",
    ofIssues,
    `issues?state=all&labels=bug,ui&assignee=ann&creator=octo&mentioned=bo&milestone=3&since=${since}&sort=updated&direction=asc&per_page=2`,
    "issues",
  ),
  below(
    "list_comments",
    { number: 9, since, per_page: 2 },
    `issues/9/comments?since=${since}&per_page=2`,
    "issues/9/comments",
  ),
  below("list_labels", { per_page: 2 }, "labels?per_page=2", "labels"),
  below(
    "list_pull_requests",
    { ...ofPulls, per_page: 2 },
    "pulls?state=open&head=octo:fix&base=main&sort=long-running&direction=desc&per_page=2",
    "pulls",
  ),
  below(
    "list_files_of_pull_request",
    { number: 7, per_page: 2 },
    "pulls/7/files?per_page=2",
    "pulls/7/files",
  ),
  below(
    "list_commits_of_pull_request",
    { number: 7, per_page: 2 },
    "pulls/7/commits?per_page=2",
    "pulls/7/commits",
  ),
  below("list_reviews", { number: 7, per_page: 2 }, "pulls/7/reviews?per_page=2", "pulls/7/reviews"),
  below("list_branches", { protected: true, per_page: 2 }, "branches?protected=true&per_page=2", "branches"),
  below("list_tags", { per_page: 2 }, "tags?per_page=2", "tags"),
  below(
    "list_collaborators",
    { affiliation: "direct", permission: "push", per_page: 2 },
    "collaborators?affiliation=direct&permission=push&per_page=2",
    "collaborators",
  ),
  below(
    "list_commits",
    { ...ofCommits, per_page: 2 },
    `commits?sha=main&path=src&author=ann&committer=bo&since=${since}&until=${since}&per_page=2`,
    "commits",
  ),
  below("list_releases", { per_page: 2 }, "releases?per_page=2", "releases"),
  below(
    "list_milestones",
    { state: "all", sort: "completeness", direction: "desc", per_page: 2 },
    "milestones?state=all&sort=completeness&direction=desc&per_page=2",
    "milestones",
  ),
  below("list_workflows", { per_page: 2 }, "actions/workflows?per_page=2", "actions/workflows", "workflows"),
  below(
    "list_workflow_runs",
    { ...ofRuns, per_page: 2 },
    "actions/runs?branch=main&event=push&status=success&actor=ann&created=2026-03-01&head_sha=6dcb09b5&per_page=2",
    "actions/runs",
    "workflow_runs",
  ),
  below(
    "list_runs_of_workflow",
    { workflow_id: "main.yaml", branch: "main", status: "success", per_page: 2 },
    "actions/workflows/main.yaml/runs?branch=main&status=success&per_page=2",
    "actions/workflows/161335/runs",
    "workflow_runs",
  ),
  below(
    "list_jobs_of_workflow_run",
    { run_id: 30433642, filter: "all", per_page: 2 },
    "actions/runs/30433642/jobs?filter=all&per_page=2",
    "actions/runs/30433642/jobs",
    "jobs",
  ),
];

const sorted = { query: "tetris", order: "asc", per_page: 2 };
const found = (action: string, what: string, sort: string) =>
  list(
    action,
    { ...sorted, sort },
    {
      asks: `/search/${what}?q=tetris&sort=${sort}&order=asc&per_page=2`,
      next: `/search/${what}`,
      member: "items",
    },
  );

const elsewhere: ListCall[] = [
  found("search_issues", "issues", "reactions"),
  found("search_repositories", "repositories", "help-wanted-issues"),
  found("search_users", "users", "followers"),
  list(
    "search_code",
    { query: "tetris", per_page: 2 },
    { asks: "/search/code?q=tetris&per_page=2", next: "/search/code", member: "items" },
  ),
  list(
    "list_repositories",
    { visibility: "all", affiliation: "owner,collaborator", per_page: 2 },
    {
      asks: "/user/repos?visibility=all&affiliation=owner,collaborator&sort=full_name&per_page=2",
      next: "/user/repos",
    },
  ),
  list(
    "list_organization_repositories",
    { org: "acme", type: "sources", sort: "pushed", direction: "asc", per_page: 2 },
    {
      asks: "/orgs/acme/repos?type=sources&sort=pushed&direction=asc&per_page=2",
      next: "/organizations/9919/repos",
    },
  ),
  list("list_organizations", { per_page: 2 }, { asks: "/user/orgs?per_page=2", next: "/user/orgs" }),
  list(
    "list_organization_members",
    { org: "acme", role: "admin", filter: "2fa_disabled", per_page: 2 },
    {
      asks: "/orgs/acme/members?role=admin&filter=2fa_disabled&per_page=2",
      next: "/organizations/9919/members",
    },
  ),
  list(
    "list_organization_teams",
    { org: "acme", per_page: 2 },
    { asks: "/orgs/acme/teams?per_page=2", next: "/organizations/9919/teams" },
  ),
];

/** An option list of a repository: its address, an item, and the choice that it becomes. */
const CHOICES: readonly [
  list: string,
  path: string,
  item: object,
  name: string,
  value: unknown,
  member?: string,
][] = [
  ["issues", "issues", { number: 9, title: "It breaks" }, "#9 It breaks", 9],
  ["pull_requests", "pulls", { number: 7, title: "Fix it" }, "#7 Fix it", 7],
  ["branches", "branches", { name: "main" }, "main", "main"],
  ["releases", "releases", { id: 5, tag_name: "v1.0.0" }, "v1.0.0", 5],
  ["milestones", "milestones", { number: 3, title: "v1.0" }, "v1.0", 3],
  ["labels", "labels", { name: "bug" }, "bug", "bug"],
  ["workflows", "actions/workflows", { id: 161335, name: "CI" }, "CI", 161335, "workflows"],
  [
    "workflow_runs",
    "actions/runs",
    { id: 30433642, display_title: "Fix it", run_number: 562 },
    "Fix it #562",
    30433642,
    "workflow_runs",
  ],
];

const chosen: OptionCall[] = CHOICES.map(([name, path, item, label, value, member]) => ({
  list: name,
  input: REPO,
  pages: pagesOf(
    {
      asks: `${R}/${path}?per_page=100`,
      next: `/repositories/1296269/${path}`,
      ...(member !== undefined && { member }),
    },
    [item, item],
  ),
  expected: [
    { name: label, value },
    { name: label, value },
  ],
}));

const organizations: OptionCall = {
  list: "organizations",
  pages: pagesOf({ asks: "/user/orgs?per_page=100", next: "/user/orgs" }, [
    { login: "acme" },
    { login: "octo-org" },
  ]),
  expected: [
    { name: "acme", value: "acme" },
    { name: "octo-org", value: "octo-org" },
  ],
};

/** The lists that GitHub documents, page by page. */
export const lists: readonly VendorCall[] = [...inRepository, ...elsewhere, ...chosen, organizations];

import type { PollCall } from "../mock-vendor.ts";

const FIELDS = ["summary", "status", "issuetype", "priority", "assignee", "reporter", "created", "updated"];
const [old, fresh] = [
  { id: "1", key: "SHOP-1", fields: { resolutiondate: "2026-02-28T12:00:00.000+0000" } },
  { id: "2", key: "SHOP-2", fields: { resolutiondate: "2026-03-01T12:00:00.000+0000" } },
];
const again = { ...old, fields: { resolutiondate: "2026-03-01T12:10:00.000+0000" } };

/** A search that finds each of the lists in turn. */
const search = (jql: string, fields: readonly string[], found: object[][]) =>
  found.map((issues) => [
    {
      ...{ sends: "POST /rest/api/2/search/jql", body: { jql, fields, maxResults: 100 } },
      answer: { issues, isLast: true },
    },
  ]);

/** A list that has each of the lists in turn. */
const list = (address: string, found: object[][]) =>
  found.map((values) => [
    { sends: `GET ${address}&startAt=0`, answer: { values, startAt: 0, total: values.length } },
  ]);

const [first, second] = [{ id: "1" }, { id: "2" }];
const told = [[first], [second, first], [second, first]];

/** Polls that find something new, and then no longer. */
export const pollCalls: readonly PollCall[] = [
  {
    ...{ trigger: "issue_resolved", input: { project: "SHOP" } },
    polls: search(
      'project = "SHOP" AND resolved >= -3d ORDER BY resolved DESC',
      [...FIELDS, "resolution", "resolutiondate"],
      [[old], [again, fresh], [again, fresh]],
    ),
    expected: [fresh, again],
  },
  {
    ...{ trigger: "issue_found", input: { jql: "priority = High" } },
    polls: search("(priority = High) AND updated >= -3d ORDER BY updated DESC", FIELDS, [
      [old],
      [again, fresh],
      [fresh, again],
    ]),
    expected: [fresh],
  },
  {
    ...{ trigger: "new_project", input: {} },
    polls: list("/rest/api/2/project/search?maxResults=50&orderBy=key", told),
    expected: [second],
  },
  {
    ...{ trigger: "new_version", input: { project: "SHOP" } },
    polls: list("/rest/api/2/project/SHOP/version?maxResults=50&orderBy=-sequence", told),
    expected: [second],
  },
  {
    ...{ trigger: "version_released", input: { project: "SHOP" } },
    polls: list("/rest/api/2/project/SHOP/version?status=released&orderBy=-sequence&maxResults=50", told),
    expected: [second],
  },
  {
    ...{ trigger: "new_component", input: { project: "SHOP" } },
    polls: list("/rest/api/2/project/SHOP/component?maxResults=50", told),
    expected: [second],
  },
  {
    ...{ trigger: "sprint_started", input: { board: 3 } },
    polls: list("/rest/agile/1.0/board/3/sprint?state=active&maxResults=50", told),
    expected: [second],
  },
];

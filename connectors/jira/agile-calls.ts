import type { ActionCall, VendorCall } from "../mock-vendor.ts";

// developer.atlassian.com/cloud/jira/software/rest: boards and sprints are at an address of their own.
const API = "/rest/agile/1.0";
const RECORD = { id: 7, name: "Seven" };
const S = { board: 3, sprint_id: 7 };

type Input = Record<string, unknown>;

const one = (action: string, input: Input, [sends, body]: [string, object?]): ActionCall => ({
  ...{ action, input, sends: sends.replace(" ", ` ${API}`), answer: RECORD },
  ...(body && { body }),
});
const told = (action: string, input: Input, sent: [string, object?], name: string): ActionCall => ({
  ...one(action, input, sent),
  ...{ answer: undefined, expected: { [name]: true } },
});

const full = Array.from({ length: 50 }, (_, i) => ({ id: i + 1, name: `No. ${i + 1}` }));
const pages = (path: string) => [
  { sends: `GET ${API}${path}&startAt=0`, answer: { values: full, isLast: false } },
  { sends: `GET ${API}${path}&startAt=50`, answer: { values: [RECORD], isLast: true } },
];
const names = [...full, RECORD].map(({ id, name }) => ({ name, value: id }));
const dates = { startDate: "2026-01-31T12:00:00.000Z", endDate: "2026-02-14T12:00:00.000Z" };
const sprint = { name: "N", goal: "G", ...dates };

/** What the vendor documents for boards and sprints. */
export const agileCalls: readonly VendorCall[] = [
  one("get_board", { board_id: 3 }, ["GET /board/3"]),
  {
    ...{ action: "list_boards", input: { type: "scrum", name: "N", projectKeyOrId: "SHOP" } },
    pages: pages("/board?type=scrum&name=N&projectKeyOrId=SHOP&maxResults=50"),
    expected: [...full, RECORD],
  },
  { list: "boards", pages: pages("/board?maxResults=50"), expected: names },
  told(
    "move_issues_to_backlog",
    { issues: ["SHOP-7"] },
    ["POST /backlog/issue", { issues: ["SHOP-7"] }],
    "moved",
  ),
  one("create_sprint", { originBoardId: 3, ...sprint }, ["POST /sprint", { originBoardId: 3, ...sprint }]),
  one("get_sprint", S, ["GET /sprint/7"]),
  {
    ...{ action: "list_sprints", input: { board: 3, state: "future,active" } },
    pages: pages("/board/3/sprint?state=future,active&maxResults=50"),
    expected: [...full, RECORD],
  },
  { list: "sprints", input: { board: 3 }, pages: pages("/board/3/sprint?maxResults=50"), expected: names },
  one("update_sprint", { ...S, ...sprint, state: "active" }, [
    "POST /sprint/7",
    { ...sprint, state: "active" },
  ]),
  told("delete_sprint", S, ["DELETE /sprint/7"], "deleted"),
  told(
    "move_issues_to_sprint",
    { ...S, issues: ["SHOP-7"], before: "SHOP-8", after: "SHOP-6" },
    ["POST /sprint/7/issue", { issues: ["SHOP-7"], rankBeforeIssue: "SHOP-8", rankAfterIssue: "SHOP-6" }],
    "moved",
  ),
];

import type { ActionCall, Exchange, PollCall, VendorCall } from "../mock-vendor.ts";

// developer.atlassian.com/cloud/trello: what is sent is not enclosed, lists of actions go back with `before`.
const RECORD = { id: "7", name: "Seven" };
const [B, C, K] = [{ board_id: "b1" }, { card_id: "c1" }, { checklist_id: "k1" }];

type Input = Record<string, unknown>;
type Sent = readonly [sends: string, body?: object];

const call = (action: string, input: Input, [sends, body]: Sent, more: object = {}): ActionCall => ({
  ...{ action, input, sends, answer: RECORD, ...(body && { body }) },
  ...more,
});
const told = (action: string, input: Input, sent: Sent, name: string): ActionCall =>
  call(action, input, sent, { answer: {}, expected: { [name]: true } });
const all = (action: string, input: Input, sends: string, name: string): ActionCall =>
  call(action, input, [`GET ${sends}`], { answer: [RECORD], expected: { [name]: [RECORD] } });

const cards: VendorCall[] = [
  told(
    "add_label_to_card",
    { ...B, ...C, label_id: "l1" },
    ["POST /1/cards/c1/idLabels", { value: "l1" }],
    "added",
  ),
  told(
    "remove_label_from_card",
    { ...B, ...C, label_id: "l1" },
    ["DELETE /1/cards/c1/idLabels/l1"],
    "removed",
  ),
  told(
    "add_member_to_card",
    { ...B, ...C, member_id: "m1" },
    ["POST /1/cards/c1/idMembers", { value: "m1" }],
    "added",
  ),
  told(
    "remove_member_from_card",
    { ...B, ...C, member_id: "m1" },
    ["DELETE /1/cards/c1/idMembers/m1"],
    "removed",
  ),
  all("list_members_of_card", C, "/1/cards/c1/members", "members"),
  all("list_attachments", C, "/1/cards/c1/attachments", "attachments"),
  call("attach_link_to_card", { ...C, url: "https://example.com/a", name: "A" }, [
    "POST /1/cards/c1/attachments",
    { url: "https://example.com/a", name: "A" },
  ]),
  told("delete_attachment", { ...C, attachment_id: "a1" }, ["DELETE /1/cards/c1/attachments/a1"], "deleted"),
  call("update_comment", { ...C, comment_id: "x1", text: "T" }, [
    "PUT /1/cards/c1/actions/x1/comments",
    { text: "T" },
  ]),
  told("delete_comment", { ...C, comment_id: "x1" }, ["DELETE /1/cards/c1/actions/x1/comments"], "deleted"),
  ...["commentCard", "updateCard"].map((types) => {
    const address = `GET /1/cards/c1/actions?filter=${types}&limit=100`;
    return {
      action: "list_activity_of_card",
      input: types === "commentCard" ? C : { ...C, types },
      pages: [
        { sends: address, answer: [RECORD] },
        { sends: `${address}&before=7`, answer: [] },
      ],
      expected: [RECORD],
    };
  }),
];

const boards: VendorCall[] = [
  call("create_board", { name: "B", desc: "D", idOrganization: "o1" }, [
    "POST /1/boards",
    { name: "B", desc: "D", idOrganization: "o1" },
  ]),
  call("get_board", B, ["GET /1/boards/b1"]),
  call("update_board", { ...B, name: "B", desc: "D", idOrganization: "o1", closed: true }, [
    "PUT /1/boards/b1",
    { name: "B", desc: "D", idOrganization: "o1", closed: true },
  ]),
  all("list_boards", {}, "/1/members/me/boards?filter=open", "boards"),
  all("list_members_of_board", B, "/1/boards/b1/members", "members"),
  told(
    "invite_to_board",
    { ...B, email: "ann@example.com", fullName: "Ann", type: "normal" },
    ["PUT /1/boards/b1/members", { email: "ann@example.com", fullName: "Ann", type: "normal" }],
    "invited",
  ),
  told("remove_member_from_board", { ...B, member_id: "m1" }, ["DELETE /1/boards/b1/members/m1"], "removed"),
  all("list_labels", B, "/1/boards/b1/labels?limit=1000", "labels"),
  all("list_lists", B, "/1/boards/b1/lists?filter=open", "lists"),
  call("create_list", { idBoard: "b1", name: "L", pos: "top" }, [
    "POST /1/lists",
    { idBoard: "b1", name: "L", pos: "top" },
  ]),
  call("get_list", { list_id: "l1" }, ["GET /1/lists/l1"]),
  call("update_list", { list_id: "l1", idBoard: "b1", name: "L", pos: "2", closed: true }, [
    "PUT /1/lists/l1",
    { idBoard: "b1", name: "L", pos: "2", closed: true },
  ]),
  told("archive_cards_of_list", { list_id: "l1" }, ["POST /1/lists/l1/archiveAllCards"], "archived"),
  call("create_label", { idBoard: "b1", name: "L", color: "red" }, [
    "POST /1/labels",
    { idBoard: "b1", name: "L", color: "red" },
  ]),
  call("get_label", { label_id: "l1" }, ["GET /1/labels/l1"]),
  call("update_label", { label_id: "l1", name: "L", color: "red" }, [
    "PUT /1/labels/l1",
    { name: "L", color: "red" },
  ]),
  told("delete_label", { label_id: "l1" }, ["DELETE /1/labels/l1"], "deleted"),
  call("get_member", { member_id: "me" }, ["GET /1/members/me"]),
  all(
    "search_members",
    { ...B, query: "ann", limit: 5 },
    "/1/search/members?query=ann&idBoard=b1&limit=5",
    "members",
  ),
];

const checklists: VendorCall[] = [
  call("create_checklist", { idCard: "c1", name: "K", pos: "top" }, [
    "POST /1/checklists",
    { idCard: "c1", name: "K", pos: "top" },
  ]),
  call("get_checklist", K, ["GET /1/checklists/k1"]),
  call("update_checklist", { ...K, name: "K", pos: "2" }, ["PUT /1/checklists/k1", { name: "K", pos: "2" }]),
  told("delete_checklist", K, ["DELETE /1/checklists/k1"], "deleted"),
  all("list_checklists", C, "/1/cards/c1/checklists", "checklists"),
  call("add_check_item", { ...K, name: "I", checked: true }, [
    "POST /1/checklists/k1/checkItems",
    { name: "I", checked: true },
  ]),
  call("update_check_item", { ...C, ...K, check_item_id: "i1", name: "I", state: "complete" }, [
    "PUT /1/cards/c1/checklist/k1/checkItem/i1",
    { name: "I", state: "complete" },
  ]),
  told(
    "delete_check_item",
    { ...K, check_item_id: "i1" },
    ["DELETE /1/checklists/k1/checkItems/i1"],
    "deleted",
  ),
];

/** Newest first: each page continues before the last action of the one before. */
function pollOf(trigger: string, filter: string): PollCall {
  const [older, newer] = [
    { id: "a1", date: "2026-03-01T12:20:00.000Z" },
    { id: "a2", date: "2026-03-01T12:21:00.000Z" },
  ];
  const ask = (since: string, answer: object[], more = ""): Exchange => ({
    sends: `GET /1/boards/b1/actions?filter=${filter}&since=${since}&limit=100${more}`,
    answer,
  });
  const noon = "2026-03-01T12:00:00.000Z";
  return {
    trigger,
    input: B,
    polls: [
      [ask(noon, [])],
      [ask(noon, [newer]), ask(noon, [older], "&before=a2"), ask(noon, [], "&before=a1")],
      [ask(newer.date, [newer])],
    ],
    expected: [older, newer],
  };
}

/** What the vendor documents for all but the first actions with cards. */
export const calls: readonly VendorCall[] = [
  ...[...cards, ...boards, ...checklists],
  {
    list: "labels",
    input: B,
    pages: [{ sends: "GET /1/boards/b1/labels?limit=1000", answer: [RECORD] }],
    expected: [{ name: "Seven", value: "7" }],
  },
  {
    list: "members",
    input: B,
    pages: [{ sends: "GET /1/boards/b1/members", answer: [{ id: "7", fullName: "Seven" }] }],
    expected: [{ name: "Seven", value: "7" }],
  },
  pollOf("card_moved", "updateCard:idList"),
  pollOf("card_archived", "updateCard:closed"),
  pollOf("card_commented", "commentCard"),
  pollOf("card_changed", "updateCard"),
];

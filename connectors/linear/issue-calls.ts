import type { VendorCall } from "../mock-vendor.ts";
import {
  create,
  done,
  get,
  type Kind,
  list,
  mutate,
  one,
  pollOf,
  queryWith,
  type SentValues,
  update,
  within,
} from "./call-forms.ts";

const I = { issue_id: "ENG-7" };
const ISSUE = "id identifier title url updatedAt state { name }";
const given = {
  ...{ estimate: 3, due_date: "2026-01-31", label_ids: ["1"], project_id: "2" },
  ...{ milestone_id: "3", cycle_id: "4", parent_id: "5", subscriber_ids: ["6"] },
};
const sent = {
  ...{ estimate: 3, dueDate: "2026-01-31", labelIds: ["1"], projectId: "2" },
  ...{ projectMilestoneId: "3", cycleId: "4", parentId: "5", subscriberIds: ["6"] },
};

/** A connection of an issue. */
const ofIssue = (action: string, field: string, select: string) =>
  list(
    [action, I],
    [within("issue", `${field}(first: 100, after: $after)`, select), { id: "ENG-7" }],
    `issue.${field}`,
  );

/** A mutation with an issue and another id. */
const withIssue = (
  [action, input]: [string, SentValues],
  [query, variables]: [string, SentValues],
  told: string,
) => ({
  ...one([action, input], [query, { id: "ENG-7", ...variables }], "any"),
  ...{ answer: { data: {} }, expected: { [told]: true } },
});
const labelled = (name: string) =>
  `mutation ($id: String!, $labelId: String!) { ${name}(id: $id, labelId: $labelId) { success } }`;

const issues: VendorCall[] = [
  mutate(
    ["create_issue", { team_id: "1", title: "T", ...given }],
    ["issueCreate", "IssueCreateInput", "issue", "id identifier title url"],
    { teamId: "1", title: "T", ...sent },
  ),
  one(
    ["update_issue", { ...I, ...given }],
    [
      "mutation ($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success issue { id identifier title url } } }",
      { id: "ENG-7", input: sent },
    ],
    "issueUpdate.issue",
  ),
  done(["delete_issue", I], ["issueDelete", "ENG-7"], "deleted"),
  done(["archive_issue", I], ["issueArchive", "ENG-7"], "archived"),
  done(["unarchive_issue", I], ["issueUnarchive", "ENG-7"], "restored"),
  list(
    ["search_issues", { term: "t", team_id: "1", include_comments: true }],
    [
      queryWith(
        ", $term: String!, $teamId: String, $includeComments: Boolean",
        "searchIssues(first: 50, after: $after, term: $term, teamId: $teamId, includeComments: $includeComments)",
        ISSUE,
      ),
      { term: "t", teamId: "1", includeComments: true },
    ],
    "searchIssues",
  ),
  list(
    ["list_my_issues", {}],
    [
      `query ($after: String) { viewer { assignedIssues(first: 100, after: $after, orderBy: updatedAt) { nodes { ${ISSUE} } pageInfo { hasNextPage endCursor } } } }`,
      {},
    ],
    "viewer.assignedIssues",
  ),
  ofIssue("list_sub_issues", "children", ISSUE),
  ofIssue("list_attachments_of_issue", "attachments", "id title subtitle url createdAt"),
  ofIssue(
    "list_changes_of_issue",
    "history",
    "id createdAt actorId fromStateId toStateId fromAssigneeId toAssigneeId fromPriority toPriority fromTitle toTitle",
  ),
  withIssue(
    ["add_label_to_issue", { ...I, label_id: "1" }],
    [labelled("issueAddLabel"), { labelId: "1" }],
    "added",
  ),
  withIssue(
    ["remove_label_from_issue", { ...I, label_id: "1" }],
    [labelled("issueRemoveLabel"), { labelId: "1" }],
    "removed",
  ),
  withIssue(
    ["subscribe_to_issue", { ...I, user_id: "1" }],
    [
      "mutation ($id: String!, $userId: String) { issueSubscribe(id: $id, userId: $userId) { success } }",
      { userId: "1" },
    ],
    "subscribed",
  ),
  mutate(
    ["relate_issues", { ...I, related_issue_id: "ENG-8", type: "blocks" }],
    ["issueRelationCreate", "IssueRelationCreateInput", "issueRelation", "id type"],
    { issueId: "ENG-7", relatedIssueId: "ENG-8", type: "blocks" },
  ),
  done(["delete_relation", { relation_id: "7" }], ["issueRelationDelete", "7"], "deleted"),
  mutate(
    ["add_reaction", { ...I, comment_id: "1", emoji: "thumbsup" }],
    ["reactionCreate", "ReactionCreateInput", "reaction", "id emoji"],
    { issueId: "ENG-7", commentId: "1", emoji: "thumbsup" },
  ),
];

const COMMENT: Kind = {
  ...{ type: "Comment", one: "comment", many: "comments" },
  select: "id body url createdAt updatedAt issueId",
};
const ATTACHMENT: Kind = {
  ...{ type: "Attachment", one: "attachment", many: "attachments" },
  select: "id title subtitle url createdAt updatedAt",
};
const named = { title: "T", subtitle: "S", iconUrl: "https://example.com/i.png", metadata: { a: 1 } };
const attachment = { issueId: "ENG-7", url: "https://example.com/a", ...named };

const onIssues: VendorCall[] = [
  get(COMMENT, "get_comment", { comment_id: "7" }),
  update(COMMENT, ["update_comment", "comment_id"], { body: "B" }),
  done(["delete_comment", { comment_id: "7" }], ["commentDelete", "7"], "deleted"),
  ofIssue("list_comments_of_issue", "comments", "id body url createdAt user { id name }"),
  done(["resolve_comment", { comment_id: "7" }], ["commentResolve", "7"], "resolved"),
  mutate(
    ["reply_to_comment", { ...I, comment_id: "7", body: "B" }],
    ["commentCreate", "CommentCreateInput", "comment", "id url"],
    { issueId: "ENG-7", parentId: "7", body: "B" },
  ),
  create(ATTACHMENT, "create_attachment", attachment),
  get(ATTACHMENT, "get_attachment", { attachment_id: "7" }),
  update(ATTACHMENT, ["update_attachment", "attachment_id"], named),
  done(["delete_attachment", { attachment_id: "7" }], ["attachmentDelete", "7"], "deleted"),
  list(
    ["find_attachments", { url: "https://example.com/a" }],
    [
      queryWith(
        ", $url: String!",
        "attachmentsForURL(first: 100, after: $after, url: $url)",
        "id title url issue { id identifier }",
      ),
      { url: "https://example.com/a" },
    ],
    "attachmentsForURL",
  ),
];

const TRIGGER: Kind = { type: "Issue", one: "issue", many: "issues", select: "" };
const ofTeam = { team: { id: { eq: "1" } } };

const polls: VendorCall[] = [
  pollOf(
    { ...TRIGGER, select: "id identifier title url updatedAt completedAt" },
    ["issue_changed", { team_id: "1" }],
    {
      ...{ time: "updatedAt", filter: ofTeam },
    },
  ),
  pollOf(
    { ...TRIGGER, select: "id identifier title url completedAt state { name } team { id }" },
    ["issue_completed", { team_id: "1" }],
    { time: "completedAt", filter: ofTeam, order: "updatedAt" },
  ),
  pollOf(COMMENT, ["new_comment", {}], { time: "createdAt" }),
];

/** What the vendor documents for issues, their comments and attachments. */
export const issueCalls: readonly VendorCall[] = [...issues, ...onIssues, ...polls];

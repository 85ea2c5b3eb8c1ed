import { createHmac } from "node:crypto";
import { deliveredJson, type Hook, type TriggerCase } from "../mock-vendor.ts";

const REPOSITORY = { owner: "octo", repo: "hello-world" };

function delivery(hook: Hook, event: string, payload: object) {
  const repository = { full_name: "octo/hello-world", pushed_at: 1772366400 };
  const body = deliveredJson(hook, { ...payload, repository, sender: { login: "octo" } });
  const signature = `sha256=${createHmac("sha256", hook.secret).update(body).digest("hex")}`;
  const headers = {
    "content-type": "application/json",
    "x-github-event": event,
    "x-hub-signature-256": signature,
  };
  return { method: "POST", query: {}, headers, body };
}

const closed_at = "2026-03-01T12:00:00Z";
const issue = { id: 9009, number: 9, closed_at };
const merged = { action: "closed", number: 9, pull_request: { ...issue, merged: true } };
const left = { action: "closed", number: 9, pull_request: { ...issue, merged: false } };
const commit = { id: "7638417d", message: "Fix it", distinct: true };
const push = { ref: "refs/heads/main", before: "6113728f", after: "7638417d", commits: [commit] };
const run = { id: 30433642, run_attempt: 1, conclusion: "success" };

/** What is delivered for a trigger, and what is delivered to the same address but is none of its business. */
const EVENTS: readonly [
  trigger: string,
  event: string,
  payload: object,
  ignored: readonly [string, object][],
][] = [
  [
    "issue_opened",
    "issues",
    { action: "opened", issue },
    [
      ["issues", { action: "closed", issue }],
      ["issue_comment", { action: "opened", issue }],
    ],
  ],
  [
    "issue_closed",
    "issues",
    { action: "closed", issue },
    [
      ["issues", { action: "opened", issue }],
      ["ping", { action: "closed", issue }],
    ],
  ],
  [
    "pull_request_opened",
    "pull_request",
    { ...left, action: "opened" },
    [
      ["pull_request", left],
      ["ping", { ...left, action: "opened" }],
    ],
  ],
  [
    "pull_request_closed",
    "pull_request",
    left,
    [
      ["pull_request", { ...left, action: "opened" }],
      ["ping", left],
    ],
  ],
  [
    "pull_request_merged",
    "pull_request",
    merged,
    [
      ["pull_request", left],
      ["pull_request", { ...merged, action: "labeled" }],
      ["ping", merged],
    ],
  ],
  [
    "review_submitted",
    "pull_request_review",
    { action: "submitted", review: { id: 80 } },
    [
      ["pull_request_review", { action: "edited", review: { id: 80 } }],
      ["ping", { action: "submitted", review: { id: 80 } }],
    ],
  ],
  [
    "comment_created",
    "issue_comment",
    { action: "created", comment: { id: 99262140 }, issue },
    [
      ["issue_comment", { action: "deleted", comment: { id: 99262140 }, issue }],
      ["ping", { action: "created", comment: { id: 1 } }],
    ],
  ],
  [
    "release_published",
    "release",
    { action: "published", release: { id: 17372790, published_at: closed_at } },
    [
      ["release", { action: "created", release: { id: 1, published_at: null } }],
      ["ping", { action: "published", release: { id: 1 } }],
    ],
  ],
  ["push", "push", push, [["ping", push]]],
  [
    "workflow_run_completed",
    "workflow_run",
    { action: "completed", workflow_run: run },
    [
      ["workflow_run", { action: "requested", workflow_run: run }],
      ["ping", { action: "completed", workflow_run: run }],
    ],
  ],
];

const ofEvents: TriggerCase[] = EVENTS.map(([trigger, event, payload, ignored]) => ({
  trigger,
  kind: "webhook",
  input: REPOSITORY,
  delivery: (hook) => delivery(hook, event, payload),
  expected: [payload],
  ignored: ignored.map(
    ([other, body]) =>
      (hook) =>
        delivery(hook, other, body),
  ),
}));

/** Two commits are new to the repository, one was pushed before. */
const commits: TriggerCase = {
  trigger: "commit_pushed",
  kind: "webhook",
  input: REPOSITORY,
  delivery: (hook) =>
    delivery(hook, "push", {
      ...push,
      commits: [commit, { ...commit, id: "a1", distinct: false }, { ...commit, id: "b2" }],
    }),
  expected: [commit, { ...commit, id: "b2" }].map((one) => ({
    commit: one,
    ref: "refs/heads/main",
    repository: { full_name: "octo/hello-world" },
    sender: { login: "octo" },
  })),
  ignored: [
    (hook) => delivery(hook, "ping", push),
    (hook) => delivery(hook, "push", { ...push, deleted: true, commits: [] }),
  ],
};

/** Deliveries as GitHub documents them under "Webhook events and payloads". */
export const triggers: readonly TriggerCase[] = [...ofEvents, commits];

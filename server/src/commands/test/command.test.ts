import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { testConfig } from "../../../test/test-config.ts";
import { runTestCommand } from "./command.ts";

const GUIDE = fileURLToPath(new URL("../../../../docs/test-workflows.md", import.meta.url));
const EXAMPLE = fileURLToPath(new URL("../../../../examples/configuration", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "test-command-"));

const FILES: Record<string, string> = {
  "shop/junctor/workflows/notify.yaml": `
format: junctor.workflow
format_version: 1
name: Notify
alias: notify
nodes:
  - { id: start, type: start }
  - { id: post, type: http, data: { method: POST, url: "https://chat.example/messages?room=1", body: { text: "Total {{ input.total }}" } } }
  - { id: time, type: ai_code_executor, data: { code: "return { now: new Date().toISOString() };" } }
  - { id: paid, type: wait_for_webhook, data: {} }
edges:
  - { source: start, target: post }
  - { source: post, target: time }
  - { source: time, target: paid }
`,
  "shop/junctor/workflows/ask.yaml": `
format: junctor.workflow
format_version: 1
name: Ask
alias: ask
nodes:
  - { id: start, type: start }
  - { id: erp, type: http, data: { method: GET, url: "https://erp.example/orders/{{ input.number }}?fields=state" }, on_error: continue }
edges:
  - { source: start, target: erp }
`,
  "shop/junctor/schedules/notify.yaml": `
linked_account_id: acme
workflow: notify
trigger_type: cron
regex: 0 3 * * 1-5
tz: UTC
payload: { total: 1 }
`,
  "shop/junctor/schedules/other.yaml":
    "linked_account_id: globex\nworkflow: notify\ntrigger_type: cron\nregex: 0 3 * * *\n",
  "shop/junctor/webhooks/shop.yaml":
    "description: Shop\nwebhook_url: { $env: SHOP_URL }\nwebhook_events: [Workflow Completed, Workflow Errored]\n",
  "shop/notify.test.yaml": `
given:
  accounts: { acme: {} }
  answers: [{ request: POST https://chat.example/messages }]
tests:
  - name: schedules tick on working days, at the time of the test
    given: { now: 2026-03-06T12:00:00Z }
    steps:
      - when: { wait_until: 2026-03-09T02:59:59Z }
        then: { executions: [], calls: [] }
      - when: { wait: 1 s }
        then:
          executions: [{ workflow: notify, waits_at: paid, steps: { time: { output: { body: { now: 2026-03-09T03:00:00.000Z } } } } }]
          calls: [{ request: POST https://chat.example/*, query: { room: "1" }, body: { text: { $matches: "^Total \\\\d$" } } }]
          webhooks: []
      - when: { answer: paid, payload: { amount: 25 } }
        then:
          executions: [{ workflow: Notify, status: COMPLETED, response: { amount: 25 } }]
          webhooks: [{ event: Workflow Completed, account: acme, status: delivered, attempts: 1 }]
  - name: a product that is down gets the webhook again
    given:
      answers: [{ request: POST https://shop.example, status: 500, times: 1 }]
    steps:
      - when: { call: notify, payload: { total: 2 } }
      - when: { answer: paid }
        then: { webhooks: [{ event: Workflow Completed, status: pending, attempts: 1 }] }
      - when: { wait: 10 minutes }
        then: { executions: [], webhooks: [{ event: Workflow Completed, status: delivered, attempts: 2 }] }
      - when: { wait: 10 minutes }
        then: { webhooks: [] }
  - name: what is wrong with values <is> said
    steps:
      - when: { call: notify, payload: { total: 3 } }
        then:
          executions: [{ workflow: notify, status: COMPLETED, steps: { pots: {}, post: { output: { status_code: 201 } } } }]
          calls:
            - { request: POST https://chat.example/messages, body: { text: Total 4 } }
            - { request: GET https://chat.example/rooms }
  - name: nothing goes out without an answer
    steps:
      - when: { call: ask, payload: { number: 7 } }
  - name: what cannot happen
    steps: [{ when: { approve: check } }]
  - name: time does not go back
    steps: [{ when: { wait_until: 2020-01-01 } }]
  - name: an unknown workflow
    steps: [{ when: { call: notfy } }]
  - name: a config that is refused
    given: { accounts: { acme: { configs: { slack: { workflows: { ship: {} } } } } } }
    steps: [{ when: { wait: 1 s } }]
`,
};

/** Workflows of applications that customers connect. */
const CONNECTED: Record<string, string> = {
  "shop/connected/workflows/issues.yaml": `
format: junctor.workflow
format_version: 1
name: Issues
alias: issues
slug: slack
nodes:
  - id: start
    type: start
    triggers: [{ application: github, event: issue_opened, input: { owner: octo, repo: hello-world } }]
  - { id: tell, type: action, maximum_attempts: 3, action: slack/send_message, data: { channel: C00000001, text: "Issue {{ input.issue.number }}" } }
edges: [{ source: start, target: tell }]
`,
  "shop/connected/workflows/contacts.yaml": `
format: junctor.workflow
format_version: 1
name: Contacts
alias: contacts
slug: slack
nodes:
  - { id: start, type: start, triggers: [{ application: hubspot, event: new_contact }] }
  - { id: tell, type: action, action: slack/send_message, data: { channel: C00000001, text: "{{ input.properties.email }}" } }
edges: [{ source: start, target: tell }]
`,
  "shop/connected/workflows/mentions.yaml": `
format: junctor.workflow
format_version: 1
name: Mentions
alias: mentions
slug: slack
nodes:
  - { id: start, type: start, triggers: [{ application: slack, event: app_mention }] }
  - { id: find, type: action, action: hubspot/search_contacts, data: { property: email, operator: EQ, value: ada@example.com } }
edges: [{ source: start, target: find }]
`,
  "shop/connected.test.yaml": `
configuration: connected
given:
  accounts:
    acme:
      connections: { github: key, slack: key, hubspot: consent }
      records: [{ action: hubspot/create_contact, input: { properties: { email: ada@example.com } } }]
      configs: { slack: { workflows: { issues: {}, contacts: {}, mentions: {} } } }
    Globex Ltd.:
      connections: { github: consent, slack: consent, hubspot: key }
      configs: { slack: { workflows: { issues: {}, contacts: {} } } }
tests:
  - name: signed webhooks of applications arrive
    steps:
      - when: { happens: github/issue_opened, account: acme, payload: { issue: { number: 77 } } }
        then:
          executions: [{ workflow: issues, account: acme, status: COMPLETED }]
          calls: [{ application: slack, request: POST /api/chat.postMessage, body: { text: Issue 77 }, headers: { authorization: Bearer xoxb-good-bot-token } }]
      - when: { happens: slack/app_mention, account: acme }
        then:
          executions: [{ workflow: mentions, steps: { find: { output: { body: { items: [{ properties: { email: ada@example.com } }] } } } } }]
  - name: what is new at applications is polled, for weeks
    steps:
      - when: { happens: hubspot/new_contact, account: Globex Ltd. }
        then:
          executions: [{ workflow: contacts, account: Globex Ltd., status: COMPLETED }]
          calls: [{ request: POST https://slack.com/api/chat.postMessage, body: { text: new@example.com } }]
      - when: { wait: 2 weeks }
        then: { executions: [], calls: [] }
      - when: { action: hubspot/create_contact, account: acme, input: { properties: { email: bob@example.com } } }
        then:
          executions: [{ workflow: contacts, account: acme, status: COMPLETED }]
          calls: [{ application: slack, request: POST /api/*, body: { text: bob@example.com } }]
  - name: answers of the file come before those of applications
    given:
      answers: [{ application: slack, request: POST /api/chat.postMessage, fails: unreachable, times: 1 }]
      faults: [{ fault: outage, application: slack, match: chat.postMessage }]
    steps:
      - when: { happens: github/issue_opened, account: acme }
        then: { executions: [{ workflow: issues, status: RUNNING }] }
      - when: { wait: 10 minutes }
        then: { executions: [{ workflow: issues, status: COMPLETED, steps: { tell: { attempts: 3 } } }] }
  - name: one account has lost its access
    steps:
      - when: { fault: revoked, application: slack, account: Globex Ltd. }
      - when: { happens: github/issue_opened, account: Globex Ltd. }
        then: { executions: [{ workflow: issues, account: Globex Ltd., waits_at: tell }] }
      - when: { happens: github/issue_opened, account: acme }
        then: { executions: [{ workflow: issues, account: acme, status: COMPLETED }, { workflow: issues, account: Globex Ltd. }] }
  - name: no such trigger
    steps: [{ when: { happens: github/issue_opend, account: acme } }]
  - name: no such action
    steps: [{ when: { action: hubspot/create_contct, account: acme } }]
  - name: nobody listens
    steps: [{ when: { happens: github/push, account: acme } }]
  - name: polled triggers report the example
    steps: [{ when: { happens: hubspot/new_contact, account: acme, payload: { id: 1 } } }]
  - name: no key at the application
    given: { accounts: { acme: { connections: { gmail: key } } } }
    steps: [{ when: { wait: 1 s } }]
`,
};

/** How the webhooks of a workflow each are signed. */
const SIGNATURES = [
  "kind: token, header: X-Token, prefix: 'Bearer '",
  "kind: hmac-sha256, header: X-Signature, prefix: sha256=",
  "kind: hmac-sha256, header: X-Signature, encoding: base64",
  "kind: standard-webhooks",
  "kind: ed25519, header: X-Signature, timestamp_header: X-Time",
  "kind: ecdsa-p256, header: X-Signature",
];

const SIGNED: Record<string, string> = Object.fromEntries([
  ...SIGNATURES.map((signature, index) => [
    `shop/signed/workflows/signed-${index}.yaml`,
    `
format: junctor.workflow
format_version: 1
name: Signed ${index}
alias: signed-${index}
nodes:
  - { id: start, type: start, triggers: [{ application: Junctor, event: Webhook, input: { signature: { ${signature} } } }] }
`,
  ]),
  [
    "shop/signed.test.yaml",
    `
configuration: signed
given: { accounts: { acme: {} } }
tests:
  - name: webhooks are signed as their workflows require
    steps:
${SIGNATURES.map(
  (_, index) => `
      - when: { webhook: signed-${index}, payload: { number: ${index} } }
        then: { executions: [{ workflow: signed-${index}, status: COMPLETED, steps: { start: { output: { body: { number: ${index} } } } } }] }`,
).join("")}
  - name: webhooks that are signed by somebody else
    steps: [{ when: { webhook: signed-1, headers: { X-Signature: sha256=00 } } }]
`,
  ],
]);

let output = "";
let code: unknown;
beforeAll(async () => {
  const guide = readFileSync(GUIDE, "utf8");
  for (const [, name = "", text = ""] of guide.matchAll(/^`(\S+)`:\n\n```yaml\n([\s\S]*?)^```$/gm))
    write(name, text);
  for (const [name, text] of Object.entries({ ...FILES, ...CONNECTED, ...SIGNED })) write(name, text);
  cpSync(EXAMPLE, join(folder, "example"), { recursive: true });
  const temporary = join(folder, "temporary");
  mkdirSync(temporary);
  vi.stubEnv("TMPDIR", temporary);
  ({ output, code } = await run(["--junit", "out/results.xml"]));
  vi.unstubAllEnvs();
  expect(readdirSync(temporary)).toEqual([]);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

async function run(argv: readonly string[]): Promise<{ output: string; code: unknown }> {
  const lines: unknown[] = [];
  const spies = (["log", "error"] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((line) => void lines.push(line)),
  );
  process.exitCode = 0;
  try {
    const client = { url: undefined, apiKey: undefined, folder };
    await runTestCommand(testConfig({ client, variable: () => undefined }), argv);
    return { output: lines.join("\n"), code: process.exitCode };
  } finally {
    process.exitCode = 0;
    for (const spy of spies) spy.mockRestore();
  }
}

/** What is said of a test, without its duration. */
function findTest(name: string): string {
  const [, after = ""] = output.split(`${name} (`);
  return after.split(/\n {2}[✓✗]/)[0]?.replace(/^\d+ ms\)\n?/, "") ?? "";
}

test("the examples of the guide pass", () => {
  expect(readdirSync(folder)).toEqual(
    expect.arrayContaining(["ship-order.test.yaml", "issues-to-slack.test.yaml"]),
  );
  expect(output).toContain("✓ An order is shipped three days after it was approved");
  expect(output).toContain("✓ A new issue is announced");
  expect(output).toContain("✓ Slack is asked again after its limit");
});

test("schedules of given accounts tick when the time comes, and answers and webhooks arrive", () => {
  expect(output).toContain("✓ schedules tick on working days, at the time of the test");
  expect(output).toContain("✓ a product that is down gets the webhook again");
  expect(output).toContain("✓ webhooks are signed as their workflows require");
});

test.each([
  "A customer who signs up is a contact in HubSpot",
  "HubSpot is asked again after its limit",
  "signed webhooks of applications arrive",
  "what is new at applications is polled, for weeks",
  "answers of the file come before those of applications",
  "one account has lost its access",
])("workflows of connected applications run against them: %s", (name) => {
  expect(output).toContain(`✓ ${name}`);
});

test("a difference is said with its line, what was expected and what came, and then what happened", () => {
  const said = findTest("what is wrong with values <is> said");
  expect(said).toMatch(
    /shop\/notify\.test\.yaml:35: executions\[0\]\.status\n\s+expected {2}"COMPLETED"\n\s+actual {4}"RUNNING"/,
  );
  expect(said).toContain('did you mean "post"?');
  expect(said).toMatch(
    /shop\/notify\.test\.yaml:37: calls\[0\]\.body\.text\n\s+expected {2}"Total 4"\n\s+actual {4}"Total 3"/,
  );
  expect(said).toContain("calls: there is no call GET https://chat.example/rooms.");
  expect(said).toContain('Execution of "notify" for acme: RUNNING');
  expect(said).toContain('POST https://chat.example/messages?room=1 {"text":"Total 3"}');
});

test.each([
  [
    "nothing goes out without an answer",
    "no answer is given for this request; add one to given.answers: GET https://erp.example/orders/7?fields=state",
  ],
  ["what cannot happen", 'No execution waits for an approval at "check". None has started.'],
  ["time does not go back", "It is 2026-06-01T12:00:00.000Z already: time does not go back."],
  ["an unknown workflow", 'There is no workflow "notfy". The configuration has: '],
  [
    "no such trigger",
    'connected.test.yaml:51: github has no trigger "issue_opend" that can happen; did you mean "issue_opened"?',
  ],
  ["webhooks that are signed by somebody else", "The webhook was refused (401): "],
  ["no such action", 'hubspot has no action "create_contct"; did you mean "create_contact"?'],
  ["nobody listens", "No workflow that is on for acme starts with github/push. It listens to "],
  [
    "polled triggers report the example",
    "hubspot/new_contact is polled, and always reports the vendor's example",
  ],
  ["no key at the application", "connected.test.yaml:59: Gmail is used by consent."],
  ["a config that is refused", 'shop/notify.test.yaml:49: There is no workflow "ship"'],
])("%s: the test fails and says so", (name, sentence) => {
  expect(output).toContain(`✗ ${name}`);
  expect(findTest(name)).toContain(sentence);
});

test("the exit code and the report for CI say which tests failed", () => {
  expect(code).toBe(1);
  expect(output).toMatch(/\n28 tests: 16 passed, 12 failed \(\d+\.\d s\)\.$/);
  const xml = readFileSync(join(folder, "out/results.xml"), "utf8");
  expect(xml).toContain('<testsuites tests="28" failures="12" errors="0" time="');
  expect(xml).toContain('<testsuite name="shop/notify.test.yaml" tests="8" failures="6" errors="0" time="');
  expect(xml).toContain(
    '<testcase name="what is wrong with values &lt;is&gt; said" classname="shop/notify.test.yaml" time="',
  );
  expect(xml).toContain(
    '<failure message="shop/notify.test.yaml:35: executions[0].status" type="expectation">',
  );
});

test("a file with mistakes: all of them with their lines, and nothing runs", async () => {
  const bad = readFileSync(join(folder, "ship-order.test.yaml"), "utf8")
    .replace("payload:", "paylod:")
    .replace("wait: 3 days", "wait: 3 dies");
  write("bad/bad.test.yaml", bad);
  const first = await run(["bad/bad.test.yaml"]);
  expect(first.code).toBe(2);
  expect(first.output).toMatch(
    /^bad\/bad\.test\.yaml:13: tests\.0\.steps\.0\.when\.paylod is unknown; did you mean "payload"\?$/m,
  );
  write("bad/bad.test.yaml", bad.replace("paylod:", "payload:"));
  const second = await run(["bad/bad.test.yaml"]);
  expect(second.output).toMatch(/^bad\/bad\.test\.yaml:26: .*wait must be a period/m);
  expect(second.output).toContain("No test was run: one problem.");
});

test("StartError: a file that is not there, an unknown option, a filter that leaves nothing", async () => {
  await expect(run(["none.test.yaml"])).rejects.toThrow("There is no file none.test.yaml.");
  await expect(run(["--fast"])).rejects.toThrow(/Usage: junctor test/);
  await expect(run(["--filter", "no such test", "ship-order.test.yaml"])).rejects.toThrow(
    'No test has "no such test" in its name.',
  );
});

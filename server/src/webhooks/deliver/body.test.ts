import { describe, expect, test } from "vitest";
import type { Json } from "../../platform/json/json.ts";
import { buildBody, findBodyProblem } from "./body.ts";

const scripted = "<!channel> & <https://evil.example|pay here> [click](https://evil.example) *x*";

function writeText(type: "default" | "slack" | "teams", payload: Record<string, Json>) {
  const webhook = { type, event: "Workflow Errored", body: null } as const;
  return buildBody(webhook, { event: payload, workflow_response: null });
}

/** The body as its endpoint parses it. */
function write(type: "default" | "slack" | "teams", payload: Record<string, Json>) {
  return JSON.parse(writeText(type, payload));
}

describe("the body of a default delivery", () => {
  test("is the payload, fields in their order", () => {
    const payload = { status: "ERRORED", event: "Workflow Errored", attempts: 3, error: { message: "no" } };
    expect(writeText("default", payload)).toBe(JSON.stringify(payload));
  });
});

describe("the body of a Slack delivery", () => {
  test("has the event as its text, and the fields in a block whose data is escaped and taken literally", () => {
    const payload = { event: "Workflow Errored", type: "General", workflow_name: scripted, slug: null, n: 3 };
    expect(write("slack", payload)).toEqual({
      text: "Workflow Errored",
      blocks: [
        {
          type: "section",
          text: {
            type: "mrkdwn",
            verbatim: true,
            text:
              "*Workflow Errored*\nworkflow_name: &lt;!channel&gt; &amp; &lt;https://evil.example|pay here&gt; " +
              "[click](https://evil.example) *x*\nn: 3",
          },
        },
      ],
    });
  });

  test("stays within Slack's limits, however long the data is", () => {
    const fields = Array.from({ length: 50 }, (_, i) => [`field_${i}`, "<".repeat(10_000)]);
    const body = write("slack", Object.fromEntries(fields));
    expect(body.blocks[0].text.text.length).toBeLessThanOrEqual(3000);
    expect(body.blocks[0].text.text).toMatch(/^\*Workflow Errored\*\nfield_0: (&lt;)+…/);
  });

  test("lists the sentences of an alert's subjects", () => {
    const subjects = [
      { id: "1", text: "Orders: 6 of 20 executions failed" },
      { id: "2", text: "<Stock>" },
    ];
    expect(write("slack", { subjects }).blocks[0].text.text).toBe(
      "*Workflow Errored*\nsubjects: Orders: 6 of 20 executions failed; &lt;Stock&gt;",
    );
    expect(write("slack", { list: [{ text: "a" }, 1] }).blocks[0].text.text).toContain('[{"text":"a"},1]');
  });

  test("puts a value of several lines on one line", () => {
    const body = write("slack", { error: { message: "a\nb" }, name: "one\r\ntwo" });
    expect(body.blocks[0].text.text).toBe('*Workflow Errored*\nerror: {"message":"a\\nb"}\nname: one two');
  });
});

describe("the body of a Teams delivery", () => {
  test("is an adaptive card whose data is in text runs, without Markdown", () => {
    const body = write("teams", { event: "Workflow Errored", workflow_name: scripted });
    expect(body).toEqual({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          contentUrl: null,
          content: {
            $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
            type: "AdaptiveCard",
            version: "1.4",
            body: [
              { type: "TextBlock", text: "Workflow Errored", weight: "Bolder", wrap: true },
              {
                type: "RichTextBlock",
                inlines: [{ type: "TextRun", text: `workflow_name: ${scripted}` }],
              },
            ],
          },
        },
      ],
    });
  });

  test("stays below 28 KB, and splits no character", () => {
    const text = writeText("teams", {
      ...Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`field_${i}`, "→".repeat(10_000)])),
      name: `x${"😀".repeat(5000)}`,
    });
    expect(Buffer.byteLength(text)).toBeLessThan(28_000);
    expect(text).not.toContain("\\ud83d");
  });
});

describe("the body of a custom delivery", () => {
  const values = {
    event: {
      event: "Workflow Errored",
      workflow_name: 'A "b"\n\\ é😀',
      error: { message: "no", list: [1, "x"] },
      n: 3,
    },
    workflow_response: { total: 5, text: "}}{{event}}" },
  };
  const fill = (body: string | null) =>
    JSON.parse(buildBody({ type: "custom", event: "Workflow Errored", body }, values));

  test("is the payload if there is no template", () => {
    expect(fill(null)).toEqual(values.event);
    expect(fill("{{event}}")).toEqual(values.event);
  });

  test("inserts JSON values for places, and their text within strings, so that it remains JSON", () => {
    const template = `{"name": {{event.workflow_name}}, "said": "<{{ event.workflow_name }}> {{event.n}} \\"{{event.error}}\\"",
      "all": [{{workflow_response}}, {{workflow_response.total}}, {{event.error.list.1}}]}`;
    expect(fill(template)).toEqual({
      name: values.event.workflow_name,
      said: `<${values.event.workflow_name}> 3 "${JSON.stringify(values.event.error)}"`,
      all: [values.workflow_response, 5, "x"],
    });
  });

  test("has null, or no text, for missing values; nothing is looked up in prototypes, or filled in twice", () => {
    expect(fill('{"a": {{event.nothing.at.all}}, "b": "{{event.nothing}}"}')).toEqual({ a: null, b: "" });
    expect(fill("[{{event.constructor}}, {{event.n.toFixed}}, {{event.workflow_name.length}}]")).toEqual([
      null,
      null,
      null,
    ]);
    expect(fill('"{{workflow_response.text}}"')).toBe("}}{{event}}");
  });

  test.each([
    ["{{event}", "must be JSON once its placeholders are filled in."],
    ['{"a": {{event.n}}', "must be JSON once its placeholders are filled in."],
    ["{ {{event.event}}: 1 }", "must be JSON once its placeholders are filled in."],
    ["{{events}}", /^\{\{events\}\} is not one of/],
    ["{{event.}}", /is not one of/],
    ["{{process.env}}", /is not one of/],
  ])("an invalid template is explained in a sentence: %s", (template, problem) => {
    expect(findBodyProblem(template)).toMatch(problem);
  });

  test("a place is the innermost pair of braces, and other braces are text", () => {
    expect(fill('[{"n":{{event.n}}}, "{{{event.n}}}", "{{ {{event.n}} }}"]')).toEqual([
      { n: 3 },
      "{3}",
      "{{ 3 }}",
    ]);
  });

  // An expression that looks for the end anew at every blank takes minutes here.
  test("a place that is never closed, with many blanks, is text", () => {
    const blanks = " ".repeat(6000);
    expect(findBodyProblem(`{"a":"{{${blanks}"}`)).toBeUndefined();
    expect(fill(`{"a":"{{${blanks}","b":{{${blanks}event.n${blanks}}}}`)).toEqual({ a: `{{${blanks}`, b: 3 });
  });

  test("a template that yields JSON for any event has no problem", () => {
    expect(
      findBodyProblem('{"text": "{{event.workflow_name}}", "r": {{workflow_response}}}'),
    ).toBeUndefined();
  });
});

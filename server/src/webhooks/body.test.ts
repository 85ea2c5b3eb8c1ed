import { describe, expect, test } from "vitest";
import type { Json } from "../platform/json.ts";
import { writeBody } from "./body.ts";

const scripted = "<!channel> & <https://evil.example|pay here> [click](https://evil.example) *x*";

/** The body as its endpoint parses it. */
function write(type: "default" | "slack" | "teams", payload: Record<string, Json>) {
  return JSON.parse(writeBody(type, "Workflow Errored", payload));
}

describe("the body of a default delivery", () => {
  test("is the payload, fields in their order", () => {
    const payload = { status: "ERRORED", event: "Workflow Errored", attempts: 3, error: { message: "no" } };
    expect(writeBody("default", "Workflow Errored", payload)).toBe(JSON.stringify(payload));
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

  test("stays within what Slack takes, however long the data is", () => {
    const fields = Array.from({ length: 50 }, (_, i) => [`field_${i}`, "<".repeat(10_000)]);
    const body = write("slack", Object.fromEntries(fields));
    expect(body.blocks[0].text.text.length).toBeLessThanOrEqual(3000);
    expect(body.blocks[0].text.text).toMatch(/^\*Workflow Errored\*\nfield_0: (&lt;)+…/);
  });

  test("makes one line of a value that has several", () => {
    const body = write("slack", { error: { message: "a\nb" }, name: "one\r\ntwo" });
    expect(body.blocks[0].text.text).toBe('*Workflow Errored*\nerror: {"message":"a\\nb"}\nname: one two');
  });
});

describe("the body of a Teams delivery", () => {
  test("is an adaptive card whose data stands in text runs, which know no Markdown", () => {
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

  test("stays below 28 KB, and cuts no character in two", () => {
    const text = writeBody("teams", "Workflow Errored", {
      ...Object.fromEntries(Array.from({ length: 14 }, (_, i) => [`field_${i}`, "→".repeat(10_000)])),
      name: `x${"😀".repeat(5000)}`,
    });
    expect(Buffer.byteLength(text)).toBeLessThan(28_000);
    expect(text).not.toContain("\\ud83d");
  });
});

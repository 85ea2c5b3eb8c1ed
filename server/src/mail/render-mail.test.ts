import { expect, test } from "vitest";
import { renderMail } from "./render-mail.ts";

const HOSTILE = `Acme</p><img src=x onerror=alert(1)>\r\n\r\nDear customer, "pay" at https://evil.example`;

test("names cannot add markup or paragraphs", () => {
  const { subject, text, html } = renderMail(
    { name: HOSTILE },
    {
      subject: `Hello ${HOSTILE}`,
      paragraphs: [`You know ${HOSTILE}.`],
      items: [HOSTILE],
      action: { label: "Open", url: `https://junctor.example/a?b="c"&d=e` },
      reason: HOSTILE,
    },
  );
  expect(subject).not.toMatch(/[\r\n]/);
  expect(text.split("\n\n")).toHaveLength(4);
  expect(html).not.toContain("<img");
  expect(html).toContain(`href="https://junctor.example/a?b=&quot;c&quot;&amp;d=e"`);
  expect(html).toContain("Acme&lt;/p&gt;&lt;img");
});

test("the button has the organization's color, with readable ink", () => {
  const mail = {
    subject: "s",
    paragraphs: [],
    reason: "r",
    action: { label: "Open", url: "https://a.example" },
  };
  expect(renderMail({ color: "#ffff00" }, mail).html).toMatch(
    /background:#ffff00;color:#000000;border:1px solid #8a8f98/,
  );
  expect(renderMail({ color: "#112233" }, mail).html).toContain("background:#112233;color:#ffffff");
});

import { expect, test } from "vitest";
import { html } from "./html.ts";

test("whatever is put into markup is escaped, and markup is not", () => {
  const hostile = `<script>alert("1")</script>&'`;
  const inner = html`<b>${hostile}</b>`;
  expect(inner.markup).toBe("<b>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;</b>");
  expect(html`<p title="${hostile}">${[inner, "<", 5]}</p>`.markup).toBe(
    `<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;">${inner.markup}&lt;5</p>`,
  );
});

test("nothing is written for undefined and false", () => {
  expect(html`<p${false}>${undefined}${[]}</p>`.markup).toBe("<p></p>");
});

import { expect, test } from "vitest";
import { html } from "./html.ts";

test("values in markup are escaped, nested markup is not", () => {
  const hostile = `<script>alert("1")</script>&'`;
  const inner = html`<b>${hostile}</b>`;
  expect(inner.markup).toBe("<b>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;</b>");
  expect(html`<p title="${hostile}">${[inner, "<", 5]}</p>`.markup).toBe(
    `<p title="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;">${inner.markup}&lt;5</p>`,
  );
});

test("undefined and false render as nothing", () => {
  expect(html`<p${false}>${undefined}${[]}</p>`.markup).toBe("<p></p>");
});

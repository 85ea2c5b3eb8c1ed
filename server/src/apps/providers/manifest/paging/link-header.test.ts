import { expect, test } from "vitest";
import { parseLinkHeader } from "./link-header.ts";

const NEXT = "https://a.example/things?page=2&f=a,b;c";

test.each([
  ["among others, with commas in its address", `<https://a.example/1>; rel="prev", <${NEXT}>; rel="next"`],
  ["joined from several header lines", `<https://a.example/1>; rel="self", <${NEXT}>; rel="next"`],
  ["in a list of relations", `<${NEXT}>; rel="last next"`],
  ["in a list of relations without quotes", `<${NEXT}>; rel=next last`],
  ["whatever the case, of the name too", `<${NEXT}>; REL="prev NEXT"`],
  ["as a token", `<${NEXT}>;rel=next`],
  ["after a parameter without a value", `<${NEXT}>;title;rel=next`],
  ["after a parameter with an empty value", `<${NEXT}>;title=;rel=next`],
  [
    "before a text that contains links and quotes",
    `<${NEXT}>; rel="next"; title="a, <b>; rel=\\"prev\\"", <x>; rel="last"`,
  ],
  ["after a text that contains another relation", `<${NEXT}>; title="; rel=prev"; rel="next"`],
  ["after a text that ends with an escaped backslash", `<${NEXT}>; title="a\\\\"; rel="next"`],
  ["with an escape in the relation", `<${NEXT}>; rel="ne\\xt"`],
  ["with spaces around everything", `  <${NEXT}>  ;\trel  =  "next"  `],
  ["after empty elements", `, ,<${NEXT}>; rel=next,`],
  ["after a link without parameters", `<https://a.example/1>, <${NEXT}>; rel=next`],
  ["after what is no parameter", `<${NEXT}> x="1"; rel="next"`],
  ["without a closing quote", `<${NEXT}>; rel="next`],
  ["with an extended title", `<${NEXT}>; title*=UTF-8'de'n%c3%a4chste; rel=next`],
  ["as the first of two relations", `<${NEXT}>; rel=next; rel=prev`],
])("the next page is found %s", (_, header) => {
  expect(parseLinkHeader(header)).toBe(NEXT);
});

test.each([
  ["nothing is sent", ""],
  ["the relation is another", '<https://a.example/2>; rel="prev"'],
  ["the relation only contains the word", '<https://a.example/2>; rel="nextpage"'],
  ["the relation only ends with the word", "<https://a.example/2>; rel=go-next"],
  ["the relation is an address with the word", '<https://a.example/2>; rel="https://a.example/rels/next"'],
  ["another parameter's text has the relation", '<https://a.example/2>; title="x; rel=next"'],
  ["another parameter ends with the name", '<https://a.example/2>; xrel="next"'],
  ["a text has the whole link", '<https://a.example/1>; rel=self; title="<https://a.example/2>; rel=next, "'],
  ["the second relation does not count", "<https://a.example/2>; rel=prev; rel=next"],
  ["a first relation is empty", "<https://a.example/2>; rel; rel=next"],
  ["the link is of another context", '<https://a.example/2>; rel="next"; anchor="/other"'],
  ["the address does not end", "<https://a.example/2; rel=next"],
  ["it is no link", "https://a.example/2; rel=next"],
])("there is no next page where %s", (_, header) => {
  expect(parseLinkHeader(header)).toBeUndefined();
});

test("a header of any shape is read in time that grows with its length alone", () => {
  for (const text of ["<", "<a>;", '<a>;x="', "\\", " ", "<a>;rel=next;".replace("next", "prev"), ","]) {
    expect(parseLinkHeader(text.repeat(20_000))).toBeUndefined();
    expect(parseLinkHeader(`<a>;x="${text.repeat(20_000)}`)).toBeUndefined();
  }
});

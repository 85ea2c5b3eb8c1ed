import { expect, test } from "vitest";
import { toApplicationChoices } from "./application-choices.ts";

test("applications that share a name are told apart by their slugs, and only those", () => {
  const choices = toApplicationChoices([
    { slug: "piece-wordpress", name: "WordPress" },
    { slug: "slack", name: "Slack" },
    { slug: "wordpress", name: "WordPress" },
  ]);
  expect(choices).toEqual([
    { value: "piece-wordpress", label: "WordPress (piece-wordpress)" },
    { value: "slack", label: "Slack" },
    { value: "wordpress", label: "WordPress (wordpress)" },
  ]);
});

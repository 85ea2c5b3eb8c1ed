import { expect, test } from "vitest";
import type { Action } from "../connector.ts";
import { presentParameters } from "./action-schema.ts";

test.each([
  ["due_date", "Due date"],
  ["dueDate", "Due date"],
  ["projectId", "Project ID"],
  ["project_id", "Project ID"],
  ["callbackURL", "Callback URL"],
  ["lastSeenAt", "Last seen at"],
  ["vhost", "Vhost"],
])("an input %s without a title is labeled %s", (name, label) => {
  const input = { type: "object", properties: { [name]: { type: "string" } } };
  expect(presentParameters({ input } as unknown as Action)).toMatchObject([{ name, label }]);
});

test("a title stays as it was written", () => {
  const input = { type: "object", properties: { projectId: { type: "string", title: "ProjectId" } } };
  expect(presentParameters({ input } as unknown as Action)).toMatchObject([{ label: "ProjectId" }]);
});

import { expect, test } from "vitest";
import { listProposedOperations } from "./proposed-operations.ts";

const operation = (text: string) => {
  const [method = "", path = ""] = text.split(" ");
  const unknown = { needs_credential: true, can_check: false, proposed_check: false };
  return { id: text, method, path, summary: "", tags: [], deprecated: text.endsWith("!"), ...unknown };
};

test("the ten main operations come first: whole objects before single requests, short paths before long ones", () => {
  const operations = [
    "GET /reports/summary",
    "POST /jobs/cancel",
    "GET /deals",
    "POST /deals",
    "GET /deals/{id}",
    "PATCH /deals/{id}",
    "DELETE /deals/{id}",
    "GET /deals/{id}/notes/{note}",
    "GET /contacts",
    "POST /contacts",
    "GET /contacts/{id}",
    "PUT /contacts/{id}",
    "DELETE /contacts/{id}",
    "GET /a/longer/path",
  ].map(operation);
  const proposed = listProposedOperations(operations);
  expect(proposed).toHaveLength(operations.length);
  expect(proposed.filter((one) => one.proposed).map(({ id }) => id)).toEqual(
    [...operations.slice(2, 7), ...operations.slice(8, 13)].map(({ id }) => id),
  );
  expect(proposed.slice(0, 10).every((one) => one.proposed)).toBe(true);
});

test("deprecated operations are never proposed", () => {
  const [only] = listProposedOperations([{ ...operation("GET /deals"), deprecated: true }]);
  expect(only?.proposed).toBe(false);
});

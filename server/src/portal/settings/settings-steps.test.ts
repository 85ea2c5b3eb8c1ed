import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { saveApplicationFields } from "../../configs/application-field-store.ts";
import { insertTestWorkflow } from "../../configs/test-workflow.ts";
import type { Fields as Slot } from "../../workflows/definition/graph.ts";
import { connectDesk, startTestPortal, type TestPortal } from "../test-portal.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  portal.provider.accepted.add("good-key");
  await insertTestWorkflow(portal.server.deps, portal.server.test, { name: "Flow", slug: "desk" });
});
afterAll(() => portal.close());
afterEach(() => declare([]));

function declare(fields: Slot[]): Promise<void> {
  const { deps, test: scope } = portal.server;
  return saveApplicationFields(deps.db, scope, "desk", { fields, now: deps.clock.now() });
}

test("the application's fields come first, by page, then the workflows by page; each step is saved separately", async () => {
  const fields: Slot[] = [
    {
      id: "country",
      name: "Country",
      field_type: "select",
      required: true,
      options: [
        { name: "Norway", value: "no" },
        { name: "Peru", value: "pe" },
      ],
    },
    {
      id: "city",
      name: "City",
      field_type: "select",
      required: false,
      parent: "country",
      data_source: { type: "options", list: "cities" },
    },
    { id: "note", name: "Note", field_type: "text", required: false, associated_page: "Details" },
  ];
  await declare(fields);
  const { page, config, save } = await connectDesk(portal, "steps");
  const { text } = await portal.get(page);
  const titles = [...text.matchAll(/(\d)\. (\w+)<\/a>/g)].map(([, number, title]) => `${number} ${title}`);
  expect(titles).toEqual(["1 Settings", "2 Details", "3 Workflows"]);
  expect(text).toContain("Save and continue");
  // Not an empty text field: nobody knows the ids of cities.
  const city = /<select name="app.city" disabled[^>]*>(.*?)<\/select>/.exec(text)?.[1];
  expect(city).toBe('<option value="">Available after you choose Country.</option>');

  const missing = await save({ "app.country": "" });
  expect(missing.text).toContain("Country is required.");
  const first = await save({ "app.country": "no" });
  // City depends on it: the step is shown again with the new choices.
  expect(first.headers.location).toBe(`${page}?step=1&saved=more`);
  await save({ "app.country": "no", "app.city": "oslo" });
  const moved = await save({ "app.country": "pe", "app.city": "oslo" });
  expect(moved.headers.location).toBe(`${page}?step=1&saved=more`);
  const stored = async () =>
    Object.fromEntries(
      (await config()).fields.map((one: { id: string; value: unknown }) => [one.id, one.value]),
    );
  expect(await stored()).toEqual({ country: "pe", city: undefined, note: undefined });
  const second = await portal.send(`${page}?step=2`, "settings", { "app.note": "N" });
  expect(second.headers.location).toBe(`${page}?step=3&saved=all`);
  expect(await stored()).toMatchObject({ country: "pe", note: "N" });
  expect((await portal.get(`${page}?step=99`)).text).toContain('aria-current="step">3.');
});

test("a field whose choices cannot be loaded says so plainly; the error is in the log", async () => {
  const list = { type: "options", list: "gone" };
  const fields: Slot[] = [{ id: "city", name: "City", field_type: "select", data_source: list }];
  await declare(fields);
  const warn = vi.spyOn(portal.server.deps.log, "warn").mockImplementation(() => {});
  const { page } = await connectDesk(portal, "unlucky");
  const { text } = await portal.get(page);
  expect(text).toContain("The choices could not be loaded. Try again later.");
  expect(text).not.toContain("no list gone");
  const line = { slug: "desk", field: "city", problem: expect.stringContaining("has no list gone") };
  expect(warn).toHaveBeenCalledWith(expect.objectContaining(line), "portal.options-failed");
  warn.mockRestore();
});

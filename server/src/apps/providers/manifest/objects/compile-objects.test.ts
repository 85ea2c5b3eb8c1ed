import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { ManifestError } from "../schema/manifest-error.ts";
import { readManifestSource } from "../schema/manifest-source.ts";
import { parseManifestFile, parseManifestJson, parseManifestText } from "../schema/parse-manifest.ts";

const HEAD = `slug: shop
name: Shop
description: A shop.
version: 1.0.0
base_url: https://shop.example.com
auth: { keybased: { fields: [] } }
`;
const COMPANY = `
objects:
  company:
    path: /companies
    verbs: [create, get, list, update, delete]
    changes: [new, changed]
    fields:
      name: { type: string, title: Name }
      size: { type: integer, title: Size }
    required: [name]
    filters:
      city: { type: string, title: City }
    output: { type: object, properties: { id: { type: string } } }
    option: { name: "{{ item.name }}", value: "{{ item.id }}" }
    list: { paging: { items: body.results, cursor: { from: body.next, to: query.after } } }
    new: { poll: &poll { request: { method: GET, path: /companies }, items: body.results, key: "{{ item.id }}" } }
    changed: { poll: *poll }
`;

const read = (yaml: string) => parseManifestJson(parse(HEAD + yaml), "test");

const shopWith = (objects: object) => ({ ...parse(HEAD), objects });

function problemsOf(parseIt: () => unknown): string {
  try {
    parseIt();
  } catch (error) {
    if (error instanceof ManifestError) return error.message;
    throw error;
  }
  throw new Error("It was accepted.");
}

describe("an object with verbs", () => {
  const { actions, triggers, options } = read(COMPANY);
  const output = { type: "object", properties: { id: { type: "string" } } };
  const id = { type: "string", minLength: 1, title: "Company", "x-options": "companies" };

  test("becomes an action for each verb", () => {
    expect(actions).toEqual({
      create_company: {
        title: "Create a company",
        description: "Creates a company.",
        hints: { read_only: false },
        input: {
          type: "object",
          additionalProperties: false,
          required: ["name"],
          properties: { name: { type: "string", title: "Name" }, size: { type: "integer", title: "Size" } },
        },
        output,
        request: {
          method: "POST",
          path: "/companies",
          json: { name: "{{ input.name }}", size: "{{ input.size }}" },
        },
      },
      get_company: {
        title: "Get a company",
        description: "Reads a company by its id.",
        hints: { read_only: true },
        input: {
          type: "object",
          additionalProperties: false,
          required: ["company_id"],
          properties: { company_id: id },
        },
        output,
        request: { method: "GET", path: "/companies/{{ input.company_id }}" },
      },
      list_companies: {
        title: "List companies",
        description: "Lists companies.",
        hints: { read_only: true },
        input: {
          type: "object",
          additionalProperties: false,
          required: [],
          properties: { city: { type: "string", title: "City" } },
        },
        request: { method: "GET", path: "/companies", query: { city: "{{ input.city }}" } },
        paging: { output, items: "body.results", cursor: { from: "body.next", to: "query.after" } },
      },
      update_company: {
        title: "Update a company",
        description: "Changes fields of a company; fields that are left out stay as they are.",
        hints: { read_only: false, idempotent: true },
        input: {
          type: "object",
          additionalProperties: false,
          required: ["company_id"],
          properties: {
            company_id: id,
            name: { type: "string", title: "Name" },
            size: { type: "integer", title: "Size" },
          },
        },
        output,
        request: {
          method: "PATCH",
          path: "/companies/{{ input.company_id }}",
          json: { name: "{{ input.name }}", size: "{{ input.size }}" },
        },
      },
      delete_company: {
        title: "Delete a company",
        description: "Deletes a company.",
        hints: { read_only: false, idempotent: true, destructive: true },
        input: {
          type: "object",
          additionalProperties: false,
          required: ["company_id"],
          properties: { company_id: id },
        },
        request: { method: "DELETE", path: "/companies/{{ input.company_id }}" },
        response: { deleted: true },
      },
    });
  });

  test("becomes a trigger for each change", () => {
    expect(triggers).toMatchObject({
      new_company: { title: "New company", description: "A company was created.", output },
      company_changed: {
        title: "Company created or changed",
        description: "A company was created or changed.",
        output,
      },
    });
  });

  test("offers what it lists as the choices of its id, without filters", () => {
    expect(options).toEqual({
      companies: {
        request: { method: "GET", path: "/companies", query: {} },
        paging: { items: "body.results", cursor: { from: "body.next", to: "query.after" } },
        name: "{{ item.name }}",
        value: "{{ item.id }}",
      },
    });
  });
});

test("an object's own members complete and replace what follows from it, and null removes it", () => {
  const { actions } = read(`
objects:
  hour:
    name: interval
    plural: working hours
    path: /hours
    verbs: [create, update, search]
    fields: { day: { type: string }, note: { type: string } }
    envelope: time_entry
    encoding: form
    create: { description: Records an interval., request: { path: /hours/new, form: { source: api } } }
    update:
      input: { properties: { day: null } }
      request: { method: PUT }
      response: null
    search: { request: { method: GET, path: "{{ object.path }}/find" }, response: "{{ body.found }}" }
`);
  expect(actions).toMatchObject({
    create_hour: {
      title: "Create an interval",
      description: "Records an interval.",
      request: {
        path: "/hours/new",
        form: { time_entry: { day: "{{ input.day }}", note: "{{ input.note }}" }, source: "api" },
      },
      response: "{{ body.time_entry }}",
    },
    search_working_hours: { request: { path: "/hours/find" } },
  });
  expect(actions.update_hour).toEqual(
    expect.objectContaining({
      request: {
        method: "PUT",
        path: "/hours/{{ input.hour_id }}",
        form: { time_entry: { note: "{{ input.note }}" } },
      },
    }),
  );
  expect(actions.update_hour).not.toHaveProperty("response");
});

test("objects of a kind share what it says, which names each of them, and lie within others", () => {
  const { actions, triggers } = read(`
object_kinds:
  part:
    path: "/repos/{{ input.repo }}/{{ object.plural_id }}"
    within: { repo: { type: string, title: Repository } }
    verbs: [get, list]
    envelope: { response: data }
    list: { description: "Lists the {{ object.plural }} of a repository.", paging: { items: body, link: {} } }
objects:
  branch: { kind: part, plural: branches }
  pull_request:
    kind: part
    changes: [new]
    new: { poll: { request: { method: GET, path: "{{ object.path }}" }, items: body, key: "{{ item.id }}" } }
    actions:
      merge_pull_request:
        title: Merge {{ object.one }}
        description: Merges.
        hints: { read_only: false }
        input: { type: object }
        request: { method: PUT, path: "{{ object.item }}/merge" }
`);
  expect(Object.keys(actions)).toEqual([
    "get_branch",
    "list_branches",
    "get_pull_request",
    "list_pull_requests",
    "merge_pull_request",
  ]);
  expect(actions).toMatchObject({
    get_branch: {
      input: { required: ["repo", "branch_id"] },
      request: { path: "/repos/{{ input.repo }}/branches/{{ input.branch_id }}" },
      response: "{{ body.data }}",
    },
    list_branches: { description: "Lists the branches of a repository.", input: { required: ["repo"] } },
    merge_pull_request: {
      title: "Merge a pull request",
      input: { required: ["repo", "pull_request_id"], properties: { pull_request_id: { minLength: 1 } } },
      request: { path: "/repos/{{ input.repo }}/pull_requests/{{ input.pull_request_id }}/merge" },
    },
  });
  expect(triggers).toMatchObject({
    new_pull_request: {
      input: { required: ["repo"] },
      poll: { request: { path: "/repos/{{ input.repo }}/pull_requests" } },
    },
  });
});

describe("a problem in an object", () => {
  test("is named where its source stands", () => {
    const wrong = HEAD + COMPANY.replace("list: { paging: { items", "list: { paging: { itemz");
    expect(problemsOf(() => parseManifestText(wrong, "shop.yaml"))).toBe(
      "shop.yaml:21: objects.company.list.paging.itemz is not known here.\nshop.yaml:21: objects.company.list.paging.items is missing.",
    );
  });

  test("is a member that no object has, a verb that does not exist, or an action that exists already", () => {
    const one = (yaml: string) => problemsOf(() => read(`objects: { note: { path: /notes, ${yaml} } }`));
    expect(one("colour: red")).toBe("test: objects.note.colour is not known here.");
    expect(one("verbs: [paint]")).toMatch(/^test: objects\.note\.verbs\.0 must be one of/);
    expect(one("kind: letter")).toBe("test: objects.note.kind is not one of object_kinds.");
    expect(one("verbs: [get], actions: { get_note: { title: x } }")).toBe(
      "test: objects.note.actions.get_note makes actions.get_note, which exists already.",
    );
    expect(one('verbs: [get], get: { description: "{{ object.nmae }}" }')).toBe(
      "test: objects.note.get refers to object.nmae, which does not exist.",
    );
  });

  test("is an override of nothing, a required field that there is not, a path that is missing or long", () => {
    const one = (object: object) => problemsOf(() => parseManifestJson(shopWith({ note: object }), "test"));
    expect(one({ path: "/notes", verbs: ["get"], create: {} })).toBe(
      "test: objects.note.create is not among its verbs and changes.",
    );
    expect(one({ path: "/notes", verbs: ["create"], fields: { a: {} }, required: ["b"] })).toBe(
      "test: objects.note.required names b, which is not a field.",
    );
    expect(one({ verbs: ["get"] })).toBe("test: objects.note.path is missing.");
    const words = { w: "x".repeat(100) };
    expect(one({ path: `/${"{{ object.w }}".repeat(11)}`, words })).toBe(
      "test: objects.note.path is longer than 1,000 characters with its words.",
    );
    expect(one({ path: "/notes", plural: "{{ object.id }}" })).toMatch(
      /^test: objects\.note\.plural must match/,
    );
    expect(one({ path: "/notes", verbs: ["get", "get"] })).toBe(
      "test: objects.note.get makes actions.get_note, which exists already.",
    );
  });

  test("is what is no schema, and what is no map of actions", () => {
    const action = {
      title: "T",
      description: "D.",
      hints: { read_only: true },
      input: { type: "object", required: 5 },
    };
    const note = {
      path: "/notes",
      verbs: ["get"],
      actions: { look: { ...action, request: { method: "GET", path: "/" } } },
    };
    expect(problemsOf(() => parseManifestJson(shopWith({ note }), "test"))).toMatch(
      /^test: objects\.note\.actions\.look\.input is not a JSON Schema/,
    );
    const value = { ...shopWith({ note: { path: "/notes", verbs: ["get"] } }), actions: 5 };
    expect(problemsOf(() => parseManifestJson(value, "test"))).toBe("test: actions must be an object.");
  });

  test("is their size: what they have and what they become has a bound, before anything is made of it", () => {
    const fields = Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`f${i}`, {}]));
    const kind = { path: "/{{ object.id }}", verbs: ["get"], fields };
    const objects = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`o${i}`, { kind: "all" }]));
    expect(
      problemsOf(() => parseManifestJson({ ...shopWith(objects), object_kinds: { all: kind } }, "test")),
    ).toBe("test: objects are larger than 512 KiB with what their kinds say.");
    const words = { w: "x".repeat(100) };
    const output = { description: "{{ object.w }}".repeat(20_000) };
    const note = { path: "/notes", verbs: ["get", "create", "update"], words, output };
    expect(problemsOf(() => parseManifestJson(shopWith({ note }), "test"))).toBe(
      "test: objects become more than 4 MiB.",
    );
  });
});

test("an object may add to the fields of its kind, and require any of them", () => {
  const kind = { path: "/{{ object.id }}", verbs: ["create"], fields: { name: {} }, required: ["name"] };
  const value = {
    ...shopWith({ note: { kind: "text", fields: { text: {} } } }),
    object_kinds: { text: kind },
  };
  const { actions } = parseManifestJson(value, "test");
  expect(actions.create_note?.input).toMatchObject({
    required: ["name"],
    properties: { name: {}, text: {} },
  });
});

test("null removes a member of an override, and is a value elsewhere", () => {
  const note = {
    path: "/notes",
    verbs: ["create"],
    fields: { kind: { const: null }, text: { default: null } },
    required: ["kind", "text"],
    create: { input: { properties: { text: null } } },
  };
  const { actions } = parseManifestJson(shopWith({ note }), "test");
  expect(actions.create_note?.input).toMatchObject({
    required: ["kind"],
    properties: { kind: { const: null } },
  });
  expect(actions.create_note?.input.properties).not.toHaveProperty("text");
});

test("the choices of an id depend on what the list lies within, not on its filters", () => {
  const note = {
    path: "/notes",
    within: { book: { type: "string" } },
    filters: { text: { type: "string" } },
    verbs: ["get", "list"],
    option: { name: "{{ item.text }}", value: "{{ item.id }}" },
    list: {
      request: { query: { book: "{{ input.book }}" } },
      paging: { items: "body.notes", cursor: { from: "body.next", to: "query.after" } },
    },
  };
  const { options } = parseManifestJson(shopWith({ note }), "test");
  expect(options?.notes?.request.query).toEqual({ book: "{{ input.book }}" });
});

test("a folder may have a file for each object, and a problem names the file", async () => {
  const folder = mkdtempSync(join(tmpdir(), "junctor-objects-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "objects"));
  writeFileSync(join(folder, "manifest.yaml"), `${HEAD}object_kinds: { text: { verbs: [get] } }\n`);
  const note = join(folder, "objects", "note.yaml");
  writeFileSync(note, "kind: text\nname: sticky note\npath: /notes\n");
  writeFileSync(join(folder, "objects", "README.md"), "Not an object.");
  const { actions } = parseManifestFile(await readManifestSource(folder), () => undefined);
  expect(actions).toMatchObject({ get_note: { title: "Get a sticky note" } });
  writeFileSync(note, "kind: text\nname: sticky note\npath: /notes\nget:\n  hints: { colour: red }\n");
  const source = await readManifestSource(folder);
  expect(problemsOf(() => parseManifestFile(source, () => undefined))).toBe(
    `${note}:5: objects.note.get.hints.colour is not known here.`,
  );
});

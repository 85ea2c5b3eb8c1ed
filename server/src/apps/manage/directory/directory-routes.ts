import { Type } from "typebox";
import { getScope } from "../../../auth/guard.ts";
import { defineOperations } from "../../../auth/operation.ts";
import type { Scope } from "../../../auth/scope.ts";
import type { Deps } from "../../../deps.ts";
import { setEmptyBody } from "../../../platform/http/json-body.ts";
import { buildEnvelope, parsePage } from "../../../platform/page.ts";
import { presentAction } from "../../actions/action-schema.ts";
import { listCustomHeads } from "../../catalog/application-store.ts";
import { listProposedOperations } from "../../directory/proposed-operations.ts";
import { runPreview } from "../../providers/openapi/run-import.ts";
import { BySlug } from "../../schema.ts";
import { withApiErrors } from "../openapi-body.ts";
import { createSettingsPresenter } from "../present-settings.ts";
import { addEntry, readEntry, readEntryDocument } from "./add-entry.ts";
import { describeEntry } from "./describe-entry.ts";
import {
  AddDirectoryBody,
  AddedApplication,
  DirectoryDetails,
  DirectoryListQuery,
  DirectoryOperation,
  DirectoryPage,
  presentEntry,
} from "./directory-schema.ts";

const BASE = "/api/v2/public/application/directory";

const operation = defineOperations<Deps>("Application settings");

/** Applications that are known by their facts, and adding them (ours). */
export const DIRECTORY_OPERATIONS = [
  operation({
    id: "listDirectory",
    method: "get",
    path: BASE,
    least: "viewer",
    credentials: "apiKey",
    summary: "List the directory",
    description:
      "Returns applications that are not in the catalog but can be added at once: where their API is and how customers sign in are known. With `search`, the best matches come first. See [Add an application from the directory](/guides/directory).",
    schema: { querystring: DirectoryListQuery, response: { 200: DirectoryPage } },
    run: async (deps, request) => {
      const { search, category, grade, ...query } = request.query;
      const page = parsePage(query);
      const directory = await deps.directory();
      const found = directory.find({ search, category, grade });
      const added = await listAdded(deps, getScope(request));
      const docs = found.slice(page.offset, page.offset + page.limit);
      return {
        docs: docs.map((entry) => presentEntry(entry, added)),
        categories: [...directory.categories],
        ...buildEnvelope(page, found.length),
      };
    },
  }),
  operation({
    id: "getDirectoryEntry",
    method: "get",
    path: `${BASE}/:slug`,
    least: "viewer",
    credentials: "apiKey",
    summary: "Get an application of the directory",
    description:
      "Returns what adding an application of the directory would give: its actions and triggers, what customers enter, and the redirect URL to register with the provider.",
    schema: { params: BySlug, response: { 200: DirectoryDetails } },
    run: async (deps, request) => {
      const entry = await readEntry(deps, request.params.slug);
      return describeEntry(deps, entry, await listAdded(deps, getScope(request)));
    },
  }),
  operation({
    id: "listDirectoryOperations",
    method: "get",
    path: `${BASE}/:slug/operations`,
    least: "viewer",
    credentials: "apiKey",
    summary: "List a directory application's operations",
    description:
      "Reads the application's OpenAPI document and returns its operations, the main ones first. Returns 400 if there is no document, or if the operator has not installed it.",
    schema: { params: BySlug, response: { 200: Type.Array(DirectoryOperation) } },
    run: async (deps, request) => {
      const entry = await readEntry(deps, request.params.slug);
      const { source } = await readEntryDocument(deps, entry);
      return listProposedOperations((await withApiErrors(runPreview(deps, source))).operations);
    },
  }),
  operation({
    id: "addDirectoryEntry",
    method: "post",
    path: `${BASE}/:slug`,
    least: "developer",
    credentials: "apiKey",
    preValidation: setEmptyBody,
    summary: "Add an application from the directory",
    description:
      "Creates your own application from the directory's facts, or replaces the one with the same slug: raw requests, its known lists with triggers, and the `operations` of its OpenAPI document that you choose. An application with OAuth2 then needs a client in its settings. Returns 400 if the catalog has the slug.",
    schema: { params: BySlug, body: AddDirectoryBody, response: { 200: AddedApplication } },
    run: async (deps, request) => {
      const scope = getScope(request);
      const { application, warnings } = await addEntry(deps, scope, { ...request.params, ...request.body });
      const toSettings = await createSettingsPresenter(deps, scope);
      const actions = application.connector.info.actions.map(presentAction);
      return { ...toSettings(application), actions, warnings };
    },
  }),
];

/** The slugs of the environment's own applications. */
async function listAdded({ db }: Pick<Deps, "db">, scope: Scope): Promise<ReadonlySet<string>> {
  return new Set((await listCustomHeads(db, scope)).map(({ slug }) => slug));
}

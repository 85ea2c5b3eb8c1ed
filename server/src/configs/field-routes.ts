import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { readEnabledApplication } from "../apps/catalog/application.ts";
import { getAccountScope } from "../auth/guard.ts";
import { defineOperations } from "../auth/operation.ts";
import type { Deps } from "../deps.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { setEmptyBody } from "../platform/http/json-body.ts";
import { GET_ALONE } from "../platform/http/route.ts";
import type { Json } from "../platform/json/json.ts";
import { readConfigView } from "./change.ts";
import { getConfigKey } from "./config-key.ts";
import {
  ByField,
  ConfigQuery,
  FieldHeaders,
  FieldQuery,
  RuleBody,
  RuleOptionsReply,
  UnsavedBody,
  ValueBody,
} from "./field-schema.ts";
import { presentConfigWithOptions } from "./options/answer.ts";
import {
  type FieldKey,
  readField,
  readRuleOptions,
  type StoredField,
  type UnsavedValues,
  updateField,
  withOptions,
} from "./options/config-field.ts";
import type { OptionDeps } from "./options/look-up-options.ts";
import { Config, ConfigField, presentFields, shouldSkipOptions } from "./schema.ts";

const BASE = "/api/v2/public/config";
const NOT_FOUND = {
  ...ErrorReply,
  description: "The application, config, workflow or field does not exist.",
};
const field = { params: ByField, headers: FieldHeaders, querystring: FieldQuery } as const;

type FieldRouteDeps = OptionDeps & Pick<Deps, "sandbox">;

interface FieldRequest {
  readonly params: Static<typeof ByField>;
  readonly headers: Static<typeof FieldHeaders>;
  readonly query: Static<typeof FieldQuery>;
}

const operation = defineOperations<FieldRouteDeps>("Configs");

/** One field of a config at a time, and the parts of its conditions (platform-surface 1.1, 3.4). */
export const CONFIG_FIELD_OPERATIONS = [
  operation({
    id: "getConfigFields",
    method: "post",
    path: `${BASE}/field`,
    least: "viewer",
    credentials: "account",
    summary: "Get a config's fields",
    description:
      "Returns a config with the fields of its application and of all its workflows. The header `slug` names the application.",
    schema: { headers: FieldHeaders, querystring: ConfigQuery, response: { 200: Config, 404: NOT_FOUND } },
    run: async (deps, request) => {
      const scope = getAccountScope(request);
      const { slug } = request.headers;
      await readEnabledApplication(deps, scope, slug);
      const view = await readConfigView(deps.db, scope, getConfigKey(scope, slug, request.query.config_id));
      return presentConfigWithOptions(deps, request, view);
    },
  }),
  operation({
    id: "getRuleOptions",
    method: "post",
    path: `${BASE}/rule-engine/:fieldId`,
    least: "support",
    credentials: "account",
    preValidation: setEmptyBody,
    summary: "Get a rule's options",
    description:
      "Returns the operators and right side that a condition of a `rule_engine` field can have, for one left side. Returns 400 if the field has another type. See [Conditions](/guides/configs#conditions).",
    schema: {
      params: ByField,
      headers: FieldHeaders,
      querystring: FieldQuery,
      body: RuleBody,
      response: { 200: RuleOptionsReply, 404: NOT_FOUND },
    },
    run: async (deps, request) => {
      const key = await keyFrom(deps, request);
      return readRuleOptions(deps, getAccountScope(request), key, request.body?.rule_column?.lhs ?? "");
    },
  }),
  operation({
    id: "getConfigField",
    method: "get",
    path: `${BASE}/field/:fieldId`,
    least: "viewer",
    credentials: "account",
    // May ask a third party for the options.
    ...GET_ALONE,
    summary: "Get a config field",
    description:
      "Returns a config field with its value and options; options of a data source are fetched from the provider. The header `slug` names the application, `workflow_id` the field's workflow. Passwords are shown as `********`.",
    schema: { ...field, response: { 200: ConfigField, 404: NOT_FOUND } },
    run: (deps, request) => read(deps, request, {}),
  }),
  operation({
    id: "readConfigField",
    method: "post",
    path: `${BASE}/field/:fieldId`,
    least: "viewer",
    credentials: "account",
    preValidation: setEmptyBody,
    summary: "Get an unsaved form's field",
    description:
      "Returns a config field with its options as if the given values were stored, for a form that is not saved yet. Nothing is stored.",
    schema: { ...field, body: UnsavedBody, response: { 200: ConfigField, 404: NOT_FOUND } },
    run: (deps, request) => read(deps, request, request.body),
  }),
  operation({
    id: "updateConfigField",
    method: "put",
    path: `${BASE}/field/:fieldId`,
    least: "developer",
    credentials: "account",
    summary: "Set a config field",
    description:
      "Sets the value of one config field and returns the field. Returns 400 if the value is invalid, or if the field's `parent` has no value.",
    schema: { ...field, body: ValueBody, response: { 200: ConfigField, 404: NOT_FOUND } },
    run: (deps, request) => write(deps, request, request.body.value),
  }),
  operation({
    id: "deleteConfigField",
    method: "delete",
    path: `${BASE}/field/:fieldId`,
    least: "developer",
    credentials: "account",
    summary: "Clear a config field",
    description:
      "Removes the value of one config field and returns the field; its default applies again. Fields that depend on it may also lose their values.",
    schema: { ...field, response: { 200: ConfigField, 404: NOT_FOUND } },
    run: (deps, request) => write(deps, request, null),
  }),
];

async function read(deps: FieldRouteDeps, request: FastifyRequest & FieldRequest, unsaved: UnsavedValues) {
  const scope = getAccountScope(request);
  const found = await readField(deps.db, scope, await keyFrom(deps, request), unsaved);
  return present(await withOptions(deps, scope, found, { skip: shouldSkipOptions(request) }));
}

async function write(deps: FieldRouteDeps, request: FastifyRequest & FieldRequest, value: Json) {
  const { queue, clock, vault } = deps;
  const scope = getAccountScope(request);
  const key = await keyFrom(deps, request);
  const now = clock.now();
  const changed = await queue.transaction((tx) => updateField(tx, scope, key, { value, now, vault }));
  return present(await withOptions(deps, scope, changed, { skip: shouldSkipOptions(request) }));
}

async function keyFrom(deps: FieldRouteDeps, request: FastifyRequest & FieldRequest): Promise<FieldKey> {
  const scope = getAccountScope(request);
  const { slug } = request.headers;
  await readEnabledApplication(deps, scope, slug);
  const { config_id, workflow_id } = request.query;
  const { fieldId } = request.params;
  return { ...getConfigKey(scope, slug, config_id), fieldId, workflowId: workflow_id || undefined };
}

function present({ field: one, stored, problem }: StoredField): Static<typeof ConfigField> {
  const [shown] = presentFields([one], stored);
  if (!shown) throw new Error("A field was not presented.");
  return problem === undefined ? shown : { ...shown, error: { message: problem } };
}

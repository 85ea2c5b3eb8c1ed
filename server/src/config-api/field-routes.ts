import type { FastifyRequest } from "fastify";
import type { Static } from "typebox";
import { readEnabledApplication } from "../apps/catalog/application.ts";
import { getAccountScope } from "../auth/guard.ts";
import { readConfigView } from "../configs/change.ts";
import { Config, ConfigField, presentFields, shouldSkipOptions } from "../configs/schema.ts";
import type { Deps } from "../deps.ts";
import { ErrorReply } from "../platform/http/error-reply.ts";
import { setEmptyBody } from "../platform/http/json-body.ts";
import { type App, GET_ALONE } from "../platform/http/route.ts";
import type { Json } from "../platform/json/json.ts";
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

const BASE = "/api/v2/public/config";
const tags = ["Configs"];
const config = { auth: "account" } as const;
const NOT_FOUND = {
  ...ErrorReply,
  description: "The application, config, workflow or field does not exist.",
};
const field = { tags, params: ByField, headers: FieldHeaders, querystring: FieldQuery } as const;

type FieldRouteDeps = OptionDeps & Pick<Deps, "sandbox">;

interface FieldRequest {
  readonly params: Static<typeof ByField>;
  readonly headers: Static<typeof FieldHeaders>;
  readonly query: Static<typeof FieldQuery>;
}

/** Routes for one field of a config at a time, and for the parts of its conditions (platform-surface 1.1, 3.4). */
export function registerFieldRoutes(app: App, deps: FieldRouteDeps): void {
  readRoutes(app, deps);
  writeRoutes(app, deps);
  allFieldsRoute(app, deps);
  ruleRoute(app, deps);
}

function readRoutes(app: App, deps: FieldRouteDeps): void {
  const read = async (request: FastifyRequest & FieldRequest, unsaved: UnsavedValues) => {
    const scope = getAccountScope(request);
    const found = await readField(deps.db, scope, await keyFrom(deps, request), unsaved);
    return present(await withOptions(deps, scope, found, { skip: shouldSkipOptions(request) }));
  };

  app.get(
    `${BASE}/field/:fieldId`,
    {
      // May ask a third party for the options.
      ...GET_ALONE,
      config,
      schema: {
        ...field,
        operationId: "getConfigField",
        summary: "Get a config field",
        description:
          "Returns a config field with its value and options; options of a data source are fetched from the provider. The header `slug` names the application, `workflow_id` the field's workflow. Passwords are shown as `********`.",
        response: { 200: ConfigField, 404: NOT_FOUND },
      },
    },
    (request) => read(request, {}),
  );

  app.post(
    `${BASE}/field/:fieldId`,
    {
      config,
      preValidation: setEmptyBody,
      schema: {
        ...field,
        operationId: "readConfigField",
        summary: "Get an unsaved form's field",
        description:
          "Returns a config field with its options as if the given values were stored, for a form that is not saved yet. Nothing is stored.",
        body: UnsavedBody,
        response: { 200: ConfigField, 404: NOT_FOUND },
      },
    },
    (request) => read(request, request.body),
  );
}

function writeRoutes(app: App, deps: FieldRouteDeps): void {
  const { queue, clock, vault } = deps;
  const write = async (request: FastifyRequest & FieldRequest, value: Json) => {
    const scope = getAccountScope(request);
    const key = await keyFrom(deps, request);
    const now = clock.now();
    const changed = await queue.transaction((tx) => updateField(tx, scope, key, { value, now, vault }));
    return present(await withOptions(deps, scope, changed, { skip: shouldSkipOptions(request) }));
  };

  app.put(
    `${BASE}/field/:fieldId`,
    {
      config,
      schema: {
        ...field,
        operationId: "updateConfigField",
        summary: "Set a config field",
        description:
          "Sets the value of one config field and returns the field. Returns 400 if the value is invalid, or if the field's `parent` has no value.",
        body: ValueBody,
        response: { 200: ConfigField, 404: NOT_FOUND },
      },
    },
    (request) => write(request, request.body.value),
  );

  app.delete(
    `${BASE}/field/:fieldId`,
    {
      config,
      schema: {
        ...field,
        operationId: "deleteConfigField",
        summary: "Clear a config field",
        description:
          "Removes the value of one config field and returns the field; its default applies again. Fields that depend on it may also lose their values.",
        response: { 200: ConfigField, 404: NOT_FOUND },
      },
    },
    (request) => write(request, null),
  );
}

function allFieldsRoute(app: App, deps: FieldRouteDeps): void {
  app.post(
    `${BASE}/field`,
    {
      config,
      schema: {
        operationId: "getConfigFields",
        summary: "Get a config's fields",
        description:
          "Returns a config with the fields of its application and of all its workflows. The header `slug` names the application.",
        tags,
        headers: FieldHeaders,
        querystring: ConfigQuery,
        response: { 200: Config, 404: NOT_FOUND },
      },
    },
    async (request) => {
      const scope = getAccountScope(request);
      const { slug } = request.headers;
      await readEnabledApplication(deps, scope, slug);
      const view = await readConfigView(deps.db, scope, getConfigKey(scope, slug, request.query.config_id));
      return presentConfigWithOptions(deps, request, view);
    },
  );
}

function ruleRoute(app: App, deps: FieldRouteDeps): void {
  app.post(
    `${BASE}/rule-engine/:fieldId`,
    {
      config,
      preValidation: setEmptyBody,
      schema: {
        ...field,
        operationId: "getRuleOptions",
        summary: "Get a rule's options",
        description:
          "Returns the operators and right side that a condition of a `rule_engine` field can have, for one left side. Returns 400 if the field has another type. See [Conditions](/guides/configs#conditions).",
        body: RuleBody,
        response: { 200: RuleOptionsReply, 404: NOT_FOUND },
      },
    },
    async (request) => {
      const key = await keyFrom(deps, request);
      return readRuleOptions(deps, getAccountScope(request), key, request.body?.rule_column?.lhs ?? "");
    },
  );
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

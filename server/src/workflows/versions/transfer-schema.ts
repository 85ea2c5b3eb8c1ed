import { type Static, Type } from "typebox";
import { badField } from "../../platform/errors.ts";
import { Record } from "../../platform/http/route.ts";
import { AnyObject, Workflow } from "../schema.ts";
import { ProblemReply } from "../validation/problem.ts";
import { NewWorkflow } from "./body.ts";

/** Marks a document as a workflow of ours. */
export const FORMAT = "junctor.workflow";
/** The newest form of the document; all older ones can be imported. */
export const FORMAT_VERSION = 1;

const TextOrNull = Type.Union([Type.String(), Type.Null()]);

/** A workflow as a document without ids of this installation. */
export const ExportedWorkflow = Record("ExportedWorkflow", {
  format: Type.Literal(FORMAT),
  format_version: Type.Integer(),
  name: Type.String(),
  description: Type.String(),
  icon: Type.String(),
  slug: TextOrNull,
  alias: TextOrNull,
  index_order: Type.Number(),
  autoEnable: Type.Boolean(),
  hide_in_config: Type.Boolean(),
  settings: AnyObject,
  nodes: Type.Array(AnyObject),
  edges: Type.Array(AnyObject),
  data_slots: Type.Array(AnyObject),
});
export type ExportedWorkflow = Static<typeof ExportedWorkflow>;

const { name, workflow_alias: alias, ...given } = NewWorkflow.properties;
const {
  description,
  icon,
  slug,
  index_order,
  autoEnable,
  hide_in_config,
  settings,
  nodes,
  edges,
  data_slots,
} = given;

/** A document to import; omitted fields are as in a new workflow. */
export const ImportBody = Type.Object({
  format: Type.Literal(FORMAT),
  format_version: Type.Integer({ minimum: 1, maximum: FORMAT_VERSION }),
  name,
  description,
  icon,
  slug,
  alias,
  index_order,
  autoEnable,
  hide_in_config,
  settings,
  nodes,
  edges,
  data_slots,
});
export type ImportBody = Static<typeof ImportBody>;

/** A document without members that its format does not have: nobody has checked them, and some belong to a change. */
export function removeUncheckedMembers(document: ImportBody): ImportBody {
  const known = Object.keys(ImportBody.properties);
  return Object.fromEntries(Object.entries(document).filter(([name]) => known.includes(name))) as ImportBody;
}

/** The result of an import: the workflow, and what it lacks here. */
export const Imported = Type.Object({
  workflow: Workflow,
  warnings: Type.Array(ProblemReply, {
    description: "What the workflow refers to that does not exist here, and what was dropped.",
  }),
});

/** Refuses (400) a document that is not an exported workflow, or has a newer form, before its fields are checked. */
export function validateFormat(body: unknown): void {
  if (typeof body !== "object" || body === null) return;
  const { format, format_version: version }: Partial<ImportBody> = body;
  if (format !== undefined && format !== FORMAT)
    throw badField("format", `format must be "${FORMAT}": this is not an exported workflow.`);
  if (typeof version === "number" && version > FORMAT_VERSION)
    throw badField(
      "format_version",
      `format_version is ${version}, and this server reads up to ${FORMAT_VERSION}: import it on a newer one.`,
    );
}

import type { Json } from "../../platform/json/json.ts";
import type { Sandbox } from "../../platform/sandbox/sandbox.ts";
import { type ExpressionPart, findRootName, parseExpressions, ROOTS } from "../definition/expressions.ts";
import type { WorkflowNode } from "../definition/graph.ts";
import { type FieldText, findExpressionTexts } from "../definition/texts.ts";
import { createNodeProblem, type NodeTypes, type WorkflowProblem } from "./problem.ts";
import type { ReferenceCheck } from "./reference-problem.ts";

const SHOWN = 80;
// Before anything has happened, only the customer is known.
const TRIGGER_ROOTS = ["config", "linked_account", "instance_meta_data"];
// Lower-case names that JavaScript and the sandbox offer and that may stand alone.
const OTHER_NAMES = ["true", "false", "null", "undefined", "this", "globalThis", "crypto", "console"];

/** A text of a node: a template, JavaScript of one of its parts, or code. */
interface Text extends FieldText {
  readonly node: WorkflowNode;
}

/** Problems of expressions and code in nodes: their syntax, and their references. */
export async function findExpressionProblems(
  nodes: readonly WorkflowNode[],
  nodeTypes: NodeTypes,
  checkReference: ReferenceCheck,
  sandbox: Pick<Sandbox, "checkSyntaxOfAll">,
): Promise<WorkflowProblem[]> {
  const texts = nodes.map((node) => textsOf(node, nodeTypes));
  const settings = texts.flatMap(({ templates }) => inspect(templates, checkReference));
  const triggers = nodes.flatMap((node) => inspect(triggerTexts(node), triggerReference));
  const parts = [...settings, ...triggers];
  const expressions = parts.flatMap(({ script }) => script ?? []);
  const [inTexts, inCode] = await Promise.all([
    syntaxProblems(expressions, "expression", sandbox),
    syntaxProblems(
      texts.flatMap(({ code }) => code),
      "code",
      sandbox,
    ),
  ]);
  return [...parts.flatMap(({ problem }) => problem ?? []), ...inTexts, ...inCode];
}

function textsOf(node: WorkflowNode, nodeTypes: NodeTypes): { templates: Text[]; code: Text[] } {
  const verbatim = nodeTypes.find(({ type }) => type === node.type)?.verbatim ?? {};
  const data = Object.entries(node.data ?? {});
  return {
    templates: data
      .filter(([key]) => !Object.hasOwn(verbatim, key))
      .flatMap(([key, value]) => textsIn(node, `data.${key}`, value)),
    code: data.flatMap(([key, text]) =>
      verbatim[key] === "javascript" && typeof text === "string"
        ? [{ node, field: `data.${key}`, text }]
        : [],
    ),
  };
}

function triggerTexts(node: WorkflowNode): Text[] {
  return (node.triggers ?? []).flatMap(({ input }, index) =>
    textsIn(node, `triggers.${index}.input`, input ?? null),
  );
}

function textsIn(node: WorkflowNode, field: string, value: Json): Text[] {
  return findExpressionTexts(field, value).map((text) => ({ node, ...text }));
}

/** The result for each part of some templates: a problem, or JavaScript that is still to be checked. */
function inspect(
  templates: readonly Text[],
  checkReference: ReferenceCheck,
): { problem?: WorkflowProblem; script?: Text }[] {
  return templates.flatMap((template) =>
    parseExpressions(template.text).map((part) => {
      const { node, field } = template;
      const text = partProblem(part, (path) => checkReference(node, path));
      if (text !== undefined) return { problem: createNodeProblem(node, field, `${field}: ${text}`) };
      return part.kind === "code" ? { script: { node, field, text: part.source } } : {};
    }),
  );
}

function partProblem(
  part: ExpressionPart,
  checkReference: (path: readonly string[]) => string | undefined,
): string | undefined {
  if (part.kind === "text") return part.text.includes("{{") ? 'a "{{" has no "}}" after it.' : undefined;
  if (part.kind === "path") {
    const problem = checkReference(part.path);
    return problem && `${shown(part.source)} ${problem}`;
  }
  const root = findRootName(part.source);
  if (root === undefined || /^[A-Z]/.test(root) || OTHER_NAMES.includes(root)) return undefined;
  // A known root gets here only with a path that is not plain, which is still JavaScript.
  if (ROOTS.some((known) => known === root)) return undefined;
  const hint = root === "item" ? "; the item of a loop is loop.item" : "";
  return `${shown(part.source)} begins with "${root}", which is not one of ${ROOTS.join(", ")}${hint}.`;
}

const triggerReference: ReferenceCheck = (_node, [root = ""]) =>
  TRIGGER_ROOTS.includes(root)
    ? undefined
    : `is not available in a trigger, which has only ${TRIGGER_ROOTS.join(", ")}.`;

async function syntaxProblems(
  texts: readonly Text[],
  kind: "code" | "expression",
  sandbox: Pick<Sandbox, "checkSyntaxOfAll">,
): Promise<WorkflowProblem[]> {
  const sources = [...new Set(texts.map(({ text }) => text))];
  const found = await sandbox.checkSyntaxOfAll(sources, kind);
  const problems = new Map(sources.map((source, index) => [source, found[index]]));
  return texts.flatMap(({ node, field, text }) => {
    const problem = problems.get(text);
    if (problem === undefined) return [];
    const where = kind === "code" ? field : `${field}: ${shown(text)}`;
    return [createNodeProblem(node, field, `${where}: ${problem}.`)];
  });
}

function shown(source: string): string {
  return `{{ ${source.length > SHOWN ? `${source.slice(0, SHOWN)}…` : source} }}`;
}

import type { Expression, PrivateIdentifier, SpreadElement, Super } from "acorn";
import { loadAcorn } from "../../platform/memory/late-packages.ts";
import { ROOTS, type RootName } from "../definition/expressions.ts";
import { callMethod, FUNCTIONS } from "./methods.ts";
import { BINARY, UNARY } from "./operators.ts";
import {
  type Compute,
  isPrimitive,
  isTruthy,
  requireSandbox,
  type ScriptValue,
  spendCost,
  spendTextCost,
  toScriptText,
} from "./value.ts";

/** Stands for a chain that ended at a `?.`, until the end of the chain, where it becomes undefined. */
const ENDED = Symbol("ended");
type CompiledLink = (scope: Parameters<Compute>[0]) => ScriptValue | typeof ENDED;
type Node = Expression | SpreadElement | Super | PrivateIdentifier;

// In brackets, an expression ends where its source does. A module has no `<!--`, which would be a comment.
const OPTIONS = { ecmaVersion: 2020, sourceType: "module", preserveParens: true } as const;

/** An expression of the simple subset as a function; undefined for any other, and for one that does not parse. */
export function compileExpression(source: string): Compute | undefined {
  try {
    const parsed = loadAcorn().parseExpressionAt(source, 0, OPTIONS);
    return /\S/.test(source.slice(parsed.end)) ? undefined : compile(parsed);
  } catch {
    // The sandbox says what is wrong with it, in its own words.
    return undefined;
  }
}

function compile(node: Node): Compute {
  const link = compileLink(node);
  return (scope) => {
    const value = link(scope);
    return value === ENDED ? requireSandbox() : value;
  };
}

function compileLink(node: Node): CompiledLink {
  switch (node.type) {
    case "Literal":
      return compileLiteral(node.value);
    case "TemplateLiteral": {
      const texts = node.quasis.map(({ value }) => value.cooked ?? requireSandbox());
      const values = node.expressions.map(compile);
      return (scope) =>
        texts.reduce((text, next, index) => {
          const value = values[index - 1];
          return text + (value ? toScriptText(scope, value(scope)) : "") + next;
        });
    }
    case "Identifier":
      return compileName(node.name);
    case "ArrayExpression": {
      const items = node.elements.map((item) => compile(item ?? requireSandbox()));
      return (scope) => {
        spendCost(scope, items.length);
        const list = items.map((item) => item(scope));
        scope.made.add(list);
        return list as ScriptValue;
      };
    }
    case "UnaryExpression": {
      const operate = UNARY.get(node.operator) ?? requireSandbox();
      const argument = compile(node.argument);
      return (scope) => {
        const value = argument(scope);
        spendTextCost(scope, value);
        return operate(value);
      };
    }
    case "BinaryExpression": {
      const operate = BINARY.get(node.operator) ?? requireSandbox();
      const left = compile(node.left);
      const right = compile(node.right);
      return (scope) => {
        const [one, other] = [left(scope), right(scope)];
        spendTextCost(scope, one);
        spendTextCost(scope, other);
        return operate(one, other);
      };
    }
    case "LogicalExpression": {
      const left = compile(node.left);
      const right = compile(node.right);
      const { operator } = node;
      if (operator === "??") return (scope) => left(scope) ?? right(scope);
      return (scope) => {
        const value = left(scope);
        return isTruthy(value) === (operator === "&&") ? right(scope) : value;
      };
    }
    case "ConditionalExpression": {
      const test = compile(node.test);
      const yes = compile(node.consequent);
      const no = compile(node.alternate);
      return (scope) => (isTruthy(test(scope)) ? yes(scope) : no(scope));
    }
    case "ChainExpression": {
      const chain = compileLink(node.expression);
      return (scope) => {
        const value = chain(scope);
        return value === ENDED ? undefined : value;
      };
    }
    case "MemberExpression": {
      const object = compileLink(node.object);
      const key = compileKey(node.property, node.computed);
      return (scope) => {
        const of = object(scope);
        if (of === ENDED || (node.optional && (of ?? undefined) === undefined)) return ENDED;
        return readMember(of, key(scope));
      };
    }
    case "CallExpression":
      return compileCall(node);
    case "ParenthesizedExpression":
      return compile(node.expression);
    default:
      return requireSandbox();
  }
}

function compileLiteral(value: unknown): CompiledLink {
  if (value !== null && !["string", "number", "boolean"].includes(typeof value)) return requireSandbox();
  return () => value as ScriptValue;
}

function compileName(name: string): CompiledLink {
  if (name === "undefined") return () => undefined;
  const root: RootName = ROOTS.find((one) => one === name) ?? requireSandbox();
  // A missing root, such as `loop` outside a loop, is an error that the sandbox reports.
  return ({ roots }) => roots[root] ?? (roots[root] === null ? null : requireSandbox());
}

function compileKey(property: Node, computed: boolean): (scope: Parameters<Compute>[0]) => string | number {
  if (!computed) {
    const name = property.type === "Identifier" ? property.name : requireSandbox();
    return () => name;
  }
  const compute = compile(property);
  return (scope) => {
    const key = compute(scope);
    return typeof key === "string" || typeof key === "number" ? key : requireSandbox();
  };
}

/** Own members only: the sandbox decides whether a value has one from its prototype. */
function readMember(of: ScriptValue, key: string | number): ScriptValue {
  if (typeof of === "string" || Array.isArray(of)) {
    if (key === "length") return of.length;
  }
  if (of === null || of === undefined) return requireSandbox();
  if (Object.hasOwn(Object(of), key)) {
    const value = (of as Record<string | number, ScriptValue>)[key];
    // JSON, in which the sandbox gets its values, has no -0.
    return value === 0 ? 0 : value;
  }
  return key in Object(of) || key === "__proto__" ? requireSandbox() : undefined;
}

function compileCall(node: Extract<Expression, { type: "CallExpression" }>): CompiledLink {
  const args = node.arguments.map(compile);
  const { callee } = node;
  const known = FUNCTIONS.get(nameOf(callee));
  if (known) return (scope) => known(undefined, valuesOf(args, scope), scope);
  if (callee.type !== "MemberExpression" || callee.computed || node.optional) return requireSandbox();
  const { name } = callee.property.type === "Identifier" ? callee.property : requireSandbox();
  const receiver = compileLink(callee.object);
  return (scope) => {
    const of = receiver(scope);
    if (of === ENDED || (callee.optional && (of ?? undefined) === undefined)) return ENDED;
    return callMethod(scope, of, { name, args: valuesOf(args, scope) });
  };
}

function valuesOf(args: readonly Compute[], scope: Parameters<Compute>[0]): ScriptValue[] {
  return args.map((arg) => {
    const value = arg(scope);
    if (isPrimitive(value)) spendTextCost(scope, value);
    return value;
  });
}

/** `Number` or `Math.round`; empty for any other callee. */
function nameOf(callee: Node): string {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type !== "MemberExpression" || callee.computed || callee.optional) return "";
  const { object, property } = callee;
  if (object.type !== "Identifier" || property.type !== "Identifier") return "";
  return `${object.name}.${property.name}`;
}

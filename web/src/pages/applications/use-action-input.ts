import type { Reply } from "@junctor/sdk";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { parseJson } from "../../parts/forms/json-text.ts";
import { TRY } from "../../words/applications.ts";
import { PARTS } from "../../words/parts/parts.ts";

export type Parameter = Reply<"get", "/api/v2/integration-schema/{slug}/actions/{action_id}">[number];

/** The values of an action's form, by input; a choice is the index of its option, as text. */
export type ActionValues = Record<string, string>;
export type ActionInputForm = UseFormReturnType<ActionValues>;

/** The form of an action's inputs. Everything is kept as text, so that empty inputs are known. */
export function useActionInput(parameters: readonly Parameter[]): ActionInputForm {
  return useForm<ActionValues>({
    initialValues: Object.fromEntries(parameters.map((one) => [one.name, ""])),
    validate: (values) =>
      Object.fromEntries(
        parameters.flatMap((one) => {
          const problem = problemOf(one, values[one.name] ?? "");
          return problem === undefined ? [] : [[one.name, problem]];
        }),
      ),
  });
}

function problemOf({ type, required }: Parameter, text: string): string | undefined {
  if (text.trim() === "") return required ? TRY.missing : undefined;
  if (type === "number" && Number.isNaN(Number(text))) return TRY.badNumber;
  return type === "json" && parseJson(text) === undefined ? PARTS.badJson : undefined;
}

/** The input that the form describes; empty fields are left out. */
export function getInput(parameters: readonly Parameter[], values: ActionValues): Record<string, unknown> {
  return Object.fromEntries(
    parameters.flatMap((parameter) => {
      const text = values[parameter.name] ?? "";
      return text.trim() === "" ? [] : [[parameter.name, parsedOf(parameter, text)]];
    }),
  );
}

function parsedOf({ type, options }: Parameter, text: string): unknown {
  if (type === "number") return Number(text);
  if (type === "boolean") return text === "true";
  if (type === "json") return parseJson(text);
  // Values of a choice may be numbers: those that the provider offers arrive as JSON.
  if (type === "select")
    return options ? options.find(({ value }) => getKey(value) === text)?.value : parseJson(text);
  return text;
}

/** The text that stands for a value in a choice. */
export function getKey(value: unknown): string {
  return JSON.stringify(value);
}

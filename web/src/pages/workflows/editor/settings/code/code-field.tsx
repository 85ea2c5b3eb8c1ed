import { Skeleton } from "@mantine/core";
import type { ReactNode } from "react";
import { loadedWhenShown } from "../../../../../parts/page/loaded-when-shown.tsx";
import { FieldFrame } from "../fields/field-frame.tsx";
import { problemAt } from "../problems.ts";
import { type Evaluation, useStepForm } from "../step-context.ts";
import type { CodeInputProps } from "./code-input.tsx";
import { type CodeLanguage, hasExpression } from "./template.ts";
import { ValueLine } from "./value-line.tsx";

// With the languages its code is larger than the form's.
const CodeInput = loadedWhenShown<CodeInputProps>(
  async () => (await import("./code-input.tsx")).CodeInput,
  <Skeleton height={30} radius="sm" />,
);

export interface CodeFieldProps {
  readonly label: string;
  /** Dotted path in the node, beginning with `data`. */
  readonly field: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly language?: CodeLanguage;
  readonly isSingleLine?: boolean;
  readonly isRequired?: boolean | undefined;
  readonly description?: string | undefined;
  /** What is wrong with the typed text, before the server is asked. */
  readonly error?: string | undefined;
  readonly tools?: ReactNode;
  readonly isBare?: boolean | undefined;
  /** Whether it is focused when it appears, because it was just chosen over another control. */
  readonly takesFocus?: boolean | undefined;
}

/** A text with expressions, with its value and its problems below. */
export function CodeField({
  field,
  value,
  onChange,
  language = "template",
  isSingleLine,
  takesFocus,
  ...frame
}: CodeFieldProps) {
  const form = useStepForm();
  // Without a run these have no value.
  const isBlind = !form.hasData && /\b(?:input|node|loop)\b/.test(value);
  const evaluation = isBlind ? undefined : evaluationOf(form.evaluations, { field, value, language });
  const problem = frame.error ?? problemAt(form.problems, field);
  const line = language === "javascript" ? lineOf(problem) : undefined;
  return (
    <FieldFrame
      {...frame}
      error={problem}
      below={evaluation && <ValueLine evaluation={evaluation} isOld={form.isEvaluating} />}
    >
      {(ids) => (
        <CodeInput
          {...ids}
          value={value}
          onChange={onChange}
          language={language}
          isSingleLine={isSingleLine ?? false}
          takesFocus={takesFocus ?? false}
          isReadOnly={form.isReadOnly}
          hasError={problem !== undefined || evaluation?.error !== undefined}
          fault={{ expression: evaluation?.error?.expression, line }}
          readData={() => form.roots}
          onFocus={(target) => {
            form.target.current = target;
          }}
        />
      )}
    </FieldFrame>
  );
}

/** For a text its own; for JSON that of the first failed text in it. */
function evaluationOf(
  evaluations: ReadonlyMap<string, Evaluation>,
  { field, value, language }: { field: string; value: string; language: CodeLanguage },
): Evaluation | undefined {
  if (!hasExpression(value)) return undefined;
  if (language !== "json") return evaluations.get(field);
  return [...evaluations.values()].find((one) => one.error && isWithin(one.field, field));
}

function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`);
}

/** The line that an error in code names. */
function lineOf(problem: string | undefined): number | undefined {
  const line = /\(line (\d+)\)/.exec(problem ?? "")?.[1];
  return line === undefined ? undefined : Number(line);
}

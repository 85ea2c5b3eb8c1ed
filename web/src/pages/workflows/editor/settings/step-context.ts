import type { Reply } from "@junctor/sdk";
import { createContext, type RefObject, useContext } from "react";
import type { NodeType } from "../../../../parts/workflow-graph/node-types.ts";
import type { InsertTarget } from "./code/code-input.tsx";
import type { Values } from "./schema.ts";
import type { EditedWorkflow } from "./step-data.ts";

/** The value of a setting's text with the current data. */
export type Evaluation = Reply<"post", "/api/v2/public/expressions/evaluate">["results"][number];

/** What all fields of a step's form share. */
export interface StepForm {
  readonly workflow: EditedWorkflow;
  /** The type of the step. */
  readonly type: NodeType | undefined;
  readonly isReadOnly: boolean;
  /** The customer of the current data. */
  readonly account: string | undefined;
  /** The data of expressions, by the names of their roots. */
  readonly roots: Values;
  /** Whether there is data of a run or a test. */
  readonly hasData: boolean;
  /** The value of a text, by its dotted path; undefined if it is not known. */
  readonly evaluations: ReadonlyMap<string, Evaluation>;
  /** Whether the evaluations match the current form. */
  readonly isEvaluating: boolean;
  /** Problems, by dotted paths of fields. */
  readonly problems: ReadonlyMap<string, string>;
  /** Where a picked value is inserted: the last focused field. */
  readonly target: RefObject<InsertTarget | null>;
}

const StepFormContext = createContext<StepForm | undefined>(undefined);
export const StepFormProvider = StepFormContext.Provider;

/** The form that a field belongs to. */
export function useStepForm(): StepForm {
  const form = useContext(StepFormContext);
  if (!form) throw new Error("A field of a step's settings stands outside of their form.");
  return form;
}

import type { Reply } from "@junctor/sdk";
import { createContext, type RefObject, useContext } from "react";
import type { InsertTarget } from "./code/code-input.tsx";
import type { Values } from "./schema.ts";
import type { EditedWorkflow } from "./step-data.ts";

/** What a text of the settings comes to on the data at hand. */
export type Evaluation = Reply<"post", "/api/v2/public/expressions/evaluate">["results"][number];

/** What all fields of a step's form share. */
export interface StepForm {
  readonly workflow: EditedWorkflow;
  readonly isReadOnly: boolean;
  /** The customer whose data is at hand. */
  readonly account: string | undefined;
  /** What expressions see, by the names of their roots. */
  readonly roots: Values;
  /** Whether there is data of a run or a test at all. */
  readonly hasData: boolean;
  /** What a text comes to, by its dotted path; undefined where it is not known. */
  readonly evaluations: ReadonlyMap<string, Evaluation>;
  /** Whether the evaluations are of what stands in the form now. */
  readonly isEvaluating: boolean;
  /** What is wrong, by dotted paths of fields. */
  readonly problems: ReadonlyMap<string, string>;
  /** Where a picked value is written: the field that was typed into last. */
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

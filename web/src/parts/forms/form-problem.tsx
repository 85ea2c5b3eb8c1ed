import type { FormErrors } from "@mantine/form";
import { useEffect, useRef } from "react";
import { Problem } from "../page/problem.tsx";
import { fieldErrors } from "./field-errors.ts";

interface FormProblemProps {
  readonly form: FormWithErrors;
  /** The API's response to the last submission. */
  readonly error: unknown;
  /** The form's names of the API's fields, if they differ. */
  readonly names?: Readonly<Record<string, string>>;
}

/** The part of a Mantine form that is needed. */
interface FormWithErrors {
  getValues(): object;
  setErrors(errors: FormErrors): void;
  getInputNode(path: string): HTMLElement | null;
}

/** For `form.onSubmit`: focuses the first invalid field, which may be out of view. */
export function toFirstError(form: FormWithErrors): (errors: FormErrors) => void {
  return (errors) => {
    const [first] = Object.keys(errors);
    if (first !== undefined) form.getInputNode(first)?.focus();
  };
}

/** Shows the API's errors at the fields of the form until they are changed, and here those that belong to none. */
export function FormProblem({ form, error, names = {} }: FormProblemProps) {
  const own = Object.keys(form.getValues()).map((name) => [name, name]);
  const { at, rest } = fieldErrors(error, { ...Object.fromEntries(own), ...names });
  const latest = useRef({ form, at });
  latest.current = { form, at };
  useEffect(() => {
    if (!error) return;
    latest.current.form.setErrors(latest.current.at);
    toFirstError(latest.current.form)(latest.current.at);
  }, [error]);
  return rest ? <Problem error={rest} /> : null;
}

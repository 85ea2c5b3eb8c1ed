import { Stack, type StackProps } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import type { PageAddress } from "../links/page-link.tsx";
import { FormButtons } from "./form-buttons.tsx";
import { FormProblem, toFirstError } from "./form-problem.tsx";

/** What the page of a new or an edited record gives its form. */
export interface RecordFormProps<Submitted> {
  /** The API's response to the last submission. */
  readonly error: unknown;
  readonly isPending: boolean;
  /** The text of the button that saves. */
  readonly action: string;
  /** The page to which the form is left without saving. */
  readonly cancel: PageAddress;
  readonly onSubmit: (values: Submitted) => void;
}

interface RecordFieldsProps<Values> extends RecordFormProps<Values>, Pick<StackProps, "gap" | "maw"> {
  readonly form: UseFormReturnType<Values>;
  /** The form's names of the API's fields, if they differ. */
  readonly names: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** The form of a record: its problems, its fields, and the buttons that save or leave it. */
export function RecordForm<Values extends object>(props: RecordFieldsProps<Values>) {
  const { form, names, error, onSubmit, gap = "lg", maw = 640, children, ...buttons } = props;
  const submit = form.onSubmit(onSubmit, toFirstError(form));
  return (
    <form onSubmit={submit}>
      <Stack gap={gap} maw={maw}>
        <FormProblem form={form} error={error} names={names} />
        {children}
        <FormButtons {...buttons} isDirty={form.isDirty()} onSubmit={() => submit()} />
      </Stack>
    </form>
  );
}

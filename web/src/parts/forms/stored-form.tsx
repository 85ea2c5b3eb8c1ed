import type { Environment } from "@junctor/sdk";
import { Stack } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import type { Role } from "../../api/session.ts";
import { useMay } from "../../api/use-role.ts";
import { Problem } from "../page/problem.tsx";
import { tell } from "./confirm.tsx";
import { SaveBar } from "./save-bar.tsx";

interface StoredFormProps<Values> {
  readonly label: string;
  readonly words: { readonly save: string; readonly saved: string };
  readonly stored: Values;
  /** Who may change them; developers by default. */
  readonly least?: Role;
  /** The environment in which they are changed, if not the page's. */
  readonly environment?: Environment;
  /** Replaces what is stored. */
  readonly save: {
    readonly error: unknown;
    readonly isPending: boolean;
    mutate(input: { body: NoInfer<Values> }, options: { onSuccess: () => void }): void;
  };
  /** The fields, with the unsaved values; `readOnly` for those who may not change them. */
  readonly children: (
    values: Values,
    change: (changes: Partial<Values>) => void,
    readOnly: boolean,
  ) => ReactNode;
}

/** Settings that are changed and saved together. */
export function StoredForm<Values extends object>(props: StoredFormProps<Values>) {
  const { label, words, stored, least = "developer", environment, save, children } = props;
  const readOnly = !useMay(least, environment);
  const [draft, setDraft] = useState<Values>();
  const values = draft ?? stored;
  const discard = () => setDraft(undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const done = () => {
      discard();
      tell(words.saved);
    };
    save.mutate({ body: values }, { onSuccess: done });
  };
  return (
    <form onSubmit={submit} aria-label={label}>
      <Stack gap="sm">
        {save.error ? <Problem error={save.error} /> : null}
        {children(values, (changes) => setDraft({ ...values, ...changes }), readOnly)}
        {!readOnly && (
          <SaveBar
            action={words.save}
            isDirty={draft !== undefined}
            isPending={save.isPending}
            onDiscard={discard}
          />
        )}
      </Stack>
    </form>
  );
}

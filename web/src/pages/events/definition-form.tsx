import { Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldErrors } from "../../parts/forms/field-errors.ts";
import { FormButtons } from "../../parts/forms/form-buttons.tsx";
import { JsonField } from "../../parts/forms/json-field.tsx";
import { parseJson } from "../../parts/forms/json-text.ts";
import type { PageAddress } from "../../parts/links/page-link.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { EVENTS } from "../../words/events.ts";

interface Definition {
  readonly name: string;
  readonly response?: string | Record<string, unknown> | unknown[];
}

interface DefinitionFormProps {
  readonly initial: { readonly name: string; readonly example: unknown };
  readonly error: unknown;
  readonly isPending: boolean;
  readonly isReadOnly?: boolean;
  readonly action: string;
  readonly cancel?: PageAddress;
  readonly onSubmit: (definition: Definition) => void;
}

/** An event's name and an example of its payload. */
export function DefinitionForm(props: DefinitionFormProps) {
  const { initial, error, isPending, isReadOnly = false, action, cancel, onSubmit } = props;
  const first = initial.example === undefined ? "" : JSON.stringify(initial.example, null, 2);
  const [name, setName] = useState(initial.name);
  const [text, setText] = useState(first);
  const example = text.trim() === "" ? undefined : parseJson(text);
  const { at, rest } = fieldErrors(error, { name: "name", response: "response" });
  const isBad = text.trim() !== "" && example === undefined;
  const submit = () => {
    const isChanged = text !== first && example !== undefined;
    onSubmit({ name: name.trim(), ...(isChanged && { response: example as Definition["response"] }) });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="lg" maw={640}>
        {rest ? <Problem error={rest} /> : null}
        <TextInput
          label={EVENTS.name}
          withAsterisk
          required
          maxLength={255}
          readOnly={isReadOnly}
          value={name}
          error={at.name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <JsonField
          label={EVENTS.example}
          description={EVENTS.exampleHelp}
          error={at.response}
          value={text}
          onChange={setText}
        />
        {!isReadOnly && (
          <FormButtons
            action={action}
            cancel={cancel}
            isPending={isPending}
            isDisabled={isBad || name.trim() === ""}
            onSubmit={submit}
          />
        )}
      </Stack>
    </form>
  );
}

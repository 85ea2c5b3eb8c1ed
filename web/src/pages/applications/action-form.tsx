import { NumberInput, Select, Stack, Text, Textarea } from "@mantine/core";
import type { ReactNode } from "react";
import { ProviderChoice } from "../../parts/applications/provider-choice.tsx";
import { takesFile } from "../../parts/files/takes-file.ts";
import { UploadField } from "../../parts/files/upload-field.tsx";
import { JsonField } from "../../parts/forms/json-field.tsx";
import { Prose } from "../../parts/values/prose.tsx";
import { TRY } from "../../words/applications.ts";
import { type ActionInputForm, getInput, getKey, type Parameter } from "./use-action-input.ts";

interface ActionFormProps {
  readonly path: { readonly slug: string; readonly action_id: string };
  readonly account: string | undefined;
  readonly parameters: readonly Parameter[];
  readonly form: ActionInputForm;
}

/** A field for each input of an action, by its schema. */
export function ActionForm({ path, account, parameters, form }: ActionFormProps) {
  if (parameters.length === 0)
    return (
      <Text size="sm" className="muted">
        {TRY.noInput}
      </Text>
    );
  return (
    <Stack gap="md">
      {parameters.map((parameter) => {
        const { name, label, required, help_text: help } = parameter;
        const description = help === undefined ? undefined : <Prose text={help} />;
        const common = { label, description, required, ...form.getInputProps(name) };
        const { options_list: list } = parameter;
        if (takesFile(parameter.schema as object))
          return <UploadField key={name} {...common} account={account} />;
        if (list !== undefined && !parameter.options)
          return (
            <ProviderChoice
              key={name}
              {...common}
              path={{ ...path, list }}
              account={account}
              readInput={() => getInput(parameters, { ...form.getValues(), [name]: "" })}
            />
          );
        return <Field key={name} parameter={parameter} common={common} />;
      })}
    </Stack>
  );
}

interface FieldProps {
  readonly parameter: Parameter;
  readonly common: {
    readonly label: string;
    readonly description: ReactNode;
    readonly required: boolean;
    readonly value?: string;
    readonly onChange?: (value: unknown) => void;
  };
}

function Field({ parameter: { type, options = [] }, common }: FieldProps) {
  if (type === "number")
    return <NumberInput {...common} onChange={(value) => common.onChange?.(String(value))} />;
  if (type === "boolean")
    return (
      <Select
        {...common}
        value={common.value || null}
        clearable
        data={["true", "false"]}
        onChange={(value) => common.onChange?.(value ?? "")}
      />
    );
  if (type === "select")
    return (
      <Select
        {...common}
        value={common.value || null}
        clearable
        searchable={options.length > 8}
        data={options.map(({ name, value }) => ({ value: getKey(value), label: name }))}
        onChange={(value) => common.onChange?.(value ?? "")}
      />
    );
  if (type === "json")
    return <JsonField {...common} placeholder={TRY.json} minRows={3} maxRows={16} size="sm" />;
  return <Textarea {...common} autosize minRows={1} maxRows={12} />;
}

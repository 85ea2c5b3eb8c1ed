import { Group, Select, TextInput } from "@mantine/core";
import { useState } from "react";
import { useRead } from "../../../../api/use-api.ts";
import { JsonField } from "../../../../parts/forms/json-field.tsx";
import { parseJson } from "../../../../parts/forms/json-text.ts";
import { WorkflowField } from "../../../../parts/forms/workflow-field.tsx";
import { Problem } from "../../../../parts/page/problem.tsx";
import { CUSTOMER_FIELDS } from "../../../../words/workflows/customer-fields.ts";
import { isValues, type Values, withMember } from "../settings/schema.ts";
import { getText } from "./customer-fields.ts";

const ACTIONS = "/api/v2/integration-schema/{slug}/actions";

interface SourceFieldsProps {
  readonly source: Values;
  readonly slug: string;
  readonly isReadOnly: boolean;
  /** What its input may refer to. */
  readonly roots: readonly string[];
  readonly onChange: (source: Values) => void;
}

/** The source of choices: a list or an action of the application, or a workflow. */
export function SourceFields(props: SourceFieldsProps) {
  const { source, isReadOnly, onChange } = props;
  if (source.type === "options") return <ListFields {...props} />;
  if (source.type === "action") return <ActionFields {...props} />;
  return (
    <WorkflowField
      hasLabel
      isPublished
      width="100%"
      clearable={false}
      readOnly={isReadOnly}
      description={CUSTOMER_FIELDS.sourceWorkflowHelp}
      value={getText(source.workflow_id) || undefined}
      onChange={(id) => onChange(withMember(source, "workflow_id", id))}
    />
  );
}

/** One of the lists that the application's connector offers. */
function ListFields(props: SourceFieldsProps) {
  const { source, slug, isReadOnly, onChange } = props;
  const { data, error } = useRead("/api/v2/integration-schema/{slug}/options", { path: { slug } });
  const list = getText(source.list);
  const needs = data?.find((one) => one.list === list)?.needs ?? [];
  if (error) return <Problem error={error} />;
  return (
    <>
      <Select
        label={CUSTOMER_FIELDS.sourceList}
        data={withChosen(
          (data ?? []).map((one) => ({ value: one.list, label: one.list })),
          list,
        )}
        value={list || null}
        readOnly={isReadOnly}
        allowDeselect={false}
        nothingFoundMessage={CUSTOMER_FIELDS.noLists}
        searchable
        onChange={(next) => next !== null && onChange(withMember(source, "list", next))}
      />
      <InputField {...props} names={needs} />
    </>
  );
}

/** One of the application's read-only actions, and the paths of the choices in its result. */
function ActionFields(props: SourceFieldsProps) {
  const { source, slug, isReadOnly, onChange } = props;
  const action = getText(source.action);
  const { data: actions, error } = useRead(ACTIONS, { path: { slug } });
  const inputs = useRead(
    `${ACTIONS}/{action_id}`,
    { path: { slug, action_id: action } },
    { enabled: action !== "" },
  );
  if (error) return <Problem error={error} />;
  const reading = (actions ?? []).filter(({ hints }) => hints.read_only);
  const path = (name: "items" | "name" | "value") => ({
    value: getText(source[name]),
    maxLength: 200,
    readOnly: isReadOnly,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      onChange(withMember(source, name, value || undefined)),
  });
  return (
    <>
      <Select
        label={CUSTOMER_FIELDS.sourceAction}
        data={withChosen(
          reading.map((one) => ({ value: one.action_id, label: one.name })),
          action,
        )}
        value={action || null}
        readOnly={isReadOnly}
        allowDeselect={false}
        nothingFoundMessage={CUSTOMER_FIELDS.noActions}
        searchable
        onChange={(next) => next !== null && onChange(withMember(source, "action", next))}
      />
      <Group grow align="end">
        <TextInput label={CUSTOMER_FIELDS.pathItems} placeholder="boards" {...path("items")} />
        <TextInput label={CUSTOMER_FIELDS.pathName} placeholder="title" {...path("name")} />
        <TextInput label={CUSTOMER_FIELDS.pathValue} placeholder="id" {...path("value")} />
      </Group>
      <InputField {...props} names={(inputs.data ?? []).map(({ name }) => name)} />
    </>
  );
}

/** The input of the list or the action. */
function InputField({ source, isReadOnly, roots, names, onChange }: SourceFieldsProps & { names: string[] }) {
  const [text, setText] = useState(() => (source.input ? JSON.stringify(source.input, null, 2) : ""));
  const change = (next: string) => {
    setText(next);
    const input = next.trim() === "" ? undefined : parseJson(next);
    if (input === undefined ? next.trim() === "" : isValues(input))
      onChange(withMember(source, "input", input));
  };
  return (
    <JsonField
      label={CUSTOMER_FIELDS.sourceInput}
      description={CUSTOMER_FIELDS.sourceInputHelp(names, roots.includes("lhs"))}
      value={text}
      isReadOnly={isReadOnly}
      // Formatted on blur; it must not grow under the pointer then.
      minRows={4}
      onChange={change}
    />
  );
}

interface Choice {
  readonly value: string;
  readonly label: string;
}

/** The chosen value stays a choice, even if it no longer exists. */
function withChosen(choices: readonly Choice[], chosen: string): Choice[] {
  const isThere = chosen === "" || choices.some(({ value }) => value === chosen);
  return isThere ? [...choices] : [...choices, { value: chosen, label: chosen }];
}

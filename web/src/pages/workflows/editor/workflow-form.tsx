import { Button, Group, Stack, Switch, Text, Textarea, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { customerPage } from "../../../api/audience.ts";
import { ApplicationSelect } from "../../../parts/applications/application-select.tsx";
import { FormProblem } from "../../../parts/forms/form-problem.tsx";
import { EDITOR } from "../../../words/workflows/editor.ts";
import { OPERATOR_EDITOR } from "../../../words/workflows/operator-editor.ts";
import type { Saving, WorkflowFields } from "./saving/use-saving.ts";

interface WorkflowFormProps {
  readonly fields: WorkflowFields;
  readonly isReadOnly: boolean;
  readonly saving: Saving;
}

/**
 * The name of the workflow and to whom it is offered; saved by its own button, because it may take effect at once.
 */
export function WorkflowForm({ fields, isReadOnly, saving }: WorkflowFormProps) {
  // A customer's own workflow is offered to nobody else.
  const isOperators = customerPage() === undefined;
  const form = useForm({
    initialValues: {
      name: fields.name,
      slug: fields.slug || null,
      description: fields.description,
      workflow_alias: fields.workflow_alias ?? "",
      autoEnable: fields.autoEnable,
      hide_in_config: fields.hide_in_config,
    },
  });
  const submit = (values: typeof form.values) =>
    saving.saveFields({ ...values, workflow_alias: values.workflow_alias.trim() || null }, () =>
      form.resetDirty(),
    );
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack gap="md">
        <Title order={2} size="h5">
          {EDITOR.workflow}
        </Title>
        <Text size="sm" className="muted">
          {EDITOR.nothingSelected}
        </Text>
        <FormProblem form={form} error={saving.error} />
        <TextInput label={EDITOR.name} readOnly={isReadOnly} required {...form.getInputProps("name")} />
        {isOperators && (
          <ApplicationSelect
            value={form.values.slug}
            onChange={(slug) => form.setFieldValue("slug", slug)}
            error={form.errors.slug}
            isReadOnly={isReadOnly}
          />
        )}
        {isOperators && (
          <TextInput
            label={OPERATOR_EDITOR.alias}
            description={OPERATOR_EDITOR.aliasHelp}
            readOnly={isReadOnly}
            {...form.getInputProps("workflow_alias")}
          />
        )}
        <Textarea
          label={EDITOR.description}
          description={isOperators ? OPERATOR_EDITOR.descriptionHelp : undefined}
          autosize
          minRows={3}
          maxRows={10}
          readOnly={isReadOnly}
          {...form.getInputProps("description")}
        />
        {isOperators && (
          <>
            <Switch
              label={OPERATOR_EDITOR.autoEnable}
              disabled={isReadOnly}
              {...form.getInputProps("autoEnable", { type: "checkbox" })}
            />
            <Switch
              label={OPERATOR_EDITOR.hide}
              disabled={isReadOnly}
              {...form.getInputProps("hide_in_config", { type: "checkbox" })}
            />
          </>
        )}
        {!isReadOnly && (
          <Group>
            <Button type="submit" variant="default" disabled={!form.isDirty()} loading={saving.isSaving}>
              {EDITOR.saveFields}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  );
}

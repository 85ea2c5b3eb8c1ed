import { Button, Group, Stack, Switch, Text } from "@mantine/core";
import { useChange } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { FormProblem } from "../../../parts/forms/form-problem.tsx";
import { CONFIGS } from "../../../words/configs.ts";
import { PARTS } from "../../../words/parts/parts.ts";
import { SHELL } from "../../../words/shell.ts";
import { AFTER_CONFIGS, type Config, type ConfigKey, type UsedApplication } from "./config.ts";
import { ConfigControl } from "./config-control.tsx";
import classes from "./configs.module.css";
import { listOwnChoices, SharedConnections, WorkflowConnections } from "./connection-choices.tsx";
import type { FieldControl } from "./control.ts";
import { type ConfigFormState, getChange, switchKey, useConfigForm } from "./use-config-form.ts";

interface ConfigFormProps {
  readonly configKey: ConfigKey;
  readonly config: Config;
  readonly used: readonly UsedApplication[];
  readonly onDone: () => void;
}

/** Changes a config: its connections and the application's fields, then each workflow with its switch and its fields. */
export function ConfigForm({ configKey, config, used, onDone }: ConfigFormProps) {
  const environment = useEnvironment();
  const { form, controls } = useConfigForm(config);
  const save = useChange("put", "/api/v2/public/config", AFTER_CONFIGS);
  const { account, slug, id } = configKey;
  const submit = () =>
    save.mutate(
      { body: { slug, config_id: id, ...getChange(config, controls, form) }, account },
      {
        onSuccess: () => {
          tell(CONFIGS.saved);
          onDone();
        },
      },
    );
  const names = Object.fromEntries(controls.map(({ path, key }) => [path, key]));
  const shown = (workflowId?: string) => controls.filter((one) => one.workflowId === workflowId);
  const parts = { configKey, config, controls, used, form };
  return (
    <form onSubmit={form.onSubmit(submit)} aria-label={CONFIGS.fieldsOf(configKey.application)}>
      <Stack gap="lg" maw={560}>
        <FormProblem form={form} error={save.error} names={names} />
        <SharedConnections configKey={configKey} config={config} used={used} form={form} />
        {shown().map((control) => (
          <ConfigControl key={control.key} control={control} {...parts} />
        ))}
        {config.workflows.map((workflow) => (
          <WorkflowPart key={workflow.id} workflow={workflow} shown={shown(workflow.id)} {...parts} />
        ))}
        <Group gap="md">
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {CONFIGS.save(SHELL[environment].toLowerCase())}
          </Button>
          <Button variant="default" onClick={onDone}>
            {PARTS.cancel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface WorkflowPartProps {
  readonly workflow: Config["workflows"][number];
  /** Its own fields. */
  readonly shown: readonly FieldControl[];
  readonly configKey: ConfigKey;
  readonly config: Config;
  readonly controls: readonly FieldControl[];
  readonly used: readonly UsedApplication[];
  readonly form: ConfigFormState;
}

/** A workflow's switch; its fields are folded away while it is off. */
function WorkflowPart({ workflow, shown, used, ...parts }: WorkflowPartProps) {
  const { id, name, description } = workflow;
  const { form } = parts;
  const choices = listOwnChoices(workflow, used);
  const isOn = form.getValues()[switchKey(id)] === true;
  return (
    <div className={classes.workflow}>
      <Switch
        label={name}
        description={description || undefined}
        checked={isOn}
        onChange={(event) => form.setFieldValue(switchKey(id), event.currentTarget.checked)}
      />
      {isOn && shown.length + choices.length > 0 && (
        <Stack gap="md" mt="md" pl="md" className={classes.inner}>
          <WorkflowConnections workflow={workflow} choices={choices} form={form} />
          {shown.map((control) => (
            <ConfigControl key={control.key} control={control} {...parts} />
          ))}
        </Stack>
      )}
      {!isOn && shown.some(({ key }) => form.errors[key]) && (
        <Text size="sm" c="red">
          {shown.map(({ key }) => form.errors[key])}
        </Text>
      )}
    </div>
  );
}

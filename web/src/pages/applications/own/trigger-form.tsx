import type { Body, Reply } from "@junctor/sdk";
import {
  ActionIcon,
  Autocomplete,
  Button,
  Group,
  Select,
  Stack,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useChange } from "../../../api/use-api.ts";
import { fieldErrors } from "../../../parts/forms/field-errors.ts";
import { StoredForm } from "../../../parts/forms/stored-form.tsx";
import { SETUP_TRIGGERS } from "../../../words/application-setup.ts";
import { AFTER_CHANGES } from "../application.ts";

const PATH = "/api/v2/public/application/{slug}/setup";

type SetupTrigger = Reply<"get", typeof PATH>["triggers"][number];
type TriggerChange = NonNullable<Body<"put", typeof PATH>["triggers"]>[number];
type Condition = NonNullable<TriggerChange["filter"]>[number];

const NAMES = { "triggers.0.key": "key", "triggers.0.time": "time", "triggers.0.filter": "filter" };
const MOST_CONDITIONS = 5;

/** What identifies the events of a trigger, and which of them it is meant for. */
export function TriggerForm({ slug, triggers }: { slug: string; triggers: readonly SetupTrigger[] }) {
  const [chosen, setChosen] = useState<string | null>(triggers[0]?.id ?? null);
  const trigger = triggers.find(({ id }) => id === chosen);
  return (
    <section>
      <Title order={2} fz="md" mb="xs">
        {SETUP_TRIGGERS.title}
      </Title>
      <Stack gap="sm">
        <Text size="sm" className="muted">
          {SETUP_TRIGGERS.text}
        </Text>
        <Select
          label={SETUP_TRIGGERS.trigger}
          data={triggers.map(({ id, title, members }) => ({
            value: id,
            label: `${title} (${members ? SETUP_TRIGGERS.unidentified : id})`,
          }))}
          value={chosen}
          allowDeselect={false}
          searchable
          limit={100}
          maw={480}
          onChange={setChosen}
        />
        {trigger && <TriggerFields key={trigger.id} slug={slug} trigger={trigger} />}
      </Stack>
    </section>
  );
}

interface TriggerValues {
  readonly key: string;
  readonly time: string;
  readonly filter: readonly Condition[];
}

function TriggerFields({ slug, trigger }: { slug: string; trigger: SetupTrigger }) {
  const put = useChange("put", PATH, AFTER_CHANGES);
  const { at, rest } = fieldErrors(put.error, NAMES);
  const { id, delivery, key, time, filter = [] } = trigger;
  const isPoll = delivery === "poll";
  const members = trigger.members ?? [];
  const itemKeyHelp = trigger.members ? SETUP_TRIGGERS.unidentifiedHelp : SETUP_TRIGGERS.itemKeyHelp;
  const keyHelp = isPoll ? itemKeyHelp : SETUP_TRIGGERS.eventKeyHelp;
  const save = {
    error: rest,
    isPending: put.isPending,
    mutate: ({ body }: { body: TriggerValues }, options: { onSuccess: () => void }) =>
      put.mutate({ path: { slug }, body: { triggers: [{ id, ...toChange(body, isPoll) }] } }, options),
  };
  return (
    <StoredForm
      label={SETUP_TRIGGERS.title}
      words={SETUP_TRIGGERS}
      stored={{ key: key ?? "", time: time ?? "", filter }}
      save={save}
    >
      {(values, change, readOnly) => (
        <>
          <Autocomplete
            data={members}
            label={SETUP_TRIGGERS.key}
            description={keyHelp}
            placeholder={isPoll ? "id" : "body.event_id"}
            maxLength={200}
            maw={480}
            readOnly={readOnly}
            value={values.key}
            error={at.key}
            onChange={(text) => change({ key: text })}
          />
          {isPoll ? (
            <TextInput
              label={SETUP_TRIGGERS.time}
              description={SETUP_TRIGGERS.timeHelp}
              placeholder="updated_at"
              maxLength={200}
              maw={480}
              readOnly={readOnly}
              value={values.time}
              error={at.time}
              onChange={({ currentTarget }) => change({ time: currentTarget.value })}
            />
          ) : (
            <FilterFields
              filter={values.filter}
              error={at.filter}
              readOnly={readOnly}
              onChange={(next) => change({ filter: [...next] })}
            />
          )}
        </>
      )}
    </StoredForm>
  );
}

function toChange({ key, time, filter }: TriggerValues, isPoll: boolean): Omit<TriggerChange, "id"> {
  const textOf = (text: string) => (text.trim() === "" ? null : text.trim());
  if (isPoll) return { key: textOf(key), time: textOf(time) };
  const conditions = filter.map(({ field, value }) => ({ field: field.trim(), value }));
  return { key: textOf(key), filter: conditions.filter(({ field }) => field !== "") };
}

interface FilterFieldsProps {
  readonly filter: readonly Condition[];
  readonly error: string | undefined;
  readonly readOnly: boolean;
  readonly onChange: (filter: readonly Condition[]) => void;
}

/** Conditions that must all hold: a path and its value. */
function FilterFields({ filter, error, readOnly, onChange }: FilterFieldsProps) {
  const change = (index: number, changes: Partial<Condition>) =>
    onChange(filter.map((one, i) => (i === index ? { ...one, ...changes } : one)));
  return (
    <Stack gap="xs" maw={480} role="group" aria-label={SETUP_TRIGGERS.filter}>
      <div>
        <Text size="sm" fw={500}>
          {SETUP_TRIGGERS.filter}
        </Text>
        <Text size="xs" className="muted">
          {SETUP_TRIGGERS.filterHelp}
        </Text>
      </div>
      {filter.map(({ field, value }, index) => (
        // Conditions have no identity but their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Group key={index} gap="xs" wrap="nowrap">
          <TextInput
            aria-label={SETUP_TRIGGERS.field(index + 1)}
            placeholder="body.type"
            maxLength={200}
            readOnly={readOnly}
            value={field}
            onChange={({ currentTarget }) => change(index, { field: currentTarget.value })}
          />
          <TextInput
            aria-label={SETUP_TRIGGERS.value(index + 1)}
            placeholder="order.paid"
            maxLength={500}
            readOnly={readOnly}
            value={value}
            onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          {!readOnly && (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={SETUP_TRIGGERS.removeCondition(index + 1)}
              onClick={() => onChange(filter.filter((_, i) => i !== index))}
            >
              <IconX size={14} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {error && (
        <Text size="sm" c="var(--bad)">
          {error}
        </Text>
      )}
      {!readOnly && filter.length < MOST_CONDITIONS && (
        <Group>
          <Button variant="default" onClick={() => onChange([...filter, { field: "", value: "" }])}>
            {SETUP_TRIGGERS.addCondition}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

import { ActionIcon, Button, Group, Modal, NavLink, Stack, Text, Title } from "@mantine/core";
import { useColorScheme } from "@mantine/hooks";
import { IconChevronDown, IconChevronUp, IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { PortalFrame } from "../../../../parts/page/portal-frame.tsx";
import { Problem } from "../../../../parts/page/problem.tsx";
import { useReturnFocus } from "../../../../parts/page/use-return-focus.ts";
import { CUSTOMER_FIELDS } from "../../../../words/workflows/customer-fields.ts";
import type { Workflow } from "../../workflow.ts";
import type { CustomerField } from "../document/document.ts";
import { useRowKeys } from "../settings/fields/use-row-keys.ts";
import { moved } from "../settings/schema.ts";
import type { Editor } from "../use-editor.ts";
import {
  addField,
  changeField,
  fieldIdProblem,
  fieldNamedIn,
  getId,
  getText,
  getType,
  removeField,
  withOwnId,
} from "./customer-fields.ts";
import { FieldForm } from "./field-form.tsx";
import classes from "./fields-dialog.module.css";
import { useFieldsPreview } from "./use-fields-preview.ts";

const WINDOW = { width: 640, height: 760 };

interface FieldsDialogProps {
  readonly workflow: Workflow;
  readonly editor: Editor;
  readonly onClose: () => void;
}

/** The fields that customers fill in for the workflow, next to the portal's page. */
export function FieldsDialog({ workflow, editor, onClose }: FieldsDialogProps) {
  useReturnFocus();
  const { fields } = editor.document;
  const preview = useFieldsPreview(workflow, fields, useColorScheme());
  const message = preview.error instanceof Error ? preview.error.message : undefined;
  const about = message === undefined ? undefined : fieldNamedIn(message);
  const faulty = about === undefined ? undefined : fields.find((field) => getId(field) === about);
  return (
    <Modal opened onClose={onClose} title={CUSTOMER_FIELDS.title} size={1180}>
      <div className={classes.columns}>
        <Stack gap="md">
          <Text size="sm" className="muted">
            {CUSTOMER_FIELDS.help} {CUSTOMER_FIELDS.saveHelp}
          </Text>
          <Fields editor={editor} slug={workflow.slug} message={message} about={about} />
        </Stack>
        <section aria-label={CUSTOMER_FIELDS.preview}>
          <Title order={3} size="h5" mb="xs">
            {CUSTOMER_FIELDS.preview}
          </Title>
          {preview.error && !faulty ? <Problem error={preview.error} /> : null}
          {faulty ? (
            <Text size="sm" c="var(--warn)" role="status" mb="xs">
              {CUSTOMER_FIELDS.oldPreview(getText(faulty.name) || getId(faulty))}
            </Text>
          ) : null}
          <PortalFrame html={preview.html} {...WINDOW} />
          <Text size="xs" className="muted" mt="xs">
            {workflow.slug ? CUSTOMER_FIELDS.previewHelp : CUSTOMER_FIELDS.withoutApplication}
          </Text>
        </section>
      </div>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{CUSTOMER_FIELDS.done}</Button>
      </Group>
    </Modal>
  );
}

interface FieldsProps {
  readonly editor: Editor;
  readonly slug: string;
  readonly message: string | undefined;
  /** The id of the field that the message is about. */
  readonly about: string | undefined;
}

function Fields({ editor: { document, isReadOnly, change }, slug, message, about }: FieldsProps) {
  const { fields } = document;
  const keys = useRowKeys(fields.length);
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, fields.length - 1);
  const field = fields[index];
  const set = (make: (before: typeof fields) => typeof fields, gesture?: string) =>
    change((before) => ({ ...before, fields: make(before.fields) }), { gesture });
  // The id of a new field follows its label until somebody enters an id.
  const [named, setNamed] = useState<number>();
  const add = () => {
    set(addField);
    setChosen(fields.length);
    setNamed(fields.length);
  };
  const edit = (changes: CustomerField) => {
    const isFollowing = named === index && changes.id === undefined;
    if (!isFollowing) setNamed(undefined);
    set(
      (before) => changeField(before, index, isFollowing ? withOwnId(before, index, changes) : changes),
      `field ${keys.of(index)}`,
    );
  };
  const move = (by: number) => {
    keys.move(index, by);
    set((before) => [...moved(before, index, by)]);
    setChosen(index + by);
    setNamed(undefined);
  };
  const remove = () => {
    keys.remove(index);
    set((before) => removeField(before, index));
    setNamed(undefined);
  };
  return (
    <>
      {fields.length === 0 && <Text size="sm">{CUSTOMER_FIELDS.none}</Text>}
      <ul className={classes.list} aria-label={CUSTOMER_FIELDS.list}>
        {fields.map((one, at) => (
          <li key={keys.of(at)}>
            <NavLink
              component="button"
              type="button"
              label={getText(one.name) || getId(one)}
              description={CUSTOMER_FIELDS.types[getType(one)] ?? getType(one)}
              active={at === index}
              aria-pressed={at === index}
              onClick={() => setChosen(at)}
            />
          </li>
        ))}
      </ul>
      {!isReadOnly && (
        <Group gap="xs">
          <Button variant="default" leftSection={<IconPlus size={14} />} onClick={add}>
            {CUSTOMER_FIELDS.add}
          </Button>
          {field && (
            <>
              <Tool
                label={CUSTOMER_FIELDS.up}
                icon={IconChevronUp}
                isOff={index === 0}
                onClick={() => move(-1)}
              />
              <Tool
                label={CUSTOMER_FIELDS.down}
                icon={IconChevronDown}
                isOff={index === fields.length - 1}
                onClick={() => move(1)}
              />
              <Tool label={CUSTOMER_FIELDS.remove} icon={IconTrash} isOff={false} onClick={remove} />
            </>
          )}
        </Group>
      )}
      {field && (
        <FieldForm
          key={keys.of(index)}
          fields={fields}
          index={index}
          slug={slug}
          isReadOnly={isReadOnly}
          idProblem={fieldIdProblem(fields, index)}
          problem={about !== undefined && about === getId(field) ? message : undefined}
          onChange={edit}
        />
      )}
    </>
  );
}

interface ToolProps {
  readonly label: string;
  readonly icon: typeof IconTrash;
  readonly isOff: boolean;
  readonly onClick: () => void;
}

function Tool({ label, icon: Icon, isOff, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={30}
      title={label}
      aria-label={label}
      disabled={isOff}
      onClick={onClick}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

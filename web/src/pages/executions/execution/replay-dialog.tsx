import { Alert, Checkbox, Modal, Radio, Select, Skeleton, Stack } from "@mantine/core";
import { useState } from "react";
import { useChange, useRead } from "../../../api/use-api.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { DialogButtons } from "../../../parts/forms/dialog-buttons.tsx";
import { JsonField } from "../../../parts/forms/json-field.tsx";
import { parseJson } from "../../../parts/forms/json-text.ts";
import { usePageNavigation } from "../../../parts/links/page-link.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { useReturnFocus } from "../../../parts/page/use-return-focus.ts";
import { EXECUTION, REPLAY } from "../../../words/execution.ts";
import { PARTS } from "../../../words/parts/parts.ts";
import { getItem } from "./steps.ts";
import { type Execution, nodeAt } from "./use-execution.ts";

/** What to replay: all of it, or from a step on, with its input to edit. */
export interface ReplayWish {
  readonly from?: string | undefined;
  readonly isEdited?: boolean;
}

interface ReplayDialogProps {
  readonly execution: Execution;
  readonly wish: ReplayWish;
  readonly onClose: () => void;
}

type Version = "same" | "published";
type Settings = "same" | "current";

/** Asks where to start an execution's replay, on which version and with which values; then opens the new one. */
export function ReplayDialog({ execution, wish, onClose }: ReplayDialogProps) {
  useReturnFocus();
  const navigate = usePageNavigation();
  const { _id: id, environment } = execution;
  const [from, setFrom] = useState(wish.from ?? "");
  const newer = useNewerVersion(execution);
  const [chosen, setVersion] = useState<Version>();
  // What was mended is what people want to try.
  const version = chosen ?? (newer === undefined ? "same" : "published");
  const [settings, setSettings] = useState<Settings>("same");
  const [isEdited, setIsEdited] = useState(wish.isEdited ?? false);
  const [typed, setTyped] = useState<string>();
  const given = useGivenInput(execution, from, isEdited);
  const text = typed ?? given.text;
  const edited = isEdited && text !== undefined ? parse(text) : undefined;
  const replay = useChange("post", "/api/v2/public/execution/{id}/replay", ["/api/v2/public/execution"]);
  const start = () =>
    replay.mutate(
      {
        path: { id },
        body: { version, settings, ...(from && { from_node: from }), ...inputOf(from, edited) },
      },
      {
        onSuccess: ({ id: begun }) => {
          tell(REPLAY.began);
          onClose();
          navigate({ to: "/$environment/executions/$id", params: { environment, id: begun }, search: {} });
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={REPLAY.title} size="lg">
      <Stack gap="md">
        <Select
          label={REPLAY.from}
          description={from === "" ? REPLAY.helpStart : REPLAY.help}
          data={stepChoices(execution, from)}
          value={from}
          allowDeselect={false}
          onChange={(chosen) => {
            setFrom(chosen ?? "");
            setTyped(undefined);
          }}
        />
        <Checkbox
          label={from === "" ? REPLAY.edit : REPLAY.editStep}
          checked={isEdited}
          onChange={({ currentTarget }) => setIsEdited(currentTarget.checked)}
        />
        {isEdited && given.isPending && <Skeleton h={160} />}
        {isEdited && given.error && <Problem error={given.error} />}
        {isEdited && text !== undefined && (
          <JsonField
            label={REPLAY.input}
            value={text}
            onChange={setTyped}
            error={edited === undefined ? PARTS.badJson : undefined}
            minRows={8}
            maxRows={18}
            size="sm"
          />
        )}
        <Radio.Group
          label={REPLAY.version}
          value={version}
          onChange={(value) => setVersion(value as Version)}
        >
          <Stack gap="xs" mt={4}>
            <Radio value="same" label={REPLAY.sameVersion(execution.workflow_version)} />
            <Radio value="published" label={REPLAY.published(newer)} />
          </Stack>
        </Radio.Group>
        <Radio.Group
          label={REPLAY.settings}
          value={settings}
          onChange={(value) => setSettings(value as Settings)}
        >
          <Stack gap="xs" mt={4}>
            <Radio value="same" label={REPLAY.sameSettings} />
            <Radio value="current" label={REPLAY.currentSettings} />
          </Stack>
        </Radio.Group>
        {environment === "production" && <Alert color="yellow">{REPLAY.production}</Alert>}
        {replay.error && <Problem error={replay.error} />}
        <DialogButtons
          onCancel={onClose}
          onClick={start}
          loading={replay.isPending}
          disabled={isEdited && edited === undefined}
        >
          {REPLAY.action(
            from === "" ? undefined : (nodeAt(execution, from)?.node_name ?? from),
            environment === "production",
          )}
        </DialogButtons>
      </Stack>
    </Modal>
  );
}

/** The version that was published after the execution's; undefined if that is still the published one, or none is. */
function useNewerVersion(execution: Execution): number | undefined {
  const { associated_workflow: workflow, workflow_version: ran, is_test: isTest } = execution;
  const { data } = useRead(
    "/api/v2/public/workflow/{id}",
    { path: { id: workflow._id } },
    { enabled: !isTest },
  );
  return data?.published && data.version > ran ? data.version : undefined;
}

/** The last input of the step, or of the execution at its start, as a text to edit. */
function useGivenInput(execution: Execution, from: string, enabled: boolean) {
  const start = execution.nodes.find(({ node_type: type }) => type === "start")?.node_id ?? "";
  const { data, isPlaceholderData, isPending, error } = useRead(
    "/api/v2/public/execution/{id}/nodes/{node_id}/attempts",
    { path: { id: execution._id, node_id: from === "" ? start : from } },
    { enabled },
  );
  const input = data?.docs.at(-1)?.input_data;
  const text = data === undefined || isPlaceholderData ? undefined : JSON.stringify(input ?? {}, null, 2);
  return { text, isPending: isPending || isPlaceholderData, error };
}

/** A wrapped value, because null is a value as well. */
function parse(text: string): { readonly value: unknown } | undefined {
  const value = parseJson(text);
  return value === undefined ? undefined : { value };
}

function inputOf(from: string, edited: { readonly value: unknown } | undefined): object {
  if (edited === undefined) return {};
  return from === "" ? { input: edited.value } : { node_input: edited.value };
}

function stepChoices(execution: Execution, from: string) {
  const reached = execution.nodes.filter(
    ({ attempts_made: made, node_type: type, item_statuses: items }) =>
      made > 0 && type !== "start" && items === undefined,
  );
  const paths = reached.map(({ node_id: id }) => id);
  if (from !== "" && !paths.includes(from)) paths.push(from);
  return [
    { value: "", label: REPLAY.start },
    ...paths.map((path) => ({ value: path, label: nameOf(execution, path) })),
  ];
}

function nameOf(execution: Execution, path: string): string {
  const { execution_error: error } = execution;
  const item = getItem(path);
  const name = nodeAt(execution, path)?.node_name ?? path;
  const whole = item === undefined ? name : `${name} · ${EXECUTION.item(item)}`;
  return path === (error?.path ?? error?.node_id) ? REPLAY.failed(whole) : whole;
}

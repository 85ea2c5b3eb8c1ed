import { Alert, Modal, Radio, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { getKey, useSend } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { DialogButtons } from "../../../parts/forms/dialog-buttons.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { useReturnFocus } from "../../../parts/page/use-return-focus.ts";
import { BULK } from "../../../words/executions.ts";
import { BulkExamples } from "./bulk-examples.tsx";
import { type BulkFilter, type BulkReplay, useStartReplay } from "./use-bulk-replay.ts";

type Status = NonNullable<BulkFilter["status"]> | "any";

interface BulkDialogProps {
  readonly filter: BulkFilter;
  /** Whether the filter names executions one by one: then their status does not filter. */
  readonly isSelection: boolean;
  readonly onStarted: (replayId: string | undefined) => void;
  readonly onClose: () => void;
}

/** Asks how many executions to replay, having counted them, and what will happen. */
export function BulkDialog({ filter: given, isSelection, onStarted, onClose }: BulkDialogProps) {
  useReturnFocus();
  const environment = useEnvironment();
  const [status, setStatus] = useState<Status>(isSelection ? "any" : (given.status ?? "ERRORED"));
  const [from, setFrom] = useState<"failed" | "start">("failed");
  const [version, setVersion] = useState<"same" | "published">("same");
  const [settings, setSettings] = useState<"same" | "current">("same");
  const filter: BulkFilter = { ...given, status: status === "any" ? undefined : status };
  const body: BulkReplay = { filter, version, settings, ...(from === "failed" && { from_node: "failed" }) };
  const counted = useCount(filter);
  const count = counted.isFetching ? undefined : counted.data;
  const replay = useStartReplay();
  const start = () => replay.mutate({ body }, { onSuccess: ({ _id: id }) => onStarted(id) });
  return (
    <Modal opened onClose={onClose} title={BULK.title} size="lg">
      <Stack gap="md">
        {!isSelection && (
          <Select
            label={BULK.status}
            data={Object.entries(BULK.statuses).map(([value, label]) => ({ value, label }))}
            value={status}
            allowDeselect={false}
            onChange={(chosen) => setStatus((chosen ?? "any") as Status)}
          />
        )}
        {counted.error ? (
          <Problem error={counted.error} onRetry={counted.refetch} />
        ) : (
          <Text size="sm" fw={500} role="status">
            {count === undefined ? BULK.counting : BULK.counted(count)}
          </Text>
        )}
        <BulkExamples filter={filter} />
        <Text size="sm" className="muted">
          {BULK.countedHint}
        </Text>
        <Choice label={BULK.from} value={from} onChange={setFrom} options={BULK.froms} />
        <Choice label={BULK.version} value={version} onChange={setVersion} options={BULK.versions} />
        <Choice label={BULK.settings} value={settings} onChange={setSettings} options={BULK.settingsOf} />
        {environment === "production" && <Alert color="yellow">{BULK.isProduction}</Alert>}
        {replay.error && <Problem error={replay.error} />}
        <DialogButtons onCancel={onClose} onClick={start} loading={replay.isPending} disabled={!count}>
          {BULK.start(count ?? 0)}
        </DialogButtons>
      </Stack>
    </Modal>
  );
}

/** The number of matches; nothing is started. */
function useCount(filter: BulkFilter) {
  const environment = useEnvironment();
  const send = useSend();
  return useQuery({
    queryKey: getKey(environment, "/api/v2/public/execution/replay", { count: filter }),
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const body = { filter, dry_run: true };
      return (await send("post", "/api/v2/public/execution/replay", { body, signal })).matched;
    },
  });
}

interface BulkChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly options: Readonly<Record<Value, string>>;
}

function Choice<Value extends string>({ label, value, onChange, options }: BulkChoiceProps<Value>) {
  return (
    <Radio.Group label={label} value={value} onChange={(chosen) => onChange(chosen as Value)}>
      <Stack gap="xs" mt={4}>
        {Object.entries<string>(options).map(([option, text]) => (
          <Radio key={option} value={option} label={text} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

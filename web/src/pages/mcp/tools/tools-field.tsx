import { Button, Group, Input, Progress, Stack, Switch, Text, Title } from "@mantine/core";
import { useDebouncedValue, useDisclosure } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { useRef } from "react";
import { usePreview } from "../../../api/use-api.ts";
import { fieldErrors } from "../../../parts/forms/field-errors.ts";
import { Problem } from "../../../parts/page/problem.tsx";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";
import {
  API_NAMES,
  getApps,
  SERVERS_PATH,
  type ServerFormState,
  type ToolEntry,
} from "../servers/server-values.ts";
import classes from "./chosen-tools.module.css";
import { ChosenTools } from "./chosen-tools.tsx";
import { type EntryOutcome, getOutcomes, type ToolPreview } from "./tool-costs.ts";
import { ToolPicker } from "./tool-picker.tsx";

const TYPING_MS = 250;

/** The tools of assistants: with their cost as they are chosen, and which calls need approval. */
export function ToolsField({ form }: { form: ServerFormState }) {
  const [isPicking, picking] = useDisclosure();
  const { tools, safeMode, whom } = form.values;
  const account = whom === "one" ? form.values.account : undefined;
  const [asked] = useDebouncedValue(tools, TYPING_MS);
  const preview = usePreview(`${SERVERS_PATH}/preview`, {
    body: { associated_apps: getApps(asked), safe_mode: safeMode },
    account,
  });
  const { at, rest } = fieldErrors(preview.error, API_NAMES);
  const outcomes = useOutcomes(asked, preview.isPlaceholderData ? undefined : preview.data);
  const change = (chosen: ToolEntry[]) => form.setFieldValue("tools", chosen);
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end" gap="sm">
        <div>
          <Title order={2} fz={15}>
            {SERVERS.tools}
          </Title>
          <Text size="xs" className="muted">
            {SERVERS.toolsHelp}
          </Text>
        </div>
        <Button variant="default" leftSection={<IconPlus size={14} />} onClick={picking.open}>
          {SERVERS.addTools}
        </Button>
      </Group>
      <Switch
        label={SERVERS.safeMode}
        description={SERVERS.safeModeHelp}
        {...form.getInputProps("safeMode", { type: "checkbox" })}
      />
      {tools.length > 0 && preview.data && !preview.isError && <Cost preview={preview.data} />}
      {rest ? <Problem error={rest} onRetry={preview.refetch} /> : null}
      {(form.errors.tools ?? at.tools) && <Input.Error>{form.errors.tools ?? at.tools}</Input.Error>}
      {tools.length === 0 ? (
        <Text size="sm" className="muted">
          {SERVERS.noTools}
        </Text>
      ) : (
        <ChosenTools tools={tools} outcomes={outcomes} onChange={change} />
      )}
      <ToolPicker
        opened={isPicking}
        onClose={picking.close}
        tools={tools}
        account={account}
        onChange={change}
      />
    </Stack>
  );
}

/** The last known results for entries, while the next are computed, or if there are none. */
function useOutcomes(
  asked: readonly ToolEntry[],
  preview: ToolPreview | undefined,
): ReadonlyMap<string, EntryOutcome> {
  const known = useRef<ReadonlyMap<string, EntryOutcome>>(new Map());
  if (preview) known.current = new Map([...known.current, ...getOutcomes(asked, preview)]);
  return known.current;
}

/** The cost of the tool list for an assistant, and its budget. */
function Cost({ preview: { docs, tool_tokens: tokens, token_budget: budget } }: { preview: ToolPreview }) {
  const isAbove = tokens > budget;
  const offered = docs.filter(({ kind }) => kind !== "built_in").length;
  return (
    <Group gap="md" aria-live="polite">
      <Text size="sm">{SERVERS.cost(offered, tokens.toLocaleString("en"))}</Text>
      <Progress.Root size="sm" className={classes.cost}>
        <Progress.Section
          value={Math.min(100, (100 * tokens) / budget)}
          color={isAbove ? "yellow" : "green"}
          aria-label={SERVERS.costLabel}
        />
      </Progress.Root>
      <Text size="xs" className="muted" w="100%">
        {(isAbove ? SERVERS.costAbove : SERVERS.costBelow)(budget.toLocaleString("en"))}
      </Text>
    </Group>
  );
}

import {
  type ColorInputProps,
  Group,
  Input,
  SegmentedControl,
  Skeleton,
  Stack,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { AccountField } from "../../../parts/forms/account-field.tsx";
import { RecordForm, type RecordFormProps } from "../../../parts/forms/record-form.tsx";
import { loadedWhenShown } from "../../../parts/page/loaded-when-shown.tsx";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";
import { ToolsField } from "../tools/tools-field.tsx";
import { PromptsField } from "./prompts-field.tsx";
import { API_NAMES, type ServerFormState, type ServerValues } from "./server-values.ts";

const ColorField = loadedWhenShown<ColorInputProps>(
  () => import("./color-field.tsx").then((file) => file.ColorField),
  <Skeleton height={70} />,
);

interface ServerFormProps extends RecordFormProps<ServerValues> {
  readonly initial: ServerValues;
  /** The owner cannot be changed. */
  readonly isStored?: boolean;
  /** What it has besides the form's fields. */
  readonly kept?: ReactNode;
}

/** The form of an MCP server: its name, its tools and its approvals. */
export function ServerForm({ initial, isStored = false, kept, ...record }: ServerFormProps) {
  const form: ServerFormState = useForm<ServerValues>({
    initialValues: initial,
    validate: {
      name: (name) => (name.trim() ? null : SERVERS.nameNeeded),
      account: (account, { whom }) => (whom === "all" || account ? null : SERVERS.customerNeeded),
      prompts: {
        name: (name, { prompts }, path) =>
          isHalf(name, prompts[Number(path.split(".")[1])]?.prompt) ? SERVERS.promptNeeded : null,
        prompt: (prompt, { prompts }, path) =>
          isHalf(prompt, prompts[Number(path.split(".")[1])]?.name) ? SERVERS.promptNeeded : null,
      },
    },
  });
  return (
    <RecordForm form={form} names={API_NAMES} gap="xl" maw={860} {...record}>
      <NameFields form={form} isStored={isStored} />
      <ToolsField form={form} />
      <PromptsField form={form} />
      <FurtherFields form={form} />
      {kept}
    </RecordForm>
  );
}

/** Whether a part of a prompt is missing while the other is there. */
function isHalf(part: string, other: string | undefined): boolean {
  return part.trim() === "" && (other ?? "").trim() !== "";
}

interface FieldsProps {
  readonly form: ServerFormState;
}

function NameFields({ form, isStored }: FieldsProps & { isStored: boolean }) {
  const { whom } = form.values;
  return (
    <Stack gap="lg" maw={640}>
      <TextInput
        label={SERVERS.name}
        description={SERVERS.nameHelp}
        withAsterisk
        maxLength={1000}
        autoComplete="off"
        {...form.getInputProps("name")}
      />
      <Textarea
        label={SERVERS.description}
        description={SERVERS.descriptionHelp}
        maxLength={10_000}
        autosize
        minRows={2}
        maxRows={8}
        {...form.getInputProps("description")}
      />
      {!isStored && (
        <Input.Wrapper
          size="xs"
          label={SERVERS.whom}
          description={whom === "one" ? SERVERS.whomHelp : undefined}
          inputWrapperOrder={["label", "input", "description"]}
          labelElement="div"
        >
          <SegmentedControl
            aria-label={SERVERS.whom}
            data={Object.entries(SERVERS.whoms).map(([value, label]) => ({ value, label }))}
            mt={4}
            mb={4}
            display="flex"
            w="fit-content"
            {...form.getInputProps("whom")}
          />
        </Input.Wrapper>
      )}
      {!isStored && whom === "one" && (
        <AccountField
          hasLabel
          withAsterisk
          clearable={false}
          width="100%"
          {...form.getInputProps("account")}
          value={form.values.account}
        />
      )}
    </Stack>
  );
}

function FurtherFields({ form }: FieldsProps) {
  return (
    <Stack gap="lg" maw={640}>
      <Textarea
        label={SERVERS.basePrompt}
        description={SERVERS.basePromptHelp}
        maxLength={20_000}
        autosize
        minRows={3}
        maxRows={16}
        {...form.getInputProps("basePrompt")}
      />
      <Group gap="md" align="flex-start" grow preventGrowOverflow={false}>
        <ColorField {...form.getInputProps("color")} />
        <TextInput
          label={SERVERS.agentName}
          description={SERVERS.agentNameHelp}
          maxLength={1000}
          miw={200}
          {...form.getInputProps("agentName")}
        />
      </Group>
    </Stack>
  );
}

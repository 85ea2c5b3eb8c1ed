import { ActionIcon, Button, Group, Input, Stack, Text, Textarea, TextInput, Title } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";
import { newPrompt, type ServerFormState } from "./server-values.ts";

const MOST_PROMPTS = 200;

/** The suggestions of assistants. */
export function PromptsField({ form }: { form: ServerFormState }) {
  const { prompts } = form.values;
  return (
    <Stack gap="sm">
      <div>
        <Title order={2} fz={15}>
          {SERVERS.prompts}
        </Title>
        <Text size="xs" className="muted">
          {SERVERS.promptsHelp}
        </Text>
      </div>
      {prompts.map(({ key }, index) => (
        <Group key={key} gap="sm" align="flex-start">
          <TextInput
            aria-label={SERVERS.promptName(index + 1)}
            placeholder={SERVERS.promptNamePlaceholder}
            maxLength={1000}
            w={{ base: "100%", sm: 180 }}
            {...form.getInputProps(`prompts.${index}.name`)}
          />
          <Textarea
            aria-label={SERVERS.prompt(index + 1)}
            placeholder={SERVERS.promptPlaceholder}
            maxLength={50_000}
            autosize
            minRows={1}
            maxRows={10}
            flex={1}
            {...form.getInputProps(`prompts.${index}.prompt`)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={SERVERS.removePrompt(index + 1)}
            onClick={() => form.removeListItem("prompts", index)}
          >
            <IconX size={16} />
          </ActionIcon>
        </Group>
      ))}
      {form.errors.prompts && <Input.Error>{form.errors.prompts}</Input.Error>}
      {prompts.length < MOST_PROMPTS && (
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          style={{ alignSelf: "flex-start" }}
          onClick={() => form.insertListItem("prompts", newPrompt())}
        >
          {SERVERS.addPrompt}
        </Button>
      )}
    </Stack>
  );
}

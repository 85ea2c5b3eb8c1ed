import {
  Button,
  Group,
  Modal,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
  UnstyledButton,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconFileImport } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { type Item, useRead } from "../../api/use-api.ts";
import { ApplicationIcon } from "../../parts/applications/application-icon.tsx";
import { ApplicationSelect } from "../../parts/applications/application-select.tsx";
import { SearchField } from "../../parts/lists/filter-bar.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { useReturnFocus } from "../../parts/page/use-return-focus.ts";
import { NEW_WORKFLOW } from "../../words/workflows/new-workflow.ts";
import classes from "./new-workflow-dialog.module.css";
import { type NamedWorkflow, useNewWorkflow } from "./use-new-workflow.ts";

const TEMPLATES = "/api/v2/public/workflow-templates";

interface NewWorkflowDialogProps {
  /** Slug of the application chosen at first; null: none. */
  readonly application: string | null;
  readonly onImport: () => void;
  readonly onClose: () => void;
}

/** Creates a workflow: by its name, from a file, or from a template. */
export function NewWorkflowDialog({ application, onImport, onClose }: NewWorkflowDialogProps) {
  const returnFocus = useReturnFocus();
  const [typed, setTyped] = useState<string>();
  const { createNamed, createFrom, isCreating, template, error } = useNewWorkflow();
  return (
    <Modal opened onClose={onClose} title={NEW_WORKFLOW.title} size={880}>
      {/* Room for the focus ring. */}
      <Stack gap="lg" pt={4}>
        {error !== undefined && error !== null && <Problem error={error} />}
        <NameForm application={application} onSubmit={createNamed} isPending={isCreating}>
          <Button
            variant="default"
            leftSection={<IconFileImport size={16} aria-hidden />}
            onClick={() => {
              returnFocus();
              onClose();
              onImport();
            }}
          >
            {NEW_WORKFLOW.importOne}
          </Button>
        </NameForm>
        <Group justify="space-between">
          <Title order={2} size="h5">
            {NEW_WORKFLOW.templates}
          </Title>
          <SearchField label={NEW_WORKFLOW.find} value={typed} onChange={setTyped} />
        </Group>
        <TemplateCards typed={typed} chosen={template} onChoose={createFrom} />
      </Stack>
    </Modal>
  );
}

interface NameFormProps {
  readonly application: string | null;
  readonly onSubmit: (workflow: NamedWorkflow) => void;
  readonly isPending: boolean;
  /** Other ways to begin. */
  readonly children: ReactNode;
}

function NameForm({ application, onSubmit, isPending, children }: NameFormProps) {
  const form = useForm<NamedWorkflow>({
    initialValues: { name: "", slug: application },
    validate: { name: (name) => (name.trim() === "" ? NEW_WORKFLOW.nameNeeded : null) },
  });
  return (
    <form onSubmit={form.onSubmit(({ name, slug }) => onSubmit({ name: name.trim(), slug }))}>
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
          <TextInput
            label={NEW_WORKFLOW.name}
            placeholder={NEW_WORKFLOW.nameExample}
            inputWrapperOrder={["label", "input", "description", "error"]}
            maxLength={1000}
            data-autofocus
            {...form.getInputProps("name")}
          />
          <ApplicationSelect
            value={form.values.slug}
            onChange={(slug) => form.setFieldValue("slug", slug)}
            order={["label", "input", "description", "error"]}
          />
        </SimpleGrid>
        <Group gap="sm">
          <Button type="submit" loading={isPending}>
            {NEW_WORKFLOW.create}
          </Button>
          {children}
        </Group>
      </Stack>
    </form>
  );
}

interface TemplateCardsProps {
  readonly typed: string | undefined;
  readonly chosen: string | undefined;
  readonly onChoose: (id: string) => void;
}

function TemplateCards({ typed = "", chosen, onChoose }: TemplateCardsProps) {
  const { data, error, refetch } = useRead(TEMPLATES, { query: { limit: 100 } });
  const { data: catalog = [] } = useRead("/api/v2/public/application/all", {});
  const nameOf = (slug: string) => catalog.find((one) => one.slug === slug)?.name ?? slug;
  if (error) return <Problem error={error} onRetry={refetch} />;
  if (!data) return <Skeleton height={480} />;
  const found = data.docs.filter(({ name, description, applications }) =>
    [name, description, ...applications.map(nameOf)].join(" ").toLowerCase().includes(typed.toLowerCase()),
  );
  if (found.length === 0) return <Text className="muted">{NEW_WORKFLOW.noneFound}</Text>;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" verticalSpacing="sm">
      {found.map((one) => (
        <TemplateCard
          key={one.id}
          template={one}
          nameOf={nameOf}
          isChosen={one.id === chosen}
          isDisabled={chosen !== undefined}
          onChoose={() => onChoose(one.id)}
        />
      ))}
    </SimpleGrid>
  );
}

interface TemplateCardProps {
  readonly template: Item<typeof TEMPLATES>;
  readonly nameOf: (slug: string) => string;
  readonly isChosen: boolean;
  readonly isDisabled: boolean;
  readonly onChoose: () => void;
}

function TemplateCard({ template, nameOf, isChosen, isDisabled, onChoose }: TemplateCardProps) {
  const { name, description, applications } = template;
  return (
    <UnstyledButton
      className={classes.card}
      onClick={onChoose}
      disabled={isDisabled}
      aria-busy={isChosen || undefined}
      data-template={template.id}
    >
      <Group gap={4} className={classes.icons}>
        {applications.map((slug) => (
          <ApplicationIcon key={slug} slug={slug} name={nameOf(slug)} size={24} />
        ))}
      </Group>
      <span className={classes.name}>{name}</span>
      <Text span size="sm" className="muted">
        {description}
      </Text>
    </UnstyledButton>
  );
}

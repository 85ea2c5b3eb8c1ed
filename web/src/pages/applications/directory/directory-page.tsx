import type { Reply } from "@junctor/sdk";
import { Anchor, Badge, Code, Group, List, Skeleton, Stack, Text, Title } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useChange, useRead } from "../../../api/use-api.ts";
import { ApplicationIcon } from "../../../parts/applications/application-icon.tsx";
import { tell } from "../../../parts/forms/confirm.tsx";
import { ButtonLink } from "../../../parts/links/button-link.tsx";
import { usePageNavigation } from "../../../parts/links/page-link.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { Snippet } from "../../../parts/values/snippet.tsx";
import { APPLICATIONS, SETUP } from "../../../words/applications.ts";
import { DIRECTORY } from "../../../words/directory.ts";
import { AFTER_CHANGES } from "../application.ts";
import { ChosenOperations } from "./chosen-operations.tsx";

export const Route = createLazyRoute("/$environment/applications/directory/$slug")({
  component: DirectoryPage,
});

const PATH = "/api/v2/public/application/directory/{slug}";
const INSTALL = "npm run junctor -- directory add openapi";

type Details = Reply<"get", typeof PATH>;

/** An application of the directory before it is added: what it can do, and what signing in takes. */
function DirectoryPage() {
  const { slug = "" } = useParams({ strict: false });
  const { data: entry, error, refetch } = useRead(PATH, { path: { slug } });
  const [operations, setOperations] = useState<readonly string[]>([]);
  const add = useChange("post", PATH, AFTER_CHANGES);
  const navigate = usePageNavigation();
  const submit = (name: string) =>
    add.mutate(
      { path: { slug }, body: operations.length > 0 ? { operations: [...operations] } : {} },
      {
        onSuccess: () => {
          tell(DIRECTORY.wasAdded(name));
          navigate({ to: "/$environment/applications/$slug", params: { slug } });
        },
      },
    );
  return (
    <Page
      title={entry?.name ?? slug}
      back={{ to: "/$environment/applications", label: APPLICATIONS.toList }}
      icon={entry && <ApplicationIcon slug={slug} name={entry.name} size={28} url={entry.icon_url} />}
      facts={entry && <Facts entry={entry} />}
      actions={
        entry && (
          <AddButton
            entry={entry}
            count={operations.length}
            isAdding={add.isPending}
            onAdd={() => submit(entry.name)}
          />
        )
      }
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {add.error && <Problem error={add.error} />}
      {!entry && !error && <Skeleton height={240} maw={760} />}
      {entry && <Entry entry={entry} operations={operations} onChoose={setOperations} />}
    </Page>
  );
}

interface AddButtonProps {
  readonly entry: Details;
  /** Of the operations that were chosen. */
  readonly count: number;
  readonly isAdding: boolean;
  readonly onAdd: () => void;
}

function AddButton({ entry: { slug, name, is_added: isAdded }, count, isAdding, onAdd }: AddButtonProps) {
  if (isAdded)
    return (
      <ButtonLink to="/$environment/applications/$slug" params={{ slug }}>
        {DIRECTORY.open(name)}
      </ButtonLink>
    );
  return (
    <RoleButton least="developer" variant="filled" loading={isAdding} onClick={onAdd}>
      {count === 0 ? DIRECTORY.add(name) : DIRECTORY.addWith(name, count)}
    </RoleButton>
  );
}

function Facts({ entry: { grade, as_of: day, category } }: { entry: Details }) {
  return (
    <Group gap="md">
      <Badge color="gray">{DIRECTORY.grades[grade].word}</Badge>
      <Text size="sm" className="muted">
        {DIRECTORY.asOf(day)}
      </Text>
      <Text size="sm" className="muted">
        {DIRECTORY.categoryName(category)}
      </Text>
    </Group>
  );
}

interface EntryProps {
  readonly entry: Details;
  readonly operations: readonly string[];
  readonly onChoose: (operations: readonly string[]) => void;
}

function Entry({ entry, operations, onChoose }: EntryProps) {
  const { slug, name, description, grade, sign_in: ways, documentation_url: guide } = entry;
  return (
    <Stack gap="xl" maw={760}>
      <div>
        <Text>{description}</Text>
        <Text size="sm" className="muted" mt={4}>
          {DIRECTORY.grades[grade].text}{" "}
          {guide !== undefined && (
            <Anchor href={guide} target="_blank" rel="noreferrer" underline="always">
              {DIRECTORY.documentation(name)}
            </Anchor>
          )}
        </Text>
      </div>
      <Section title={DIRECTORY.signIn}>
        <Text size="sm">{ways.map((way) => DIRECTORY.signIns[way]).join(", ")}</Text>
        <Entered entry={entry} />
        {ways.includes("oauth2") && <Registering entry={entry} />}
      </Section>
      <Section title={DIRECTORY.actions}>
        <Text size="sm">{entry.actions.map((action) => action.name).join(", ")}</Text>
      </Section>
      <Section title={DIRECTORY.triggers}>
        <Text size="sm" className={entry.triggers.length === 0 ? "muted" : undefined}>
          {entry.triggers.map(({ title }) => title).join(", ") || DIRECTORY.noTriggers}
        </Text>
      </Section>
      <Section title={DIRECTORY.document}>
        {entry.document === "none" && (
          <Text size="sm" className="muted">
            {DIRECTORY.documentNone}
          </Text>
        )}
        {entry.document === "missing" && (
          <>
            <Text size="sm" mb="xs">
              {DIRECTORY.documentMissing}
            </Text>
            <Snippet text={INSTALL} label={DIRECTORY.document} />
          </>
        )}
        {(entry.document === "installed" || entry.document === "address") && (
          <ChosenOperations slug={slug} chosen={operations} onChoose={onChoose} />
        )}
      </Section>
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={2} fz="md" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

function Entered({ entry: { fields, has_check: isChecked } }: { entry: Details }) {
  return (
    <>
      {fields.length === 0 ? (
        <Text size="sm">{DIRECTORY.nothingEntered}</Text>
      ) : (
        <Text size="sm" component="div" mt="xs">
          {DIRECTORY.enters}:
          <List size="sm">
            {fields.map(({ label, help_text: help }) => (
              <List.Item key={label}>
                {label}
                {help !== undefined && <span className="muted"> – {help}</span>}
              </List.Item>
            ))}
          </List>
        </Text>
      )}
      <Text size="sm" className="muted" mt="xs">
        {isChecked ? DIRECTORY.isChecked : DIRECTORY.unchecked}
      </Text>
    </>
  );
}

/** What is done at the provider before customers can give access. */
function Registering({ entry: { name, callback_url: callback, scopes } }: { entry: Details }) {
  return (
    <div>
      <Title order={3} fz="sm" mt="md" mb="xs">
        {DIRECTORY.register(name)}
      </Title>
      <List type="ordered" size="sm" spacing="xs">
        <List.Item>{DIRECTORY.steps.open(name)}</List.Item>
        <List.Item>
          {DIRECTORY.steps.redirect}
          <Snippet text={callback} label={SETUP.callback} />
        </List.Item>
        {scopes.length > 0 && (
          <List.Item>
            {DIRECTORY.steps.scopes}
            <Group gap={4} mt={4}>
              {scopes.map((scope) => (
                <Code key={scope}>{scope}</Code>
              ))}
            </Group>
          </List.Item>
        )}
        <List.Item>{DIRECTORY.steps.client}</List.Item>
      </List>
    </div>
  );
}

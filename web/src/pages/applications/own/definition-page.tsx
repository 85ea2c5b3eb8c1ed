import { JunctorError } from "@junctor/sdk";
import { Anchor, Button, Group, List, Stack, Text, Textarea } from "@mantine/core";
import { createLazyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/use-api.ts";
import { Page } from "../../../parts/page/page.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { APPLICATIONS, OWN } from "../../../words/applications.ts";
import { AFTER_CHANGES } from "../application.ts";
import { OwnIsAdded } from "./own-is-added.tsx";

export const Route = createLazyRoute("/$environment/applications/add/definition")({
  component: DefinitionPage,
});

/** Works as it is, and shows every part that a definition needs. */
const EXAMPLE = `slug: acme-crm
name: Acme CRM
description: Contacts of your customers in Acme CRM.
version: 1.0.0
base_url: https://api.acme.example

auth:
  keybased:
    fields:
      - { name: key, label: API key }
    apply:
      headers: { authorization: "Bearer {{ credentials.key }}" }

actions:
  create_contact:
    title: Create a contact
    description: Creates a contact with a name and an email address.
    hints: { read_only: false }
    input:
      type: object
      required: [email]
      properties:
        email: { type: string, title: Email }
        name: { type: string, title: Name }
    request: { method: POST, path: /contacts, json: "{{ input }}" }
`;

/** Adds an application by its definition, or replaces it. */
function DefinitionPage() {
  const [text, setText] = useState("");
  const add = useChange("post", "/api/v2/public/application", AFTER_CHANGES);
  return (
    <Page title={OWN.definitionTitle} back={{ to: "/$environment/applications", label: APPLICATIONS.toList }}>
      {add.data ? (
        <OwnIsAdded slug={add.data.slug} name={add.data.name} />
      ) : (
        <Stack gap="md" maw={760}>
          <Text size="sm" className="muted">
            {OWN.definitionText}{" "}
            <Anchor href="/guides/add-a-connector" target="_blank" underline="always">
              {OWN.definitionGuide}
            </Anchor>
          </Text>
          <Textarea
            label={OWN.definition}
            required
            autosize
            minRows={18}
            maxRows={36}
            spellCheck={false}
            autoComplete="off"
            styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)", fontSize: 12 } }}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <DefinitionProblem error={add.error} />
          <Group gap="sm">
            <RoleButton
              least="developer"
              variant="filled"
              loading={add.isPending}
              disabled={text.trim() === ""}
              onClick={() => add.mutate({ body: { yaml: text } })}
            >
              {OWN.addDefinition}
            </RoleButton>
            {text.trim() === "" && (
              <Button variant="default" onClick={() => setText(EXAMPLE)}>
                {OWN.definitionExample}
              </Button>
            )}
          </Group>
        </Stack>
      )}
    </Page>
  );
}

/** What is wrong with a definition, by line. */
function DefinitionProblem({ error }: { error: unknown }) {
  if (!error) return null;
  const details = error instanceof JunctorError ? (error.errors ?? []) : [];
  if (details.length === 0) return <Problem error={error} />;
  return (
    <section aria-label={OWN.definitionProblems} role="alert">
      <Text size="sm" fw={600}>
        {OWN.definitionProblems}
      </Text>
      <List size="sm">
        {details.map(({ message }) => (
          <List.Item key={message}>{message}</List.Item>
        ))}
      </List>
    </section>
  );
}

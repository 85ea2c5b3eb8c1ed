import { Stack, Text } from "@mantine/core";
import { createLazyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../../api/use-api.ts";
import { JsonField } from "../../../parts/forms/json-field.tsx";
import { parseJson } from "../../../parts/forms/json-text.ts";
import { Page } from "../../../parts/page/page.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { useEnvironment } from "../../../shell/use-environment.ts";
import { APPLICATIONS, OWN } from "../../../words/applications.ts";
import { PARTS } from "../../../words/parts/parts.ts";
import { AFTER_CHANGES } from "../application.ts";
import { OwnIsAdded } from "./own-is-added.tsx";

export const Route = createLazyRoute("/$environment/applications/add/definition")({
  component: DefinitionPage,
});

/** Adds an application by its definition, or replaces it. */
function DefinitionPage() {
  const environment = useEnvironment();
  const [text, setText] = useState("");
  const [isBroken, setBroken] = useState(false);
  const add = useChange("post", "/api/v2/public/application", AFTER_CHANGES);
  const submit = () => {
    const definition = readObject(text);
    setBroken(definition === undefined);
    if (definition) add.mutate({ body: definition });
  };
  return (
    <Page
      title={OWN.definitionTitle}
      back={{ to: `/${environment}/applications`, label: APPLICATIONS.toList }}
    >
      {add.data ? (
        <OwnIsAdded slug={add.data.slug} name={add.data.name} />
      ) : (
        <Stack gap="md" maw={760}>
          <Text size="sm" className="muted">
            {OWN.definitionText}
          </Text>
          <JsonField
            label={OWN.definition}
            required
            minRows={14}
            maxRows={30}
            size="sm"
            value={text}
            onChange={setText}
            error={isBroken ? PARTS.badJson : undefined}
          />
          {add.error && <Problem error={add.error} />}
          <div>
            <RoleButton
              least="developer"
              variant="filled"
              loading={add.isPending}
              disabled={text.trim() === ""}
              onClick={submit}
            >
              {OWN.addDefinition}
            </RoleButton>
          </div>
        </Stack>
      )}
    </Page>
  );
}

function readObject(text: string): Record<string, unknown> | undefined {
  const value = parseJson(text);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

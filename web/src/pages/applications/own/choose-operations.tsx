import { Button, Group, SimpleGrid, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { fieldErrors } from "../../../parts/forms/field-errors.ts";
import { Problem } from "../../../parts/page/problem.tsx";
import { given } from "../../../parts/page/use-filters.ts";
import { SIGN_IN } from "../../../words/application-setup.ts";
import { OWN } from "../../../words/applications.ts";
import { CheckField } from "./check-field.tsx";
import { type DocumentOperation, type DocumentPreview, OperationTable } from "./operation-table.tsx";
import { SIGN_IN_NAMES, type SignIn, SignInFields } from "./sign-in-fields.tsx";

const NAMES = { ...SIGN_IN_NAMES, name: "name", slug: "slug", base_url: "base_url", check: "check" };

interface ChooseOperationsProps {
  readonly preview: DocumentPreview;
  readonly isAdding: boolean;
  readonly error: unknown;
  readonly onBack: () => void;
  readonly onAdd: (choice: { operations: string[]; check?: string | null; sign_in?: SignIn }) => void;
}

/** The operations of a document: which of them become actions, and the application's name. */
export function ChooseOperations({ preview, isAdding, error, onBack, onAdd }: ChooseOperationsProps) {
  const { operations } = preview;
  const [chosen, setChosen] = useState(() => new Set(operations.flatMap(idIfCurrent)));
  const [naming, setNaming] = useState({ name: preview.name, slug: "", base_url: preview.base_url ?? "" });
  // Until it is changed, the server proposes it, or keeps what was chosen at an earlier import.
  const [check, setCheck] = useState<string | null>();
  const proposed = operations.find((one) => one.proposed_check)?.id ?? null;
  const needsSignIn = operations.some((one) => one.needs_credential);
  const [signIn, setSignIn] = useState<SignIn>();
  const { at, rest } = fieldErrors(error, NAMES);
  const name = (changes: Partial<typeof naming>) => setNaming({ ...naming, ...changes });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.size > 0)
          onAdd({
            // What an earlier import was told stays, unless something else is said here.
            ...given(differences(naming, preview)),
            operations: [...chosen],
            ...(check !== undefined && { check }),
            ...(signIn && { sign_in: signIn }),
          });
      }}
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, md: 3 }} spacing="md">
          <TextInput
            label={OWN.name}
            description={OWN.nameHelp}
            maxLength={100}
            value={naming.name}
            error={at.name}
            onChange={({ currentTarget }) => name({ name: currentTarget.value })}
          />
          <TextInput
            label={OWN.slug}
            description={OWN.slugHelp}
            placeholder={naming.name === preview.name ? preview.slug : undefined}
            maxLength={60}
            value={naming.slug}
            error={at.slug}
            onChange={({ currentTarget }) => name({ slug: currentTarget.value })}
          />
          <TextInput
            label={OWN.baseUrl}
            description={preview.base_url === null ? OWN.baseUrlAsked : OWN.baseUrlHelp}
            type="url"
            placeholder="https://"
            value={naming.base_url}
            error={at.base_url}
            onChange={({ currentTarget }) => name({ base_url: currentTarget.value })}
          />
        </SimpleGrid>
        <OperationTable operations={operations} chosen={chosen} onChoose={setChosen} />
        {needsSignIn && <Text size="sm">{SIGN_IN.missing}</Text>}
        <SignInFields
          value={signIn}
          errors={at}
          placeholder={needsSignIn ? undefined : SIGN_IN.asDocumented}
          onChange={setSignIn}
        />
        <CheckField
          checks={operations.filter((one) => one.can_check)}
          value={check === undefined ? proposed : check}
          error={at.check}
          onChange={setCheck}
        />
        {rest ? <Problem error={rest} /> : null}
        <Group gap="sm">
          <Button type="submit" loading={isAdding} disabled={chosen.size === 0}>
            {OWN.add(chosen.size)}
          </Button>
          <Button variant="default" onClick={onBack}>
            {OWN.back}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** What was changed of what the document proposes. */
function differences(
  { name, slug, base_url }: { name: string; slug: string; base_url: string },
  proposed: DocumentPreview,
) {
  return {
    name: name.trim() === proposed.name ? "" : name.trim(),
    slug,
    base_url: base_url.trim() === proposed.base_url ? "" : base_url.trim(),
  };
}

function idIfCurrent({ id, deprecated }: DocumentOperation): string[] {
  return deprecated ? [] : [id];
}

import {
  Alert,
  Anchor,
  Button,
  Group,
  PasswordInput,
  Stack,
  TagsInput,
  Text,
  TextInput,
  Title,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useChange } from "../../api/use-api.ts";
import { useEnvironment } from "../../api/use-environment.ts";
import { confirm, tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { FormProblem } from "../../parts/forms/form-problem.tsx";
import { CopyText } from "../../parts/values/identifier.tsx";
import { SETUP } from "../../words/applications.ts";
import { AFTER_CHANGES, type ListedApplication, lacksClient } from "./application.ts";

const PATH = "/api/v2/public/application/{slug}/settings";

interface ClientFormProps {
  readonly application: ListedApplication;
  readonly may: boolean;
}

/** The organization's own OAuth client, and the scopes that customers are asked for. */
export function ClientForm({ application, may }: ClientFormProps) {
  const { slug, name, client_id: clientId = "", scopes, has_default_client: hasDefault } = application;
  // An imported document may name anything.
  const documentation = application.documentation_url ?? "";
  const guide = documentation.startsWith("https://") ? documentation : undefined;
  const form = useForm({ initialValues: { clientId, secret: "", scopes: [...scopes] } });
  const save = useChange("put", PATH, AFTER_CHANGES);
  const submit = ({ clientId: id, secret, scopes: asked }: typeof form.values) =>
    save.mutate(
      {
        path: { slug },
        body: {
          ...(id.trim() !== clientId && { client_id: id.trim() || null }),
          ...(secret !== "" && { client_secret: secret }),
          // Untouched fields stay the default, even if the default changes later.
          ...(form.isDirty("scopes") && { scopes: asked }),
        },
      },
      { onSuccess: () => tell(SETUP.saved) },
    );
  return (
    <form onSubmit={form.onSubmit(submit)} aria-label={SETUP.client}>
      <Stack gap="md">
        <div>
          <Title order={2} fz="md" mb="xs">
            {SETUP.client}
          </Title>
          <Text size="sm" className="muted">
            {hasDefault ? SETUP.hasDefault : SETUP.clientHelp(name)}{" "}
            {guide !== undefined && (
              <Anchor href={guide} target="_blank" rel="noreferrer" underline="always">
                {SETUP.providerGuide(name)}
              </Anchor>
            )}
          </Text>
        </div>
        {lacksClient(application) && <Alert color="yellow">{SETUP.needsClient(name)}</Alert>}
        <TextInput
          label={SETUP.callback}
          description={SETUP.callbackHelp(name)}
          value={application.callback_url}
          readOnly
          classNames={{ input: "mono" }}
          rightSection={<CopyText text={application.callback_url} />}
        />
        <TextInput
          label={SETUP.clientId}
          readOnly={!may}
          maxLength={1000}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps("clientId")}
        />
        <PasswordInput
          label={SETUP.clientSecret}
          description={secretHelp(application)}
          placeholder={application.has_client_secret ? SETUP.secretPlaceholder : undefined}
          readOnly={!may}
          maxLength={10_000}
          autoComplete="new-password"
          {...form.getInputProps("secret")}
        />
        <TagsInput
          label={SETUP.scopes}
          description={SETUP.scopesHelp}
          placeholder={may ? SETUP.scopesPlaceholder : undefined}
          readOnly={!may}
          maxTags={200}
          splitChars={[",", " "]}
          classNames={{ pill: "mono" }}
          {...form.getInputProps("scopes")}
        />
        <FormProblem
          form={form}
          error={save.error}
          names={{ client_id: "clientId", client_secret: "secret" }}
        />
        {may && (
          <Group gap="md">
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {SETUP.save}
            </Button>
            {clientId !== "" && <RemoveClient slug={slug} />}
            {form.isDirty() && (
              <Text size="sm" className="muted">
                {SETUP.unsaved}
              </Text>
            )}
          </Group>
        )}
      </Stack>
    </form>
  );
}

function secretHelp({
  has_client_secret: isKept,
  client_secret_last_four: lastFour,
}: ListedApplication): string {
  return isKept ? SETUP.secretKept(lastFour) : SETUP.secretNone;
}

function RemoveClient({ slug }: { slug: string }) {
  const environment = useEnvironment();
  const remove = useChange("put", PATH, AFTER_CHANGES);
  const ask = () =>
    confirm({
      title: SETUP.removeTitle,
      text: SETUP.removeText(environment),
      action: SETUP.remove,
      isDangerous: true,
      onConfirm: () =>
        remove.mutate(
          { path: { slug }, body: { client_id: null, client_secret: null } },
          { onSuccess: () => tell(SETUP.removed), onError: tellProblem },
        ),
    });
  return (
    <Button variant="default" onClick={ask} loading={remove.isPending}>
      {SETUP.remove}
    </Button>
  );
}

import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useChange } from "../../api/use-api.ts";
import { confirm, tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { FormProblem } from "../../parts/forms/form-problem.tsx";
import { CopyText } from "../../parts/values/identifier.tsx";
import { SHARED_WEBHOOK } from "../../words/application-setup.ts";
import { AFTER_CHANGES, type ListedApplication } from "./application.ts";
import { SharedArrivals } from "./shared-arrivals.tsx";

const PATH = "/api/v2/public/application/{slug}/settings";

interface SharedWebhookFormProps {
  readonly application: ListedApplication;
  readonly may: boolean;
}

/** The secret that verifies webhooks of all customers, and the address to which the provider sends them if it is one. */
export function SharedWebhookForm({ application, may }: SharedWebhookFormProps) {
  const { slug, name, webhook_url: address, has_webhook_secret: hasSecret } = application;
  const form = useForm({ initialValues: { secret: "" } });
  const save = useChange("put", PATH, AFTER_CHANGES);
  const submit = ({ secret }: typeof form.values) =>
    save.mutate(
      { path: { slug }, body: { webhook_secret: secret } },
      {
        onSuccess: () => {
          form.reset();
          tell(SHARED_WEBHOOK.saved);
        },
      },
    );
  if (!application.needs_webhook_secret) return null;
  return (
    <form onSubmit={form.onSubmit(submit)} aria-label={SHARED_WEBHOOK.title}>
      <Stack gap="md">
        <div>
          <Title order={2} fz="md" mb="xs">
            {SHARED_WEBHOOK.title}
          </Title>
          <Text size="sm" className="muted">
            {address === undefined ? SHARED_WEBHOOK.signed(name) : SHARED_WEBHOOK.text(name)}
          </Text>
        </div>
        {!hasSecret && <Alert color="yellow">{SHARED_WEBHOOK.missing(name)}</Alert>}
        {address !== undefined && (
          <TextInput
            label={SHARED_WEBHOOK.address}
            description={SHARED_WEBHOOK.addressHelp(name)}
            value={address}
            readOnly
            classNames={{ input: "mono" }}
            rightSection={<CopyText text={address} />}
          />
        )}
        <PasswordInput
          label={SHARED_WEBHOOK.secret}
          description={hasSecret ? SHARED_WEBHOOK.kept : SHARED_WEBHOOK.secretHelp(name)}
          placeholder={hasSecret ? SHARED_WEBHOOK.unchanged : undefined}
          readOnly={!may}
          maxLength={10_000}
          autoComplete="new-password"
          {...form.getInputProps("secret")}
        />
        <FormProblem form={form} error={save.error} names={{ webhook_secret: "secret" }} />
        {may && (
          <Group gap="md">
            <Button type="submit" loading={save.isPending} disabled={form.values.secret === ""}>
              {SHARED_WEBHOOK.save}
            </Button>
            {hasSecret && <RemoveSecret slug={slug} name={name} />}
          </Group>
        )}
        {address !== undefined && application.enabled && <SharedArrivals slug={slug} />}
      </Stack>
    </form>
  );
}

function RemoveSecret({ slug, name }: { slug: string; name: string }) {
  const remove = useChange("put", PATH, AFTER_CHANGES);
  const ask = () =>
    confirm({
      title: SHARED_WEBHOOK.removeTitle,
      text: SHARED_WEBHOOK.removeText(name),
      action: SHARED_WEBHOOK.remove,
      isDangerous: true,
      onConfirm: () =>
        remove.mutate(
          { path: { slug }, body: { webhook_secret: null } },
          { onSuccess: () => tell(SHARED_WEBHOOK.removed), onError: tellProblem },
        ),
    });
  return (
    <Button variant="default" onClick={ask} loading={remove.isPending}>
      {SHARED_WEBHOOK.remove}
    </Button>
  );
}

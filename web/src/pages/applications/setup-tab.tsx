import { Alert, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useRead } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { SIGN_IN } from "../../words/application-setup.ts";
import { SETUP } from "../../words/applications.ts";
import type { ListedApplication } from "./application.ts";
import { ClientForm } from "./client-form.tsx";
import { SharedWebhookForm } from "./shared-webhook-form.tsx";

// Only for applications of one's own, and large.
const SetupForm = loadedWhenShown(() => import("./own/setup-form.tsx").then((file) => file.SetupForm));

/** What is required so that customers can connect: an OAuth client, or nothing. */
export function SetupTab({ application }: { application: ListedApplication }) {
  const { auth_types: kinds } = application;
  const may = useMay("developer");
  const isChangeable = application.kind === "custom" && application.provider !== "mcp";
  return (
    <Stack gap="xl" maw={640}>
      {!may && <Alert color="gray">{SETUP.needsDeveloper}</Alert>}
      {kinds.includes("oauth2") && <ClientForm key={application.__v} application={application} may={may} />}
      {application.portal.missing.includes("credential") && <Alert color="yellow">{SIGN_IN.missing}</Alert>}
      {!kinds.includes("oauth2") && !application.portal.missing.includes("credential") && (
        <NoClient application={application} />
      )}
      <SharedWebhookForm application={application} may={may} />
      {isChangeable && <SetupForm slug={application.slug} />}
      <Asked application={application} />
    </Stack>
  );
}

function NoClient({ application }: { application: ListedApplication }) {
  const { name, needs_connection: needsConnection } = application;
  return (
    <section>
      <Title order={2} fz="md" mb="xs">
        {SETUP.noClient}
      </Title>
      <Text size="sm" className="muted">
        {needsConnection ? SETUP.keyText(name) : SETUP.noConnectionText(name)}
      </Text>
    </section>
  );
}

/** What the customer enters when connecting. */
function Asked({ application: { slug } }: { application: ListedApplication }) {
  const { data } = useRead("/api/v2/public/application/{slug}/settings", { path: { slug } });
  const asked = data?.connect_fields;
  return (
    <section>
      <Title order={2} fz="md" mb="xs">
        {SETUP.asks}
      </Title>
      {!asked && <Skeleton height={20} />}
      {asked &&
        (["oauth2", "keybased"] as const).map((kind) => {
          const fields = asked[kind];
          if (!fields) return null;
          return (
            <Text key={kind} size="sm" component="div" mt="xs">
              {!(kind === "keybased" && fields.length === 0) && `${SETUP.kinds[kind]}: `}
              {fields.length === 0 && SETUP.noFields[kind]}
              {fields.map(nameField).join(", ")}
            </Text>
          );
        })}
    </section>
  );
}

function nameField({ label, required }: { label: string; required: boolean }): string {
  return required ? label : SETUP.optional(label);
}

import type { Body, PathWith, Reply } from "@junctor/sdk";
import { Radio, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useChange } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { useMay } from "../../../api/use-role.ts";
import { tell } from "../../../parts/forms/confirm.tsx";
import { FormButtons } from "../../../parts/forms/form-buttons.tsx";
import { FormProblem } from "../../../parts/forms/form-problem.tsx";
import { Snippet } from "../../../parts/values/snippet.tsx";
import { MCP_SETTINGS } from "../../../words/mcp/mcp-settings.ts";

const PATH = "/api/v2/public/mcp-settings";

type Settings = Reply<"get", typeof PATH>;
type Approvals = NonNullable<Settings["approvals"]>;

interface Values {
  sign_in_url: string;
  product_name: string;
  logo: string;
  approvals: Approvals;
}

/** How customers sign in before an assistant gets access, and who approves its calls. */
export function SettingsForm({ settings }: { settings: Settings }) {
  const environment = useEnvironment();
  const may = useMay("developer");
  const form = useForm<Values>({ initialValues: valuesOf(settings) });
  const save = useChange("put", PATH, [PATH]);
  const submit = form.onSubmit((values) =>
    save.mutate(
      { body: bodyOf(values) },
      {
        onSuccess: (saved) => {
          form.setInitialValues(valuesOf(saved));
          form.setValues(valuesOf(saved));
          tell(MCP_SETTINGS.saved);
        },
      },
    ),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <div>
          <Title order={2} fz={15}>
            {MCP_SETTINGS.signIn}
          </Title>
          <Text size="sm" className="muted">
            {MCP_SETTINGS.signInHelp}
          </Text>
        </div>
        <FormProblem form={form} error={save.error} />
        <TextInput
          label={MCP_SETTINGS.url}
          description={MCP_SETTINGS.urlHelp}
          placeholder={MCP_SETTINGS.urlPlaceholder}
          type="url"
          maxLength={2000}
          readOnly={!may}
          {...form.getInputProps("sign_in_url")}
        />
        {form.values.sign_in_url.trim() !== "" && <Backend />}
        <TextInput
          label={MCP_SETTINGS.productName}
          description={MCP_SETTINGS.productNameHelp}
          maxLength={100}
          readOnly={!may}
          {...form.getInputProps("product_name")}
        />
        <TextInput
          label={MCP_SETTINGS.logo}
          description={MCP_SETTINGS.logoHelp}
          placeholder="https://"
          type="url"
          maxLength={2000}
          readOnly={!may}
          {...form.getInputProps("logo")}
        />
        <Radio.Group
          label={MCP_SETTINGS.approvals}
          description={MCP_SETTINGS.approvalsHelp}
          readOnly={!may}
          {...form.getInputProps("approvals")}
        >
          <Stack gap="sm" mt="sm">
            {(["link", "api"] as const).map((choice) => (
              <Radio
                key={choice}
                value={choice}
                disabled={!may}
                label={MCP_SETTINGS.approvalsChoices[choice]}
                description={MCP_SETTINGS.approvalsTexts[choice]}
              />
            ))}
          </Stack>
        </Radio.Group>
        <FormButtons
          action={environment === "production" ? MCP_SETTINGS.saveInProduction : MCP_SETTINGS.save}
          isPending={save.isPending}
          isDisabled={!form.isDirty()}
          isDirty={form.isDirty()}
          onSubmit={submit}
        />
      </Stack>
    </form>
  );
}

const SIGN_IN = "/api/v2/public/mcp-sign-in" satisfies PathWith<"post">;

/** What the product's backend must do. */
function Backend() {
  const text = [
    `curl -X POST ${location.origin}${SIGN_IN} \\`,
    `  -H "x-api-key: $KEY" -H 'content-type: application/json' \\`,
    `  -d '{"request":"<as it came>","linked_account_id":"<your id of the customer>"}'`,
  ].join("\n");
  return (
    <Stack gap={4}>
      <Text size="xs" fw={500}>
        {MCP_SETTINGS.backend}
      </Text>
      <Snippet text={text} label={MCP_SETTINGS.backend} />
      <Text size="xs" className="muted">
        {MCP_SETTINGS.backendHelp}
      </Text>
    </Stack>
  );
}

function valuesOf({ sign_in_url = "", product_name = "", logo = "", approvals = "link" }: Settings): Values {
  return { sign_in_url, product_name, logo, approvals };
}

/** Empty fields are unset. */
function bodyOf({ sign_in_url, product_name, logo, approvals }: Values): Body<"put", typeof PATH> {
  return {
    sign_in_url: sign_in_url.trim() || null,
    product_name: product_name.trim() || null,
    logo: logo.trim() || null,
    approvals,
  };
}

import { Button, Group, Modal, Select, Stack, Text, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { useChange } from "../../../api/use-api.ts";
import { AccountField } from "../../../parts/forms/account-field.tsx";
import { DialogButtons } from "../../../parts/forms/dialog-buttons.tsx";
import { FormProblem, toFirstError } from "../../../parts/forms/form-problem.tsx";
import { Snippet } from "../../../parts/values/snippet.tsx";
import { CONNECT } from "../../../words/mcp/mcp-servers.ts";
import { type McpServer, SERVERS_PATH, TOKENS } from "./server-values.ts";

const API_NAMES = { linked_account_id: "account", expires_in: "lifeS" };
const YEAR_S = "31536000";

interface LetInProps {
  readonly server: McpServer;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Creates a token that gives an agent a customer's access, and shows it once. */
export function MakeToken({ opened, ...props }: LetInProps) {
  return (
    <Modal
      opened={opened}
      onClose={props.onClose}
      title={CONNECT.tokenTitle}
      closeOnClickOutside={false}
      size="lg"
    >
      {opened && <TokenForm {...props} />}
    </Modal>
  );
}

/** Creates a code with which a customer signs one assistant in. */
export function MakeCode({ opened, ...props }: LetInProps) {
  return (
    <Modal opened={opened} onClose={props.onClose} title={CONNECT.codeTitle} closeOnClickOutside={false}>
      {opened && <CodeForm {...props} />}
    </Modal>
  );
}

type FormProps = Omit<LetInProps, "opened">;

function TokenForm({ server, onClose }: FormProps) {
  const form = useLetIn(server);
  const make = useChange("post", `${SERVERS_PATH}/{id}/token`, [TOKENS]);
  const { account } = form.values;
  if (make.data)
    return (
      <Made title={CONNECT.tokenIs(account ?? "")} text={CONNECT.tokenOnce} onClose={onClose}>
        <Snippet text={make.data.token} label={CONNECT.tokenTitle} />
        <Text size="sm">{CONNECT.tokenAddress}</Text>
        <Snippet text={make.data.url_with_token} label={CONNECT.tokenAddress} />
      </Made>
    );
  const submit = form.onSubmit(
    ({ lifeS }) => make.mutate({ path: { id: server._id }, body: { expires_in: Number(lifeS) }, account }),
    toFirstError(form),
  );
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{CONNECT.tokenText}</Text>
        <FormProblem form={form} error={make.error} names={API_NAMES} />
        <WhomField form={form} server={server} />
        <Select
          label={CONNECT.tokenLife}
          data={CONNECT.tokenLives.map(([value, label]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps("lifeS")}
        />
        <DialogButtons type="submit" loading={make.isPending} onCancel={onClose}>
          {CONNECT.tokenMake}
        </DialogButtons>
      </Stack>
    </form>
  );
}

function CodeForm({ server, onClose }: FormProps) {
  const form = useLetIn(server);
  const make = useChange("post", `${SERVERS_PATH}/{id}/code`, []);
  const { account } = form.values;
  if (make.data)
    return (
      <Made title={CONNECT.codeIs(account ?? "")} text={CONNECT.codeText} onClose={onClose}>
        <Snippet text={make.data.code} label={CONNECT.codeTitle} />
      </Made>
    );
  return (
    <form
      onSubmit={form.onSubmit(() => make.mutate({ path: { id: server._id }, account }), toFirstError(form))}
    >
      <Stack gap="md">
        <Text size="sm">{CONNECT.codeText}</Text>
        <FormProblem form={form} error={make.error} names={API_NAMES} />
        <WhomField form={form} server={server} />
        <DialogButtons type="submit" loading={make.isPending} onCancel={onClose}>
          {CONNECT.codeMake}
        </DialogButtons>
      </Stack>
    </form>
  );
}

/** The form for either; a customer's own server gives access only to that customer. */
function useLetIn({ linked_account_id: owner }: McpServer) {
  return useForm({
    initialValues: { account: owner, lifeS: YEAR_S },
    validate: { account: (account) => (account ? null : CONNECT.customerNeeded) },
  });
}

function WhomField({ form, server }: { form: ReturnType<typeof useLetIn>; server: McpServer }) {
  return (
    <AccountField
      hasLabel
      withAsterisk
      clearable={false}
      disabled={server.linked_account_id !== undefined}
      width="100%"
      data-autofocus
      {...form.getInputProps("account")}
      value={form.values.account}
    />
  );
}

interface MadeProps {
  readonly title: string;
  readonly text: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

function Made({ title, text, onClose, children }: MadeProps) {
  return (
    <Stack gap="sm">
      <Title order={3} fz={15}>
        {title}
      </Title>
      <Text size="sm">{text}</Text>
      {children}
      <Group justify="flex-end">
        <Button onClick={onClose}>{CONNECT.done}</Button>
      </Group>
    </Stack>
  );
}

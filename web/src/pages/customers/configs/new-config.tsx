import { Modal, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useChange, useRead } from "../../../api/use-api.ts";
import { toApplicationChoices } from "../../../parts/applications/application-choices.ts";
import { DialogButtons } from "../../../parts/forms/dialog-buttons.tsx";
import { FormProblem } from "../../../parts/forms/form-problem.tsx";
import { useReturnFocus } from "../../../parts/page/use-return-focus.ts";
import { CONFIGS } from "../../../words/configs.ts";
import { AFTER_CONFIGS, type Config } from "./config.ts";

interface NewConfigProps {
  readonly account: string;
  readonly onClose: () => void;
  readonly onMade: (config: Config) => void;
}

/** Asks for the application of a new config; an existing one is opened. */
export function NewConfig({ account, onClose, onMade }: NewConfigProps) {
  useReturnFocus();
  const { data: applications = [] } = useRead("/api/v2/public/application/all", {});
  const form = useForm({ initialValues: { slug: "", config_id: "" } });
  const make = useChange("post", "/api/v2/public/config", AFTER_CONFIGS);
  const submit = (body: typeof form.values) =>
    make.mutate(
      { body, account },
      {
        onSuccess: (config) => {
          onClose();
          onMade(config);
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title={CONFIGS.addTitle}>
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <FormProblem form={form} error={make.error} />
          <Select
            label={CONFIGS.application}
            required
            searchable
            data-autofocus
            nothingFoundMessage={CONFIGS.noApplication}
            data={toApplicationChoices(applications.filter(({ enabled }) => enabled))}
            {...form.getInputProps("slug")}
            value={form.values.slug || null}
          />
          <TextInput
            label={CONFIGS.name}
            description={CONFIGS.nameHelp}
            maxLength={255}
            autoComplete="off"
            placeholder={account}
            {...form.getInputProps("config_id")}
          />
          <DialogButtons
            onCancel={onClose}
            type="submit"
            loading={make.isPending}
            disabled={form.values.slug === ""}
          >
            {CONFIGS.create}
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  );
}

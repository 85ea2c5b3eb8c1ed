import { useChange } from "../../../api/use-api.ts";
import { useEnvironment } from "../../../api/use-environment.ts";
import { confirm, tell, tellProblem } from "../../../parts/forms/confirm.tsx";
import { CONFIGS as WORDS } from "../../../words/configs.ts";
import { SHELL } from "../../../words/shell.ts";
import { type Customer, getName } from "../customer.ts";
import { AFTER_CONFIGS, CONFIG, type ListedConfig } from "./config.ts";

/** Deletes a config after a confirmation; part of the list, because the config's own view is gone afterwards. */
export function useDeleteConfig(customer: Customer): (listed: ListedConfig) => void {
  const environment = useEnvironment();
  const remove = useChange("delete", CONFIG, AFTER_CONFIGS);
  return ({ slug, config_id, application }) =>
    confirm({
      title: WORDS.deleteTitle(application),
      text: WORDS.deleteText(getName(customer), SHELL[environment].toLowerCase()),
      action: WORDS.delete,
      isDangerous: true,
      onConfirm: () =>
        remove.mutate(
          { path: { slug, config_id }, account: customer.account_id },
          { onSuccess: () => tell(WORDS.deleted), onError: tellProblem },
        ),
    });
}

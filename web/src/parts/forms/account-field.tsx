import type { Environment } from "@junctor/sdk";
import type { SelectProps } from "@mantine/core";
import { useEnvironment } from "../../api/use-environment.ts";
import { PAGES } from "../../words/parts/pages.ts";
import { useAccountChoices, useTypedSearch } from "./remote-choices.ts";
import { RemoteSelect } from "./remote-select.tsx";

type Further = Pick<
  SelectProps,
  "required" | "withAsterisk" | "disabled" | "clearable" | "placeholder" | "error" | "description"
> & {
  readonly "data-autofocus"?: boolean;
  readonly "data-path"?: string;
};

interface AccountFieldProps extends Further {
  /** Your own id for the customer. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  /** In a form, where its label is above it. */
  readonly hasLabel?: boolean;
  readonly width?: number | string;
}

/** One customer, found by name or id. */
export function AccountField(props: AccountFieldProps) {
  return <AccountFieldIn environment={useEnvironment()} {...props} />;
}

/** The same outside pages, such as in a dialog, which knows no URL. */
export function AccountFieldIn({
  environment,
  value,
  width = 200,
  ...props
}: AccountFieldProps & { environment: Environment }) {
  const { search, onType } = useTypedSearch();
  const choices = useAccountChoices(environment, { search, chosen: value === undefined ? [] : [value] });
  return (
    <RemoteSelect
      label={PAGES.customer}
      nothingFoundMessage={PAGES.noCustomer}
      w={width}
      {...props}
      value={value}
      choices={choices}
      onType={onType}
    />
  );
}

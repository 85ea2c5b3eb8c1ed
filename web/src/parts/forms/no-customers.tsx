import { Text } from "@mantine/core";
import { useRead } from "../../api/use-api.ts";
import { PAGES } from "../../words/parts/pages.ts";
import { TextLink } from "../links/text-link.tsx";

/** Where the environment has no customer to choose: a way to add one, in a window of its own. */
export function NoCustomers() {
  const { data } = useRead("/api/v2/public/linked-account", { query: { limit: 1 } });
  if (!data || data.docs.length > 0) return null;
  return (
    <Text size="sm" className="muted">
      {PAGES.noCustomers}{" "}
      <TextLink to="/$environment/customers" target="_blank" size="sm">
        {PAGES.addCustomer}
      </TextLink>
    </Text>
  );
}

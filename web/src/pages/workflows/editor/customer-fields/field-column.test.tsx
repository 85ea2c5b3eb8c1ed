import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show, startBackend } from "../../../../parts/test-page.tsx";
import { CUSTOMER_FIELDS } from "../../../../words/workflows/customer-fields.ts";
import type { Values } from "../settings/schema.ts";
import { ColumnForm } from "./field-column.tsx";

startBackend();

test("the kind of a column's values is what was chosen", async () => {
  const changes: Values[] = [];
  const column = { name: "Left" };
  const { user } = await show(
    <ColumnForm
      title="Left"
      column={column}
      slug="desk"
      isReadOnly={false}
      roots={[]}
      hasType
      onChange={(changed) => changes.push(changed)}
    />,
  );
  await user.click(await screen.findByRole("combobox", { name: CUSTOMER_FIELDS.columnType }));
  const [[type = "", label = ""] = []] = Object.entries(CUSTOMER_FIELDS.columnTypes);
  await user.click(await screen.findByRole("option", { name: label }));
  expect(changes).toEqual([{ name: "Left", type }]);
});

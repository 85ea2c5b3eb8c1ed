import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { show } from "../../../../parts/test-page.tsx";
import { Unplaced } from "./step-settings.tsx";

const problems = new Map(
  ["name", "names", "data.url", "data.url.0", "data.uri", "on_error"].map((field) => [field, `of ${field}`]),
);

test("only the problems that no field of the form shows are listed above it", async () => {
  await show(<Unplaced problems={problems} schema={{ properties: { url: {} } }} />);
  expect(screen.getAllByText(/^of /).map((line) => line.textContent)).toEqual(["of names", "of data.uri"]);
});

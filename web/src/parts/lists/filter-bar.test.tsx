import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { useFilters } from "../page/use-filters.ts";
import { show } from "../test-page.tsx";
import { ChoiceField, FilterBar, SearchField } from "./filter-bar.tsx";

const STATES = ["on", "off"].map((value) => ({ value, label: value.toUpperCase() }));

function Filters({ hasSearch = true }: { hasSearch?: boolean }) {
  const { filters, change, clear } = useFilters(["search", "state"]);
  return (
    <FilterBar onClear={clear}>
      <ChoiceField
        label="State"
        value={filters.state}
        options={STATES}
        onChange={(state) => change({ state })}
      />
      {hasSearch && (
        <SearchField label="Find" value={filters.search} onChange={(search) => change({ search })} />
      )}
    </FilterBar>
  );
}

const search = () => screen.getByRole<HTMLInputElement>("searchbox", { name: "Find" });
const state = () => screen.getByRole<HTMLInputElement>("combobox", { name: "State" });

test("filters are read from the address and written to it, and what else it says stays", async () => {
  const { user, address } = await show(<Filters />, "/test/names?search=ada&other=1");
  expect(search().value).toBe("ada");
  await user.click(state());
  await user.click(await screen.findByRole("option", { name: "OFF" }));
  await expect.poll(address).toBe("/test/names?search=ada&other=1&state=off");
  expect(state().value).toBe("OFF");
});

test("a search is applied when the user pauses, without the blanks around it; an empty one ends it", async () => {
  const { user, address } = await show(<Filters />, "/test/names");
  await user.type(search(), " ben ");
  expect(address()).toBe("/test/names");
  await expect.poll(address).toBe("/test/names?search=ben");
  await user.clear(search());
  await expect.poll(address).toBe("/test/names");
});

test("all filters are cleared together, which is not offered if there are none", async () => {
  const { user, address } = await show(<Filters />, "/test/names?search=ada&state=on&other=1");
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  await expect.poll(address).toBe("/test/names?other=1");
  await expect.poll(() => search().value).toBe("");
  expect(screen.queryByRole("button", { name: "Clear filters" })).toBeNull();
});

test("one filter is cleared in its field", async () => {
  const { user, address } = await show(<Filters />, "/test/names?state=on");
  await user.click(screen.getByLabelText("Clear: State"));
  await expect.poll(address).toBe("/test/names");
});

test("/ focuses the search, and Esc leaves it without clearing it", async () => {
  const { user } = await show(<Filters />, "/test/names?search=ada");
  await user.keyboard("/");
  expect(document.activeElement).toBe(search());
  await user.keyboard("{Escape}");
  expect([document.activeElement, search().value]).toEqual([document.body, "ada"]);
});

test("/ focuses the first filter if nothing can be searched; the first Esc closes its options", async () => {
  const { user } = await show(<Filters hasSearch={false} />, "/test/names");
  await user.keyboard("{Shift>}/{/Shift}");
  expect(document.activeElement).toBe(state());
  await user.keyboard("{ArrowDown}");
  await expect.poll(() => state().getAttribute("aria-expanded")).toBe("true");
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(state());
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(document.body);
});

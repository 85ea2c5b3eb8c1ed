import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { PARTS } from "../../words/parts/parts.ts";
import { show } from "../test-page.tsx";
import { DataList } from "./data-list.tsx";
import { useSelection } from "./use-list-keys.ts";

const COLUMNS = [
  { header: "Name", cell: (name: string) => name },
  {
    header: "Act",
    isHeaderHidden: true,
    cell: (name: string) => <button type="button">Retry {name}</button>,
  },
];

type Source = Parameters<typeof DataList<string>>[0]["source"];

interface ListProps {
  readonly source?: Partial<Source>;
  readonly opened?: string[];
  readonly isSelectable?: boolean;
  readonly onClear?: () => void;
}

function List({ source, opened, isSelectable = false, onClear }: ListProps) {
  const selection = useSelection();
  return (
    <>
      <DataList
        label="Names"
        source={{
          items: ["Ada", "Ben", "Cleo"],
          isPending: false,
          isError: false,
          error: null,
          hasNextPage: false,
          isFetchingNextPage: false,
          fetchNextPage: () => undefined,
          refetch: () => undefined,
          ...source,
        }}
        columns={COLUMNS}
        idOf={(name) => name.toLowerCase()}
        onOpen={opened && ((name) => opened.push(name))}
        selection={isSelectable ? selection : undefined}
        onClear={onClear}
        empty={<p>No names yet</p>}
      />
      <output>{[...selection.ids].join()}</output>
    </>
  );
}

const here = () => document.querySelector("[data-here]")?.getAttribute("aria-rowindex");
const chosen = () => screen.getByRole("status").textContent;
const many = (count: number) => Array.from({ length: count }, (_, index) => `Name ${index}`);

test("j and k move row by row and stay in the list; Enter and o open the row", async () => {
  const opened: string[] = [];
  const { user } = await show(<List opened={opened} />);
  await user.keyboard("o{Enter}");
  expect([here(), opened]).toEqual([undefined, []]);
  await user.keyboard("jjjj");
  expect(here()).toBe("3");
  await user.keyboard("k{ArrowUp}k");
  expect(here()).toBe("1");
  await user.keyboard("{ArrowDown}{Enter}jo");
  expect(opened).toEqual(["Ben", "Cleo"]);
});

test("a click opens a row, but not on a control in it", async () => {
  const opened: string[] = [];
  const { user } = await show(<List opened={opened} isSelectable />);
  await user.click(screen.getByRole("cell", { name: "Ben" }));
  await user.click(screen.getByRole("button", { name: "Retry Ada" }));
  await user.click(screen.getByRole("checkbox", { name: "Select ada" }));
  expect(opened).toEqual(["Ben"]);
});

test("x selects the row, and the head's box all loaded rows or none", async () => {
  const { user } = await show(<List isSelectable />);
  const all = screen.getByRole<HTMLInputElement>("checkbox", { name: "Select all loaded rows" });
  await user.keyboard("jx");
  expect([chosen(), all.checked, all.indeterminate]).toEqual(["ada", false, true]);
  await user.keyboard("x");
  expect([chosen(), all.indeterminate]).toEqual(["", false]);
  await user.click(all);
  expect([chosen(), all.checked, all.indeterminate]).toEqual(["ada,ben,cleo", true, false]);
  await user.click(all);
  expect(chosen()).toBe("");
});

test("keys do nothing while a dialog is open or somebody types", async () => {
  const { user } = await show(
    <>
      <List />
      <input aria-label="Search" />
    </>,
  );
  await user.click(screen.getByRole("textbox", { name: "Search" }));
  await user.keyboard("j");
  expect(here()).toBeUndefined();
  const dialog = document.createElement("div");
  dialog.setAttribute("aria-modal", "true");
  document.body.append(dialog);
  await user.click(document.body);
  await user.keyboard("j");
  expect(here()).toBeUndefined();
  dialog.remove();
  await user.keyboard("j");
  expect(here()).toBe("1");
});

test("an empty list says why, and with filters offers to clear them", async () => {
  await show(<List source={{ items: [] }} />);
  screen.getByText("No names yet");
  let cleared = 0;
  const { user } = await show(<List source={{ items: [] }} onClear={() => cleared++} />);
  expect(screen.queryByText("No names yet")).toBeNull();
  screen.getByText("Nothing matches these filters");
  await user.click(screen.getByRole("button", { name: "Clear filters" }));
  expect(cleared).toBe(1);
});

test("a list that loads is not called empty", async () => {
  await show(<List source={{ items: [], isPending: true }} />);
  expect(screen.queryByText("No names yet")).toBeNull();
  expect(document.querySelectorAll(".mantine-Skeleton-root").length).toBeGreaterThan(0);
});

test("an error takes the place of an empty list, and stands below loaded rows; both can be tried again", async () => {
  let tries = 0;
  const source = { isError: true, error: new Error("Full"), refetch: () => tries++ };
  const { user } = await show(<List source={{ ...source, items: [] }} />);
  expect(screen.queryByRole("table")).toBeNull();
  await user.click(screen.getByRole("button", { name: PARTS.tryAgain }));
  const next = await show(<List source={source} />);
  within(screen.getByRole("table")).getByText("Ada");
  screen.getByText("Full");
  await next.user.click(screen.getByRole("button", { name: PARTS.tryAgain }));
  expect(tries).toBe(2);
});

test("only the rows in view are rendered; the next page is loaded before its rows are needed", async () => {
  let loaded = 0;
  const fetchNextPage = () => loaded++;
  const source = { items: many(200), hasNextPage: true, fetchNextPage };
  await show(<List source={source} />);
  const list = screen.getByRole("table");
  expect(list.getAttribute("aria-rowcount")).toBe("-1");
  const rows = () => within(list).getAllByRole("row").length;
  expect(rows()).toBeGreaterThan(15);
  expect(rows()).toBeLessThan(60);
  expect(loaded).toBe(0);
  const scroller = screen.getByRole("region", { name: "Names" });
  scroller.scrollTop = 36 * 150;
  fireEvent.scroll(scroller);
  await screen.findByText("Name 150");
  await expect.poll(() => loaded).toBeGreaterThan(0);
});

test.each([
  ["already loading", { isFetchingNextPage: true, hasNextPage: true }],
  ["the last", { hasNextPage: false }],
])("a page is not loaded after one that is %s", async (_which, source) => {
  let loaded = 0;
  await show(<List source={{ ...source, fetchNextPage: () => loaded++ }} />);
  expect(loaded).toBe(0);
});

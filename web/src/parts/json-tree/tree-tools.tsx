import { ActionIcon, Group, TextInput } from "@mantine/core";
import { IconFoldDown, IconFoldUp, IconSearch } from "@tabler/icons-react";
import { PARTS } from "../../words/parts/parts.ts";
import classes from "./json-tree.module.css";

interface TreeToolsProps {
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** How many results there are; undefined without a search. */
  readonly found: number | undefined;
  /** Moves the focus from the field to the results. */
  readonly onEnter: () => void;
  /** Expands or collapses all members. */
  readonly onFold: (isOpen: boolean) => void;
}

/** The toolbar of a tree: its search, and expanding all of it. */
export function TreeTools({ typed, onType, found, onEnter, onFold }: TreeToolsProps) {
  return (
    <Group gap={4} wrap="nowrap" className={classes.bar}>
      <TextInput
        type="search"
        aria-label={PARTS.searchValue}
        placeholder={PARTS.searchValue}
        leftSection={<IconSearch size={14} aria-hidden />}
        flex={1}
        miw={0}
        value={typed}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "ArrowDown") return;
          event.preventDefault();
          onEnter();
        }}
      />
      <span role="status" className={classes.count}>
        {found !== undefined && PARTS.found({ count: found })}
      </span>
      <FoldButton label={PARTS.unfoldAll} icon={IconFoldDown} onClick={() => onFold(true)} />
      <FoldButton label={PARTS.foldAll} icon={IconFoldUp} onClick={() => onFold(false)} />
    </Group>
  );
}

interface FoldButtonProps {
  readonly label: string;
  readonly icon: typeof IconFoldUp;
  readonly onClick: () => void;
}

function FoldButton({ label, icon: Icon, onClick }: FoldButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" size={28} title={label} aria-label={label} onClick={onClick}>
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}
